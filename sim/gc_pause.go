package sim

import (
	"math"

	"contend/model"
)

// want asks for a pause; the world is told to stop, if it is not already.
func (c *collector) want(s *simulation, kind pauseKind) {
	c.isWanted[kind] = true
	if !s.world.stopped {
		c.asked = s.engine.Now()
		s.stopWorld(c.next)
	}
}

// next begins a pause that is wanted, or lets the world go on.
func (c *collector) next(s *simulation) {
	switch {
	case c.isWanted[minor]:
		c.kind = minor
		if c.isFull() {
			c.kind = full
		}
	case c.isWanted[roots]:
		c.kind = roots
	default:
		now := s.engine.Now()
		c.counts.pauses.Add(model.Time(now - c.asked))
		c.resumed = now
		s.startWorld()
		return
	}
	work := s.rootWork() + s.scaledFloat(transfer(float64(c.alive()), c.Copy))
	workers := len(c.workers)
	if c.kind == full {
		work += s.scaledFloat(transfer(float64(min(c.oldUsed, int64(c.Live))), c.Mark))
		if c.Collector != "parallel" {
			workers = 1
		}
	}
	c.share = int64(math.Round(work / float64(workers)))
	c.busy = workers
	c.workers[0].phase = 1
	s.wake(c.workers[0])
}

// alive is what the present pause copies.
func (c *collector) alive() int64 {
	if c.kind == roots {
		return 0
	}
	return c.survivors()
}

// rootWork is what visiting the stacks of the live threads takes one collector thread.
func (s *simulation) rootWork() float64 {
	g := s.gc.GC
	threads, frames, pages := 0, 0, model.Bytes(0)
	s.each(func(t *thread) {
		if t.isService || t.isVirtual && t.carrier == nil {
			return
		}
		frames += int(t.depth)
		if !t.isVirtual {
			threads++
			pages += (t.reserved + model.StackPage - 1) / model.StackPage
		}
	})
	return s.scaledFloat(float64(threads)*float64(g.PerThread) + float64(frames)*float64(g.PerFrame) + float64(pages)*float64(g.PerPage))
}

func (s *simulation) scaledFloat(d float64) float64 { return d * s.slowness }

// opCollect is the program of a thread that collects while the world is stopped. The first of them does what is done by one alone,
// wakes the others, and takes its share like them; the last to finish ends the pause.
func opCollect(s *simulation, t *thread, _ *instruction) bool {
	c := s.gc
	switch t.phase {
	case 1: // the first
		t.phase = 2
		return s.spend(t, s.scaled(int64(c.Pause)), gcPause)
	case 2:
		for _, other := range c.workers[1:c.busy] {
			other.phase = 3
			s.wake(other)
		}
		fallthrough
	case 3:
		t.phase = 4
		return s.spend(t, c.share, gcPause)
	case 4:
		t.phase = 0
		c.busy--
		if c.busy == 0 {
			c.paused(s)
		}
	}
	s.block(t, parked, idle)
	return false
}

// paused ends a pause: the heap is as the collection leaves it.
func (c *collector) paused(s *simulation) {
	c.isWanted[c.kind] = false
	if c.kind == roots {
		c.marksNext(s)
		s.stayStopped()
		return
	}
	if c.kind == full {
		c.isWanted[minor] = false
		c.counts.full++
		c.compact()
		c.abandonCycle()
	}
	c.counts.minor++
	c.tenured += c.empty()
	c.adapt(s.engine.Now()-c.asked, c.asked-c.resumed)
	if c.oldUsed > c.old {
		s.fail("runtime.gc.heap_max", "out of memory: %v alive in an old generation of %v", model.Bytes(c.oldUsed), model.Bytes(c.old))
		return
	}
	c.considerCycle()
	s.stayStopped()
}
