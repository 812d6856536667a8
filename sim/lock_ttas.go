package sim

// acquireTTAS watches its own copy of the word and swaps only when it is free; after a swap that failed it pauses for a time
// whose mean doubles (Anderson 1990, "The performance of spin lock alternatives", 4: spin on read, and backoff).
func acquireTTAS(s *simulation, t *thread, l *lock) bool {
	for {
		switch t.phase {
		case 0: // read
			t.phase = 1
			if !s.touch(t, l.line, read, l.cause) {
				return false
			}
		case 1: // it is free, or not
			if l.held {
				t.phase = 0
				s.watch(t, &l.watching, l.cause, 0)
				return false
			}
			t.phase = 2
			if !s.touch(t, l.line, atomic, l.cause) {
				return false
			}
		case 2: // somebody was faster, or not
			if !l.held {
				t.pause = 0
				return l.own(t)
			}
			t.phase = 0
			if l.Backoff > 0 && !s.stall(t, t.backOff(l), l.cause) {
				return false
			}
		}
	}
}

// backOff draws a pause, and doubles the mean of the next.
func (t *thread) backOff(l *lock) int64 {
	longest := int64(l.MaxBackoff)
	if longest == 0 {
		longest = 64 * int64(l.Backoff)
	}
	t.pause = min(max(2*t.pause, int64(l.Backoff)), longest)
	return int64(t.rng.Below(uint64(2*t.pause) + 1))
}
