package sim

// readers is what a lock knows of those who read.
type readers struct {
	n       int
	writers int     // that wait
	parked  queue   // who wants to read and has no CPU
	lines   []*line // of a lock with a counter on each core
	// sequence is odd while a writer is inside.
	sequence uint32
	// by counts readers by the grace period they began in.
	by    [2]int
	epoch uint8
	grace queue // the writer that waits for the end of one
}

// section is what a thread does between acquiring a lock to read and releasing it.
type section struct {
	lock  *lock
	outer *section // under another lock, begun before it
	again int32    // where it starts over, and
	seen  uint32   // the sequence it saw there
	epoch uint8    // the grace period it began in
}

// enter begins a section under a lock.
func (s *simulation) enter(t *thread, l *lock) {
	in := &section{}
	if n := len(s.sections); n > 0 {
		in, s.sections = s.sections[n-1], s.sections[:n-1]
	}
	*in = section{lock: l, outer: t.reads, again: t.pc, seen: l.readers.sequence, epoch: l.readers.epoch}
	t.reads = in
}

// section returns the innermost that a thread has under a lock, nil where it has none.
func (t *thread) section(l *lock) *section {
	in := t.reads
	for in != nil && in.lock != l {
		in = in.outer
	}
	return in
}

// leave ends the innermost section that a thread has under a lock.
func (s *simulation) leave(t *thread, l *lock) {
	at := &t.reads
	for (*at).lock != l {
		at = &(*at).outer
	}
	s.sections = append(s.sections, *at)
	*at = (*at).outer
}

// readRW counts a reader in by an atomic on the word that all readers share. Writers that wait keep new readers out
// (Courtois, Heymans & Parnas 1971, "Concurrent control with readers and writers", problem 2).
func readRW(s *simulation, t *thread, l *lock) bool {
	return s.spinThenPark(t, l, int64(l.Spin), isFreeToRead)
}

func isFreeToRead(l *lock, t *thread) bool {
	return !l.held && (t.isAdmitted || l.readers.writers == 0)
}

// unreadRW counts a reader out; the last wakes the first writer.
func unreadRW(s *simulation, t *thread, l *lock) bool {
	switch t.phase {
	case 0:
		t.phase = 1
		if !s.touch(t, l.line, atomic, l.cause) {
			return false
		}
		fallthrough
	case 1:
		l.readers.n--
		if l.readers.n > 0 {
			t.phase = 0
			return true
		}
		t.phase = 2
		s.notify(&l.watching)
	}
	return s.wakeFirst(t, l, 2)
}

func acquireRW(s *simulation, t *thread, l *lock) bool {
	if !s.spinThenPark(t, l, int64(l.Spin), isFreeToWrite) {
		if !t.isWriter {
			t.isWriter = true
			l.readers.writers++
		}
		return false
	}
	if t.isWriter {
		t.isWriter = false
		l.readers.writers--
	}
	return l.own(t)
}

func isFreeToWrite(l *lock, _ *thread) bool { return !l.held && l.readers.n == 0 }

// releaseRW frees the lock and admits all readers that are parked, a wake-up call each, else wakes the first writer.
func releaseRW(s *simulation, t *thread, l *lock) bool {
	switch t.phase {
	case 0:
		t.phase = 1
		if !s.touch(t, l.line, atomic, l.cause) {
			return false
		}
		fallthrough
	case 1:
		l.disown()
		t.phase = 4
		if l.readers.parked.n == 0 {
			t.phase = 2
		}
		s.notify(&l.watching)
	case 5:
		t.phase = 4
		if first := l.readers.parked.pop(); first != nil {
			first.isAdmitted = true
			s.wake(first)
		}
	}
	if t.phase < 4 {
		return s.wakeFirst(t, l, 2)
	}
	if l.readers.parked.n == 0 {
		t.phase = 0
		return true
	}
	t.phase = 5
	s.call(t, l.readers.parked.first)
	return false
}
