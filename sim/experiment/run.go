// Package experiment is what is done with many simulations: it replicates every point of a scenario until
// its mean is known well enough, and says how the curves compare with each other, with the measurements,
// and with what the scenario expects.
//
// A replication is a pure function of its point, the seed and its number, and results are merged in the
// order of their numbers. So a run is the same to the last bit whatever the number of workers is and in
// whatever order they finish, and a point is the same alone as in the whole sweep.
package experiment

import (
	"context"

	"contend/model"
)

// Simulate runs one replication of a point: the simulator, or a stand-in for it in tests. The same
// arguments must give the same result.
type Simulate func(ctx context.Context, p model.Point, seed uint64, rep int) (model.Result, error)

// Options say how a scenario is run. The zero value is a whole run at seed 0.
type Options struct {
	Seed uint64
	// Version of the program, kept in the run.
	Version string
	// Level of the intervals; 0 stands for 0.95. It has no say in when replications stop.
	Level float64
	// Reps is the number of replications of each point; 0 leaves it to the scenario's effort.
	Reps int
	// Workers is the number of replications under way at once; 0 stands for GOMAXPROCS.
	Workers int
	// Partial tells that the scenario was resolved at single points, so that nothing that needs a
	// whole curve is judged.
	Partial bool
	// Progress, where it is set, is told after each replication how many are done and how many are expected
	// in all, as far as is known. It is called by one goroutine at a time.
	Progress func(done, expected int)
}

// Run simulates every point of a scenario. When ctx ends before that, the run holds the points that were
// done by then and says that it was interrupted. An error is one of the simulator.
func Run(ctx context.Context, s *model.Scenario, simulate Simulate, o Options) (*model.Run, error) {
	if o.Level == 0 {
		o.Level = 0.95
	}
	o.Workers = workersOf(o)
	all := everyPoint(s, o)
	if err := replicate(ctx, all, simulate, o); err != nil {
		return nil, err
	}
	run := &model.Run{Scenario: s, Seed: o.Seed, Version: o.Version, Level: o.Level}
	run.Variants, run.Interrupted = summarise(s, all, o.Level)
	measure(run)
	run.Comparisons = compareAll(run)
	if !run.Interrupted {
		run.Expectations = judgeAll(run, o.Partial)
	}
	run.Warnings = warnings(run, all, o)
	return run, nil
}

// everyPoint lists the points of all variants in the order of the file.
func everyPoint(s *model.Scenario, o Options) []*series {
	var all []*series
	for v := range s.Variants {
		for _, p := range s.Variants[v].Points {
			all = append(all, newSeries(s, v, p, o))
		}
	}
	return all
}

// summarise turns the replications into curves, and reports whether a point is missing.
func summarise(s *model.Scenario, all []*series, level float64) (curves []model.VariantRun, missing bool) {
	curves = make([]model.VariantRun, len(s.Variants))
	for v := range s.Variants {
		curves[v].Name = s.Variants[v].Name
	}
	for _, one := range all {
		if !one.complete {
			missing = true
			continue
		}
		c := &curves[one.variant]
		c.Points = append(c.Points, one.summary(level))
	}
	return curves, missing
}
