package sim

import (
	"contend/model"
	"contend/sim/engine"
)

// doing is what a thread's time passes with.
type doing uint8

const (
	dead     doing = iota
	ready          // in a run queue
	working        // uses its core, at a speed that others may change
	stalled        // keeps its CPU and waits for a cache line
	spinning       // keeps its CPU and watches a line
	flowing        // streams from memory
	parked         // has no CPU until something wakes it
	waking         // woken, not runnable yet
	sleeping       // has no CPU until its timer fires
	carrying       // a carrier runs the virtual thread mounted on it
	frozen         // has no CPU because the world is stopped
)

// thread is a simulated thread: a program counter over flat code, and what it is doing. OS threads have a
// CPU while they run; virtual threads have a carrier, which is an OS thread, while they are mounted.
type thread struct {
	id    int32
	pc    int32
	doing doing
	// phase is how far an op of several steps has come.
	phase     uint8
	step      uint8
	isVirtual bool
	isCarrier bool
	// isService marks a thread of the runtime: it is not part of the workload, and runs while the world is stopped.
	isService bool
	// isOther marks one of another program.
	isOther bool
	// isFair marks one that waits for a CPU like everybody else.
	isFair bool
	// isReader and isWriter say what it waits for, isAdmitted that it may read before writers that wait, isUnreading that it is
	// releasing what it read.
	isReader    bool
	isWriter    bool
	isAdmitted  bool
	isUnreading bool
	spun        bool // it has spun for the lock it waits for, or has been woken
	sawHeld     bool // the lock was held when it looked
	// wakePending says a virtual thread was woken while it was being unmounted.
	wakePending  bool
	isLeaving    bool
	leaving      doing // what a virtual thread does once it is unmounted
	leavingCause cause
	cause        cause
	owedCause    cause
	station      int32 // its flow's
	since        int64
	left         int64 // work or flow left, in time it takes alone
	owed         int64 // work interrupted by the end of a time slice
	speed        float64
	slow         float64 // of its code, against the fastest
	timer        engine.Timer
	rng          engine.Stream

	cpu  int32 // the CPU an OS thread runs on, −1 without
	last int32 // the CPU it last ran on, −1 at first
	pin  int32 // the CPU it may run on, −1 for any

	depth   int32 // frames on its call stack
	loops   []int32
	next    *thread // link of the one queue it is in
	carrier *thread // of a virtual thread while it is mounted
	mounted *thread // of a carrier, the virtual thread it carries
	hand    *thread // the thread an op is about to wake or start

	mark int64 // how far its flow's station's virtual time was when it was last settled

	born      int64
	started   int64 // of the iteration or job
	lasted    int64 // duration of the last iteration
	deadline  int64
	process   *process
	rest      int64 // of an op that works piece by piece, and
	piece     int64 // the piece under way
	pool      *pool
	group     *group // the scope that submitted jobs count in
	home      *group // the scope this job counts in
	reserved  model.Bytes
	committed model.Bytes
	watches   *queue // what it spins on
	pause     int64  // the mean of its last pause before another try for a lock
	ticket    uint32
	sweep     int32    // how far its walk over a lock's readers has come
	reads     *section // the innermost under a lock that it reads
}

// os returns the thread that the scheduler knows: itself, or its carrier.
func (t *thread) os() *thread {
	if t.carrier != nil {
		return t.carrier
	}
	return t
}

// front returns the thread whose program an OS thread runs: itself, or the virtual thread it carries.
func (t *thread) front() *thread {
	if t.mounted != nil {
		return t.mounted
	}
	return t
}

// queue is a FIFO of threads through their own links.
type queue struct {
	first, last *thread
	n           int
}

func (q *queue) push(t *thread) {
	t.next = nil
	if q.first == nil {
		q.first = t
	} else {
		q.last.next = t
	}
	q.last = t
	q.n++
}

func (q *queue) putFirst(t *thread) {
	t.next = q.first
	if q.first == nil {
		q.last = t
	}
	q.first = t
	q.n++
}

func (q *queue) pop() *thread {
	t := q.first
	if t == nil {
		return nil
	}
	q.first = t.next
	t.next = nil
	q.n--
	return t
}

// popOther takes out the first thread of another program.
func (q *queue) popOther() *thread {
	for t := q.first; t != nil; t = t.next {
		if t.isOther {
			q.remove(t)
			return t
		}
	}
	return nil
}

// remove takes a thread out from anywhere.
func (q *queue) remove(t *thread) bool {
	var before *thread
	for at := q.first; at != nil; before, at = at, at.next {
		if at != t {
			continue
		}
		if before == nil {
			q.first = t.next
		} else {
			before.next = t.next
		}
		if q.last == t {
			q.last = before
		}
		t.next = nil
		q.n--
		return true
	}
	return false
}

// slab is how many threads are allocated at once, so that pointers stay valid while the table grows.
const slab = 1024

// newThread returns a thread that begins at pc, alive from now on. Its stream is its own number's, so that a thread
// draws the same numbers whatever the others do.
func (s *simulation) newThread(pc int32, loops int) *thread {
	if t := s.spare; t != nil {
		s.spare = t.next
		return s.begin(t, pc, loops)
	}
	if s.population%slab == 0 {
		s.slabs = append(s.slabs, make([]thread, slab))
	}
	t := &s.slabs[s.population/slab][s.population%slab]
	t.id = int32(s.population)
	t.timer = s.engine.NewTimer(s.threadTimer, uint32(t.id))
	s.population++
	return s.begin(t, pc, loops)
}

// newServiceThread returns a parked thread that is not the workload's. It has a stream apart, so that those of the workload's threads
// are the same with and without it.
func (s *simulation) newServiceThread(pc int32) *thread {
	t := s.newThread(pc, 0)
	s.births--
	t.rng = s.stream(streamService, uint64(s.services))
	s.services++
	t.isService = true
	return t
}

func (s *simulation) begin(t *thread, pc int32, loops int) *thread {
	kept := t.loops
	*t = thread{id: t.id, timer: t.timer, pc: pc, cpu: -1, last: -1, pin: -1, speed: 1, slow: 1, process: s.root}
	if cap(kept) < loops {
		kept = make([]int32, loops)
	}
	t.loops = kept[:loops]
	t.rng = s.stream(streamThread, uint64(s.births))
	s.births++
	t.born = s.engine.Now()
	t.since = t.born
	t.doing, t.cause = parked, idle
	return t
}

// end ends a thread's life; it may be used again for another.
func (s *simulation) end(t *thread) {
	s.settle(t)
	s.ledgerOf(t).lifetime.Add(model.Time(s.engine.Now() - t.born))
	s.stacks.release(t)
	t.doing = dead
	s.engine.Disarm(t.timer)
	t.next, s.spare = s.spare, t
}

func (s *simulation) threadByID(id uint32) *thread { return &s.slabs[id/slab][id%slab] }

// each calls do for every thread that lives.
func (s *simulation) each(do func(*thread)) {
	for i := range s.population {
		if t := &s.slabs[i/slab][i%slab]; t.doing != dead {
			do(t)
		}
	}
}
