package sim

import (
	"math"
	"math/bits"

	"contend/model"
	"contend/sim/engine"
)

// access is what a core wants of a cache line.
type access uint8

const (
	read   access = iota
	write         // a store: may be posted to the store buffer
	update        // a load and a store: waits for the line in exclusive state
	atomic        // a read-modify-write that drains the store buffer first
)

// line is a cache line under a MESI-like protocol: one core owns it, or any number share it, or nobody has it.
// One transfer of ownership is under way at a time and other requests queue, by cluster, in the order they
// came; reads of a line that nobody owns go in parallel, an occupancy apart.
//
// Sources: Hennessy & Patterson, Computer Architecture, 6th ed., 5.2–5.4 (states, directory); Sorin, Hill & Wood
// 2011, A Primer on Memory Consistency and Cache Coherence, 8.
type line struct {
	cause   cause
	busy    bool
	owner   int32 // CPU that last had it exclusively, −1 while it is shared or nowhere
	sharers []uint64
	waiting int32
	// row counts the grants in a row that stayed in a socket.
	row      int32
	clusters []requests
	served   *request
	timer    engine.Timer
	// keptUntil is until when the owner still hits the line that is being taken from it.
	keptUntil int64
	// nextRead is when the directory can serve the next parallel read.
	nextRead int64
}

// request is one access that waits for a line.
type request struct {
	thread *thread // nil where a store buffer drains
	cpu    int32
	kind   access
	order  uint64
	next   *request
}

// requests is a FIFO of requests from one cluster.
type requests struct{ first, last *request }

// lineCosts are the machine's latencies, by class.
type lineCosts struct {
	transfer                  [classes]int64
	memory, atomic, occupancy int64
	overlap                   float64
	nearest                   bool
	bound                     int32
	// free tells that nothing of it takes time.
	free bool
}

func newLineCosts(m model.LineCosts) lineCosts {
	out := lineCosts{
		transfer: [classes]int64{int64(m.Hit), int64(m.SMTSibling), int64(m.SameCluster), int64(m.SameSocket), int64(m.OneHop), int64(m.TwoHops)},
		memory:   int64(m.Memory), atomic: int64(m.Atomic), occupancy: int64(m.Occupancy),
		overlap: float64(m.Overlap), nearest: m.Arbitration == "nearest", bound: int32(m.Bound),
	}
	out.free = out.transfer == [classes]int64{} && out.memory == 0 && out.atomic == 0 && out.occupancy == 0
	return out
}

// newLine adds a line that nobody has, and returns its number.
func (s *simulation) newLine(c cause) int32 {
	l := &line{cause: c, owner: -1, sharers: make([]uint64, (s.topo.cores+63)/64)}
	s.lines = append(s.lines, l)
	l.timer = s.engine.NewTimer(s.lineTimer, uint32(len(s.lines)-1))
	return int32(len(s.lines) - 1)
}

func (l *line) shares(core int32) bool { return l.sharers[core/64]>>(core%64)&1 == 1 }
func (l *line) share(core int32)       { l.sharers[core/64] |= 1 << (core % 64) }

// has reports whether a CPU can do its access without asking anybody.
func (s *simulation) has(l *line, cpu int32, kind access) bool {
	if l.busy {
		return l.owner == cpu && s.line.overlap > 0 && s.engine.Now()+s.hitting(kind) <= l.keptUntil
	}
	if l.owner >= 0 {
		return l.owner == cpu
	}
	return kind == read && l.shares(s.topo.core(cpu))
}

// touch does a thread's access, charged to a cause, and reports whether it took no time; else the thread is
// resumed after it.
func (s *simulation) touch(t *thread, l *line, kind access, c cause) bool {
	cpu := t.os().cpu
	stores := &s.cpus[cpu].stores
	switch {
	case kind == write && stores.depth > 0:
		return s.post(t, l, c)
	case kind == atomic && stores.n > 0:
		s.drainFirst(t, l, c)
		return false
	case kind == read && stores.holds(store{l, c}):
		return s.stall(t, s.line.transfer[here], c)
	case s.line.free && !l.busy:
		if !s.has(l, cpu, kind) {
			s.transfers++
			s.move(l, cpu, kind)
		}
		return true
	case !s.has(l, cpu, kind):
		s.turn(t, stalled, c)
		s.ask(l, s.newRequest(t, cpu, kind))
		return false
	}
	return s.stall(t, s.hitting(kind), c)
}

// hitting is how long an access to a line takes that the core has.
func (s *simulation) hitting(kind access) int64 {
	if kind == atomic {
		return s.line.transfer[here] + s.line.atomic
	}
	return s.line.transfer[here]
}

// stall has a thread keep its CPU for d, and reports whether that is no time.
func (s *simulation) stall(t *thread, d int64, c cause) bool {
	if d == 0 {
		return true
	}
	s.turn(t, stalled, c)
	s.engine.Arm(t.timer, s.engine.Now()+d, prioThread)
	return false
}

// ask serves a request now if the line is free, else queues it.
func (s *simulation) ask(l *line, r *request) {
	s.transfers++
	if l.busy {
		l.enqueue(s, r)
		return
	}
	s.grant(l, r)
}

func (l *line) enqueue(s *simulation, r *request) {
	if l.clusters == nil {
		l.clusters = make([]requests, s.topo.clusters)
	}
	s.asked++
	r.order = s.asked
	q := &l.clusters[s.topo.cluster(r.cpu)]
	if q.first == nil {
		q.first = r
	} else {
		q.last.next = r
	}
	q.last = r
	l.waiting++
}

// grant starts a request's transfer. The line is busy until it ends, except for reads of a line that nobody owns.
func (s *simulation) grant(l *line, r *request) {
	if r.kind == read && l.owner < 0 {
		s.readShared(l, r)
		return
	}
	d := s.latency(l, r)
	l.keptUntil = s.engine.Now() + int64(s.line.overlap*float64(d))
	if r.kind == atomic {
		d += s.line.atomic
	}
	l.busy = true
	l.served = r
	s.engine.Arm(l.timer, s.engine.Now()+d, prioLine)
}

// latency is what a transfer to the requester costs: the way from the owner; or for a line that is shared, the farther
// of the way from the nearest copy and the way to the farthest copy that must be invalidated.
func (s *simulation) latency(l *line, r *request) int64 {
	if l.owner >= 0 {
		return s.line.transfer[s.topo.between(l.owner, r.cpu)]
	}
	core := s.topo.core(r.cpu)
	near, far, copies := int64(-1), int64(0), int64(0)
	for w, word := range l.sharers {
		for ; word != 0; word &= word - 1 {
			other := int32(w*64 + bits.TrailingZeros64(word))
			if other == core {
				near = s.line.transfer[here]
				continue
			}
			copies++
			d := s.line.transfer[s.topo.between(other*int32(s.topo.Threads), r.cpu)]
			far = max(far, d)
			if near < 0 || d < near {
				near = d
			}
		}
	}
	switch {
	case near < 0:
		return s.line.memory
	case r.kind == read:
		return near
	case copies > 1:
		far += (copies - 1) * s.line.occupancy
	}
	return max(near, far)
}

// readShared serves a read of a line that nobody owns: in parallel with others, an occupancy after the one before.
func (s *simulation) readShared(l *line, r *request) {
	start := max(s.engine.Now(), l.nextRead)
	l.nextRead = start + s.line.occupancy
	s.engine.Arm(r.thread.timer, start+s.latency(l, r), prioThread)
	l.share(s.topo.core(r.cpu))
	s.release(r)
}

// transferred ends a transfer: the requester has the line, the next request is served, and the requester goes on.
func (s *simulation) transferred(id uint32) {
	l := s.lines[id]
	r := l.served
	s.move(l, r.cpu, r.kind)
	l.busy = false
	for !l.busy && l.waiting > 0 {
		s.grant(l, s.pick(l, r.cpu))
	}
	if t := r.thread; t != nil {
		s.release(r)
		s.settle(t)
		s.resume(t)
		return
	}
	cpu := r.cpu
	s.release(r)
	s.drained(cpu)
}

// move gives a CPU the line; after a read the core that had it has a copy.
func (s *simulation) move(l *line, cpu int32, kind access) {
	before := l.owner
	l.owner = cpu
	if kind == read {
		l.owner = -1
	} else {
		clear(l.sharers)
	}
	l.share(s.topo.core(cpu))
	if kind == read && before >= 0 {
		l.share(s.topo.core(before))
	}
}

// pick takes the request that is served next: the oldest, or under nearest-first arbitration the oldest of those nearest to
// the core that has the line, unless the bound on grants in a row inside a socket is reached and another socket waits.
func (s *simulation) pick(l *line, holder int32) *request {
	socket := s.topo.socket(holder)
	var best int32
	if s.line.nearest {
		best = s.nearest(l, s.topo.cluster(holder))
	} else {
		best = s.oldest(l, -1)
	}
	if s.line.nearest && s.line.bound > 0 && l.row >= s.line.bound && best/int32(s.topo.Clusters) == socket {
		if other := s.oldest(l, socket); other >= 0 {
			best = other
		}
	}
	if best/int32(s.topo.Clusters) == socket {
		l.row++
	} else {
		l.row = 0
	}
	return l.dequeue(best)
}

// oldest returns the cluster of the oldest request from outside a socket, −1 where there is none.
func (s *simulation) oldest(l *line, outside int32) int32 {
	best, order := int32(-1), uint64(math.MaxUint64)
	for c := range l.clusters {
		if q := l.clusters[c].first; q != nil && q.order < order && int32(c/s.topo.Clusters) != outside {
			best, order = int32(c), q.order
		}
	}
	return best
}

// nearest returns the cluster of the oldest request of those nearest to a cluster.
func (s *simulation) nearest(l *line, from int32) int32 {
	best, order, distance := int32(-1), uint64(math.MaxUint64), classes
	apart := s.topo.apartBy[int(from)*s.topo.clusters:]
	for c := range l.clusters {
		q := l.clusters[c].first
		if q == nil {
			continue
		}
		if d := apart[c]; d < distance || d == distance && q.order < order {
			best, order, distance = int32(c), q.order, d
		}
	}
	return best
}

func (l *line) dequeue(cluster int32) *request {
	q := &l.clusters[cluster]
	r := q.first
	q.first = r.next
	r.next = nil
	l.waiting--
	return r
}

func (s *simulation) newRequest(t *thread, cpu int32, kind access) *request {
	if n := len(s.requests); n > 0 {
		r := s.requests[n-1]
		s.requests = s.requests[:n-1]
		*r = request{thread: t, cpu: cpu, kind: kind}
		return r
	}
	return &request{thread: t, cpu: cpu, kind: kind}
}

func (s *simulation) release(r *request) { s.requests = append(s.requests, r) }
