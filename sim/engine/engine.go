// Package engine is the event kernel: a clock in integer picoseconds, a queue of timers, and named
// random streams. It knows nothing of threads.
//
// Events are ordered by (time, priority, sequence) and by nothing else, so that the same seed gives the
// same run whatever the host does. An event is a timer that fires: timers are allocated once, armed and
// disarmed any number of times, and an armed timer costs one 24-byte heap entry. Disarming is lazy: a
// generation count tells a live entry from a stale one, so a stale wake-up can never fire a later arming.
// Nothing is allocated per event once the heap has grown.
package engine

// Time is simulated time in picoseconds.
type Time = int64

// Forever is later than any event.
const Forever Time = 1<<63 - 1

// Handler runs when a timer fires; arg is what the timer was made with.
type Handler func(arg uint32)

// Kind is a registered handler.
type Kind uint16

// Timer is a handle of a timer.
type Timer uint32

// slot is a timer's state. gen is odd while the timer is armed.
type slot struct {
	gen  uint32
	arg  uint32
	kind Kind
}

// Engine is one event queue with its clock. It is not safe for concurrent use: a simulation is one
// goroutine, and replications run side by side with an engine each.
type Engine struct {
	now      Time
	seq      uint64
	queue    heap
	slots    []slot
	free     []Timer
	handlers []Handler
	// stale counts the entries of the queue whose timer was disarmed or armed anew.
	stale int
	// hole tells that the queue's first entry is the event being run, and may be overwritten.
	hole    bool
	stopped bool
	// Events counts the events run.
	Events uint64
}

// New returns an engine at time 0.
func New() *Engine { return &Engine{} }

// Now returns the time of the event being run.
func (e *Engine) Now() Time { return e.now }

// Handle registers a handler.
func (e *Engine) Handle(h Handler) Kind {
	e.handlers = append(e.handlers, h)
	return Kind(len(e.handlers) - 1)
}

// NewTimer returns a disarmed timer that calls the handler of kind with arg.
func (e *Engine) NewTimer(kind Kind, arg uint32) Timer {
	if n := len(e.free); n > 0 {
		t := e.free[n-1]
		e.free = e.free[:n-1]
		e.slots[t].kind, e.slots[t].arg = kind, arg
		return t
	}
	e.slots = append(e.slots, slot{kind: kind, arg: arg})
	return Timer(len(e.slots) - 1)
}

// Free disarms a timer and gives it back. Its slot keeps its generation, so entries left in the queue stay stale.
func (e *Engine) Free(t Timer) {
	e.Disarm(t)
	e.free = append(e.free, t)
}

// Arm makes the timer fire at a time not before now, after all events of that time with a lower prio
// and those of the same prio that were armed before. Arming an armed timer moves it.
func (e *Engine) Arm(t Timer, at Time, prio uint8) {
	if at < e.now {
		panic("engine: event in the past")
	}
	s := &e.slots[t]
	if s.gen&1 == 1 {
		s.gen += 2
		e.stale++
	} else {
		s.gen++
	}
	e.seq++
	in := entry{at: at, key: uint64(prio)<<56 | e.seq, timer: t, gen: s.gen}
	if e.hole {
		e.hole = false
		e.queue.replaceFirst(in)
		return
	}
	e.queue.push(in)
	if e.stale > 64 && e.stale > len(e.queue)/2 {
		e.compact()
	}
}

// Disarm takes back an arming; on a disarmed timer it does nothing.
func (e *Engine) Disarm(t Timer) {
	if s := &e.slots[t]; s.gen&1 == 1 {
		s.gen++
		e.stale++
	}
}

// Armed reports whether the timer is armed.
func (e *Engine) Armed(t Timer) bool { return e.slots[t].gen&1 == 1 }

// Pending returns the number of armed timers.
func (e *Engine) Pending() int {
	n := len(e.queue) - e.stale
	if e.hole {
		n--
	}
	return n
}

// Run runs all events up to and including time until, and sets the clock to until. It asks poll, which may
// be nil, once in a while, and ends early when that returns false or Stop was called; it reports whether it came to the end.
func (e *Engine) Run(until Time, poll func() bool) bool {
	e.stopped = false
	for len(e.queue) > 0 && e.queue[0].at <= until {
		e.step()
		if e.stopped {
			return false
		}
		if e.Events%pollEvery == 0 && poll != nil && !poll() {
			return false
		}
	}
	if e.now < until && until != Forever {
		e.now = until
	}
	return true
}

// Stop ends Run after the present event.
func (e *Engine) Stop() { e.stopped = true }

// pollEvery is how many events Run runs between two polls.
const pollEvery = 1 << 14

// step runs the first event, or drops the first entry where it is stale.
func (e *Engine) step() {
	first := &e.queue[0]
	s := &e.slots[first.timer]
	if s.gen != first.gen {
		e.stale--
		e.queue.removeFirst()
		return
	}
	s.gen++
	e.now = first.at
	e.Events++
	e.hole = true
	e.handlers[s.kind](s.arg)
	if e.hole {
		e.hole = false
		e.queue.removeFirst()
	}
}

// compact drops all stale entries. Order depends on keys alone, so it changes nothing else.
func (e *Engine) compact() {
	kept := e.queue[:0]
	for _, in := range e.queue {
		if e.slots[in.timer].gen == in.gen {
			kept = append(kept, in)
		}
	}
	e.queue = kept
	e.queue.order()
	e.stale = 0
}
