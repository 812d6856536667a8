package sim

// acquireSeq takes the word and makes the sequence odd.
func acquireSeq(s *simulation, t *thread, l *lock) bool {
	if !acquireTTAS(s, t, l) {
		return false
	}
	l.readers.sequence++
	return true
}

// releaseSeq makes the sequence even again, by the store that frees the word.
func releaseSeq(s *simulation, t *thread, l *lock) bool {
	if t.phase == 0 {
		t.phase = 1
		if !s.touch(t, l.line, update, l.cause) {
			return false
		}
	}
	l.readers.sequence++
	return releaseWord(s, t, l)
}

// readSeq reads the sequence; while it is odd, again. Readers write nothing, so they cost each other nothing (Lameter 2005,
// "Effective synchronization on Linux/NUMA systems"; Boehm 2012, "Can seqlocks get along with programming language memory models?").
func readSeq(s *simulation, t *thread, l *lock) bool {
	if t.phase == 0 {
		t.phase = 1
		if !s.touch(t, l.line, read, l.cause) {
			return false
		}
	}
	t.phase = 0
	if !l.held {
		return true
	}
	s.watch(t, &l.watching, l.cause, 0)
	return false
}

// unreadSeq reads the sequence again, and has the thread read the whole section again where it changed.
func unreadSeq(s *simulation, t *thread, l *lock) bool {
	if t.phase == 0 {
		t.phase = 1
		if !s.touch(t, l.line, read, l.cause) {
			return false
		}
	}
	t.phase = 0
	l.readers.n--
	if in := t.section(l); l.readers.sequence != in.seen {
		t.pc = in.again
	}
	return true
}
