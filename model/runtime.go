package model

// Runtime is the language runtime between the program and the machine: what it does beside the program's own
// work. Each part is a section that a scenario may leave out; then it costs nothing.
type Runtime struct {
	JIT *JIT `key:"jit" doc:"compiler with tiers, whose threads compete with the program"`
}
