package sim

import (
	"math"
	"testing"

	"contend/model"
	"contend/model/law"
)

// served is an open workload of jobs with exponential times, mean 10 us, run by as many threads as there are CPUs.
func served(perSecond float64, threads int) model.Workload {
	return model.Workload{
		Open:    &model.Open{Rate: model.Rate(perSecond), Pool: "p"},
		Pools:   model.Named[model.Pool]{{Name: "p", Value: model.Pool{Kind: "fixed", Size: threads}}},
		Program: []model.Op{op("compute", args{"for": exp(10 * us)})},
	}
}

// beyond is the probability that a job of M/M/c takes longer than t: waiting and service (Kleinrock, Queueing Systems I, 1975, §3.5), with
// k = c − 1 − a: e^(−μt)·(1 + C·(1 − e^(−μkt))/k).
func beyond(t, lambda, mu float64, c int) float64 {
	a := lambda / mu
	k := float64(c) - 1 - a
	return math.Exp(-mu*t) * (1 + law.ErlangC(float64(c), a)*-math.Expm1(-mu*k*t)/k)
}

// quantileOf solves beyond(t) = 1 − p by bisection.
func quantileOf(p, lambda, mu float64, c int) float64 {
	lo, hi := 0., 1e3/mu
	for range 100 {
		if mid := (lo + hi) / 2; beyond(mid, lambda, mu, c) > 1-p {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// A sweep over the rate has the latency quantiles of M/M/c up to saturation.
func TestOpenLatencyQuantiles(t *testing.T) {
	const servers, reps = 4, 20
	for _, load := range []float64{.2, .5, .8} {
		lambda := load * servers * 1e5
		var p50, p90, p99 []float64
		for rep := range reps {
			l := simulate(t, bare(servers), served(lambda, servers), window(2000*us, 180000*us), rep).Latency
			p50, p90, p99 = append(p50, l.P50.Seconds()), append(p90, l.P90.Seconds()), append(p99, l.P99.Seconds())
		}
		covers(t, "p50", p50, quantileOf(.5, lambda, 1e5, servers), .03)
		covers(t, "p90", p90, quantileOf(.9, lambda, 1e5, servers), .05)
		covers(t, "p99", p99, quantileOf(.99, lambda, 1e5, servers), .08)
	}
}

// Beyond saturation the throughput is what the servers can do, and the CPUs are busy.
func TestOpenSaturates(t *testing.T) {
	for _, load := range []float64{.5, 1.5, 3} {
		rates := replicate(t, 20, bare(4), served(load*4e5, 4), window(1000*us, 20000*us), rate)
		covers(t, "throughput", rates, min(load, 1)*4e5, .02)
		r := simulate(t, bare(4), served(load*4e5, 4), window(1000*us, 20000*us), 0)
		if idle, _ := r.Metric("idle_pct"); load > 1 && idle > .1 || load < 1 && math.Abs(idle-50) > 5 {
			t.Errorf("at a load of %g, %.3g %% of the CPU time is idle", load, idle)
		}
	}
}
