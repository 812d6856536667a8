package law

import "math"

// Unit says what a parameter is measured in.
type Unit int

// The units a parameter or a derived quantity can have.
const (
	Ratio Unit = iota // no unit
	Rate              // the unit of X
	Time              // one over the unit of X: time per unit of work
)

// Param names one parameter of a law and the interval it must lie in.
type Param struct {
	Name   string // as in files and JSON: "sigma"
	Symbol string // as in prose: "σ"
	About  string // what it means, without a full stop
	Unit   Unit
	Lo, Hi float64 // bounds, both inclusive; Hi may be +Inf
}

// Quantity is a number that follows from a law's parameters, such as a ceiling. Of returns false
// where the parameters give it no finite value.
type Quantity struct {
	Name, Symbol, About string
	Unit                Unit
	Of                  func(params []float64) (value float64, ok bool)
}

// Law is one scaling law X(N) = γ·C(N; shape). Its zero value is not a law.
//
// Params[0] is always γ; "shape" below is the rest, in order. Capacity and Slope are pure, and
// finite for every N ≥ 1 and every shape inside the bounds. Below one thread a law may end (its
// denominator reaches 0); Capacity is +Inf there.
type Law struct {
	Name    string // as on the command line: "usl"
	Title   string // "Universal Scalability Law"
	Formula string // "γN / (1 + σ(N−1) + κN(N−1))"
	Source  string // the paper the form is from
	Params  []Param
	Derived []Quantity

	// Bends tells that throughput has a ceiling or a peak for some shape: extra threads do not pay for ever.
	Bends bool

	// Capacity is C(N; shape), the throughput relative to one thread's.
	Capacity func(n float64, shape []float64) float64
	// Slope stores ∂C/∂shape[i] at N in dst[i]; nil where the law has no shape.
	Slope func(n float64, shape, dst []float64)
	// PeakN is the N ≥ 1 with the highest throughput; nil where the law never has one.
	PeakN func(shape []float64) (n float64, ok bool)
}

// Eval is the throughput at concurrency n, in the unit of γ. len(params) is len(l.Params).
func (l Law) Eval(n float64, params []float64) float64 {
	return params[0] * l.Capacity(n, params[1:])
}

// Gradient stores ∂X/∂params[i] at concurrency n in dst[i]. len(dst) is len(l.Params).
func (l Law) Gradient(n float64, params, dst []float64) {
	dst[0] = l.Capacity(n, params[1:])
	if l.Slope == nil {
		return
	}
	l.Slope(n, params[1:], dst[1:])
	for i := range dst[1:] {
		dst[1+i] *= params[0]
	}
}

// Peak is the concurrency n ≥ 1 with the highest throughput x. It is false where throughput grows
// for ever, flattens without a maximum, or falls from the first thread on.
func (l Law) Peak(params []float64) (n, x float64, ok bool) {
	if l.PeakN == nil {
		return 0, 0, false
	}
	n, ok = l.PeakN(params[1:])
	if !ok {
		return 0, 0, false
	}
	return n, l.Eval(n, params), true
}

// Efficiency is X(N)/(N·X(1)): the part of linear scaling that is left at concurrency n.
func (l Law) Efficiency(n float64, params []float64) float64 {
	return l.Capacity(n, params[1:]) / n
}

// gamma is the first parameter of every law.
func gamma() Param {
	return Param{"gamma", "γ", "throughput at N = 1", Rate, 0, math.Inf(1)}
}

// ceiling is the throughput γ/σ that a shared resource allows at most.
func ceiling(name, about string) Quantity {
	return Quantity{name, "γ/σ", about, Rate, func(p []float64) (float64, bool) {
		x := p[0] / p[1]
		return x, p[1] > 0 && !math.IsInf(x, 0)
	}}
}
