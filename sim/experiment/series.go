package experiment

import (
	"fmt"
	"math"

	"contend/model"
	"contend/sim"
)

// series is the replications of one point, which come in rounds: the first has the least number of
// replications, and while the mean is not known well enough, another follows.
type series struct {
	variant int
	point   model.Point
	// place names the point for messages.
	place string
	unit  model.Unit
	// layouts are the distinct layouts that a replication simulates.
	layouts []sim.Layout
	// each holds every replication's result for each layout.
	each [][]model.Result
	// results stand in the order of the replications, with the mean over the layouts; those of the round under way may be missing.
	results []model.Result
	// pending is how many simulations of the round under way are missing.
	pending  int
	complete bool
	// fixed tells that the number of replications was given.
	fixed bool
}

func newSeries(s *model.Scenario, variant int, p model.Point, o Options) *series {
	out := &series{
		variant: variant, point: p, place: place(s, variant, p.N), unit: s.Unit, fixed: o.Reps > 0,
		layouts: layouts(p, o.Seed),
	}
	first := max(p.Effort.MinReps, 1)
	switch {
	case out.fixed:
		first = o.Reps
	case p.Effort.Fastest > 0:
		first = max(p.Effort.MaxReps, first)
	}
	out.plan(first)
	return out
}

// plan adds a round of n replications.
func (s *series) plan(n int) {
	s.results = append(s.results, make([]model.Result, n)...)
	for range n {
		s.each = append(s.each, make([]model.Result, len(s.layouts)))
	}
	s.pending = n * len(s.layouts)
}

// nextRound is called when a round is done: it merges the round's layouts, plans another, and returns how many replications that has, or
// marks the series complete.
func (s *series) nextRound() int {
	for rep := range s.results {
		s.results[rep] = overLayouts(s.each[rep], s.layouts)
	}
	e := s.point.Effort
	if s.fixed || e.Fastest > 0 || s.converged() || len(s.results) >= e.MaxReps {
		s.complete = true
		return 0
	}
	n := min(max(e.MinReps/2, 1), e.MaxReps-len(s.results))
	s.plan(n)
	return n
}

// stopLevel is the level of the interval that replications stop by, whatever level is printed.
const stopLevel = 0.95

// converged reports whether the interval of the mean throughput is as narrow as the effort wants it
// (relative precision of a mean by sequential replications: Law & Kelton, "Simulation Modeling and
// Analysis", 9.4.1). The rule looks at whole rounds only, so that it can't depend on which replication
// comes back first.
func (s *series) converged() bool {
	return s.relativeHalfWidth() <= s.point.Effort.Precision
}

// relativeHalfWidth is the half-width of the mean throughput's interval as a share of the mean; infinite while one
// replication gives no interval.
func (s *series) relativeHalfWidth() float64 {
	x := s.throughputs()
	mean, half := interval(x, stopLevel)
	if math.IsNaN(half) {
		return math.Inf(1)
	}
	if half == 0 {
		return 0
	}
	return half / math.Abs(mean)
}

// throughputs lists the throughput of each replication.
func (s *series) throughputs() []float64 {
	out := make([]float64, len(s.results))
	for i := range s.results {
		if r := &s.results[i]; r.Window > 0 {
			out[i] = s.unit.Throughput(r.Iterations, r.Window)
		}
	}
	return out
}

// place names a point: the variant, and where on its curve.
func place(s *model.Scenario, variant int, n float64) string {
	name := s.Variants[variant].Name
	if len(s.Variants[variant].Points) == 1 || s.X == "" {
		return name
	}
	return fmt.Sprintf("%s at %g %s", name, n, s.X)
}
