package engine

import (
	"math"
	"slices"
	"testing"
)

// The distribution is exponential by Kolmogorov and Smirnov, over all and beyond the ziggurat's lowest layer.
func TestExponential(t *testing.T) {
	const n = 2_000_000
	s := NewStream(5)
	var xs, beyond []float64
	for range n {
		x := s.Exp()
		xs = append(xs, x)
		if x > tail {
			beyond = append(beyond, x-tail)
		}
	}
	// 1.95/√n is exceeded once in a thousand.
	if d := deviation(xs); d > 1.95/math.Sqrt(n) {
		t.Errorf("all: the distribution is off by %.2g", d)
	}
	// e^−7.7 of two million is 908; five standard deviations.
	if k := float64(len(beyond)); math.Abs(k-n*math.Exp(-tail)) > 5*math.Sqrt(n*math.Exp(-tail)) {
		t.Errorf("beyond %g lie %g, want %.0f", tail, k, n*math.Exp(-tail))
	}
	if d := deviation(beyond); d > 1.95/math.Sqrt(float64(len(beyond))) {
		t.Errorf("the tail: the distribution is off by %.2g", d)
	}
}

// deviation is the largest distance of the distribution of a sample from the exponential one.
func deviation(xs []float64) float64 {
	slices.Sort(xs)
	d, n := 0.0, float64(len(xs))
	for i, x := range xs {
		p := -math.Expm1(-x)
		d = max(d, p-float64(i)/n, float64(i+1)/n-p)
	}
	return d
}

// All layers have one area, and the topmost ends at the density's top.
func TestZiggurat(t *testing.T) {
	for i := 1; i < layers; i++ {
		x := ziggurat[i].width * grain
		top := 1.0
		if i > 1 {
			top = ziggurat[i-1].above
		}
		if a := x * (top - ziggurat[i].above); math.Abs(a-area) > 1e-9 {
			t.Errorf("layer %d has the area %.12f, want %.12f", i, a, area)
		}
	}
}
