package sim

import "contend/model"

// lock is a lock's state. Its word lies on a cache line of its own, and every change of it is an access to that line.
type lock struct {
	model.Lock
	kind  lockKind
	line  *line
	cause cause
	held  bool
	// owner is the thread that holds it, for a check on unlock.
	owner *thread
	// watching are the threads that spin, parked those that have no CPU.
	watching queue
	parked   queue
	// waiters is the condition queue.
	waiters queue
	// next and serving are a ticket lock's counters.
	next, serving uint32
}

// lockKind is how a kind of lock is taken and released. Both are ops of several steps: t.phase is the step, and false
// means the thread has been suspended and the op is called again.
type lockKind struct {
	acquire, release func(s *simulation, t *thread, l *lock) bool
}

// lockKinds is every kind of lock there is; the names are those of model.Lock.
var lockKinds = map[string]lockKind{
	"futex":  {acquireFutex, releaseFutex},
	"ticket": {acquireTicket, releaseTicket},
}

// opLock acquires a lock.
func opLock(s *simulation, t *thread, in *instruction) bool {
	l := s.locks[in.ref]
	if !l.kind.acquire(s, t, l) {
		return false
	}
	t.pc++
	return true
}

// opUnlock releases a lock.
func opUnlock(s *simulation, t *thread, in *instruction) bool {
	l := s.locks[in.ref]
	if t.phase == 0 && l.owner != t {
		s.fail(in.path, "a thread unlocks %q, which it does not hold", s.names.locks[in.ref])
		return false
	}
	if !l.kind.release(s, t, l) {
		return false
	}
	t.pc++
	return true
}

// watch has a thread spin on a lock's word, on its CPU, until the word changes; with a limit, for so long at most.
func (s *simulation) watch(t *thread, q *queue, c cause, limit int64) {
	s.turn(t, spinning, c)
	t.watches = q
	q.push(t)
	if limit > 0 {
		s.engine.Arm(t.timer, s.engine.Now()+limit, prioThread)
	}
}

// stopSpin takes a spinning thread from what it watches; its op is called again when it has a CPU.
func (s *simulation) stopSpin(t *thread) {
	t.watches.remove(t)
	t.watches = nil
	s.engine.Disarm(t.timer)
}

// spunOut ends a spin whose time is over.
func (s *simulation) spunOut(t *thread) {
	s.stopSpin(t)
	s.settle(t)
	t.phase = phaseSpunOut
	s.resume(t)
}

// notify lets every thread that watches a word look at it again: each reads the line.
func (s *simulation) notify(q *queue) {
	for n := q.n; n > 0; n-- {
		t := q.pop()
		t.watches = nil
		s.engine.Disarm(t.timer)
		s.settle(t)
		t.doing = stalled
		s.resume(t)
	}
}
