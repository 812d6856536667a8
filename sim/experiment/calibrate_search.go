package experiment

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"contend/model"
	"contend/model/fit"
)

// search is a calibration under way.
type search struct {
	ctx      context.Context
	open     func(values []float64) (*model.Scenario, error)
	simulate Simulate
	o        CalibrationOptions
	free     []Free
	targets  []target
	reps     int
	stage    string
	count    int
	best     float64
	// step is the half distance of differences, in logarithms.
	step float64
	// central tells to take central differences, not forward ones.
	central bool
	// hold is the index of a number that a profile holds, or −1.
	hold int
	// known holds the residuals of the stage by the bits of θ, and seen all of them.
	known map[string][]float64
	seen  []seen
}

// coarseStarts is how many of the starts are followed down, and fineStarts how many of their ends are followed on.
const coarseStarts, fineStarts = 3, 2

// descend searches in three stages: from several starts over a part of the points, from the best ends over all, and on the surface that
// the evaluations around the best make up.
func (s *search) descend(base *model.Scenario) (fit.Solution, bool, error) {
	fine := s.fineReps(base)
	all := s.targets
	s.targets = thinned(all)
	s.enter("coarse", min(1, fine), .08, false)
	ends, err := s.coarse()
	s.targets = all
	if err != nil {
		return ends[0], false, err
	}
	s.enter("fine", fine, .06, true)
	p := s.problem()
	p.Tolerance = .005
	best := fit.Solution{Loss: math.Inf(1)}
	for i, end := range ends[:min(fineStarts, len(ends))] {
		// A rival is followed by forward differences, half as dear, until it turns out the better one.
		s.central = i == 0
		got, err := p.Descend(end.Theta)
		if err == nil && got.Loss < best.Loss && !s.central {
			s.central = true
			got, err = p.Descend(got.Theta)
		}
		if err != nil {
			return s.kept(best, s.kept(got, end)), false, err
		}
		if got.Loss < best.Loss {
			best = got
		}
	}
	s.central = true
	converged := best.Converged
	s.stage = "polish"
	best, err = s.polish(best)
	return best, converged, err
}

// coarse follows the best of the starts down, and returns their ends that are not the same, the best first.
func (s *search) coarse() ([]fit.Solution, error) {
	p := s.problem()
	p.Tolerance = .02
	starts, err := s.starts()
	if err != nil {
		return starts, err
	}
	var ends []fit.Solution
	for _, start := range starts[:min(coarseStarts, len(starts))] {
		got, err := p.Descend(start.Theta)
		got = s.kept(got, start)
		if err == nil && slices.ContainsFunc(ends, func(e fit.Solution) bool { return apartBy(e.Theta, got.Theta) < s.step }) {
			continue
		}
		ends = append(ends, got)
		slices.SortStableFunc(ends, func(a, b fit.Solution) int { return cmp.Compare(a.Loss, b.Loss) })
		if err != nil {
			return ends, err
		}
	}
	return ends, nil
}

// kept is where an interrupted descent was, or where it began.
func (s *search) kept(at, before fit.Solution) fit.Solution {
	if len(at.Theta) == 0 || at.Loss == 0 || math.IsInf(at.Loss, 1) {
		return before
	}
	return at
}

// fineReps are the replications of the last stage: as given, or about a third of the scenario's fewest. Where the fastest of many
// replications count, it is all of them: 0.
func (s *search) fineReps(base *model.Scenario) int {
	e := base.Variants[0].Points[0].Effort
	switch {
	case s.o.Reps > 0:
		return s.o.Reps
	case e.Fastest > 0:
		return 0
	}
	return max(2, min(4, e.MinReps/2))
}

// starts are the given values and random ones in the bounds, a Latin hypercube in the logarithms (McKay, Beckman & Conover 1979), the best
// first.
func (s *search) starts() ([]fit.Solution, error) {
	rng := rand.New(rand.NewPCG(s.o.Seed, 1))
	given := make([]float64, len(s.free))
	for i, f := range s.free {
		given[i] = math.Log(min(max(f.Value, f.Lo), f.Hi))
	}
	out := []fit.Solution{{Theta: given, Loss: math.Inf(1)}}
	for range s.o.Starts {
		out = append(out, fit.Solution{Theta: make([]float64, len(s.free))})
	}
	for i, f := range s.free {
		for k, cell := range rng.Perm(s.o.Starts) {
			share := (float64(cell) + rng.Float64()) / float64(s.o.Starts)
			out[k+1].Theta[i] = math.Log(f.Lo) + share*math.Log(f.Hi/f.Lo)
		}
	}
	r := make([]float64, len(s.targets))
	for i := range out {
		if err := s.evaluate(out[i].Theta, r); err != nil {
			return out[:1], err
		}
		out[i].Loss = squares(r)
	}
	slices.SortStableFunc(out, func(a, b fit.Solution) int { return cmp.Compare(a.Loss, b.Loss) })
	return out, nil
}

func squares(r []float64) float64 {
	sum := 0.0
	for _, x := range r {
		sum += x * x
	}
	return sum
}

// problem is the search as least squares.
func (s *search) problem() fit.Problem {
	p := fit.Problem{Size: len(s.targets), Eval: s.eval, Secant: true, Shortest: s.step / 4, Longest: 1}
	for _, f := range s.free {
		p.Lo, p.Hi = append(p.Lo, math.Log(f.Lo)), append(p.Hi, math.Log(f.Hi))
	}
	return p
}

// eval simulates at θ, and where the Jacobian is asked for, around it.
func (s *search) eval(theta, r, jacobian []float64) error {
	if err := s.evaluate(theta, r); err != nil || jacobian == nil {
		return err
	}
	n := len(theta)
	up, down := make([]float64, len(r)), slices.Clone(r)
	for a := range theta {
		if a == s.hold {
			continue
		}
		hi, lo := s.moved(theta, a, s.step), slices.Clone(theta)
		if err := s.evaluate(hi, up); err != nil {
			return err
		}
		if s.central {
			lo = s.moved(theta, a, -s.step)
			if err := s.evaluate(lo, down); err != nil {
				return err
			}
		}
		for i := range r {
			jacobian[i*n+a] = (up[i] - down[i]) / (hi[a] - lo[a])
		}
	}
	return nil
}

// moved is θ with one number moved, to the other side where a bound is in the way.
func (s *search) moved(theta []float64, a int, by float64) []float64 {
	out := slices.Clone(theta)
	lo, hi := math.Log(s.free[a].Lo), math.Log(s.free[a].Hi)
	out[a] = min(max(theta[a]+by, lo), hi)
	if math.Abs(out[a]-theta[a]) < math.Abs(by)/2 && !s.central {
		out[a] = min(max(theta[a]-by, lo), hi)
	}
	return out
}

// enter begins a stage.
func (s *search) enter(stage string, reps int, step float64, central bool) {
	s.stage, s.reps, s.step, s.central = stage, reps, step, central
	s.known, s.seen, s.best = map[string][]float64{}, nil, math.Inf(1)
}

// evaluate simulates the points of the targets at θ, once a stage.
func (s *search) evaluate(theta, r []float64) error {
	key := fmt.Sprintf("%x", theta)
	if known, ok := s.known[key]; ok {
		copy(r, known)
		return nil
	}
	if err := s.simulated(theta, r); err != nil {
		return err
	}
	s.known[key] = slices.Clone(r)
	s.seen = append(s.seen, seen{slices.Clone(theta), s.known[key]})
	return nil
}

func (s *search) simulated(theta, r []float64) error {
	values := make([]float64, len(theta))
	for i, t := range theta {
		values[i] = math.Exp(t)
	}
	scenario, err := s.open(values)
	if err != nil {
		return err
	}
	o := s.o.Options
	o.Reps, o.Progress = s.reps, nil
	run, err := Run(s.ctx, only(scenario, s.targets), s.simulate, o)
	if err != nil {
		return err
	}
	if err := s.ctx.Err(); err != nil {
		return err
	}
	residuals(run, s.targets, r)
	s.count++
	s.best = min(s.best, squares(r))
	if s.o.Told != nil {
		s.o.Told(s.stage, s.count, 100*math.Sqrt(s.best/float64(len(r))))
	}
	return nil
}
