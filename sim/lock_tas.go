package sim

// acquireTAS tries an atomic swap again and again, so that every waiter takes the line from the others, and from the holder
// who wants to release it (Anderson 1990, "The performance of spin lock alternatives", 3).
func acquireTAS(s *simulation, t *thread, l *lock) bool {
	for {
		if t.phase == 0 {
			t.phase = 1
			if !s.touch(t, l.line, atomic, l.cause) {
				return false
			}
			if l.held { // a try took no time: wait for the word to change, or time stands still
				t.phase = 0
				s.watch(t, &l.watching, l.cause, 0)
				return false
			}
		}
		if !l.held {
			return l.own(t)
		}
		t.phase = 0
	}
}

// releaseWord frees a lock by a store to its word.
func releaseWord(s *simulation, t *thread, l *lock) bool {
	if t.phase == 0 {
		t.phase = 1
		if !s.touch(t, l.line, update, l.cause) {
			return false
		}
	}
	t.phase = 0
	l.disown()
	s.notify(&l.watching)
	return true
}
