package sim

// condition is a lock's condition queue. Waiters take tickets before they release the lock, so that a signal counts for one that has
// not parked yet (runtime/sema.go of Go, notifyList).
type condition struct {
	taken, signalled uint32 // tickets
	parked           queue
}

// signal lets the first waiter go on, and wakes it where it has parked.
func (c *condition) signal(s *simulation) {
	if c.signalled == c.taken {
		return
	}
	ticket := c.signalled
	c.signalled++
	for t := c.parked.first; t != nil; t = t.next {
		if t.ticket == ticket {
			c.parked.remove(t)
			s.wake(t)
			return
		}
	}
}

// hasSignalled reports whether the waiter with a ticket may go on.
func (c *condition) hasSignalled(ticket uint32) bool { return int32(c.signalled-ticket) > 0 }

// opWait releases a lock, parks on its condition queue, and acquires the lock again when it is signalled.
func opWait(s *simulation, t *thread, in *instruction) bool {
	l := s.locks[in.ref]
	if t.step == 0 {
		if l.owner != t {
			s.fail(in.path, "a thread waits on %q, which it does not hold", s.names.locks[in.ref])
			return false
		}
		t.ticket = l.waiters.taken
		l.waiters.taken++
		t.step = 1
	}
	if t.step == 1 {
		if !l.kind.release(s, t, l) {
			return false
		}
		t.step = 2
		if !l.waiters.hasSignalled(t.ticket) {
			l.waiters.parked.push(t)
			s.block(t, parked, l.cause)
			return false
		}
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
	if t.phase == 0 && l.waiters.parked.n > 0 {
		t.phase = 1
		s.call(t, l.waiters.parked.first)
		return false
	}
	l.waiters.signal(s)
	t.phase = 0
	t.pc++
	return true
}

// opBroadcast wakes all waiters of a lock's condition queue, one call each that is parked.
func opBroadcast(s *simulation, t *thread, in *instruction) bool {
	c := &s.locks[in.ref].waiters
	if t.phase == 0 {
		t.phase = 1
		t.ticket = c.taken // those that come later are not meant
	} else if int32(t.ticket-c.signalled) > 0 {
		c.signal(s)
	}
	for int32(t.ticket-c.signalled) > 0 {
		if c.parked.n > 0 {
			s.call(t, c.parked.first)
			return false
		}
		c.signal(s)
	}
	t.phase = 0
	t.pc++
	return true
}
