package sim

// phaseSpunOut is the phase of a lock's acquisition after its spin ran out.
const phaseSpunOut = 9

// acquireFutex takes a lock by a compare-and-swap; a thread that finds it held spins for a while, then parks in the
// kernel's queue. A release wakes the first that is parked, which tries again and may be overtaken (Drepper 2011,
// "Futexes are tricky", mutex 2; Franke, Russell & Kirkwood 2002, "Fuss, futexes and furwocks").
func acquireFutex(s *simulation, t *thread, l *lock) bool {
	switch t.phase {
	case 0: // swap
		t.phase = 1
		if !s.touch(t, l.line, atomic, l.cause) {
			return false
		}
		fallthrough
	case 1: // it was free, or not
		if !l.held {
			l.held, l.owner = true, t
			t.phase = 0
			return true
		}
		if l.Spin > 0 {
			t.phase = 2
			t.deadline = s.engine.Now() + int64(l.Spin)
			s.watch(t, &l.watching, l.cause, int64(l.Spin))
			return false
		}
		return parkOn(s, t, l)
	case 2: // the word changed: read it
		t.phase = 3
		if !s.touch(t, l.line, read, l.cause) {
			return false
		}
		fallthrough
	case 3:
		if l.held && s.engine.Now() < t.deadline {
			t.phase = 2
			s.watch(t, &l.watching, l.cause, t.deadline-s.engine.Now())
			return false
		}
		t.phase = phaseSpunOut
		return acquireFutex(s, t, l)
	default: // the spin is over
		if !l.held {
			t.phase = 0
			return acquireFutex(s, t, l)
		}
		return parkOn(s, t, l)
	}
}

// parkOn parks a thread until a release wakes it to try again.
func parkOn(s *simulation, t *thread, l *lock) bool {
	t.phase = 0
	l.parked.push(t)
	s.block(t, parked, l.cause)
	return false
}

// releaseFutex frees the lock, lets spinners see it, and wakes the first that is parked, which costs the releaser a call.
func releaseFutex(s *simulation, t *thread, l *lock) bool {
	switch t.phase {
	case 0:
		t.phase = 1
		if !s.touch(t, l.line, atomic, l.cause) {
			return false
		}
		fallthrough
	case 1:
		l.held, l.owner = false, nil
		t.phase = 2
		s.notify(&l.watching)
		if l.parked.n > 0 {
			s.work(t, t.draw(s.os.wakeCall), syscall)
			return false
		}
		fallthrough
	default:
		t.phase = 0
		if first := l.parked.pop(); first != nil {
			s.wake(first)
		}
		return true
	}
}
