package model

// Runtime is the language runtime between the program and the machine: what it does beside the program's own
// work. Each part is a section that a scenario may leave out; then it costs nothing.
type Runtime struct {
	JIT   *JIT   `key:"jit" doc:"compiler with tiers, whose threads compete with the program"`
	GC    *GC    `key:"gc" doc:"heap with generations and its collector, which stops the program"`
	Space *Space `key:"space" doc:"address space that the runtime takes beside the heap"`
}

// Space is what a process's address space holds beside the heap and the threads' stacks.
type Space struct {
	Permanent Bytes `key:"permanent" doc:"the permanent generation" min:"0"`
	CodeCache Bytes `key:"code_cache" doc:"compiled code" min:"0"`
	Native    Bytes `key:"native" doc:"libraries and native memory" min:"0"`
}

// Reserved returns the address space that the runtime takes before any thread has a stack.
func (r *Runtime) Reserved() Bytes {
	var sum Bytes
	if r.GC != nil {
		sum += r.GC.HeapMax
	}
	if p := r.Space; p != nil {
		sum += p.Permanent + p.CodeCache + p.Native
	}
	return sum
}
