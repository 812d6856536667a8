package experiment

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The values are those of any table of Student's t.
func TestInterval(t *testing.T) {
	mean, half := interval([]float64{1, 2, 3, 4, 5}, 0.95)
	if want := 2.7764 * math.Sqrt(2.5/5); mean != 3 || math.Abs(half-want) > 1e-4 {
		t.Errorf("interval of 1…5 is %v ± %v, want 3 ± %.4f", mean, half, want)
	}
	if e := estimate([]float64{4}, 0.95); e.Mean != 4 || e.Lo != nil || e.Hi != nil {
		t.Errorf("estimate of one value is %+v, want 4 without an interval", e)
	}
}

// The jackknife in closed form against leaving each value out in turn.
func TestEstimateFastest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	x := make([]float64, 30)
	for i := range x {
		x[i] = r.ExpFloat64()
	}
	const k = 7
	fastest := func(x []float64) float64 {
		sum := 0.0
		for _, v := range slices.Sorted(slices.Values(x))[:k] {
			sum += v
		}
		return sum / k
	}
	left := make([]float64, len(x))
	mean := 0.0
	for i := range x {
		left[i] = fastest(slices.Delete(slices.Clone(x), i, i+1))
		mean += left[i] / float64(len(x))
	}
	variance := 0.0
	for _, v := range left {
		variance += (v - mean) * (v - mean) * float64(len(x)-1) / float64(len(x))
	}
	e := estimateFastest(x, k, 0.95)
	want := quantile(len(x)-1, 0.95) * math.Sqrt(variance)
	if got := *e.Hi - e.Mean; math.Abs(e.Mean-fastest(x)) > 1e-12 || math.Abs(got-want) > 1e-12 {
		t.Errorf("%v ± %v, want %v ± %v", e.Mean, got, fastest(x), want)
	}
}

// Intervals that replications stop by still cover: the rule looks at the data, which costs a little.
func TestCoverageUnderSequentialStopping(t *testing.T) {
	const sets = 2000
	r := rand.New(rand.NewPCG(3, 4))
	hit := 0
	for range sets {
		var x []float64
		for len(x) < 100 {
			for range 5 {
				x = append(x, 100+8*r.NormFloat64())
			}
			if mean, half := interval(x, stopLevel); len(x) >= 10 && half <= 0.02*mean {
				break
			}
		}
		if mean, half := interval(x, 0.95); math.Abs(mean-100) <= half {
			hit++
		}
	}
	if got := float64(hit) / sets; got < 0.91 || got > 0.965 {
		t.Errorf("95 %% intervals cover %.1f %%, want 91 to 96.5", got*100)
	}
}
