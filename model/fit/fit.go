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

// The losses: squared differences, or squared differences relative to the measurement.
const (
	Absolute Loss = "abs"
	Relative Loss = "rel"
)

// Options say how a law is fitted. The zero value is absolute loss with 95 % intervals.
type Options struct {
	Loss  Loss
	Level float64
}

// Param is a fitted parameter. Lo and Hi are its interval, nil where there are no more points than parameters.
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
	// MAPE is the mean of |model − X|/X in percent, RMSE the root of the mean of (model − X)², for either loss.
	MAPE, RMSE, R2 float64
	// AICc is Akaike's criterion with the correction for few points (Hurvich & Tsai 1989); nil where it is undefined, at n ≤ k+1.
	AICc *float64

	values     []float64
	scale      float64 // of X inside
	noise      float64 // standard deviation of a residual, of the loss's kind
	covariance [][]float64
	student    float64
	loss       Loss
}

// Curve fits a law. It needs a point.
func Curve(points []Point, l law.Law, o Options) (*Fit, error) {
	if len(points) == 0 {
		return nil, errors.New("there are no points to fit")
	}
	if o.Level == 0 {
		o.Level = .95
	}
	p := newProblem(points, l, o.Loss)
	values := p.minimise()
	f := &Fit{Law: l, scale: p.scale, loss: o.Loss}
	f.values = append([]float64(nil), values...)
	f.judge(p, points)
	f.intervals(p, o.Level)
	if n, x, ok := l.Peak(values); ok && n >= 1 && !math.IsInf(x*p.scale, 0) {
		f.Peak = &Peak{n, x * p.scale}
	}
	return f, nil
}

// At is the law's throughput at n.
func (f *Fit) At(n float64) float64 { return f.Law.Eval(n, f.values) * f.scale }

// Predict returns the throughput at n, with the interval that holds a new observation at the fit's level; the interval is nil where there
// are no more points than parameters.
func (f *Fit) Predict(n float64) (x float64, lo, hi *float64) {
	x = f.At(n)
	if f.covariance == nil {
		return x, nil, nil
	}
	g := make([]float64, len(f.values))
	f.Law.Gradient(n, f.values, g)
	variance := 0.0
	for i := range g {
		for j := range g {
			variance += g[i] * f.covariance[i][j] * g[j]
		}
	}
	own := f.noise
	if f.loss == Relative {
		own *= f.Law.Eval(n, f.values)
	}
	half := f.student * math.Sqrt(max(0, variance)+own*own) * f.scale
	if math.IsNaN(half) || math.IsInf(half, 0) {
		return x, nil, nil
	}
	low, high := max(0, x-half), x+half
	return x, &low, &high
}

// judge computes how well the law describes the points.
func (f *Fit) judge(p *problem, points []Point) {
	mean := 0.0
	for _, q := range points {
		mean += q.X / p.scale / float64(len(points))
	}
	var squares, total float64
	for _, q := range points {
		x := q.X / p.scale
		d := f.Law.Eval(q.N, f.values) - x
		squares += d * d
		total += (x - mean) * (x - mean)
		f.MAPE += 100 * math.Abs(d) / x / float64(len(points))
	}
	n, k := float64(len(points)), float64(len(f.values)+1)
	f.RMSE = math.Sqrt(squares/n) * p.scale
	if total > 0 {
		f.R2 = 1 - squares/total
	}
	if n > k+1 {
		least := max(p.loss(f.values)/n, 1e-30) // a perfect fit has no logarithm
		aicc := n*math.Log(least) + 2*k + 2*k*(k+1)/(n-k-1)
		f.AICc = &aicc
	}
}

// intervals are Student's, from the Jacobian at the best values (Bates & Watts 1988, 2.3). At a bound they are one-sided.
func (f *Fit) intervals(p *problem, level float64) {
	free := len(p.points) - len(f.values)
	if free > 0 {
		f.student = distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(free)}.Quantile(.5 + level/2)
		f.noise = math.Sqrt(p.loss(f.values) / float64(free))
		f.covariance = p.covariance(f.values, f.noise*f.noise)
	}
	for i, q := range f.Law.Params {
		out := Param{Name: q.Name, Value: f.values[i], AtBound: i > 0 && f.values[i] <= q.Lo}
		scale := 1.0
		if q.Unit == law.Rate {
			scale = p.scale
		}
		out.Value *= scale
		if f.covariance != nil {
			half := f.student * math.Sqrt(max(0, f.covariance[i][i]))
			lo, hi := max(q.Lo, f.values[i]-half)*scale, min(q.Hi, f.values[i]+half)*scale
			if !math.IsNaN(half) && !math.IsInf(hi, 0) {
				out.Lo, out.Hi = &lo, &hi
			}
		}
		f.Params = append(f.Params, out)
	}
}
