package sim

// processor is one hardware thread of the machine.
type processor struct {
	running *thread // the OS thread on it, nil when idle
	queue   queue   // ready threads that may run only here
	// sliceStart is when the running thread's time slice began; overrun says it ended in the middle of
	// something that cannot be interrupted.
	sliceStart int64
	overrun    bool
	last       *thread // the OS thread that ran here last
	stores     storeBuffer
}

// work has a thread use its core for d, charged to a cause, and go on afterwards. While siblings of the core
// work too, each runs at the machine's SMT factor.
func (s *simulation) work(t *thread, d int64, c cause) {
	s.turn(t, working, c)
	t.left = d
	s.startWork(t)
}

// startWork begins or resumes what is left.
func (s *simulation) startWork(t *thread) {
	t.speed = 1
	if s.sharesSpeed {
		s.coreChange(t, +1)
	}
	s.armWork(t)
}

// armWork sets the thread's timer to the end of its work at its present speed.
func (s *simulation) armWork(t *thread) {
	d := t.left
	if t.speed < 1 {
		d = int64(float64(d)/t.speed + 1)
	}
	s.engine.Arm(t.timer, s.engine.Now()+d, prioThread)
}

// coreChange counts a thread in or out of those that work on its core, and changes the speed of all of them
// where that matters.
func (s *simulation) coreChange(t *thread, by int) {
	core := s.topo.core(t.os().cpu)
	s.busy[core] += int8(by)
	n := s.busy[core]
	if len(s.clocks) > 0 && (by < 0 && n == 0 || by > 0 && n == 1) {
		s.coreWorks(s.topo.socket(t.os().cpu), int64(by))
	}
	if by < 0 && n == 1 || by > 0 && n == 2 {
		first := core * int32(s.topo.Threads)
		for cpu := first; cpu < first+int32(s.topo.Threads); cpu++ {
			if os := s.cpus[cpu].running; os != nil && os.front() != t && os.front().doing == working {
				s.setSpeed(os.front(), s.speedOn(cpu))
			}
		}
	}
	if by > 0 {
		t.speed = s.speedOn(t.os().cpu)
	}
}

// speedOn is the speed of work on a CPU, after its siblings and its socket's clock.
func (s *simulation) speedOn(cpu int32) float64 {
	speed := 1.0
	if s.busy[s.topo.core(cpu)] > 1 {
		speed = s.smtFactor
	}
	if len(s.clocks) > 0 {
		speed *= s.clocks[s.topo.socket(cpu)].speed
	}
	return speed
}

func (s *simulation) setSpeed(t *thread, speed float64) {
	if t.speed == speed {
		return
	}
	s.settle(t)
	t.speed = speed
	s.armWork(t)
}

// stopWork takes a working thread off its core's work; what is left stays in t.left.
func (s *simulation) stopWork(t *thread) {
	s.settle(t)
	s.engine.Disarm(t.timer)
	if s.sharesSpeed {
		s.coreChange(t, -1)
	}
}

// worked ends a thread's work and runs its program on.
func (s *simulation) worked(t *thread) {
	now := s.engine.Now()
	dt := now - t.since
	t.since = now
	own := min(t.left, dt)
	t.left = 0
	s.chargeWork(t, own)
	s.chargeSlowed(t, dt, dt-own)
	if s.sharesSpeed {
		s.coreChange(t, -1)
	}
	s.resume(t)
}
