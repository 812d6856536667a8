package experiment

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"contend/model"
)

// interval returns the mean of independent values and the half-width of its Student-t interval; the half-width is
// NaN for fewer than two values.
func interval(x []float64, level float64) (mean, half float64) {
	mean, sd := stat.MeanStdDev(x, nil)
	if len(x) < 2 {
		return mean, math.NaN()
	}
	return mean, quantile(len(x)-1, level) * sd / math.Sqrt(float64(len(x)))
}

// quantile is how many standard errors a two-sided interval of a level reaches.
func quantile(freedom int, level float64) float64 {
	return distuv.StudentsT{Sigma: 1, Nu: float64(freedom)}.Quantile((1 + level) / 2)
}

// estimate returns the mean of independent values with its interval.
func estimate(x []float64, level float64) model.Estimate {
	return around(interval(x, level))
}

// around returns mean ± half, or the mean alone where half is not a number.
func around(mean, half float64) model.Estimate {
	e := model.Estimate{Mean: mean}
	if !math.IsNaN(half) && !math.IsInf(half, 0) {
		lo, hi := mean-half, mean+half
		e.Lo, e.Hi = &lo, &hi
	}
	return e
}

// estimateFastest returns the mean of the k smallest of x, with the interval that the jackknife gives: the
// mean of a share of the order statistics is a smooth function of the sample, for which leaving out one value at
// a time gives a consistent variance (Efron & Stein 1981, "The jackknife estimate of variance").
func estimateFastest(x []float64, k int, level float64) model.Estimate {
	sorted := slices.Sorted(slices.Values(x))
	n := len(sorted)
	if k <= 0 || k >= n {
		return estimate(x, level)
	}
	sum := 0.0
	for _, v := range sorted[:k] {
		sum += v
	}
	// Without one of the k fastest, the next one takes its place; without another, nothing changes.
	without := make([]float64, n)
	for i := range without {
		without[i] = sum
		if i < k {
			without[i] += sorted[k] - sorted[i]
		}
		without[i] /= float64(k)
	}
	variance := stat.PopVariance(without, nil) * float64(n-1)
	return around(sum/float64(k), quantile(n-1, level)*math.Sqrt(variance))
}
