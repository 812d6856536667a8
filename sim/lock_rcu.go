package sim

// readRCU begins to read: nothing is written, nothing is waited for (McKenney & Slingwine 1998, "Read-copy update: using execution
// history to solve concurrency problems").
func readRCU(_ *simulation, _ *thread, l *lock) bool {
	l.readers.by[l.readers.epoch]++
	return true
}

// unreadRCU ends it; the last reader of a grace period ends the period.
func unreadRCU(s *simulation, t *thread, l *lock) bool {
	l.readers.n--
	epoch := t.section(l).epoch
	l.readers.by[epoch]--
	if l.readers.by[epoch] == 0 && epoch != l.readers.epoch {
		if writer := l.readers.grace.pop(); writer != nil {
			s.wake(writer)
		}
	}
	return true
}

// releaseRCU waits until all who read when the change was made have ended, then frees the lock that writers share.
func releaseRCU(s *simulation, t *thread, l *lock) bool {
	if t.sweep == 0 {
		t.sweep = 1
		before := l.readers.epoch
		l.readers.epoch ^= 1
		if l.readers.by[before] > 0 {
			l.readers.grace.push(t)
			s.block(t, parked, l.cause)
			return false
		}
	}
	if !releaseFutex(s, t, l) {
		return false
	}
	t.sweep = 0
	return true
}
