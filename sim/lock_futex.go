package sim

// phaseSpunOut is the phase of a lock's acquisition after its spin ran out.
const phaseSpunOut = 9

// acquireFutex takes a lock by a compare-and-swap; a thread that finds it held spins for a while, then parks in the
// kernel's queue. A release wakes the first that is parked, which tries again and may be overtaken (Drepper 2011,
// "Futexes are tricky", mutex 2; Franke, Russell & Kirkwood 2002, "Fuss, futexes and furwocks").
func acquireFutex(s *simulation, t *thread, l *lock) bool {
	return s.spinThenPark(t, l, int64(l.Spin), isFree) && l.own(t)
}

func isFree(l *lock, _ *thread) bool { return !l.held }

// spinThenPark tries an atomic until it finds the lock free in the sense given, and reports whether it has. Between tries the
// thread watches the word for so long, then parks.
func (s *simulation) spinThenPark(t *thread, l *lock, spin int64, isFree func(*lock, *thread) bool) bool {
	switch t.phase {
	case 0: // swap
		t.phase = 1
		if !s.touch(t, l.line, atomic, l.cause) {
			return false
		}
		fallthrough
	case 1: // it was free, or not
		if isFree(l, t) {
			t.phase, t.pause = 0, 0
			return true
		}
		if spin > 0 {
			t.phase = 2
			t.deadline = s.engine.Now() + spin
			if s.look(t, l) {
				return s.spinThenPark(t, l, spin, isFree)
			}
			return false
		}
		return s.park(t, l)
	case 2: // the word changed, or it is time to look: read it
		t.phase = 3
		if !s.touch(t, l.line, read, l.cause) {
			return false
		}
		fallthrough
	case 3:
		if !isFree(l, t) && s.engine.Now() < t.deadline {
			t.phase = 2
			if s.look(t, l) {
				return s.spinThenPark(t, l, spin, isFree)
			}
			return false
		}
		t.phase = phaseSpunOut
		return s.spinThenPark(t, l, spin, isFree)
	default: // the spin is over
		if isFree(l, t) {
			t.phase = 0
			return s.spinThenPark(t, l, spin, isFree)
		}
		return s.park(t, l)
	}
}

// look has a thread wait for its next look at the word, and reports whether that is now: when the word changes, or after a pause
// where the lock has some.
func (s *simulation) look(t *thread, l *lock) bool {
	if l.Backoff > 0 {
		return s.stall(t, max(1, t.backOff(l)), l.cause)
	}
	s.watch(t, &l.watching, l.cause, t.deadline-s.engine.Now())
	return false
}

// park parks a thread until a release wakes it to try again.
func (s *simulation) park(t *thread, l *lock) bool {
	t.phase, t.pause = 0, 0
	if t.isReader {
		l.readers.parked.push(t)
	} else {
		l.parked.push(t)
	}
	s.block(t, parked, l.cause)
	return false
}

// releaseFutex frees the lock, lets spinners see it, and wakes the first that is parked.
func releaseFutex(s *simulation, t *thread, l *lock) bool {
	switch t.phase {
	case 0:
		t.phase = 1
		if !s.touch(t, l.line, atomic, l.cause) {
			return false
		}
		fallthrough
	case 1:
		l.disown()
		t.phase = 2
		s.notify(&l.watching)
	}
	return s.wakeFirst(t, l, 2)
}
