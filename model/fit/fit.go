// Package fit fits scaling laws to measured curves: values, intervals, diagnostics, and the choice between laws.
//
// Throughput is scaled to its largest value inside, so that its unit changes nothing but γ and what else carries it.
package fit

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"contend/model/law"
)

// Point is one measurement: throughput X at concurrency N, both above 0.
type Point struct{ N, X float64 }

// Loss is what a fit makes small.
type Loss string

// The losses: squared differences, squared differences relative to the measurement, or Huber's loss of the relative ones, which lets
// outliers pull less.
const (
	Absolute Loss = "abs"
	Relative Loss = "rel"
	Robust   Loss = "robust"
)

// Response is what the differences are taken of.
type Response string

// The responses: throughput X, or the latency N/X that one thread sees by Little's law (Little 1961).
const (
	Throughput Response = "throughput"
	Latency    Response = "latency"
)

// Options say how a law is fitted. The zero value is absolute loss of throughput with 95 % intervals.
type Options struct {
	Loss     Loss
	Response Response
	Level    float64
	// Replicates weighs each point by the spread of the points that share its N.
	Replicates bool
}

// level is the confidence level, 0.95 unless it is set.
func (o Options) level() float64 {
	if o.Level == 0 {
		return .95
	}
	return o.Level
}

// relative tells whether differences are taken relative to the measurement.
func (o Options) relative() bool { return o.Loss == Relative || o.Loss == Robust }

// Param is a fitted parameter. Lo and Hi are its interval, nil where there are no more points than parameters or no end to it.
type Param struct {
	Name   string
	Value  float64
	Lo, Hi *float64
	// AtBound tells that the best value is the smallest one that means something, so that the law may not describe the data.
	AtBound bool
}

// Peak is the highest throughput of a law.
type Peak struct{ N, X float64 }

// Fit is a law with the parameters that fit best.
type Fit struct {
	Law    law.Law
	Params []Param
	Peak   *Peak
	// MAPE is the mean of |model − X|/X in percent, RMSE the root of the mean of (model − X)², for any loss.
	MAPE, RMSE, R2 float64
	// AICc is Akaike's criterion with the correction for few points (Hurvich & Tsai 1989); nil where it is undefined, at n ≤ k+1.
	AICc *float64

	options Options
	scale   float64 // of X inside
	problem *lawProblem
	values  []float64
	loss    float64
	// student is the quantile of Student's t that intervals reach to; 0 without degrees of freedom.
	student float64
}

// Curve fits a law. It needs a point.
func Curve(points []Point, l law.Law, o Options) (*Fit, error) {
	if len(points) == 0 {
		return nil, errors.New("there are no points to fit")
	}
	f := &Fit{Law: l, options: o}
	f.begin(points)
	f.values = f.problem.minimise(thorough)
	if o.Loss == Robust {
		f.values = f.problem.reweigh(f.values)
	}
	f.loss = f.problem.loss(f.values)
	f.judge()
	f.intervals()
	if n, x, ok := l.Peak(f.values); ok && n >= 1 && !math.IsInf(x*f.scale, 0) {
		f.Peak = &Peak{n, x * f.scale}
	}
	return f, nil
}

// begin scales and weighs the points.
func (f *Fit) begin(points []Point) {
	for _, q := range points {
		f.scale = max(f.scale, q.X)
	}
	f.problem = &lawProblem{law: f.Law, response: f.options.Response}
	for _, q := range points {
		f.problem.points = append(f.problem.points, Point{q.N, q.X / f.scale})
		f.problem.weight = append(f.problem.weight, f.weight(q.N, q.X/f.scale))
	}
	if f.options.Replicates {
		for i, w := range replicateWeights(f.problem.points, f.options.relative()) {
			f.problem.weight[i] *= w
		}
	}
}

// weight makes a difference relative where the loss is; x is scaled.
func (f *Fit) weight(n, x float64) float64 {
	if !f.options.relative() {
		return 1
	}
	if f.options.Response == Latency {
		return x / n
	}
	return 1 / x
}

// free is the number of degrees of freedom: points over parameters.
func (f *Fit) free() int { return len(f.problem.points) - len(f.values) }

// At is the law's throughput at n.
func (f *Fit) At(n float64) float64 { return f.Law.Eval(n, f.values) * f.scale }

// judge computes how well the law describes the points.
func (f *Fit) judge() {
	points := f.problem.points
	mean := 0.0
	for _, q := range points {
		mean += q.X / float64(len(points))
	}
	var residual, total float64
	for _, q := range points {
		d := f.Law.Eval(q.N, f.values) - q.X
		residual += d * d
		total += (q.X - mean) * (q.X - mean)
		f.MAPE += 100 * math.Abs(d) / q.X / float64(len(points))
	}
	f.RMSE = math.Sqrt(residual/float64(len(points))) * f.scale
	if total > 0 {
		f.R2 = 1 - residual/total
	}
	f.AICc = aicc(f.loss, len(points), len(f.values))
}

// aicc is Akaike's criterion for Gaussian errors of unknown variance, with the correction for few points (Hurvich & Tsai 1989, eq. 3); the
// variance counts as a parameter. nil where it is undefined.
func aicc(loss float64, points, params int) *float64 {
	n, k := float64(points), float64(params+1)
	if n <= k+1 {
		return nil
	}
	least := max(loss/n, 1e-30) // a perfect fit has no logarithm
	out := n*math.Log(least) + 2*k + 2*k*(k+1)/(n-k-1)
	return &out
}

// intervals are those of the profile likelihood.
func (f *Fit) intervals() {
	if free := f.free(); free > 0 {
		f.student = distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(free)}.Quantile(.5 + f.options.level()/2)
	}
	for i, q := range f.Law.Params {
		scale := 1.0
		if q.Unit == law.Rate {
			scale = f.scale
		}
		out := Param{Name: q.Name, Value: f.values[i] * scale, AtBound: i > 0 && f.values[i] <= q.Lo}
		if f.student > 0 {
			lo, hi := f.profile(i)
			out.Lo, out.Hi = scaled(lo, scale), scaled(hi, scale)
		}
		f.Params = append(f.Params, out)
	}
}

// scaled is x·scale, nil where that is no number.
func scaled(x, scale float64) *float64 {
	x *= scale
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}
