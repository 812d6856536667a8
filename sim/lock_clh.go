package sim

// setupCLH puts a node that nobody waits for at the end of the queue.
func setupCLH(s *simulation, l *lock) { l.nodes.last = s.newNode(l) }

// acquireCLH swaps its node in as the last of a queue and spins on the node of the one before (Craig 1993, "Building FIFO and
// priority-queuing spin locks"; Magnusson, Landin & Hagersten 1994, "Queue locks on cache coherent multiprocessors").
func acquireCLH(s *simulation, t *thread, l *lock) bool {
	n := s.nodeOf(t, l)
	for {
		switch t.phase {
		case 0:
			t.phase = 1
			n.isWaited = true
			if !s.touch(t, n.line, write, l.cause) {
				return false
			}
		case 1:
			t.phase = 2
			if !s.touch(t, l.line, atomic, l.cause) {
				return false
			}
		case 2:
			n.before, l.nodes.last = l.nodes.last, n
			t.phase = 3
		case 3: // read the node before
			t.phase = 4
			if !s.touch(t, n.before.line, read, l.cause) {
				return false
			}
		default:
			if !n.before.isWaited {
				l.nodes.holder = n
				return l.own(t)
			}
			t.phase = 3
			s.watch(t, &n.before.watching, l.cause, 0)
			return false
		}
	}
}

// releaseCLH frees the node by a store, and takes that of the one before for the next time.
func releaseCLH(s *simulation, t *thread, l *lock) bool {
	n := l.nodes.holder
	if t.phase == 0 {
		t.phase = 1
		if !s.touch(t, n.line, update, l.cause) {
			return false
		}
	}
	t.phase = 0
	l.disown()
	l.nodes.of[t.id] = n.before
	n.isWaited = false
	s.notify(&n.watching)
	return true
}
