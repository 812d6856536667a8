package experiment

import (
	"context"
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
}

// descend searches in two stages.
func (s *search) descend(base *model.Scenario) (fit.Solution, bool, error) {
	fine := s.fineReps(base)
	s.stage, s.reps, s.step = "coarse", min(1, fine), .08
	start, err := s.start()
	if err != nil {
		return start, false, err
	}
	p := s.problem()
	p.Tolerance = .02
	at, err := p.Descend(start.Theta)
	if err != nil {
		return s.kept(at, start), false, err
	}
	s.stage, s.reps, s.step, s.central = "fine", fine, .06, true
	s.best = math.Inf(1)
	p.Tolerance = .005
	last, err := p.Descend(at.Theta)
	if err != nil {
		return s.kept(last, at), false, err
	}
	return last, last.Converged, nil
}

// kept is where an interrupted descent was, or where it began.
func (s *search) kept(at, before fit.Solution) fit.Solution {
	if len(at.Theta) == 0 || at.Loss == 0 {
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

// start is the best of the given values and random ones in the bounds, a Latin hypercube in the logarithms (McKay, Beckman & Conover 1979).
func (s *search) start() (fit.Solution, error) {
	rng := rand.New(rand.NewPCG(s.o.Seed, 1))
	given := make([]float64, len(s.free))
	for i, f := range s.free {
		given[i] = math.Log(min(max(f.Value, f.Lo), f.Hi))
	}
	starts := [][]float64{given}
	for range s.o.Starts {
		starts = append(starts, make([]float64, len(s.free)))
	}
	for i, f := range s.free {
		for k, cell := range rng.Perm(s.o.Starts) {
			share := (float64(cell) + rng.Float64()) / float64(s.o.Starts)
			starts[k+1][i] = math.Log(f.Lo) + share*math.Log(f.Hi/f.Lo)
		}
	}
	best := fit.Solution{Theta: given, Loss: math.Inf(1)}
	r := make([]float64, len(s.targets))
	for _, theta := range starts {
		if err := s.evaluate(theta, r); err != nil {
			return best, err
		}
		if loss := squares(r); loss < best.Loss {
			best = fit.Solution{Theta: theta, Loss: loss}
		}
	}
	return best, nil
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
	p := fit.Problem{Size: len(s.targets), Eval: s.eval}
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

// evaluate simulates the points of the targets at θ.
func (s *search) evaluate(theta, r []float64) error {
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
