package fit

import (
	"math"

	"contend/model/law"
)

// Backward is how well a law foretold points it had not seen, as the mean of squared log ratios; nil where there were too few points.
type Backward struct {
	// LeaveOneOut leaves out each N in turn (Stone 1974); Rolling fits all N below each of the upper half, and foretells it
	// (Tashman 2000, rolling origin).
	LeaveOneOut, Rolling *float64
}

// mostOrigins bounds the work of Rolling and LeaveOneOut on long curves.
const mostOrigins = 12

// backward computes both for a law.
func backward(points []Point, l law.Law, o Options) Backward {
	groups := byN(points)
	if len(groups) < 3 {
		return Backward{}
	}
	origins := min(len(groups)-2, mostOrigins)
	rolling := mean(max(1, origins/2), func(k int) float64 {
		held := groups[len(groups)-1-k]
		return foretell(below(points, held.N), held, l, o)
	})
	leave := mean(min(len(groups), mostOrigins), func(k int) float64 {
		held := groups[k*len(groups)/min(len(groups), mostOrigins)]
		return foretell(without(points, held.N), held, l, o)
	})
	return Backward{leave, rolling}
}

// foretell is the squared log ratio between a law fitted to points and a point it has not seen.
func foretell(points []Point, held Point, l law.Law, o Options) float64 {
	f := &Fit{Law: l, options: Options{Loss: o.Loss, Response: o.Response}}
	f.begin(points)
	f.values = f.problem.minimise()
	d := math.Log(f.At(held.N) / held.X)
	return d * d
}

// mean is that of f(0)…f(n−1); nil where it is no number.
func mean(n int, f func(int) float64) *float64 {
	sum := 0.0
	for k := range n {
		sum += f(k)
	}
	return scaled(sum, 1/float64(n))
}

func below(points []Point, n float64) []Point {
	return keep(points, func(p Point) bool { return p.N < n })
}

func without(points []Point, n float64) []Point {
	return keep(points, func(p Point) bool { return p.N != n })
}

func keep(points []Point, want func(Point) bool) []Point {
	var out []Point
	for _, p := range points {
		if want(p) {
			out = append(out, p)
		}
	}
	return out
}
