package fit

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Difference is how much higher curve b is than curve a at N: the ratio of their throughputs, with the pointwise interval, nil where the
// noise is unknown.
type Difference struct {
	N, Ratio float64
	Lo, Hi   *float64
	// Measured tells that both curves have points at N; else their fits stand in.
	Measured bool
	// Sure tells that the ratio differs from 1 even when the intervals of all N are to hold together (Bonferroni 1936).
	Sure bool
}

// Comparison is two curves side by side.
type Comparison struct {
	At []Difference
	// Overall is the geometric mean of the ratios.
	Overall Difference
	// From is the smallest N from which on every difference is sure and of one sign; nil where there is none.
	From *float64
}

// Compare compares b with a at each N that both have measured, else at each N of either inside the range of both. The noise is that of
// replicates where a curve has them, else that of the points about its chosen law.
func Compare(a, b *Laws) Comparison {
	var out Comparison
	na, nb := a.noise(), b.noise()
	level := a.Fits[0].options.level()
	ns, measured := common(a, b)
	logs, count := 0.0, float64(len(ns))
	for _, n := range ns {
		d := Difference{N: n, Measured: measured}
		xa, ca := a.level(n)
		xb, cb := b.level(n)
		log := math.Log(xb / xa)
		d.set(log, na.over(ca), nb.over(cb), level)
		if lo, hi := ends(log, na.over(ca), nb.over(cb), 1-(1-level)/float64(len(ns))); lo != nil {
			d.Sure = *lo > 1 || *hi < 1
		}
		out.At = append(out.At, d)
		logs += log / count
	}
	if len(ns) == 0 {
		return out
	}
	out.Overall.set(logs, na.over(count), nb.over(count), level)
	for i := len(out.At) - 1; i >= 0 && out.At[i].Sure && (out.At[i].Ratio > 1) == (out.At[len(out.At)-1].Ratio > 1); i-- {
		out.From = &out.At[i].N
	}
	return out
}

func (d *Difference) set(log float64, a, b noise, level float64) {
	d.Ratio = math.Exp(log)
	d.Lo, d.Hi = ends(log, a, b, level)
}

// ends are those of the interval of exp(log), Welch's (Welch 1947): variances add, and so do their degrees of freedom in his way.
func ends(log float64, a, b noise, level float64) (lo, hi *float64) {
	v := a.variance + b.variance
	if a.free <= 0 || b.free <= 0 {
		return nil, nil
	}
	half := 0.0
	if v > 0 {
		free := v * v / (a.variance*a.variance/a.free + b.variance*b.variance/b.free)
		half = distuv.StudentsT{Mu: 0, Sigma: 1, Nu: free}.Quantile(.5+level/2) * math.Sqrt(v)
	}
	return scaled(math.Exp(log-half), 1), scaled(math.Exp(log+half), 1)
}

// noise is the variance of log X, and the degrees of freedom it is known with.
type noise struct{ variance, free float64 }

// over is the noise of a mean of n.
func (n noise) over(points float64) noise { return noise{n.variance / max(points, 1), n.free} }

// noise is that of one point of the curve.
func (s *Laws) noise() noise {
	groups := byN(s.Points)
	var out noise
	for _, p := range s.Points {
		for _, g := range groups {
			if g.N == p.N {
				d := math.Log(p.X / g.X)
				out.variance += d * d
			}
		}
	}
	out.free = float64(len(s.Points) - len(groups))
	if out.free < 2 {
		out = noise{free: float64(s.Best().free())}
		for _, p := range s.Points {
			d := math.Log(p.X / s.Best().At(p.N))
			out.variance += d * d
		}
	}
	out.variance /= max(out.free, 1)
	return out
}

// level is the curve's throughput at n, and how many points it is the mean of; the weighted laws where none is there.
func (s *Laws) level(n float64) (x, points float64) {
	for _, p := range s.Points {
		if p.N == n {
			x += p.X
			points++
		}
	}
	if points == 0 {
		return s.At(n), 1
	}
	return x / points, points
}

// common lists the N to compare at, ascending.
func common(a, b *Laws) (ns []float64, measured bool) {
	ga, gb := byN(a.Points), byN(b.Points)
	has := func(g []Point, n float64) bool {
		for _, p := range g {
			if p.N == n {
				return true
			}
		}
		return false
	}
	for _, p := range ga {
		if has(gb, p.N) {
			ns = append(ns, p.N)
		}
	}
	if len(ns) > 0 {
		return ns, true
	}
	lo, hi := max(ga[0].N, gb[0].N), min(ga[len(ga)-1].N, gb[len(gb)-1].N)
	for _, p := range byN(append(append([]Point(nil), ga...), gb...)) {
		if lo <= p.N && p.N <= hi {
			ns = append(ns, p.N)
		}
	}
	return ns, false
}
