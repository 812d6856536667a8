package plots

import "math"

// Knee returns the index of the point where a curve bends most: the one farthest above the chord from its first to its last point,
// both axes scaled to 1 (Satopää et al. 2011, "Finding a Kneedle in a haystack", 3). ok is false where the curve does not
// bend, by less than a tenth.
func Knee(n, x []float64) (index int, ok bool) {
	last := len(n) - 1
	if last < 2 {
		return 0, false
	}
	low, high := x[0], x[0]
	for _, v := range x {
		low, high = min(low, v), max(high, v)
	}
	if high == low {
		return 0, false
	}
	best := .1
	for i := range n {
		along := (n[i] - n[0]) / (n[last] - n[0])
		chord := (x[0] + along*(x[last]-x[0]) - low) / (high - low)
		if above := (x[i]-low)/(high-low) - chord; above > best {
			best, index, ok = above, i, true
		}
	}
	return index, ok
}

// Plateau returns the ends of the longest run of at least three points, along which a curve that has risen
// grows or falls by less than a fifth of what it would grow in proportion to its first point.
func Plateau(n, x []float64) (from, to int, ok bool) {
	const slow = .2
	if len(n) == 0 || !(n[0] > 0) || !(x[0] > 0) {
		return 0, 0, false
	}
	flat := func(i, j int) bool { return math.Abs(x[j]-x[i])/(n[j]-n[i]) < slow*x[0]/n[0] }
	for i := 1; i < len(n); i++ {
		j := i
		for j+1 < len(n) && flat(i, j+1) && flat(j, j+1) {
			j++
		}
		if j-i >= 2 && x[i] > x[0] && (!ok || n[j]-n[i] > n[to]-n[from]) {
			from, to, ok = i, j, true
		}
	}
	return from, to, ok
}
