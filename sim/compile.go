package sim

import (
	"contend/model"
)

// instruction is one step of flat code. do runs it for a thread and reports whether the thread goes on at once; where it
// does not, the thread has been suspended and is resumed later at its pc.
type instruction struct {
	do     func(s *simulation, t *thread, in *instruction) bool
	amount model.Dist
	second model.Dist // of an op with several amounts
	third  model.Dist
	ref    int32 // of a line, lock, queue, barrier or pool
	to     int32 // where a jump goes
	reg    int32 // the loop counter it uses
	kind   access
	cause  cause
	table  []branch
	path   string // where its op stands in the file
}

// branch is one alternative of a choice: taken when a uniform number is below upTo.
type branch struct {
	upTo float64
	to   int32
}

// compilers turn an op into instructions. Ops that are one instruction stand in simple.
var compilers map[string]func(c *compiler, op model.Op)

func init() {
	compilers = map[string]func(c *compiler, op model.Op){
		"compute":   func(c *compiler, op model.Op) { c.emit(op, instruction{do: opCompute, amount: op.Arg("for").Dist}) },
		"execute":   func(c *compiler, op model.Op) { c.emit(op, instruction{do: opExecute, amount: op.Arg("for").Dist}) },
		"memory":    func(c *compiler, op model.Op) { c.emit(op, instruction{do: opMemory, amount: op.Arg("bytes").Dist}) },
		"read":      func(c *compiler, op model.Op) { c.accesses(op, read) },
		"write":     func(c *compiler, op model.Op) { c.accesses(op, write) },
		"update":    func(c *compiler, op model.Op) { c.accesses(op, update) },
		"atomic":    func(c *compiler, op model.Op) { c.accesses(op, atomic) },
		"lock":      compileLock,
		"unlock":    func(c *compiler, op model.Op) { c.emit(op, instruction{do: opUnlock, ref: int32(op.Arg("name").Ref)}) },
		"wait":      func(c *compiler, op model.Op) { c.emit(op, instruction{do: opWait, ref: int32(op.Arg("on").Ref)}) },
		"signal":    func(c *compiler, op model.Op) { c.emit(op, instruction{do: opSignal, ref: int32(op.Arg("on").Ref)}) },
		"broadcast": func(c *compiler, op model.Op) { c.emit(op, instruction{do: opBroadcast, ref: int32(op.Arg("on").Ref)}) },
		"enqueue":   func(c *compiler, op model.Op) { c.emit(op, instruction{do: opEnqueue, ref: int32(op.Arg("to").Ref)}) },
		"dequeue":   func(c *compiler, op model.Op) { c.emit(op, instruction{do: opDequeue, ref: int32(op.Arg("from").Ref)}) },
		"barrier":   func(c *compiler, op model.Op) { c.emit(op, instruction{do: opBarrier, ref: int32(op.Arg("name").Ref)}) },
		"call":      compileCall,
		"walk":      compileWalk,
		"sleep":     func(c *compiler, op model.Op) { c.emit(op, instruction{do: opSleep, amount: op.Arg("for").Dist}) },
		"yield":     func(c *compiler, op model.Op) { c.emit(op, instruction{do: opYield}) },
		"repeat":    func(c *compiler, op model.Op) { c.loop(op, op.Arg("times").Dist, func() { c.block(op.Arg("do").Ops) }) },
		"choose":    compileChoose,
		"submit":    compileSubmit,
		"await":     func(c *compiler, op model.Op) { c.emit(op, instruction{do: opAwait, ref: int32(op.Arg("pool").Ref)}) },
		"scope":     compileScope,
		"syscall":   func(c *compiler, op model.Op) { c.emit(op, instruction{do: opSyscall, amount: op.Arg("for").Dist}) },
		"output":    compileOutput,
		"io": func(c *compiler, op model.Op) {
			c.emit(op, instruction{do: opIO, ref: int32(op.Arg("on").Ref), amount: op.Arg("bytes").Dist})
		},
		"process": compileProcess,
		"alloc":   func(c *compiler, op model.Op) { c.emit(op, instruction{do: opAlloc, amount: op.Arg("bytes").Dist}) },
		"pause":   func(c *compiler, op model.Op) { c.emit(op, instruction{do: opPause, amount: op.Arg("for").Dist}) },
		"count":   func(c *compiler, op model.Op) { c.emit(op, instruction{do: opCount, amount: op.Arg("units").Dist}) },
	}
}

// compiler flattens a program. Jobs of submit ops go behind the program that submits them.
type compiler struct {
	s *simulation
	// depth is the number of loop counters in use, deepest the most of the code compiled so far.
	depth, deepest int32
	jobs           []pendingJob
}

// pendingJob is a submitted block that is still to be compiled.
type pendingJob struct {
	at  int32 // the submit instruction
	ops []model.Op
}

// compile appends a program to the code, with what ends it, and returns its first instruction.
func (c *compiler) compile(ops []model.Op, end instruction) int32 {
	start := c.here()
	c.block(ops)
	end.to = start
	c.s.code = append(c.s.code, end)
	c.s.loops = int(c.deepest)
	for len(c.jobs) > 0 {
		j := c.jobs[0]
		c.jobs = c.jobs[1:]
		p := c.s.pools[c.s.code[j.at].ref]
		c.deepest = 0
		c.s.code[j.at].to = c.here()
		c.block(j.ops)
		c.s.code = append(c.s.code, instruction{do: opJobDone})
		p.loops = max(p.loops, int(c.deepest))
	}
	return start
}

func (c *compiler) here() int32 { return int32(len(c.s.code)) }

func (c *compiler) block(ops []model.Op) {
	for _, op := range ops {
		compilers[op.Name](c, op)
	}
}

func (c *compiler) emit(op model.Op, in instruction) int32 {
	in.path = op.Path
	c.s.code = append(c.s.code, in)
	return c.here() - 1
}

// loop repeats what body emits; a count of 0 skips it.
func (c *compiler) loop(op model.Op, times model.Dist, body func()) {
	if times == model.Fixed(1) {
		body()
		return
	}
	c.counted(op, instruction{do: opRepeat, amount: times}, body)
}

// counted emits an instruction that sets a loop counter, the body, and the jump back.
func (c *compiler) counted(op model.Op, start instruction, body func()) {
	reg := c.register()
	start.reg = reg
	head := c.emit(op, start)
	body()
	c.emit(op, instruction{do: opAgain, reg: reg, to: head + 1})
	c.s.code[head].to = c.here()
	c.depth--
}

func (c *compiler) register() int32 {
	c.depth++
	c.deepest = max(c.deepest, c.depth)
	return c.depth - 1
}

// accesses emits accesses to a line, as often as the op says.
func (c *compiler) accesses(op model.Op, kind access) {
	times := model.Fixed(1)
	if a := op.Arg("times"); a.Set {
		times = a.Dist
	}
	c.loop(op, times, func() { c.access(op, op.Arg("line").Ref, kind) })
}

// access emits one access: to the line, to one of several, or to both that a field straddles.
func (c *compiler) access(op model.Op, ref int, kind access) {
	p := &c.s.places[ref]
	if len(p.lines) > 1 && !p.straddles {
		do := opAccessRandom
		if p.own {
			do = opAccessOwn
		}
		c.emit(op, instruction{do: do, ref: int32(ref), kind: kind, cause: p.cause})
		return
	}
	for _, l := range p.lines {
		c.emit(op, instruction{do: opAccess, ref: l, kind: kind, cause: p.cause})
	}
}

// compileWalk visits frames: time for each, and an access to a line where the op names one.
func compileWalk(c *compiler, op model.Op) {
	start := instruction{do: opDepth}
	if d := op.Arg("depth"); d.Set {
		start = instruction{do: opRepeat, amount: d.Dist}
	}
	c.counted(op, start, func() {
		c.emit(op, instruction{do: opCompute, amount: op.Arg("each").Dist})
		for kind, name := range []string{read: "read", write: "write", update: "update"} {
			if a := op.Arg(name); a.Set {
				c.access(op, a.Ref, access(kind))
			}
		}
	})
}

// compileCall pushes frames around a block.
func compileCall(c *compiler, op model.Op) {
	reg := c.register()
	c.emit(op, instruction{do: opCall, amount: op.Arg("frames").Dist, reg: reg})
	c.block(op.Arg("do").Ops)
	c.emit(op, instruction{do: opReturn, reg: reg})
	c.depth--
}

// compileChoose jumps to one of several blocks.
func compileChoose(c *compiler, op model.Op) {
	cases := op.Arg("of").Cases
	total := 0.0
	for _, k := range cases {
		total += k.Weight
	}
	head := c.emit(op, instruction{do: opChoose})
	var exits []int32
	var table []branch
	sum := 0.0
	for _, k := range cases {
		sum += k.Weight
		table = append(table, branch{sum / total, c.here()})
		c.block(k.Ops)
		exits = append(exits, c.emit(op, instruction{do: opJump}))
	}
	for _, at := range exits {
		c.s.code[at].to = c.here()
	}
	c.s.code[head].table = table
}

func compileSubmit(c *compiler, op model.Op) {
	at := c.emit(op, instruction{do: opSubmit, ref: int32(op.Arg("to").Ref)})
	c.jobs = append(c.jobs, pendingJob{at, op.Arg("do").Ops})
}

func compileScope(c *compiler, op model.Op) {
	c.emit(op, instruction{do: opScope})
	c.block(op.Arg("do").Ops)
	c.emit(op, instruction{do: opJoin})
}
