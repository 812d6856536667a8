package experiment_test

import (
	"context"
	"math/rand/v2"

	"contend/model"
	"contend/sim/experiment"
)

// machine is a stand-in for the simulator: a window of a second with 100·N iterations, and noise that depends
// on the seed and the replication alone, as common random numbers want it. Sockets scale the throughput, so
// that variants can differ.
func machine(noise float64) experiment.Simulate {
	return func(_ context.Context, p model.Point, seed uint64, rep int) (model.Result, error) {
		r := rand.New(rand.NewPCG(seed, uint64(rep)))
		speed := float64(max(p.Machine.Topology.Sockets, 1))
		iterations := 100_000 * p.N * speed * (1 + noise*r.NormFloat64())
		out := model.Result{Window: model.Second, Warmup: model.Millisecond, Iterations: iterations, Events: 7}
		if p.Workload.Batch != nil {
			out.Window = model.Time(float64(model.Second) / speed * (1 + noise*r.Float64()))
			out.Iterations = 10_000
		}
		var spent model.Sum
		spent.Add(out.Window)
		out.Lifetime = spent
		out.Charges = []model.Charge{{Cause: "compute", Time: spent}}
		out.Latency = model.Latency{Count: int64(out.Iterations), P50: 2 * model.Microsecond, P99: 9 * model.Microsecond}
		out.Metrics = []model.Metric{{Name: "run_queue", Value: p.N / 2}}
		return out, nil
	}
}

// closed is a scenario of one variant for each number of sockets, swept over n.
func closed(effort model.Effort, sockets []int, n ...float64) *model.Scenario {
	s := &model.Scenario{Name: "toy", X: "threads", Unit: model.Unit{Name: "op", Iterations: 1, Per: model.Second}, Effort: effort}
	for i, k := range sockets {
		v := model.Variant{Name: string(rune('a' + i))}
		if i > 0 {
			v.Overrides = [][2]string{{"machine.topology.sockets", "more"}}
		}
		for _, at := range n {
			p := model.Point{N: at, Effort: effort}
			p.Machine.Topology.Sockets = k
			p.Workload.Closed = &model.Closed{Threads: int(at)}
			v.Points = append(v.Points, p)
		}
		s.Variants = append(s.Variants, v)
	}
	return s
}

// batch turns every point into a batch.
func batch(s *model.Scenario) *model.Scenario {
	for v := range s.Variants {
		for i := range s.Variants[v].Points {
			s.Variants[v].Points[i].Workload = model.Workload{Batch: &model.Batch{Threads: 1}}
		}
	}
	return s
}

func ptr(x float64) *float64 { return &x }
