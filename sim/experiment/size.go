package experiment

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"contend/model"
)

// Chance is the probability that a machine does what is wanted of it, after the intervals of its prediction: the least of those of the rate and of
// each latency at it. Latencies that nobody predicted count as missed.
func (p *Prediction) Chance(t model.Target, unit model.Unit, level float64) float64 {
	wanted := unit.Throughput(t.PerSecond*unit.Iterations, model.Second)
	chance := above(p.Points[p.Best].Throughput, wanted, level)
	for _, bound := range []struct {
		most model.Time
		of   func(*PredictedLatency) model.Estimate
	}{{t.P50, func(l *PredictedLatency) model.Estimate { return l.P50 }}, {t.P99, func(l *PredictedLatency) model.Estimate { return l.P99 }}} {
		switch {
		case bound.most == 0:
		case p.Open == nil || p.Open.Done.Mean == 0: // nobody looked, or not one came to its end
			return 0
		default:
			chance = min(chance, 1-above(bound.of(p.Open), float64(bound.most), level))
		}
	}
	return chance
}

// above is the probability that a log-normal value, known by its mean and its interval, is above a bound.
func above(e model.Estimate, bound, level float64) float64 {
	half := 0.0
	if e.Hi != nil {
		half = math.Log(*e.Hi / e.Mean)
	}
	if !(half > 0) || e.Mean <= 0 {
		if e.Mean >= bound {
			return 1
		}
		return 0
	}
	deviation := half / distuv.UnitNormal.Quantile((1+level)/2)
	return distuv.UnitNormal.CDF(math.Log(e.Mean/bound) / deviation)
}

// Smallest is the machine that meets a target at the least price, or where a machine has none, with the fewest CPUs; −1 where the chance of none reaches least.
func Smallest(all []Prediction, chances []float64, least float64) int {
	var fit []int
	priced := true
	for i := range all {
		if chances[i] >= least {
			fit = append(fit, i)
			priced = priced && all[i].Machine.Price > 0
		}
	}
	if len(fit) == 0 {
		return -1
	}
	return slices.MinFunc(fit, func(a, b int) int {
		x, y := &all[a].Machine, &all[b].Machine
		if priced && x.Price != y.Price {
			return cmp.Compare(x.Price, y.Price)
		}
		return cmp.Compare(x.UsableCPUs(), y.UsableCPUs())
	})
}
