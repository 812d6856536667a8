package experiment

import (
	"math"
	"testing"

	"contend/model"
)

// rated is a prediction of so many units a second, known within a factor.
func rated(perSecond, factor, price float64, cpus int) Prediction {
	p := Prediction{Machine: model.Machine{Price: price, Topology: model.Topology{Sockets: 1, Clusters: 1, Cores: cpus, Threads: 1}}}
	p.Points = []PredictedPoint{{N: 1, Throughput: spreadAround(perSecond, math.Log(factor))}}
	return p
}

func TestChance(t *testing.T) {
	unit := model.Unit{Iterations: 2, Per: model.Minute} // a unit is two iterations
	perMinute := func(x float64) float64 { return x * 60 }
	for _, c := range []struct {
		p    Prediction
		want model.Target
		is   float64
	}{
		{rated(perMinute(100), 1, 0, 1), model.Target{PerSecond: 100}, 1},
		{rated(perMinute(99), 1, 0, 1), model.Target{PerSecond: 100}, 0},
		{rated(perMinute(100), 1.5, 0, 1), model.Target{PerSecond: 100}, .5},
		{rated(perMinute(150), 1.5, 0, 1), model.Target{PerSecond: 100}, .975},
		{rated(perMinute(150), 1.5, 0, 1), model.Target{PerSecond: 100, P99: 1}, 0}, // nobody predicted latencies
	} {
		if got := c.p.Chance(c.want, unit, .95); math.Abs(got-c.is) > 1e-6 {
			t.Errorf("%v within %v of %v: chance %g, want %g", c.p.Points[0].Throughput.Mean, c.p.Points[0].Throughput.Hi, c.want, got, c.is)
		}
	}
	p := rated(perMinute(1000), 1, 0, 1)
	p.Open = &PredictedLatency{Done: model.Estimate{Mean: 1}, P99: spreadAround(2e9, math.Log(2))}
	if got := p.Chance(model.Target{PerSecond: 100, P99: 4e9}, unit, .95); math.Abs(got-.975) > 1e-6 {
		t.Errorf("chance of the latency %g", got)
	}
	p.Open.Done.Mean = 0
	if got := p.Chance(model.Target{PerSecond: 100, P99: 4e9}, unit, .95); got != 0 {
		t.Errorf("no job ended, and a chance of %g", got)
	}
}

func TestSmallest(t *testing.T) {
	all := []Prediction{rated(1, 1, 3, 8), rated(1, 1, 2, 16), rated(1, 1, 2, 12), rated(1, 1, 0, 4)}
	for _, c := range []struct {
		chances []float64
		want    int
	}{
		{[]float64{1, 1, 1, 0}, 2}, // the cheapest, of those the one with fewer CPUs
		{[]float64{1, 1, 1, 1}, 3}, // one has no price: the fewest CPUs
		{[]float64{1, .5, .5, 0}, 0},
		{[]float64{.5, .5, .5, .5}, -1},
	} {
		if got := Smallest(all, c.chances, .975); got != c.want {
			t.Errorf("%v: machine %d, want %d", c.chances, got, c.want)
		}
	}
}
