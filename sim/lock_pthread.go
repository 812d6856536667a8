package sim

// acquirePthread takes a word of three states by a compare-and-swap. A thread that finds it held marks it and asks the kernel to
// put it to sleep, which it does if the word still is marked: where a section is shorter than a system call, waiters hardly ever
// sleep, they go in and out of the kernel. Who was waiting takes the word marked, as there may be others (Drepper 2011,
// "Futexes are tricky", mutex 2; glibc, nptl/lowlevellock.c).
func acquirePthread(s *simulation, t *thread, l *lock) bool {
	for {
		switch t.phase {
		case 0: // swap
			t.phase = 1
			if !s.touch(t, l.line, atomic, l.cause) {
				return false
			}
		case 1:
			if !l.held {
				return l.own(t)
			}
			t.phase = 4
			if !l.isMarked {
				t.phase = 2
			}
		case 2: // mark
			t.phase = 3
			if !s.touch(t, l.line, atomic, l.cause) {
				return false
			}
		case 3:
			l.isMarked = true
			if !l.held {
				return l.own(t)
			}
			t.phase = 4
		case 4: // enter the kernel
			t.phase = 5
			s.work(t, int64(s.machine.OS.Syscall), syscall)
			return false
		default:
			t.phase = 2
			if l.held && l.isMarked {
				l.parked.push(t)
				s.block(t, parked, l.cause)
				return false
			}
		}
	}
}

// releasePthread frees the word and, where it was marked, has the kernel wake the first that sleeps, if any does.
func releasePthread(s *simulation, t *thread, l *lock) bool {
	switch t.phase {
	case 0:
		t.phase = 1
		if !s.touch(t, l.line, atomic, l.cause) {
			return false
		}
		fallthrough
	case 1:
		l.disown()
		if !l.isMarked {
			t.phase = 0
			return true
		}
		l.isMarked = false
		t.phase = 2
		if l.parked.n > 0 {
			return s.wakeFirst(t, l, 2)
		}
		t.phase = 3
		s.work(t, int64(s.machine.OS.Syscall), syscall)
		return false
	}
	return s.wakeFirst(t, l, 2)
}
