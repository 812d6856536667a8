package sim

import "contend/model"

// process is what threads share that a process of its own would not: the compiled code.
type process struct {
	outer     *process
	code      *code // nil without a compiler
	compilers []*thread
}

// newProcess starts a process with cold code and its compiler threads.
func (s *simulation) newProcess(outer *process) *process {
	p := &process{outer: outer}
	if jit := s.point.Runtime.JIT; jit != nil {
		p.code = s.newCode(p, jit)
		s.startCompilers(p, jit)
	}
	return p
}

// endProcess ends the process's compiler threads, whatever they do.
func (s *simulation) endProcess(p *process) {
	for _, t := range p.compilers {
		s.endService(t)
	}
	p.compilers = nil
}

// endService ends a thread of the runtime from outside.
func (s *simulation) endService(t *thread) {
	switch t.doing {
	case working:
		s.stopWork(t)
	case ready:
		s.shared.remove(t)
	}
	onCPU := t.cpu >= 0
	s.end(t)
	if onCPU {
		s.yieldCPU(t)
	}
}

// opProcess starts a process and goes on in it: first the kernel's part of its start, then the program's own.
func opProcess(s *simulation, t *thread, in *instruction) bool {
	t.phase++
	switch t.phase {
	case 1:
		return s.spend(t, int64(s.machine.OS.Process)+s.scaled(t.draw(in.amount)), create)
	case 2:
		return s.spend(t, s.scaled(t.draw(in.second)), compute)
	}
	t.phase = 0
	t.pc++
	t.process = s.newProcess(t.process)
	return true
}

// opProcessEnd goes back to the process that started this one.
func opProcessEnd(s *simulation, t *thread, _ *instruction) bool {
	s.endProcess(t.process)
	t.process = t.process.outer
	t.pc++
	return true
}

// spend has a thread use its core, and reports that it goes on at once where it takes no time.
func (s *simulation) spend(t *thread, d int64, c cause) bool {
	if d <= 0 {
		return true
	}
	s.work(t, d, c)
	return false
}

// scaled is a time of the program on the machine's cores.
func (s *simulation) scaled(d int64) int64 {
	if s.slowness == 1 {
		return d
	}
	return int64(float64(d) * s.slowness)
}

func compileProcess(c *compiler, op model.Op) {
	c.emit(op, instruction{do: opProcess, amount: op.Arg("kernel").Dist, second: op.Arg("user").Dist})
	c.block(op.Arg("do").Ops)
	c.emit(op, instruction{do: opProcessEnd})
}
