package sim

import (
	"math"

	"contend/model"
)

// collector is the garbage collector: it stops the world when eden is full, and its threads visit the stacks and copy what is alive.
// Those of a concurrent collector compete with the program for the CPUs like everybody else.
type collector struct {
	heap
	workers    []*thread // the first does alone what the others wait for
	background []*thread
	isWanted   [kindsOfPause]bool
	asked      int64 // when the world was told to stop
	resumed    int64 // when it last went on
	busy       int   // workers that have not finished
	share      int64 // the work of each
	kind       pauseKind
	cycle      cycle
	marking    int   // background threads that have not finished their part of the cycle
	begun      int64 // what had been tenured when the cycle began
	tenured    int64 // bytes in all
	counts     collections
}

// pauseKind is what the world is stopped for.
type pauseKind uint8

const (
	minor pauseKind = iota // eden is full
	full                   // so is the old generation
	roots                  // the concurrent collector visits the stacks
	kindsOfPause
)

// collections counts what was done; pauses is the time from telling the world to stop until it went on.
type collections struct {
	minor, full, cycles int64
	pauses              model.Sum
}

// since returns what was added since an earlier count.
func (c collections) since(before collections) collections {
	return collections{c.minor - before.minor, c.full - before.full, c.cycles - before.cycles, c.pauses.Minus(before.pauses)}
}

func (c collections) metrics() []model.Metric {
	return []model.Metric{
		{Name: "gc_count", Value: float64(c.minor)},
		{Name: "gc_full_count", Value: float64(c.full)},
		{Name: "gc_cycles", Value: float64(c.cycles)},
		{Name: "gc_ns", Value: c.pauses.Nanoseconds()},
		{Name: "gc_mean_ns", Value: c.pauses.Nanoseconds() / float64(max(c.minor, 1))},
	}
}

// newCollector makes the collector's threads, which wait.
func (s *simulation) newCollector(g *model.GC) {
	if g == nil {
		return
	}
	if g.HeapMin > g.HeapMax {
		s.fail("runtime.gc.heap_min", "a heap of at least %v and at most %v", g.HeapMin, g.HeapMax)
		return
	}
	if g.Young >= g.HeapMax {
		s.fail("runtime.gc.young", "a young generation of %v leaves nothing of a heap of %v", g.Young, g.HeapMax)
		return
	}
	c := &collector{heap: newHeap(g)}
	s.gc = c
	for range g.CollectorThreads(s.runtimeCPUs()) {
		c.workers = append(c.workers, s.newService(opCollect))
	}
	for range g.BackgroundThreads(s.runtimeCPUs()) {
		t := s.newService(opBackground)
		t.isFair = true
		c.background = append(c.background, t)
	}
}

// newService makes a parked thread of the runtime whose program is one op.
func (s *simulation) newService(do func(*simulation, *thread, *instruction) bool) *thread {
	s.code = append(s.code, instruction{do: do, path: "runtime.gc"})
	return s.newServiceThread(int32(len(s.code) - 1))
}

// opAlloc allocates memory from eden, and waits for a collection as often as eden is full.
func opAlloc(s *simulation, t *thread, in *instruction) bool {
	if t.phase == 0 {
		t.rest = t.draw(in.amount)
		t.phase = 1
		if d := s.allocationTime(float64(t.rest)); d > 0 {
			s.work(t, s.scaled(int64(math.Round(d))), compute)
			return false
		}
	}
	if s.gc != nil {
		t.rest = s.gc.take(t.rest)
		if t.rest > 0 {
			s.gc.want(s, minor)
			s.freeze(t)
			return false
		}
	}
	t.phase = 0
	t.pc++
	return true
}

// allocationTime is what it takes a thread to allocate bytes.
func (s *simulation) allocationTime(bytes float64) float64 {
	if g := s.point.Runtime.GC; g != nil {
		return transfer(bytes, g.Allocate)
	}
	return 0
}

// transfer is the time for bytes at a rate, in picoseconds; a rate of 0 takes no time.
func transfer(bytes float64, rate model.Bandwidth) float64 {
	if rate <= 0 {
		return 0
	}
	return bytes / float64(rate) * float64(model.Second)
}
