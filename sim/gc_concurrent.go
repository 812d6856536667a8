package sim

import "math"

// cycle is how far the concurrent collector has come with the old generation: it visits the stacks in a pause, marks beside the
// program, visits them again in a pause, and sweeps beside the program (Printezis & Detlefs 2000, "A generational
// mostly-concurrent garbage collector").
type cycle uint8

const (
	noCycle cycle = iota
	firstRoots
	marking
	secondRoots
	sweeping
	abandoned
)

// considerCycle begins a cycle when enough of the old generation is in use.
func (c *collector) considerCycle() {
	if len(c.background) == 0 || c.cycle != noCycle || float64(c.oldUsed) < float64(c.Initiate)*float64(c.old) {
		return
	}
	c.cycle, c.begun = firstRoots, c.tenured
	c.isWanted[roots] = true
}

// marksNext has the background threads go on after a pause of the cycle's.
func (c *collector) marksNext(s *simulation) {
	work := transfer(float64(c.Live), c.Mark)
	c.cycle++
	if c.cycle == sweeping {
		work = transfer(float64(c.oldUsed), c.Sweep)
	}
	c.marking = len(c.background)
	for _, t := range c.background {
		t.phase = 1
		t.rest = int64(math.Round(s.scaledFloat(work) / float64(c.marking)))
		s.wake(t)
	}
}

// abandonCycle gives a cycle up, because the old generation was full before it came to its end; its threads finish what they do.
func (c *collector) abandonCycle() {
	switch c.cycle {
	case noCycle, abandoned:
	case marking, sweeping:
		c.cycle = abandoned
	default:
		c.cycle = noCycle
		c.isWanted[roots] = false
	}
}

// opBackground is the program of a concurrent collector's thread.
func opBackground(s *simulation, t *thread, _ *instruction) bool {
	c := s.gc
	switch t.phase {
	case 1:
		t.phase = 2
		return s.spend(t, t.rest, gcPause)
	case 2:
		t.phase = 0
		c.marking--
		if c.marking == 0 {
			c.passed(s)
		}
	}
	s.block(t, parked, idle)
	return false
}

// passed ends what the background threads do beside the program: after marking comes the second pause, after sweeping the end of
// the cycle, which leaves what is alive for good, and what was tenured meanwhile.
func (c *collector) passed(s *simulation) {
	switch c.cycle {
	case marking:
		c.cycle = secondRoots
		c.want(s, roots)
	case sweeping:
		c.oldUsed = min(c.oldUsed, int64(c.Live)+c.tenured-c.begun)
		c.counts.cycles++
		c.cycle = noCycle
	default:
		c.cycle = noCycle
	}
}
