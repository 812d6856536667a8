package sim

// stuck is how many instructions a thread may run at one instant before the program is taken to loop without time.
const stuck = 1 << 20

// run interprets a thread's program until it is suspended.
func (s *simulation) run(t *thread) {
	for n := 0; ; n++ {
		in := &s.code[t.pc]
		if !in.do(s, t, in) {
			return
		}
		if n > stuck {
			s.fail(in.path, "the program loops without taking time")
			return
		}
	}
}

// opCompute uses the core.
func opCompute(s *simulation, t *thread, in *instruction) bool {
	t.pc++
	d := s.scaled(t.draw(in.amount))
	if d == 0 {
		return true
	}
	s.work(t, d, compute)
	return false
}

// opMemory streams bytes from memory.
func opMemory(s *simulation, t *thread, in *instruction) bool {
	t.pc++
	bytes := t.draw(in.amount)
	if bytes == 0 {
		return true
	}
	s.flow(t, bytes)
	return false
}

// opAccess accesses one cache line.
func opAccess(s *simulation, t *thread, in *instruction) bool {
	t.pc++
	return s.touch(t, s.lines[in.ref], in.kind, in.cause)
}

// opAccessRandom accesses one of several lines at random.
func opAccessRandom(s *simulation, t *thread, in *instruction) bool {
	t.pc++
	lines := s.places[in.ref].lines
	return s.touch(t, s.lines[lines[t.rng.Below(uint64(len(lines)))]], in.kind, in.cause)
}

// opAccessOwn accesses the thread's own of several lines.
func opAccessOwn(s *simulation, t *thread, in *instruction) bool {
	t.pc++
	lines := s.places[in.ref].lines
	return s.touch(t, s.lines[lines[int(t.id)%len(lines)]], in.kind, in.cause)
}

// opRepeat starts a loop; a count of 0 skips it.
func opRepeat(_ *simulation, t *thread, in *instruction) bool {
	n := t.draw(in.amount)
	if n <= 0 {
		t.pc = in.to
		return true
	}
	t.loops[in.reg] = int32(n)
	t.pc++
	return true
}

// opAgain jumps back until a loop's count is used up.
func opAgain(_ *simulation, t *thread, in *instruction) bool {
	t.loops[in.reg]--
	if t.loops[in.reg] > 0 {
		t.pc = in.to
	} else {
		t.pc++
	}
	return true
}

func opJump(_ *simulation, t *thread, in *instruction) bool {
	t.pc = in.to
	return true
}

// opChoose jumps to one of several blocks, by weight.
func opChoose(_ *simulation, t *thread, in *instruction) bool {
	u := t.rng.Float()
	last := len(in.table) - 1
	for i, b := range in.table {
		if u < b.upTo || i == last {
			t.pc = b.to
			break
		}
	}
	return true
}

// opSleep gives up the CPU until a timer fires, so long after the call.
func opSleep(s *simulation, t *thread, in *instruction) bool {
	t.pc++
	d := t.draw(in.amount)
	if d == 0 {
		return true
	}
	s.sleepFor(t, d)
	return false
}

func (s *simulation) sleepFor(t *thread, d int64) {
	t.deadline = s.engine.Now() + d
	s.block(t, sleeping, sleep)
	if !t.isVirtual {
		s.engine.Arm(t.timer, t.deadline, prioThread)
	}
}

// opYield goes to the end of the run queue.
func opYield(s *simulation, t *thread, _ *instruction) bool {
	t.pc++
	if t.isVirtual {
		if s.carriers.ready.n == 0 {
			return true
		}
		s.carriers.unmount(s, t, ready, runQueue)
		return false
	}
	if !s.waits(t.cpu) {
		return true
	}
	s.preempt(t)
	return false
}
