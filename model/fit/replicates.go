package fit

import (
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
)

// spread is the variance of the points that share an N, and its degrees of freedom.
type spread struct{ variance, free float64 }

// replicateWeights are 1/(standard deviation) of the points that share an N, over that of all. Few replicates tell their spread badly, so it
// is shrunk towards the common one (Smyth 2004, eq. 1 for the variance, section 6.2 for s₀² and d₀). Where nothing repeats every weight
// is 1.
func replicateWeights(points []Point, relative bool) []float64 {
	all := spreads(points, relative)
	prior := shrinkage(all)
	out := make([]float64, len(points))
	for i, q := range points {
		out[i] = 1
		if own := all[q.N]; prior.variance > 0 && !math.IsInf(prior.free, 1) {
			out[i] = math.Sqrt(prior.variance / ((prior.free*prior.variance + own.free*own.variance) / (prior.free + own.free)))
		}
	}
	return out
}

// spreads are by N.
func spreads(points []Point, relative bool) map[float64]spread {
	out := map[float64]spread{}
	for _, g := range byN(points) {
		var s spread
		count := 0.0
		for _, q := range points {
			if q.N != g.N {
				continue
			}
			d := q.X - g.X
			if relative {
				d /= g.X
			}
			s.variance += d * d
			count++
		}
		if s.free = count - 1; s.free > 0 {
			s.variance /= s.free
		}
		out[g.N] = s
	}
	return out
}

// shrinkage estimates the common variance s₀² and the degrees of freedom d₀ that it is worth, from the moments of log s²: its mean is
// ln s₀² + ψ(d/2) − ψ(d₀/2) + ln(d₀/d), its variance ψ′(d/2) + ψ′(d₀/2). d₀ is infinite where the variances differ no more than chance
// makes them.
func shrinkage(all map[float64]spread) spread {
	var logs []float64
	var chance, total float64
	for _, n := range slices.Sorted(maps.Keys(all)) {
		s := all[n]
		if s.free <= 0 || s.variance <= 0 {
			continue
		}
		logs = append(logs, math.Log(s.variance)-mathext.Digamma(s.free/2)+math.Log(s.free/2))
		chance += trigamma(s.free / 2)
		total += logs[len(logs)-1]
	}
	n := float64(len(logs))
	if n < 2 {
		return spread{}
	}
	excess := -chance / n
	for _, l := range logs {
		excess += (l - total/n) * (l - total/n) / (n - 1)
	}
	if excess <= 0 {
		return spread{math.Exp(total / n), math.Inf(1)}
	}
	half := inverseTrigamma(excess)
	return spread{math.Exp(total/n + mathext.Digamma(half) - math.Log(half)), 2 * half}
}

// trigamma is ψ′(x), Hurwitz's ζ(2, x).
func trigamma(x float64) float64 { return mathext.Zeta(2, x) }

// inverseTrigamma is the x at which ψ′, which falls, is y.
func inverseTrigamma(y float64) float64 {
	lo, hi := 1e-6, 1e6
	for range 200 {
		if mid := math.Sqrt(lo * hi); trigamma(mid) > y {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}
