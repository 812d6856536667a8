package sim

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"contend/model"
)

const us = model.Microsecond

// covers checks that the mean of replications agrees with an exact value at 99.9 %, and that the interval is narrow
// enough to mean something.
func covers(t *testing.T, what string, xs []float64, want, narrow float64) {
	t.Helper()
	mean, sd := stat.MeanStdDev(xs, nil)
	n := float64(len(xs))
	half := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile(.9995) * sd / math.Sqrt(n)
	if math.Abs(mean-want) > half+1e-9*want {
		t.Errorf("%s: %.6g ± %.2g over %g replications, exact %.6g", what, mean, half, n, want)
	}
	if half > narrow*want {
		t.Errorf("%s: half-width %.2g is over %.2g of %.6g: the test says nothing", what, half, narrow, want)
	}
}

// mva is the throughput of n customers with think time z at stations of these demands (Reiser & Lavenberg 1980).
func mva(n int, z float64, demands ...float64) float64 {
	q := make([]float64, len(demands))
	x := 0.0
	for i := 1; i <= n; i++ {
		sum := z
		r := make([]float64, len(demands))
		for k, d := range demands {
			r[k] = d * (1 + q[k])
			sum += r[k]
		}
		x = float64(i) / sum
		for k := range demands {
			q[k] = x * r[k]
		}
	}
	return x
}

// replicate collects a number of each of n replications.
func replicate(t *testing.T, n int, m model.Machine, w model.Workload, e model.Effort, of func(model.Result) float64) []float64 {
	t.Helper()
	xs := make([]float64, n)
	for i := range xs {
		xs[i] = of(simulate(t, m, w, e, i))
	}
	return xs
}

func TestIndependentThreads(t *testing.T) {
	r := simulate(t, bare(8), closed(8, computing(10*us)), window(100*us, 1000*us), 0)
	if got := rate(r); math.Abs(got-8e5) > 1e-6 {
		t.Errorf("8 threads of 10 us: %.6g iterations/s, want 8e5", got)
	}
	if r.Latency.P50 != 10*us || r.Latency.Max != 10*us {
		t.Errorf("latency p50 %v, max %v, want 10us", r.Latency.P50, r.Latency.Max)
	}
}

// A lock held for an exponential time by threads that think is a machine repairman.
func TestLockIsARepairman(t *testing.T) {
	for _, kind := range []string{"futex", "ticket"} {
		w := closed(16, op("compute", args{"for": exp(20 * us)}), op("lock", args{"name": 0}), op("compute", args{"for": exp(2 * us)}), op("unlock", args{"name": 0}))
		w.Locks = model.Named[model.Lock]{{Name: "m", Value: model.Lock{Kind: kind}}}
		xs := replicate(t, 20, bare(16), w, window(1000*us, 20000*us), rate)
		covers(t, kind, xs, mva(16, 20e-6, 2e-6), .02)
	}
}

// Processor sharing of exponential flows has the throughput of the same queue served in order.
func TestMemoryIsAProcessorSharingStation(t *testing.T) {
	m := bare(16)
	m.Memory = model.Memory{PerCore: 1e9, Station: 1e9, Placement: "local"}
	w := closed(16, op("compute", args{"for": exp(20 * us)}), op("memory", args{"bytes": model.Dist{Kind: model.Exp, A: 2000}}))
	covers(t, "one station", replicate(t, 20, m, w, window(1000*us, 20000*us), rate), mva(16, 20e-6, 2e-6), .02)
	// Insensitivity: a constant demand gives the same (Baskett, Chandy, Muntz & Palacios 1975).
	w.Program[1] = op("memory", args{"bytes": model.Bytes(2000)})
	covers(t, "constant demand", replicate(t, 20, m, w, window(1000*us, 20000*us), rate), mva(16, 20e-6, 2e-6), .02)
}

// M/M/c through an open workload and a fixed pool.
func TestOpenIsMMc(t *testing.T) {
	w := model.Workload{
		Open:    &model.Open{Rate: 160e3, Pool: "p"},
		Pools:   model.Named[model.Pool]{{Name: "p", Value: model.Pool{Kind: "fixed", Size: 2}}},
		Program: []model.Op{op("compute", args{"for": exp(10 * us)})},
	}
	xs := replicate(t, 30, bare(2), w, window(5000*us, 100000*us), func(r model.Result) float64 { return r.Latency.Mean / float64(us) })
	covers(t, "M/M/2 at 0.8", xs, 10/(1-.64), .08)
	covers(t, "throughput", replicate(t, 30, bare(2), w, window(5000*us, 100000*us), rate), 160e3, .01)
}

// More threads than CPUs under round robin share them: the throughput is that of the CPUs, and the rest is run queue.
func TestRunQueue(t *testing.T) {
	m := bare(2)
	m.OS.Quantum = 5 * us
	w := closed(6, computing(20*us))
	w.Closed.Placement = "free"
	r := simulate(t, m, w, window(1000*us, 6000*us), 0)
	if got := rate(r); math.Abs(got/1e5-1) > .01 {
		t.Errorf("6 threads on 2 CPUs: %.6g/s, want 1e5", got)
	}
	if got := charge(r, "run_queue") / r.Lifetime.Nanoseconds(); math.Abs(got-4./6) > .001 {
		t.Errorf("run queue share %.4f, want 2/3", got)
	}
}

// A saturated line under atomics passes from core to core once per transfer and atomic.
func TestSaturatedLine(t *testing.T) {
	m := bare(8)
	m.Line.SameSocket, m.Line.Atomic, m.Line.Hit = 40*model.Nanosecond, 10*model.Nanosecond, 2*model.Nanosecond
	w := closed(8, op("compute", args{"for": 100 * model.Nanosecond}), op("atomic", args{"line": 0}))
	w.Lines = model.Named[model.Line]{{Name: "l", Value: model.Line{Count: 1}}}
	r := simulate(t, m, w, window(100*us, 1000*us), 0)
	if got, want := rate(r), 1/50e-9; math.Abs(got/want-1) > .001 {
		t.Errorf("saturated atomic: %.6g/s, want %.6g", got, want)
	}
	one := w
	one.Closed = &model.Closed{Threads: 1, Placement: "compact", Kind: "os"}
	r = simulate(t, m, one, window(100*us, 1000*us), 0)
	if got, want := rate(r), 1/112e-9; math.Abs(got/want-1) > .001 {
		t.Errorf("one thread: %.6g/s, want %.6g", got, want)
	}
}

// SMT siblings that both compute run at the factor; the excess is charged to smt.
func TestSiblings(t *testing.T) {
	m := bare(1)
	m.Topology.Threads = 2
	m.SMT.Factor = .6
	r := simulate(t, m, closed(2, computing(10*us)), window(100*us, 1200*us), 0)
	if got := rate(r); math.Abs(got/1.2e5-1) > .001 {
		t.Errorf("two siblings at 0.6: %.6g/s, want 1.2e5", got)
	}
	if got := charge(r, "smt") / r.Lifetime.Nanoseconds(); math.Abs(got-.4) > .001 {
		t.Errorf("smt share %.4f, want 0.4", got)
	}
}

// Amdahl with a barrier is exact: a serial part under a lock-free first thread cannot be expressed, so each iteration is
// a parallel part of p/n and a barrier, and the makespan of a batch is deterministic.
func TestBarrierBatch(t *testing.T) {
	w := model.Workload{
		Batch:    &model.Batch{Threads: 4, Placement: "compact", Kind: "os"},
		Barriers: model.Named[model.Barrier]{{Name: "b", Value: model.Barrier{Kind: "spin"}}},
		Program: []model.Op{op("repeat", args{"times": 10, "do": []model.Op{
			op("choose", args{"of": []model.Case{{Weight: 1, Ops: []model.Op{computing(10 * us)}}}}), op("barrier", args{"name": 0}),
		}})},
	}
	for _, kind := range []string{"spin", "monitor"} {
		w.Barriers[0].Value.Kind = kind
		r := simulate(t, bare(4), w, model.Effort{}, 0)
		if r.Window != 100*us {
			t.Errorf("%s: makespan %v, want 100us", kind, r.Window)
		}
	}
}

// Sleeping virtual threads overlap; their carriers do not count as threads.
func TestVirtualSleepers(t *testing.T) {
	m := bare(2)
	m.Virtual = model.Virtual{Mount: 100 * model.Nanosecond, Unmount: 100 * model.Nanosecond, Create: model.Fixed(us)}
	w := model.Workload{
		Batch: &model.Batch{Threads: 1, Placement: "free", Kind: "os"},
		Pools: model.Named[model.Pool]{{Name: "p", Value: model.Pool{Kind: "virtual"}}},
		Program: []model.Op{
			op("repeat", args{"times": 1000, "do": []model.Op{op("submit", args{"to": 0, "do": []model.Op{op("sleep", args{"for": 100000 * us})}})}}),
			op("await", args{"pool": 0}),
		},
	}
	r := simulate(t, m, w, model.Effort{}, 0)
	if r.Window < 101000*us || r.Window > 101010*us {
		t.Errorf("makespan %v, want 101 ms and a few us", r.Window)
	}
	if got := charge(r, "sleep"); math.Abs(got/1e11-1) > .001 {
		t.Errorf("sleep %.6g ns, want 1e11", got)
	}
}
