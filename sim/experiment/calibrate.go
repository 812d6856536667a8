package experiment

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"contend/model"
	"contend/model/fit"
)

// ErrNothingToCalibrate is what a scenario without numbers to fit, or without values to fit to, ends in.
var ErrNothingToCalibrate = errors.New("nothing to calibrate")

// Free is a number that a calibration may change, with its bounds, all above 0.
type Free struct {
	Path          string
	Value, Lo, Hi float64
}

// CalibrationOptions say how a scenario is calibrated.
type CalibrationOptions struct {
	// Options are those of the simulations. Reps is the number of replications of a point in the last steps of the search.
	Options
	// Keep says which measured values are fitted to; nil for all. The others are held out.
	Keep func(variant string, n float64) bool
	// Starts is how many random starts are tried beside the given one.
	Starts int
	// Profile tells to search again with each number held at the ends of its interval.
	Profile bool
	// Told hears of each evaluation: how many there were, and the best loss so far as the root mean square of the differences, in percent.
	Told func(stage string, evaluations int, rms float64)
}

// Calibration is what a search found.
type Calibration struct {
	Numbers []Calibrated
	// Correlation is of the errors of the numbers' logarithms; nil where the data do not tell them apart at all.
	Correlation [][]float64
	// Allowed is the excess loss, in residual variances, up to which a value is in an interval: the square of Student's t.
	Allowed float64
	// Directions are the combinations of numbers, the best known first.
	Directions []Direction
	// Points were fitted to, and HeldOut were not.
	Points, HeldOut int
	// Loss is the mean of the squared weighted log ratios at the end, on the replications of the search.
	Loss        float64
	Evaluations int
	// Converged tells that no step made the loss smaller by more than its noise; Interrupted that the search was stopped.
	Converged, Interrupted bool
	// Run holds every point at the values found; nil when interrupted. Fitted and Held are its errors.
	Run          *model.Run
	Fitted, Held *model.Error
}

// Calibrated is a number with its interval. Lo and Hi are nil where there are no more points than numbers.
type Calibrated struct {
	Free
	Best    float64
	Lo, Hi  *float64
	AtBound bool
	// Narrowed says by what factor each metric narrows the interval: its width without the metric over that with it; +Inf where the number
	// is not known without it.
	Narrowed []Narrowed
	// Profile holds the losses, over the smallest, with the number held at values around it; nil unless asked for.
	Profile []Held
}

// Narrowed is by what factor a metric narrows an interval.
type Narrowed struct {
	Metric string
	Factor float64
}

// Held is the excess loss, in units of the residual variance, with a number held at a value.
type Held struct{ Value, Excess float64 }

// Direction is a combination of numbers' logarithms, and the factor within which the data know it (half of the interval's width).
type Direction struct {
	Parts  []float64
	Factor float64
}

// Known tells whether the data know the direction to within a factor of two.
func (d Direction) Known() bool { return d.Factor < 2 }

// Calibrate fits the free numbers of a scenario to its measured values: bounded Levenberg–Marquardt over the logarithms of the numbers, on
// the log ratios of simulated to measured values. Common random numbers keep the noise of differences small. It starts from the best of
// the given values and some random ones, goes down with few replications and forward differences, and ends with more replications and
// central ones. open resolves the scenario at values of the numbers.
//
// When ctx ends, the best so far is returned, marked as interrupted.
func Calibrate(ctx context.Context, free []Free, open func(values []float64) (*model.Scenario, error), simulate Simulate, o CalibrationOptions) (*Calibration, error) {
	s := &search{ctx: ctx, open: open, simulate: simulate, o: o, free: free, hold: -1}
	base, err := open(valuesOf(free))
	if err != nil {
		return nil, err
	}
	all := targetsOf(base, nil)
	s.targets = targetsOf(base, o.Keep)
	switch {
	case len(free) == 0:
		return nil, fmt.Errorf("%w: the scenario marks no number with fit: [LOWEST, HIGHEST]", ErrNothingToCalibrate)
	case len(all) == 0:
		return nil, fmt.Errorf("%w: the scenario has no measured value at a point that it simulates", ErrNothingToCalibrate)
	case len(s.targets) == 0:
		return nil, fmt.Errorf("%w: every measured value is held out", ErrNothingToCalibrate)
	}
	at, converged, err := s.descend(base)
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	out := &Calibration{Points: len(s.targets), HeldOut: len(all) - len(s.targets), Loss: at.Loss / float64(len(s.targets)), Converged: converged, Interrupted: ctx.Err() != nil}
	for i, f := range free {
		v := math.Exp(at.Theta[i])
		out.Numbers = append(out.Numbers, Calibrated{Free: f, Best: v, AtBound: v <= f.Lo*(1+1e-9) || v >= f.Hi*(1-1e-9)})
	}
	if !out.Interrupted {
		if err := s.judge(out, at); err != nil && ctx.Err() == nil {
			return nil, err
		}
		out.Interrupted = ctx.Err() != nil
	}
	out.Evaluations = s.count
	return out, nil
}

func valuesOf(free []Free) []float64 {
	var out []float64
	for _, f := range free {
		out = append(out, f.Value)
	}
	return out
}

// judge says how well the numbers are known at the end, and how well the scenario fits what was and what was not fitted to.
func (s *search) judge(out *Calibration, at fit.Solution) error {
	s.stage = "intervals"
	n := len(s.free)
	r, jacobian := make([]float64, len(s.targets)), make([]float64, len(s.targets)*n)
	if err := s.eval(at.Theta, r, jacobian); err != nil {
		return err
	}
	if freedom := len(s.targets) - n; freedom > 0 {
		student := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(freedom)}.Quantile(.975)
		out.Allowed = student * student
		s.intervals(out, jacobian, math.Sqrt(at.Loss/float64(freedom)), student)
		if s.o.Profile {
			if err := s.profile(out, at, student); err != nil {
				return err
			}
		}
	}
	return s.finish(out)
}

// finish simulates the whole scenario at the values found.
func (s *search) finish(out *Calibration) error {
	s.stage = "result"
	var values []float64
	for _, c := range out.Numbers {
		values = append(values, c.Best)
	}
	scenario, err := s.open(values)
	if err != nil {
		return err
	}
	o := s.o.Options
	o.Reps = 0
	run, err := Run(s.ctx, scenario, s.simulate, o)
	if err != nil || s.ctx.Err() != nil {
		return err
	}
	out.Run = run
	out.Fitted = errorOf(run, s.targets)
	held := targetsOf(scenario, func(variant string, n float64) bool { return s.o.Keep != nil && !s.o.Keep(variant, n) })
	out.Held = errorOf(run, held)
	return nil
}

// errorOf sums up the differences at some targets.
func errorOf(run *model.Run, targets []target) *model.Error {
	r := make([]float64, len(targets))
	residuals(run, targets, r)
	var errors []float64
	for i, t := range targets {
		errors = append(errors, 100*(math.Exp(r[i]/t.weight)-1))
	}
	return sumUp(errors)
}
