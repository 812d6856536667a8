package sim

import "contend/model"

// lock is a lock's state. Its word lies on a cache line of its own, and every change of it is an access to that line.
type lock struct {
	model.Lock
	kind  lockKind
	line  *line
	cause cause
	held  bool
	// isMarked tells that waiters of a pthread lock may sleep.
	isMarked bool
	// owner is the thread that holds it alone, for a check on unlock.
	owner *thread
	// watching are the threads that spin, parked those that have no CPU.
	watching queue
	parked   queue
	waiters  condition
	// serving is a ticket lock's second word, on a line of its own.
	servingLine   *line
	next, serving uint32
	// patience is how long the waiters of an adaptive lock spin at present.
	patience int64
	nodes    nodes
	// isWoken tells that a waiter of a go lock has been woken and tries to take it, isStarving that it is handed over.
	isWoken, isStarving bool
	readers             readers
}

// lockKind is how a kind of lock is taken and released. All are ops of several steps: t.phase is the step, and false
// means the thread has been suspended and the op is called again.
type lockKind struct {
	acquire, release func(s *simulation, t *thread, l *lock) bool
	// read and unread are nil where a kind has no readers.
	read, unread func(s *simulation, t *thread, l *lock) bool
	// setup gives a lock the lines that its kind has beside the word.
	setup func(s *simulation, l *lock)
}

// lockKinds is every kind of lock there is; the names are those of model.Lock.
var lockKinds map[string]lockKind

func init() {
	lockKinds = map[string]lockKind{
		"futex":      {acquire: acquireFutex, release: releaseFutex},
		"pthread":    {acquire: acquirePthread, release: releasePthread},
		"adaptive":   {acquire: acquireAdaptive, release: releaseAdaptive, setup: setupAdaptive},
		"go":         {acquire: acquireGo, release: releaseGo},
		"tas":        {acquire: acquireTAS, release: releaseWord},
		"ttas":       {acquire: acquireTTAS, release: releaseWord},
		"ticket":     {acquire: acquireTicket, release: releaseTicket, setup: setupTicket},
		"mcs":        {acquire: acquireMCS, release: releaseMCS},
		"clh":        {acquire: acquireCLH, release: releaseCLH, setup: setupCLH},
		"rw":         {acquire: acquireRW, release: releaseRW, read: readRW, unread: unreadRW},
		"rw_percore": {acquire: acquirePerCore, release: releasePerCore, read: readPerCore, unread: unreadPerCore, setup: setupPerCore},
		"seqlock":    {acquire: acquireSeq, release: releaseSeq, read: readSeq, unread: unreadSeq},
		"rcu":        {acquire: acquireFutex, release: releaseRCU, read: readRCU, unread: unreadRCU},
	}
}

func (s *simulation) newLock(name string, m model.Lock) *lock {
	c := s.addCause("lock:" + name)
	l := &lock{Lock: m, kind: lockKinds[m.Kind], cause: c, line: s.lines[s.newLine(c)]}
	if l.kind.setup != nil {
		l.kind.setup(s, l)
	}
	return l
}

// compileLock acquires a lock, for writing or for reading.
func compileLock(c *compiler, op model.Op) {
	do := opLock
	if op.Arg("to").Word == "read" {
		do = opLockToRead
	}
	c.emit(op, instruction{do: do, ref: int32(op.Arg("name").Ref)})
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

// opLockToRead acquires a lock beside other readers.
func opLockToRead(s *simulation, t *thread, in *instruction) bool {
	l := s.locks[in.ref]
	t.isReader = true
	if !l.kind.read(s, t, l) {
		return false
	}
	t.isReader, t.isAdmitted = false, false
	s.enter(t, l)
	l.readers.n++
	t.pc++
	return true
}

// opUnlock releases a lock, as it was acquired.
func opUnlock(s *simulation, t *thread, in *instruction) bool {
	l := s.locks[in.ref]
	if t.phase == 0 && !t.isUnreading && l.owner != t {
		if t.section(l) == nil {
			s.fail(in.path, "a thread unlocks %q, which it does not hold", s.names.locks[in.ref])
			return false
		}
		t.isUnreading = true
	}
	if t.isUnreading {
		pc := t.pc
		if !l.kind.unread(s, t, l) {
			return false
		}
		t.isUnreading = false
		s.leave(t, l)
		if t.pc == pc { // else the section is read again
			t.pc++
		}
		return true
	}
	if !l.kind.release(s, t, l) {
		return false
	}
	t.pc++
	return true
}

// own gives a lock to a thread.
func (l *lock) own(t *thread) bool {
	l.held, l.owner = true, t
	t.phase = 0
	return true
}

// disown takes it back.
func (l *lock) disown() { l.held, l.owner = false, nil }

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

// notify lets every thread that watches a word look at it again: each reads the line. Where that takes no time, one may have changed
// the word and notified the others.
func (s *simulation) notify(q *queue) {
	for n := q.n; n > 0 && q.n > 0; n-- {
		t := q.pop()
		t.watches = nil
		s.engine.Disarm(t.timer)
		s.settle(t)
		t.doing = stalled
		s.resume(t)
	}
}

// wakeFirst wakes the first that is parked, which costs the releaser a call, in phase from and the one after it.
func (s *simulation) wakeFirst(t *thread, l *lock, from uint8) bool {
	if t.phase == from {
		t.phase = from + 1
		if l.parked.n > 0 {
			s.call(t, l.parked.first)
			return false
		}
	}
	t.phase = 0
	if first := l.parked.pop(); first != nil {
		s.wake(first)
	}
	return true
}
