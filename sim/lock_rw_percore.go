package sim

func setupPerCore(s *simulation, l *lock) {
	for range s.topo.cores {
		l.readers.lines = append(l.readers.lines, s.lines[s.newLine(l.cause)])
	}
}

// readPerCore counts a reader in on a line of its core, so that readers never meet, and looks whether somebody writes (the big-reader
// lock of Linux 2.4; Calciu et al. 2013, "NUMA-aware reader-writer locks", 3).
func readPerCore(s *simulation, t *thread, l *lock) bool {
	for {
		switch t.phase {
		case 0:
			t.phase = 1
			if !s.touch(t, s.readerLine(t, l), atomic, l.cause) {
				return false
			}
		case 1:
			t.phase = 2
			if !s.touch(t, l.line, read, l.cause) {
				return false
			}
		case 2:
			if !l.held {
				t.phase = 0
				return true
			}
			t.phase = 3 // count out again, and wait
			if !s.touch(t, s.readerLine(t, l), atomic, l.cause) {
				return false
			}
		default:
			t.phase = 0
			if l.held {
				s.watch(t, &l.watching, l.cause, 0)
				return false
			}
		}
	}
}

func (s *simulation) readerLine(t *thread, l *lock) *line {
	return l.readers.lines[s.topo.core(t.os().cpu)]
}

func unreadPerCore(s *simulation, t *thread, l *lock) bool {
	if t.phase == 0 {
		t.phase = 1
		if !s.touch(t, s.readerLine(t, l), atomic, l.cause) {
			return false
		}
	}
	t.phase = 0
	l.readers.n--
	if l.readers.n == 0 {
		s.notify(&l.readers.grace)
	}
	return true
}

// acquirePerCore takes the word, then reads the counter of every core until all are 0.
func acquirePerCore(s *simulation, t *thread, l *lock) bool {
	if t.sweep == 0 {
		if !acquireTTAS(s, t, l) {
			return false
		}
		t.sweep = 1
	}
	for int(t.sweep) <= len(l.readers.lines) {
		t.sweep++
		if !s.touch(t, l.readers.lines[t.sweep-2], read, l.cause) {
			return false
		}
	}
	if l.readers.n > 0 {
		t.sweep-- // the last one's line is read again
		s.watch(t, &l.readers.grace, l.cause, 0)
		return false
	}
	t.sweep = 0
	return true
}

func releasePerCore(s *simulation, t *thread, l *lock) bool { return releaseWord(s, t, l) }
