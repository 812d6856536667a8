package sim

import (
	"context"
	"flag"
	"math"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"contend/model"
)

// thousand has rapid draw a thousand cases where CONTEND_CHECK is set, in place of its hundred.
func thousand(t *testing.T) {
	if os.Getenv("CONTEND_CHECK") == "" {
		return
	}
	checks := flag.Lookup("rapid.checks").Value
	before := checks.String()
	t.Cleanup(func() { _ = checks.Set(before) })
	if err := checks.Set("1000"); err != nil {
		t.Fatal(err)
	}
}

// Whatever the machine and the program, a run ends without an error, gives every instant of every thread to a cause, counts what
// ended and what goes on alike, reports numbers, and gives the same again.
func TestRandomMachinesAndPrograms(t *testing.T) {
	thousand(t)
	rapid.Check(t, func(t *rapid.T) {
		p := drawPoint(t)
		o := Options{Seed: rapid.Uint64().Draw(t, "seed"), Rep: rapid.IntRange(0, 3).Draw(t, "rep")}
		r := runSoon(t, p, o)
		conserve(t, r)
		checkCounts(t, p, r)
		checkNumbers(t, r)
		if diff := cmp.Diff(r, runSoon(t, p, o), cmp.AllowUnexported(model.Sum{})); diff != "" {
			t.Errorf("the same seed gives another result: %s", diff)
		}
	})
}

// runSoon runs a point; one that does not end is an error too.
func runSoon(t rapid.TB, p model.Point, o Options) model.Result {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	r, err := Run(ctx, p, o)
	if err != nil {
		t.Fatalf("run: %v", err)
	}
	return r
}

// checkCounts holds counts against Little's law. In a closed workload each thread is in an iteration all the time: their lifetimes are
// N windows, and the parts of iterations in the window are the ends in it, but for the first and the last of each thread.
func checkCounts(t rapid.TB, p model.Point, r model.Result) {
	n := p.Workload.Threads()
	if p.Workload.Batch != nil {
		if r.Iterations != float64(n) || r.Latency.Count != int64(n) || r.Latency.Max != r.Window {
			t.Errorf("a batch of %d threads has %g iterations, %d ends, the last after %v of %v", n, r.Iterations, r.Latency.Count, r.Latency.Max, r.Window)
		}
		return
	}
	if lived, want := r.Lifetime.Nanoseconds(), float64(n)*r.Window.Nanoseconds(); math.Abs(lived-want) > 1e-6*want {
		t.Errorf("%d threads lived %g ns in a window of %v", n, lived, r.Window)
	}
	if apart := math.Abs(r.Iterations - float64(r.Latency.Count)); apart > float64(n)*(1+1e-9) {
		t.Errorf("%d threads did %g iterations, of which %d ended", n, r.Iterations, r.Latency.Count)
	}
	inside := r.Latency.Mean * float64(r.Latency.Count)
	if most := float64(n) * (float64(r.Window) + float64(r.Latency.Max)); inside > most*(1+1e-9) {
		t.Errorf("iterations that ended took %g ps, %d threads have %g", inside, n, most)
	}
}

// checkNumbers holds that metrics are numbers, and none is negative.
func checkNumbers(t rapid.TB, r model.Result) {
	for _, m := range append(r.Metrics, model.Metric{Name: "iterations", Value: r.Iterations}, model.Metric{Name: "latency", Value: r.Latency.Mean}) {
		if math.IsNaN(m.Value) || math.IsInf(m.Value, 0) || m.Value < -1e-6 {
			t.Errorf("%s is %g", m.Name, m.Value)
		}
	}
	if idle, ok := r.Metric("idle_pct"); !ok || idle > 100*(1+1e-9) {
		t.Errorf("CPUs are idle for %g %% of the time", idle)
	}
}

// Threads that share nothing, each with a core of its own, never take longer on a machine that is faster in one thing. As each draws
// the same numbers on both, this holds for the makespan of every batch.
func TestFasterMachineIsNeverSlower(t *testing.T) {
	thousand(t)
	rapid.Check(t, func(t *rapid.T) {
		m := drawMachine(t)
		m.Memory.Station, m.Memory.Shared, m.Topology.AllCores, m.OS.Others = 0, 0, 0, 0 // what they would share
		cores := m.Topology.CPUs() / m.Topology.Threads
		n := rapid.IntRange(1, cores).Draw(t, "threads")
		w := model.Workload{Batch: &model.Batch{Threads: n, Placement: rapid.SampledFrom([]string{"compact", "scatter"}).Draw(t, "placement"), Kind: "os"}}
		w.Lines = model.Named[model.Line]{{Name: "own", Value: model.Line{Count: n, Pick: "own"}}}
		b := &programmer{T: t, workload: &w}
		w.Program = b.block(2)
		p := model.Point{N: float64(n), Machine: m, Workload: w}
		o := Options{Seed: rapid.Uint64().Draw(t, "seed")}
		slow := runSoon(t, p, o).Window
		what := rapid.SampledFrom(improvements).Draw(t, "improvement")
		what.of(&p.Machine)
		if fast := runSoon(t, p, o).Window; fast > slow {
			t.Errorf("with a better %s it takes %v, before %v", what.name, fast, slow)
		}
	})
}

// improvements are what makes a machine faster.
var improvements = []struct {
	name string
	of   func(*model.Machine)
}{
	{"speed", func(m *model.Machine) { m.Topology.Speed *= 1.5 }},
	{"hit", func(m *model.Machine) { m.Line.Hit /= 2 }},
	{"smt_sibling", func(m *model.Machine) { m.Line.SMTSibling /= 2 }},
	{"same_cluster", func(m *model.Machine) { m.Line.SameCluster /= 2 }},
	{"same_socket", func(m *model.Machine) { m.Line.SameSocket /= 2 }},
	{"one_hop", func(m *model.Machine) { m.Line.OneHop /= 2 }},
	{"two_hops", func(m *model.Machine) { m.Line.TwoHops /= 2 }},
	{"memory latency", func(m *model.Machine) { m.Line.Memory /= 2 }},
	{"atomic", func(m *model.Machine) { m.Line.Atomic /= 2 }},
	{"occupancy", func(m *model.Machine) { m.Line.Occupancy /= 2 }},
	{"bandwidth", func(m *model.Machine) { m.Memory.PerCore *= 2 }},
	{"switch", func(m *model.Machine) { m.OS.Switch /= 2 }},
	{"syscall", func(m *model.Machine) { m.OS.Syscall /= 2 }},
}
