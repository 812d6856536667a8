package sim

// acquireMCS swaps itself in as the last of a queue, links itself to the one before, and spins on its own line, so that a
// hand-off concerns two cores whatever the number of waiters (Mellor-Crummey & Scott 1991, "Algorithms for scalable
// synchronization", 2.4).
func acquireMCS(s *simulation, t *thread, l *lock) bool {
	n := s.nodeOf(t, l)
	for {
		switch t.phase {
		case 0: // initialise the node
			t.phase = 1
			n.next, n.isWaited = nil, true
			if !s.touch(t, n.line, write, l.cause) {
				return false
			}
		case 1: // swap the tail
			t.phase = 2
			if !s.touch(t, l.line, atomic, l.cause) {
				return false
			}
		case 2:
			n.before, l.nodes.last = l.nodes.last, n
			if n.before == nil {
				l.nodes.holder = n
				return l.own(t)
			}
			t.phase = 3
			if !s.touch(t, n.before.line, update, l.cause) {
				return false
			}
		case 3: // linked
			t.phase = 4
			n.before.next = n
			s.notify(&n.before.watching)
		case 4: // read the node
			t.phase = 5
			if !s.touch(t, n.line, read, l.cause) {
				return false
			}
		default:
			if !n.isWaited {
				l.nodes.holder = n
				return l.own(t)
			}
			t.phase = 4
			s.watch(t, &n.watching, l.cause, 0)
			return false
		}
	}
}

// releaseMCS tells the next by a store to its node; the last takes itself out of the queue.
func releaseMCS(s *simulation, t *thread, l *lock) bool {
	n := l.nodes.holder
	for {
		switch t.phase {
		case 0: // is there a next?
			t.phase = 1
			if !s.touch(t, n.line, read, l.cause) {
				return false
			}
		case 1:
			if n.next != nil {
				t.phase = 3
				if !s.touch(t, n.next.line, update, l.cause) {
					return false
				}
				continue
			}
			t.phase = 2
			if !s.touch(t, l.line, atomic, l.cause) {
				return false
			}
		case 2: // the tail was compared and swapped
			if l.nodes.last == n {
				l.nodes.last = nil
				t.phase = 0
				l.disown()
				return true
			}
			t.phase = 0 // somebody has swapped the tail and not linked itself yet
			if n.next == nil {
				s.watch(t, &n.watching, l.cause, 0)
				return false
			}
		default:
			t.phase = 0
			l.disown()
			n.next.isWaited = false
			s.notify(&n.next.watching)
			return true
		}
	}
}
