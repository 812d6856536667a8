package fit

import (
	"math"
	"slices"

	"contend/model/law"
)

// Foretold is a point that a fit had not seen.
type Foretold struct {
	N, X, Predicted float64
	Lo, Hi          *float64
	// Factor is N over the largest N that was fitted.
	Factor float64
}

// Error is |predicted − measured| / measured.
func (p Foretold) Error() float64 { return math.Abs(p.Predicted-p.X) / p.X }

// Held tells whether the interval holds the point; an open end holds all.
func (p Foretold) Held() bool {
	return p.Lo != nil && *p.Lo <= p.X && (p.Hi == nil || p.X <= *p.Hi)
}

// leastFitted is the smallest number of different N that a backtest fits.
const leastFitted = 3

// Backtest fits the lower half of a curve's different N, at least three, and predicts the others. nil where no N is left.
func Backtest(points []Point, laws []law.Law, o Options) ([]Foretold, error) {
	groups := byN(points)
	k := max(leastFitted, (len(groups)+1)/2)
	if k >= len(groups) {
		return nil, nil
	}
	edge := groups[k-1].N
	s, err := All(keep(points, func(p Point) bool { return p.N <= edge }), laws, o)
	if err != nil {
		return nil, err
	}
	var out []Foretold
	for _, p := range points {
		if p.N <= edge {
			continue
		}
		x, lo, hi := s.Predict(p.N)
		out = append(out, Foretold{p.N, p.X, x, lo, hi, p.N / edge})
	}
	return out, nil
}

// Score says how well points were foretold.
type Score struct {
	Points int
	// Median is of the errors, Coverage the part of the intervals that hold their point. Without points both are 0.
	Median, Coverage float64
}

// Judge scores points.
func Judge(all []Foretold) Score {
	var errs []float64
	held := 0.0
	for _, p := range all {
		errs = append(errs, p.Error())
		if p.Held() {
			held++
		}
	}
	if len(errs) == 0 {
		return Score{}
	}
	slices.Sort(errs)
	n := len(errs)
	return Score{n, (errs[(n-1)/2] + errs[n/2]) / 2, held / float64(n)}
}
