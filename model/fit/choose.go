package fit

import (
	"fmt"
	"slices"
)

// Warning is something a reader should know before trusting a fit.
type Warning struct {
	Code, Text string
	// Untrusted tells that the fit must not be trusted because of it.
	Untrusted bool
}

// fewest is the number of different N below which a curve tells little.
const fewest = 6

// Choose returns the index of the fit that describes a curve best: the lowest AICc. AICc at six or seven points prefers fewer parameters
// even on a curve that plainly falls, so where the curve's tail falls, a law that can fall is chosen. −1 for no fits.
func Choose(fits []*Fit, points []Point) int {
	best := -1
	for i, f := range fits {
		if falls(points) && f.Law.PeakN == nil {
			continue
		}
		if best < 0 || better(f, fits[best]) {
			best = i
		}
	}
	if best < 0 && len(fits) > 0 {
		return 0
	}
	return best
}

// better compares by AICc, or where that is undefined, by fewer parameters.
func better(a, b *Fit) bool {
	if a.AICc == nil || b.AICc == nil {
		if (a.AICc == nil) != (b.AICc == nil) {
			return a.AICc != nil
		}
		return len(a.Params) < len(b.Params)
	}
	return *a.AICc < *b.AICc
}

// falls reports whether the last points lie below the highest by more than a twentieth.
func falls(points []Point) bool {
	means := byN(points)
	top := 0
	for i := range means {
		if means[i].X > means[top].X {
			top = i
		}
	}
	return len(means) > 2 && top < len(means)-1 && means[len(means)-1].X < .95*means[top].X
}

// byN returns the mean X at each different N, ascending.
func byN(points []Point) []Point {
	sorted := slices.Clone(points)
	slices.SortStableFunc(sorted, func(a, b Point) int {
		switch {
		case a.N < b.N:
			return -1
		case a.N > b.N:
			return 1
		}
		return 0
	})
	var out []Point
	for i := 0; i < len(sorted); {
		j, sum := i, 0.0
		for ; j < len(sorted) && sorted[j].N == sorted[i].N; j++ {
			sum += sorted[j].X
		}
		out = append(out, Point{sorted[i].N, sum / float64(j-i)})
		i = j
	}
	return out
}

// Warn lists what is to be known of a curve and of the fit that was chosen for it.
func Warn(points []Point, chosen *Fit) []Warning {
	var out []Warning
	add := func(untrusted bool, code, format string, args ...any) {
		out = append(out, Warning{code, fmt.Sprintf(format, args...), untrusted})
	}
	means := byN(points)
	if !sorted(points) {
		add(false, "unsorted", "the points do not stand in the order of N")
	}
	if len(means) < len(points) {
		add(false, "duplicate-n", "%d points share their N with others; they count as replicates", len(points)-len(means))
	}
	if len(means) < fewest {
		add(true, "too-few-points", "%d different N; fewer than %d tell laws apart poorly", len(means), fewest)
	}
	if means[0].N > 1 {
		add(false, "no-single", "the smallest N is %g; γ, the throughput at N = 1, is extrapolated", means[0].N)
	}
	for _, p := range means[1:] {
		if p.X/p.N > means[0].X/means[0].N*1.05 {
			add(true, "superlinear", "throughput at N = %g is over the proportion of that at N = %g; the law does not describe that", p.N, means[0].N)
			break
		}
	}
	last := means[len(means)-1]
	if len(means) > 1 && last.X/last.N > .9*means[0].X/means[0].N {
		add(true, "below-the-knee", "efficiency is still over 90 %% at the largest N; where the curve bends is not in the data")
	}
	if falls(points) {
		add(false, "retrograde", "throughput falls at the end of the curve")
	}
	if chosen != nil {
		for _, p := range chosen.Params {
			if p.AtBound && len(chosen.Params) > 2 {
				add(false, "at-bound", "%s is at its bound; a simpler law may do", p.Name)
			}
		}
	}
	return out
}

func sorted(points []Point) bool {
	for i := 1; i < len(points); i++ {
		if points[i].N < points[i-1].N {
			return false
		}
	}
	return true
}
