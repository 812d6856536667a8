package sim

func setupTicket(s *simulation, l *lock) { l.servingLine = s.lines[s.newLine(l.cause)] }

// acquireTicket takes a ticket by an atomic and spins until it is served. All waiters read the word that a release
// writes, so a hand-off invalidates and fetches again every waiter's copy (Mellor-Crummey & Scott 1991,
// "Algorithms for scalable synchronization", 2.2; Boyd-Wickizer et al. 2012, "Non-scalable locks are dangerous", 3).
func acquireTicket(s *simulation, t *thread, l *lock) bool {
	for {
		switch t.phase {
		case 0:
			t.phase = 1
			if !s.touch(t, l.line, atomic, l.cause) {
				return false
			}
		case 1:
			t.ticket = l.next
			l.next++
			t.phase = 2
		case 2: // the word may have changed: read it
			t.phase = 3
			if !s.touch(t, l.servingLine, read, l.cause) {
				return false
			}
		default:
			if l.serving == t.ticket {
				return l.own(t)
			}
			t.phase = 2
			s.watch(t, &l.watching, l.cause, 0)
			return false
		}
	}
}

// releaseTicket serves the next ticket by a store that every waiter then reads.
func releaseTicket(s *simulation, t *thread, l *lock) bool {
	if t.phase == 0 {
		t.phase = 1
		if !s.touch(t, l.servingLine, update, l.cause) {
			return false
		}
	}
	t.phase = 0
	l.disown()
	l.serving++
	s.notify(&l.watching)
	return true
}
