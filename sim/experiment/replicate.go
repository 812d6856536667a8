package experiment

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
)

// job is one replication of one layout to do.
type job struct {
	of          *series
	rep, layout int
}

// queue hands jobs to workers. A series whose round is done puts its next round at the end.
type queue struct {
	mu       sync.Mutex
	change   sync.Cond
	jobs     []job
	open     int // series that are not complete
	done     int // simulations
	expected int
	closed   bool
	err      error
	progress func(done, expected int)
}

// replicate runs the rounds of every series. It returns the simulator's error, or nil when ctx ends first.
func replicate(ctx context.Context, all []*series, simulate Simulate, o Options) error {
	q := &queue{open: len(all), progress: o.Progress}
	q.change.L = &q.mu
	for _, s := range all {
		q.add(s, 0)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(ctx, q.close)()

	var workers sync.WaitGroup
	for range min(o.Workers, max(q.expected, 1)) {
		workers.Go(func() {
			for j, ok := q.next(); ok; j, ok = q.next() {
				err := j.run(ctx, simulate, o.Seed)
				if ctx.Err() != nil {
					return
				}
				if err != nil {
					q.fail(err)
					cancel()
					return
				}
				q.finish(j)
			}
		})
	}
	workers.Wait()
	return q.err
}

// run does the replication and keeps its result. A panic of the simulator is an error here, since it would
// otherwise end the process from a goroutine of its own.
func (j job) run(ctx context.Context, simulate Simulate, seed uint64) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the simulator panicked: %v\n%s", p, debug.Stack())
		}
	}()
	r, err := simulate(ctx, j.of.layouts[j.layout].Point, seed, j.rep)
	if err != nil {
		return fmt.Errorf("%s, replication %d: %w", j.of.place, j.rep, err)
	}
	j.of.each[j.rep][j.layout] = r
	return nil
}

// add queues the replications of s from number first on. The caller holds the lock, or is alone.
func (q *queue) add(s *series, first int) {
	for rep := first; rep < len(s.results); rep++ {
		for layout := range s.layouts {
			q.jobs = append(q.jobs, job{s, rep, layout})
		}
	}
	q.expected += (len(s.results) - first) * len(s.layouts)
}

// next waits for a job; it returns false when no more will come.
func (q *queue) next() (job, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.jobs) == 0 && q.open > 0 && !q.closed {
		q.change.Wait()
	}
	if q.closed || len(q.jobs) == 0 {
		return job{}, false
	}
	j := q.jobs[0]
	q.jobs = q.jobs[1:]
	return j, true
}

// finish counts a simulation, and when it was the last of its round, plans the next.
func (q *queue) finish(j job) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.done++
	s := j.of
	if s.pending--; s.pending == 0 {
		if n := s.nextRound(); n > 0 {
			q.add(s, len(s.results)-n)
		} else {
			q.open--
		}
		q.change.Broadcast()
	}
	if q.progress != nil {
		q.progress(q.done, q.expected)
	}
}

// fail keeps the first error.
func (q *queue) fail(err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.err == nil {
		q.err = err
	}
}

// close wakes the workers to go home.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.change.Broadcast()
}
