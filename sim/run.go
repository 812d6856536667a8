// Package sim is the simulated machine. Run simulates one point of a scenario once: threads are flat code
// interpreted on simulated CPUs that share cache lines, locks, memory bandwidth and a scheduler, and every
// instant of every thread is charged to a cause.
//
// One simulation is one goroutine and one engine; replications run side by side. All randomness comes from
// streams named by (seed, replication, stream, point), so the same arguments give the same Result.
package sim

import (
	"context"
	"fmt"

	"contend/model"
	"contend/sim/engine"
)

// Options say which replication of a point is simulated.
type Options struct {
	Seed uint64
	Rep  int
}

// Run simulates one replication of a point. It fails on programs that cannot go on: a deadlock, a loop that takes no
// time, an unlock of a lock that is not held. When ctx ends, Run returns its error.
func Run(ctx context.Context, p model.Point, o Options) (model.Result, error) {
	s, err := newSimulation(p, o)
	if err != nil {
		return model.Result{}, err
	}
	poll := func() bool { return ctx.Err() == nil }
	if p.Workload.Batch != nil {
		s.engine.Run(engine.Forever, poll)
	} else {
		s.observe(s.point.Effort, poll)
	}
	if err := ctx.Err(); err != nil {
		return model.Result{}, err
	}
	if s.failed == nil && p.Workload.Batch != nil && s.unfinished > 0 {
		s.failDeadlock()
	}
	if s.failed != nil {
		return model.Result{}, s.failed
	}
	return s.result(), nil
}

// fail stops the simulation with an error at a place of the program.
func (s *simulation) fail(path, format string, args ...any) {
	if s.failed == nil {
		s.failed = &ProgramError{Path: path, Text: fmt.Sprintf(format, args...)}
	}
	s.engine.Stop()
}

// failDeadlock names what the threads wait for.
func (s *simulation) failDeadlock() {
	var waits []string
	seen := map[cause]int{}
	s.each(func(t *thread) {
		if !t.isCarrier && !t.isService {
			seen[t.cause]++
		}
	})
	for c, name := range s.causeNames {
		if n := seen[cause(c)]; n > 0 {
			waits = append(waits, fmt.Sprintf("%d in %s", n, name))
		}
	}
	text := fmt.Sprintf("deadlock: no thread can go on, waiting: %v", waits)
	if s.stacks.limit > 0 {
		text = s.limitText() + "; the others wait for them: " + text
	}
	s.fail("workload.program", "%s", text)
}

// ProgramError says that a program cannot go on, and where it stood.
type ProgramError struct{ Path, Text string }

func (e *ProgramError) Error() string { return e.Path + ": " + e.Text }
