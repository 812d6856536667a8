package fit

import "math"

// Backward is how well a law foretold points it had not seen, as the mean of squared log ratios; nil where there were too few points.
type Backward struct {
	// LeaveOneOut leaves out each N in turn (Stone 1974); Rolling fits all N below each of the upper half, and foretells it
	// (Tashman 2000, rolling origin).
	LeaveOneOut, Rolling *float64
}

// mostOrigins bounds the work of Rolling and LeaveOneOut on long curves.
const mostOrigins = 12

// backward computes both for a fitted law.
func (f *Fit) backward(points []Point) Backward {
	groups := byN(points)
	if len(groups) < 3 {
		return Backward{}
	}
	origins := min(len(groups)-2, mostOrigins)
	rolling := mean(max(1, origins/2), func(k int) float64 {
		held := groups[len(groups)-1-k]
		return f.foretell(below(points, held.N), held, (*Fit).anew)
	})
	leave := mean(min(len(groups), mostOrigins), func(k int) float64 {
		held := groups[k*len(groups)/min(len(groups), mostOrigins)]
		return f.foretell(without(points, held.N), held, (*Fit).near)
	})
	return Backward{leave, rolling}
}

// foretell is the squared log ratio between the law, fitted to other points, and a point that those lack.
func (f *Fit) foretell(points []Point, held Point, solve func(f, all *Fit) []float64) float64 {
	other := &Fit{Law: f.Law, options: f.options}
	other.begin(points)
	other.values = solve(other, f)
	d := math.Log(other.At(held.N) / held.X)
	return d * d
}

// anew solves without a look at the fit of all points, which would tell what a law with as many parameters as points cannot know.
func (f *Fit) anew(*Fit) []float64 { return f.problem.minimise(quick) }

// near solves from the fit of all points, which differs by a point.
func (f *Fit) near(all *Fit) []float64 { return f.problem.follow(all.values) }

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
