package fit

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Resampling is how a bootstrap makes new curves.
type Resampling string

// The kinds: residuals drawn with replacement (Efron 1979; scaled as in Davison & Hinkley 1997, algorithm 6.1), or each residual kept at
// its N with a random sign (wild bootstrap, Wu 1986, Liu 1988), which allows noise that differs with N.
const (
	Residual Resampling = "residual"
	Wild     Resampling = "wild"
)

// Bootstrap fits the law to b resampled curves and returns their parameters, in the law's units; nil without degrees of freedom. The same
// seed gives the same draws.
func (f *Fit) Bootstrap(b int, kind Resampling, seed uint64) [][]float64 {
	if f.free() <= 0 {
		return nil
	}
	rng := rand.New(rand.NewPCG(seed, uint64(len(f.problem.points))))
	inflate := math.Sqrt(float64(len(f.problem.points)) / float64(f.free()))
	n := len(f.problem.points)
	noise := make([]float64, n)
	mean := 0.0
	for i := range noise {
		noise[i] = -f.problem.residual(i, f.values) * inflate
		mean += noise[i] / float64(n)
	}
	other := *f.problem
	other.points = slices.Clone(other.points)
	other.weight = slices.Clone(other.weight)
	draws := make([][]float64, b)
	for k := range draws {
		for i, q := range f.problem.points {
			e := noise[i]
			switch {
			case kind == Residual:
				e = noise[rng.IntN(n)] - mean
			case rng.IntN(2) == 0:
				e = -e
			}
			other.points[i].X, other.weight[i] = f.resampled(q, i, e)
		}
		got, _ := other.problem().Descend(f.values) // a law has no errors
		got.Theta[0] *= f.scale
		draws[k] = got.Theta
	}
	return draws
}

// resampled is the law at a point plus the weighted noise e, and the weight of the difference to it.
func (f *Fit) resampled(q Point, i int, e float64) (x, weight float64) {
	at := f.Law.Eval(q.N, f.values)
	extra := f.problem.weight[i] / f.weight(q.N, q.X) // of replicates and outliers
	share := max(f.weight(q.N, at)*extra, 1e-12)
	x = at + e/share
	if f.options.Response == Latency {
		x = q.N / max(q.N/at+e/share, 1e-9*q.N/at)
	}
	x = max(x, 1e-9*at)
	return x, f.weight(q.N, x) * extra
}

// Percentiles are the interval that holds the level's part of the values, cut equally at both ends (Efron 1979). An infinite end is nil.
func Percentiles(values []float64, level float64) (lo, hi *float64) {
	if len(values) == 0 {
		return nil, nil
	}
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	at := func(share float64) float64 {
		return sorted[min(len(sorted)-1, max(0, int(math.Floor(share*float64(len(sorted)-1)+.5))))]
	}
	return scaled(at((1-level)/2), 1), scaled(at((1+level)/2), 1)
}
