package fit

import (
	"math"
	"slices"
)

// Predict returns the throughput at n with the interval that holds a new observation at the fit's level. The interval is nil where there
// are no more points than parameters, an end of it where it has none.
//
// It is that of the predictive likelihood (Bjørnstad 1990, 3): it holds each y that, taken as one more point, raises the smallest loss by
// no more than s²t². For a linear model that is Student's prediction interval; here it also follows a curved loss and the bounds.
func (f *Fit) Predict(n float64) (x float64, lo, hi *float64) { return f.interval(n, 1) }

// Confidence is Predict for the mean of many observations, whose own noise is negligible.
func (f *Fit) Confidence(n float64) (x float64, lo, hi *float64) { return f.interval(n, 1000) }

// interval is where one more point with the weight of precision² points raises the loss by s²t².
func (f *Fit) interval(n, precision float64) (x float64, lo, hi *float64) {
	x = f.At(n)
	if f.student == 0 || math.IsInf(x, 0) {
		return x, nil, nil
	}
	more := *f.problem
	more.points = append(slices.Clone(more.points), Point{N: n})
	more.weight = append(slices.Clone(more.weight), 1)
	last := len(more.points) - 1
	at := f.Law.Eval(n, f.values)
	excess := func() func(y float64) float64 {
		from := slices.Clone(f.values)
		return func(y float64) float64 {
			more.points[last].X, more.weight[last] = y, precision*f.weight(n, y)
			got, _ := more.problem().Descend(from) // a law has no errors
			copy(from, got.Theta)
			return got.Loss - f.loss
		}
	}
	step := math.Sqrt(f.allowed())
	if f.options.relative() || f.options.Response == Latency {
		step *= at
	}
	step = min(max(step, 1e-9*at), at)
	low := crossing(excess(), at, -step, 0, f.allowed())
	high := crossing(excess(), at, step, math.Inf(1), f.allowed())
	return x, scaled(low, f.scale), scaled(high, f.scale)
}
