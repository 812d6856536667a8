package fit

import (
	"math"
	"slices"
)

// huber is the residual, in standard deviations, from which on Huber's loss grows linearly: 95 % efficiency on Gaussian errors
// (Huber 1981, 4.5; Holland & Welsch 1977).
const huber = 1.345

// reweigh fits again with Huber's loss, by iteratively reweighted least squares (Holland & Welsch 1977): a residual over huber standard
// deviations counts with the root of what it is over. It leaves the last weights in the problem.
func (p *lawProblem) reweigh(values []float64) []float64 {
	base := slices.Clone(p.weight)
	for range 50 {
		s := p.spread(base, values)
		if s == 0 {
			return values
		}
		for i := range p.weight {
			p.weight[i] = base[i]
			if r := math.Abs(p.residual(i, values)) / s; r > huber {
				p.weight[i] *= math.Sqrt(huber / r)
			}
		}
		next := p.follow(values)
		moved := 0.0
		for i := range next {
			moved = max(moved, math.Abs(next[i]-values[i])/(math.Abs(next[i])+1e-12))
		}
		values = next
		if moved < 1e-9 {
			break
		}
	}
	return values
}

// spread estimates the residuals' standard deviation from their median absolute value, with the degrees of freedom that the parameters take.
func (p *lawProblem) spread(base, values []float64) float64 {
	var all []float64
	for i := range p.points {
		all = append(all, math.Abs(p.residual(i, values))/p.weight[i]*base[i])
	}
	slices.Sort(all)
	n, free := len(all), len(all)-len(values)
	if free <= 0 {
		return 0
	}
	// The parameters make that many residuals about 0: the median is taken of the others (as in MASS's rlm).
	rest := all[min(len(values), n-1):]
	return rest[len(rest)/2] / .6745
}
