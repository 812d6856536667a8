package sim

// world is whether the workload's threads may run. A collector stops it; meanwhile the threads that could run are
// frozen, in the order they came, and only the runtime's own threads get a CPU.
type world struct {
	stopped bool
	frozen  queue
}

// stopWorld freezes every thread that runs or is ready. One that waits for a cache line or for memory freezes when it has it.
func (s *simulation) stopWorld() {
	s.world.stopped = true
	for cpu := range s.cpus {
		t := s.cpus[cpu].running
		if t == nil || t.isService {
			continue
		}
		switch front := t.front(); front.doing {
		case working:
			s.stopWork(front)
			front.owed, front.owedCause = front.left, front.cause
			s.freeze(front)
		case spinning:
			s.stopSpin(front)
			s.freeze(front)
		}
	}
	s.each(func(t *thread) {
		if t.doing == ready && !t.isService {
			s.turn(t, ready, gcPause)
		}
	})
}

// freeze takes the CPU from a thread until the world starts.
func (s *simulation) freeze(t *thread) {
	s.turn(t, frozen, gcPause)
	os := t.os()
	if os != t {
		s.turn(os, frozen, gcPause)
	}
	s.world.frozen.push(os)
	s.yieldCPU(os)
}

// startWorld lets them go on: first those that were frozen, then those that were ready.
func (s *simulation) startWorld() {
	s.world.stopped = false
	s.each(func(t *thread) {
		if t.doing == ready && !t.isService {
			s.turn(t, ready, runQueue)
		}
	})
	for n := s.world.frozen.n; n > 0; n-- {
		t := s.world.frozen.pop()
		if t.mounted != nil {
			s.turn(t.mounted, ready, runQueue)
		}
		s.makeReady(t)
	}
	for cpu := range s.cpus {
		if s.cpus[cpu].running == nil {
			if next := s.nextFor(int32(cpu)); next != nil {
				s.dispatch(int32(cpu), next)
			}
		}
	}
}
