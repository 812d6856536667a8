package sim

// An adaptive lock's patience grows by a fiftieth of the longest with each spin that ended well and shrinks by a twenty-fifth
// with each in vain: the bonus of 100 and the penalty of 200 against a limit of 5000.
const (
	bonus   = 50
	penalty = 25
)

func setupAdaptive(_ *simulation, l *lock) { l.patience = int64(l.Spin) }

// acquireAdaptive spins for as long as spinning has paid of late, then parks (Dice 2009, "Java's monitors"; OpenJDK,
// objectMonitor.cpp, TrySpin_VaryDuration).
func acquireAdaptive(s *simulation, t *thread, l *lock) bool {
	wasSpinning := t.phase >= 2
	if t.phase == phaseSpunOut && !isFree(l, t) {
		l.patience = max(0, l.patience-int64(l.Spin)/penalty)
	}
	if !s.spinThenPark(t, l, l.patience, isFree) {
		t.spun = wasSpinning || t.phase >= 2
		return false
	}
	if t.spun {
		l.patience = min(int64(l.Spin), l.patience+int64(l.Spin)/bonus)
	}
	t.spun = false
	return l.own(t)
}

// releaseAdaptive frees the lock by a plain store and an atomic's fence, and wakes a parked thread only where nobody spins,
// who would take the lock first anyway.
func releaseAdaptive(s *simulation, t *thread, l *lock) bool {
	switch t.phase {
	case 0:
		t.phase = 1
		if !s.touch(t, l.line, atomic, l.cause) {
			return false
		}
		fallthrough
	case 1:
		l.disown()
		hasSpinner := l.watching.n > 0
		t.phase = 2
		s.notify(&l.watching)
		if hasSpinner {
			t.phase = 0
			return true
		}
	}
	return s.wakeFirst(t, l, 2)
}
