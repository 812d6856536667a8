package sim

// opWait releases a lock, parks on its condition queue, and acquires the lock again when it is signalled.
func opWait(s *simulation, t *thread, in *instruction) bool {
	l := s.locks[in.ref]
	if t.step == 0 {
		if t.phase == 0 && l.owner != t {
			s.fail(in.path, "a thread waits on %q, which it does not hold", s.names.locks[in.ref])
			return false
		}
		if !l.kind.release(s, t, l) {
			return false
		}
		t.step = 1
		l.waiters.push(t)
		s.block(t, parked, l.cause)
		return false
	}
	if !l.kind.acquire(s, t, l) {
		return false
	}
	t.step = 0
	t.pc++
	return true
}

// opSignal wakes the first waiter of a lock's condition queue.
func opSignal(s *simulation, t *thread, in *instruction) bool {
	l := s.locks[in.ref]
	if t.phase == 0 && l.waiters.n > 0 {
		t.phase = 1
		s.work(t, t.draw(s.os.wakeCall), syscall)
		return false
	}
	if first := l.waiters.pop(); first != nil {
		s.wake(first)
	}
	t.phase = 0
	t.pc++
	return true
}

// opBroadcast wakes all waiters of a lock's condition queue, one call each.
func opBroadcast(s *simulation, t *thread, in *instruction) bool {
	l := s.locks[in.ref]
	if t.phase == 1 {
		if first := l.waiters.pop(); first != nil {
			s.wake(first)
		}
	}
	if l.waiters.n > 0 {
		t.phase = 1
		s.work(t, t.draw(s.os.wakeCall), syscall)
		return false
	}
	t.phase = 0
	t.pc++
	return true
}
