package sim

import "contend/sim/engine"

// world is whether the workload's threads may run. A collector stops it: each thread that runs goes on to the next place where it
// may stop; then it is frozen, and so are those that become able to run, in the order they came. When the last has come, only the
// runtime's own threads get a CPU.
type world struct {
	stopped bool
	isStill bool
	frozen  queue
	polls   []engine.Timer // of each CPU: when its thread comes to a place where it may stop
	turn    engine.Timer   // of a change of the world, at the end of an instant
	then    func(*simulation)
}

func (s *simulation) newWorld() {
	poll, turn := s.engine.Handle(s.polled), s.engine.Handle(s.worldTurned)
	s.world.turn = s.engine.NewTimer(turn, 0)
	for cpu := range s.cpus {
		s.world.polls = append(s.world.polls, s.engine.NewTimer(poll, uint32(cpu)))
	}
}

// stopWorld has the threads stop, and then calls then. A thread that waits for a cache line or for memory stops when it has it.
func (s *simulation) stopWorld(then func(*simulation)) {
	s.world.stopped, s.world.then = true, then
	s.each(func(t *thread) {
		if t.doing == ready && !t.isService {
			s.turn(t, ready, gcPause)
		}
	})
	s.stayStopped()
}

// stayStopped calls what is to be done in the stopped world, once this instant's events are over.
func (s *simulation) stayStopped() { s.engine.Arm(s.world.turn, s.engine.Now(), prioSlice) }

// worldTurned tells the running threads to stop, or goes on in the stopped world.
func (s *simulation) worldTurned(uint32) {
	if s.world.isStill {
		s.world.then(s)
		return
	}
	for cpu := range s.cpus {
		if t := s.cpus[cpu].running; t != nil && !t.isService {
			s.engine.Arm(s.world.polls[cpu], s.engine.Now()+s.untilPoll(), prioSlice)
		}
	}
	s.seeStill()
}

// untilPoll draws how long a thread runs on before it may stop.
func (s *simulation) untilPoll() int64 { return s.gc.workers[0].draw(s.gc.Safepoint) }

// polled freezes a CPU's thread.
func (s *simulation) polled(cpu uint32) {
	t := s.cpus[cpu].running
	if t == nil || t.isService {
		return
	}
	switch front := t.front(); front.doing {
	case working:
		s.interrupt(front)
		s.freeze(front)
	case spinning:
		s.stopSpin(front)
		s.freeze(front)
	}
}

// seeStill notices that the last thread has stopped.
func (s *simulation) seeStill() {
	if !s.world.stopped || s.world.isStill || s.engine.Armed(s.world.turn) {
		return
	}
	for cpu := range s.cpus {
		if t := s.cpus[cpu].running; t != nil && !t.isService {
			return
		}
	}
	for _, poll := range s.world.polls {
		s.engine.Disarm(poll)
	}
	s.world.isStill = true
	s.stayStopped()
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
	s.world.stopped, s.world.isStill = false, false
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
	s.fillCPUs()
}
