package sim

import (
	"contend/model"
)

// observer keeps what is measured: how far the threads' iterations came in each interval of the run, and the ledger
// at its ends.
type observer struct {
	every int64  // length of an interval
	at    []mark // the ends of the intervals, the first at 0
	ended endings
	count int64
}

// mark is the state at the end of an interval.
type mark struct {
	at                  int64
	threads, apart      ledger
	switches, transfers int64
	running             model.Sum
	collections         collections
	quota               quotaCounts
	ended               int
}

const (
	// intervals is how many intervals a run is observed in; MSER-5 takes them five at a time.
	intervals = 150
	// warmupMost is the largest share of the intervals that MSER-5 may cut off.
	warmupMost = 1.0 / 3
	// enough iterations or jobs, for a window that the scenario leaves open.
	enough = 2000
	// autoIterations of the program alone are the first guess of such a window.
	autoIterations = 30
)

// observe runs the simulation through its warm-up and window.
func (s *simulation) observe(e model.Effort, poll func() bool) {
	s.watcher.at = append(s.watcher.at, s.mark())
	if !e.Auto && e.Window > 0 {
		if s.reach(int64(e.Warmup), poll) {
			s.reach(int64(e.Warmup+e.Window), poll)
		}
		return
	}
	if e.Window > 0 {
		s.observeFor(int64(float64(e.Window)/(1-warmupMost)), poll)
		return
	}
	s.observeFor(s.autoIterations(), poll)
	for s.failed == nil && s.watcher.count < enough && s.engine.Events < 1<<24 {
		// Twice as long, in intervals twice as long.
		if !s.observeFor(2*s.engine.Now(), poll) {
			return
		}
	}
}

// autoIterations is the first guess of a run's length.
func (s *simulation) autoIterations() int64 {
	alone := max(s.nominal, 1000)
	if s.point.Workload.Open != nil {
		alone = max(alone, int64(enough/autoIterations*s.arrivals.mean))
	}
	return alone * autoIterations
}

// observeFor runs until a time in equal intervals; those before, half as long, are joined in pairs.
func (s *simulation) observeFor(until int64, poll func() bool) bool {
	w := &s.watcher
	w.every = max(1, until/intervals)
	kept := w.at[:1]
	for i := 2; i < len(w.at); i += 2 {
		kept = append(kept, w.at[i])
	}
	w.at = kept
	for len(w.at) <= intervals {
		if !s.reach(w.at[len(w.at)-1].at+w.every, poll) {
			return false
		}
	}
	return true
}

// reach runs to a time and marks it.
func (s *simulation) reach(at int64, poll func() bool) bool {
	if !s.engine.Run(at, poll) {
		return false
	}
	if s.engine.Pending() == 0 {
		s.failDeadlock()
		return false
	}
	s.watcher.at = append(s.watcher.at, s.mark())
	return s.failed == nil
}

// mark charges every thread up to now and copies the ledgers; the lifetimes of living threads count up to now.
func (s *simulation) mark() mark {
	now := s.engine.Now()
	s.memory.advance(now)
	living := [2]model.Sum{}
	s.each(func(t *thread) {
		s.settle(t)
		if t.isOther {
			return
		}
		which := 0
		if t.isCarrier || t.isService {
			which = 1
		}
		living[which].Add(model.Time(now - t.born))
	})
	s.running.add(0, now)
	m := mark{
		at: now, threads: s.threads.clone(), apart: s.apart.clone(), switches: s.switches, transfers: s.transfers,
		running: s.running.integral, ended: s.watcher.ended.n, quota: s.quota.counts,
	}
	if s.gc != nil {
		m.collections = s.gc.counts
	}
	m.threads.lifetime.AddSum(living[0])
	m.apart.lifetime.AddSum(living[1])
	return m
}

// iterated notes the end of an iteration or job.
func (s *simulation) iterated(t *thread, began int64) {
	now := s.engine.Now()
	s.watcher.ended.add(ended{now, now - began})
	s.watcher.count++
	t.lasted = now - began
}

// iterations is how many iterations the threads did between two times: each counts by the part of it that lies between,
// which in a steady state has the mean of a count of ends and far less noise. Of those that have not ended, the
// last duration stands for their own.
func (s *simulation) iterations(from, to int64) float64 {
	sum := 0.0
	s.eachIteration(to, func(e ended) {
		sum += e.within(from, to)
	})
	return sum
}

// eachIteration calls do for every iteration, also for those of a closed workload that had not ended at a time.
func (s *simulation) eachIteration(until int64, do func(ended)) {
	s.watcher.ended.each(0, s.watcher.ended.n, do)
	s.each(func(t *thread) {
		if t.isCarrier || t.isService || t.pool != nil || t.started >= until {
			return
		}
		took := max(t.lasted, until-t.started)
		do(ended{t.started + took, took})
	})
}
