package sim

import "contend/model"

// A waiter of a go lock looks at the word so often, in equal parts of its spin, before it parks; after so long a wait it asks for the lock to be handed over.
const (
	looks      = 4
	starvation = int64(model.Millisecond)
)

// acquireGo takes a lock as Go's sync.Mutex is taken (internal/sync/mutex.go, Go 1.26): one swap takes a lock that is free and that
// nobody waits for; else the thread looks at the word a few times, and swaps again to take the lock or to queue. So whoever
// overtakes a waiter that has been woken pays for two swaps.
func acquireGo(s *simulation, t *thread, l *lock) bool {
	for {
		switch t.phase {
		case 0: // swap
			t.phase, t.sweep, t.deadline, t.spun = 1, 0, 0, false
			if !s.touch(t, l.line, atomic, l.cause) {
				return false
			}
		case 1:
			if isFree(l, t) && !l.isWoken && l.parked.n == 0 {
				return l.own(t)
			}
			t.phase = 3 // it looks at once, while it has the line
		case 2: // look
			if l.owner == t { // it was handed over
				l.isStarving = l.parked.n > 0 && t.isStarving(s)
				t.spun, t.sweep = false, 0
				return l.own(t)
			}
			t.phase = 3
			if !s.touch(t, l.line, read, l.cause) {
				return false
			}
		case 3:
			t.sawHeld = l.held
			if l.held && !l.isStarving && t.sweep < looks && l.Spin > 0 {
				t.sweep++
				t.phase = 2
				if !s.stall(t, int64(l.Spin)/looks, l.cause) {
					return false
				}
				continue
			}
			t.phase = 4
			if !s.touch(t, l.line, atomic, l.cause) {
				return false
			}
		default: // swapped, where the word is still as it was
			if l.held != t.sawHeld {
				t.phase = 3
				continue
			}
			t.phase = 2
			if t.spun {
				l.isWoken = false
			}
			if isFree(l, t) && !l.isStarving {
				t.spun, t.sweep = false, 0
				return l.own(t)
			}
			l.isStarving = l.isStarving || l.held && t.isStarving(s)
			return s.parkGo(t, l)
		}
	}
}

// parkGo parks a thread, before the others where it waited already. When it is woken it looks again.
func (s *simulation) parkGo(t *thread, l *lock) bool {
	if t.deadline == 0 {
		t.deadline = s.engine.Now()
		l.parked.push(t)
	} else {
		l.parked.putFirst(t)
	}
	t.spun, t.sweep = true, 0
	s.block(t, parked, l.cause)
	return false
}

// isStarving reports whether a thread has waited for a go lock too long.
func (t *thread) isStarving(s *simulation) bool {
	return t.deadline > 0 && s.engine.Now()-t.deadline > starvation
}

// releaseGo frees the lock and wakes the first that is parked, unless one that was woken is on its way. To one that starves it hands
// the lock over.
func releaseGo(s *simulation, t *thread, l *lock) bool {
	switch t.phase {
	case 0: // swap
		t.phase = 1
		if !s.touch(t, l.line, atomic, l.cause) {
			return false
		}
		fallthrough
	case 1:
		l.disown()
		if l.parked.n == 0 || l.isWoken {
			t.phase = 0
			return true
		}
		t.phase = 2
		if !l.isStarving && !s.touch(t, l.line, atomic, l.cause) { // says that one is woken
			return false
		}
		fallthrough
	case 2:
		if l.parked.n == 0 || !l.isStarving && (l.held || l.isWoken) {
			t.phase = 0
			return true
		}
		t.phase = 3
		if l.isStarving {
			l.held, l.owner = true, l.parked.first
		} else {
			l.isWoken = true
		}
		t.hand = l.parked.pop()
		s.call(t, t.hand)
		return false
	}
	t.phase = 0
	first := t.hand
	t.hand = nil
	s.wake(first)
	return true
}
