// Package engine is the event kernel: a clock in integer picoseconds, a queue of timers, and named
// random streams. It knows nothing of threads.
//
// Events are ordered by (time, priority, sequence) and by nothing else, so that the same seed gives the
// same run whatever the host does. An event is a timer that fires: timers are allocated once, armed and
// disarmed any number of times, and an armed timer costs one 24-byte heap entry. Disarming is lazy: a
// generation count tells a live entry from a stale one, so a stale wake-up can never fire a later arming.
// Nothing is allocated per event once the heap has grown.
package engine

import (
	"cmp"
	"slices"
)

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

// slot is a timer's state. key is that of its entry in the queue, 0 while it is not armed.
type slot struct {
	key  uint64
	arg  uint32
	kind Kind
}

// Engine is one event queue with its clock. It is not safe for concurrent use: a simulation is one
// goroutine, and replications run side by side with an engine each.
type Engine struct {
	now Time
	seq uint64
	// near holds the events up to the horizon, far those after it; the horizon is Forever while few are pending.
	near     heap
	far      ladder
	horizon  Time
	slots    []slot
	free     []Timer
	handlers []Handler
	// stale counts the entries whose timer was disarmed or armed anew.
	stale int
	// fired is the timer of the event being run.
	fired Timer
	// hole tells that the first entry is the event being run, and may be overwritten.
	hole    bool
	stopped bool
	// Events counts the events run.
	Events uint64
}

// New returns an engine at time 0.
func New() *Engine { return &Engine{horizon: Forever, far: ladder{spare: -1}} }

// Now returns the time of the event being run.
func (e *Engine) Now() Time { return e.now }

// Fired returns the timer of the event being run, as for an event that schedules its own successor.
func (e *Engine) Fired() Timer { return e.fired }

// Handle registers a handler.
func (e *Engine) Handle(h Handler) Kind {
	e.handlers = append(e.handlers, h)
	return Kind(len(e.handlers) - 1)
}

// Reserve makes room for n more timers, all of them pending, so that no table grows by copies of itself.
func (e *Engine) Reserve(n int) {
	e.slots = slices.Grow(e.slots, n)
	if n > mostNear {
		e.far.top = slices.Grow(e.far.top, n)
	}
}

// NewTimer returns a disarmed timer that calls the handler of kind with arg.
func (e *Engine) NewTimer(kind Kind, arg uint32) Timer {
	if n := len(e.free); n > 0 {
		t := e.free[n-1]
		e.free = e.free[:n-1]
		e.slots[t].kind, e.slots[t].arg = kind, arg
		return t
	}
	if len(e.slots) == mostTimers {
		panic("engine: too many timers")
	}
	e.slots = append(e.slots, slot{kind: kind, arg: arg})
	return Timer(len(e.slots) - 1)
}

// Free disarms a timer and gives it back. What is left of it in the queue stays stale, since no key comes twice.
func (e *Engine) Free(t Timer) {
	e.Disarm(t)
	e.free = append(e.free, t)
}

// Arm makes the timer fire at a time not before now, after all events of that time with a lower prio, which is below 16,
// and those of the same prio that were armed before. Arming an armed timer moves it.
func (e *Engine) Arm(t Timer, at Time, prio uint8) {
	if at < e.now {
		panic("engine: event in the past")
	}
	s := &e.slots[t]
	if s.key != 0 {
		e.stale++
	}
	e.seq++
	in := entry{at, uint64(prio)<<prioShift | e.seq<<timerBits | uint64(t)}
	s.key = in.key
	switch {
	case at > e.horizon:
		e.far.add(in)
	case e.hole:
		e.hole = false
		e.near.replaceFirst(in)
		return
	default:
		e.near.push(in)
		if len(e.near) > mostNear && e.horizon == Forever && !e.hole {
			e.climb()
		}
	}
	if e.stale > 64 && !e.hole && e.stale > (len(e.near)+e.far.n)/2 {
		e.rebuild()
	}
}

// Disarm takes back an arming; on a disarmed timer it does nothing.
func (e *Engine) Disarm(t Timer) {
	if s := &e.slots[t]; s.key != 0 {
		s.key = 0
		e.stale++
	}
}

// Armed reports whether the timer is armed.
func (e *Engine) Armed(t Timer) bool { return e.slots[t].key != 0 }

// Pending returns the number of armed timers.
func (e *Engine) Pending() int {
	n := len(e.near) + e.far.n - e.stale
	if e.hole {
		n--
	}
	return n
}

// Run runs all events up to and including time until, and sets the clock to until. It asks poll, which may
// be nil, once in a while, and ends early when that returns false or Stop was called; it reports whether it came to the end.
func (e *Engine) Run(until Time, poll func() bool) bool {
	e.stopped = false
	for (len(e.near) > 0 || e.refill()) && e.near[0].at <= until {
		e.step()
		if e.stopped {
			return false
		}
		if e.Events%pollEvery == 0 && !e.pause(poll) {
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

// pause is what is due once in a while: the poll, and new numbers before the sequence overflows.
func (e *Engine) pause(poll func() bool) bool {
	if e.seq > mostSeq/2 {
		e.renumber()
	}
	return poll == nil || poll()
}

// pollEvery is how many events Run runs between two polls.
const pollEvery = 1 << 14

// step runs the first event, or drops the first entry where it is stale.
func (e *Engine) step() {
	first := &e.near[0]
	e.fired = first.timer()
	s := &e.slots[e.fired]
	if s.key != first.key {
		e.stale--
		e.near.removeFirst()
		return
	}
	s.key = 0
	e.now = first.at
	e.Events++
	e.hole = true
	e.handlers[s.kind](s.arg)
	if e.hole {
		e.hole = false
		e.near.removeFirst()
	}
}

// climb puts a queue that has grown on a ladder.
func (e *Engine) climb() {
	e.far.top = append(e.far.top, e.live()...)
	e.far.n = len(e.far.top)
	e.near = e.near[:0]
	e.horizon = e.far.deal()
}

// refill takes the next events from the ladder into the heap, which is empty, and reports whether there are any.
func (e *Engine) refill() bool {
	for len(e.near) == 0 && e.far.n > 0 {
		var ok bool
		var end Time
		e.near, end, ok = e.far.take(e.near)
		switch {
		case ok:
			e.horizon = end
			// All timers at once: memory serves these reads side by side, where step would wait for each.
			e.near = e.drop(e.near)
			e.near.order()
		case e.far.n > leastTop:
			e.horizon = e.far.deal()
		default:
			e.near = e.far.empty(e.near)
			e.near.order()
		}
	}
	if e.far.n == 0 {
		e.horizon = Forever
	}
	return len(e.near) > 0
}

// rebuild drops all stale entries. Order depends on keys alone, so it changes nothing else.
func (e *Engine) rebuild() {
	all := e.live()
	e.near, e.horizon = all, Forever
	e.near.order()
}

// live empties the queue, but for the entries that are not stale.
func (e *Engine) live() []entry {
	return e.drop(e.far.empty(e.near))
}

// drop drops the stale ones of some entries.
func (e *Engine) drop(all []entry) []entry {
	kept := all[:0]
	for _, in := range all {
		if e.slots[in.timer()].key == in.key {
			kept = append(kept, in)
		}
	}
	e.stale -= len(all) - len(kept)
	return kept
}

// renumber gives the armings numbers from 1 on, in the order they have.
func (e *Engine) renumber() {
	all := e.live()
	const seq = (mostSeq - 1) << timerBits
	slices.SortFunc(all, func(a, b entry) int { return cmp.Compare(a.key&seq, b.key&seq) })
	e.seq = 0
	for i := range all {
		e.seq++
		all[i].key = all[i].key&^uint64(seq) | e.seq<<timerBits
		e.slots[all[i].timer()].key = all[i].key
	}
	e.near, e.horizon = all, Forever
	e.near.order()
}
