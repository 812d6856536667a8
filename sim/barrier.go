package sim

import "contend/model"

// barrier lets its parties go on when all have come.
type barrier struct {
	model.Barrier
	lock     *lock // its word; for a monitor, the lock that its waiters leave through
	come     int
	watching queue
	parked   queue
	// round counts the times it opened, so that a late comer is not taken for one of the round before.
	round uint32
}

// opBarrier waits until all parties have come.
func opBarrier(s *simulation, t *thread, in *instruction) bool {
	b := s.barriers[in.ref]
	pass := passSpin
	if b.Kind == "monitor" {
		pass = passMonitor
	}
	if !pass(s, t, b) {
		return false
	}
	t.phase, t.step = 0, 0
	t.pc++
	return true
}

// passSpin counts in by an atomic; the last one's store lets all who watch the line go on, each by a read of it
// (sense-reversing central barrier: Mellor-Crummey & Scott 1991, 3.1).
func passSpin(s *simulation, t *thread, b *barrier) bool {
	switch t.phase {
	case 0:
		t.phase = 1
		if !s.touch(t, b.lock.line, atomic, barrierWait) {
			return false
		}
		fallthrough
	case 1:
		t.ticket = b.round
		b.come++
		if b.come < b.Parties {
			t.phase = 2
			s.watch(t, &b.watching, barrierWait, 0)
			return false
		}
		b.come = 0
		b.round++
		t.phase = 3
		s.notify(&b.watching)
		return true
	case 2:
		if b.round == t.ticket { // off its CPU for a while, and nothing happened
			s.watch(t, &b.watching, barrierWait, 0)
			return false
		}
		t.phase = 3
		return s.touch(t, b.lock.line, read, barrierWait)
	default:
		return true
	}
}

// passMonitor counts in under the barrier's lock and parks; the last one moves all waiters to the lock's queue, and each that
// leaves wakes the next, so that they leave one after another (java.util.concurrent: Lea 2005, "The java.util.concurrent
// synchronizer framework", 3.3; CyclicBarrier.dowait). Whoever is still releasing the lock when the last one comes does not park.
func passMonitor(s *simulation, t *thread, b *barrier) bool {
	for {
		switch t.step {
		case 0, 3: // come in, or come back for the lock
			if !acquireFutex(s, t, b.lock) {
				return false
			}
			if t.step == 0 {
				t.ticket = b.round
				b.come++
				if b.come < b.Parties {
					t.step = 1
					continue
				}
				b.come = 0
				b.round++
				for w := b.parked.pop(); w != nil; w = b.parked.pop() {
					b.lock.parked.push(w)
				}
			}
			t.step = 4
		case 1: // leave the lock and park
			if !releaseFutex(s, t, b.lock) {
				return false
			}
			t.step = 3
			if b.round != t.ticket { // it opened during the release
				continue
			}
			b.parked.push(t)
			s.block(t, parked, barrierWait)
			return false
		default: // leave
			if !releaseFutex(s, t, b.lock) {
				return false
			}
			return true
		}
	}
}
