package probe

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"contend/model"
	"contend/scenarios"
	"contend/scenarios/topology"
)

func TestQuantile(t *testing.T) {
	sorted := []float64{1, 2, 3, 4, 5}
	for q, want := range map[float64]float64{0: 1, .1: 1.4, .25: 2, .5: 3, .9: 4.6, 1: 5} {
		if got := quantile(sorted, q); math.Abs(got-want) > 1e-12 {
			t.Errorf("quantile %g of %v is %g, want %g", q, sorted, got, want)
		}
	}
}

// A transfer is half a round trip less the atomic, and its noise has both.
func TestTransfer(t *testing.T) {
	roundTrip := Measure{Value: 60, Low: 58, High: 66}
	atomic := Measure{Value: 5, Low: 4, High: 7}
	got := transfer(roundTrip, atomic)
	if want := (Measure{Value: 25, Low: 22, High: 29}); got != want {
		t.Errorf("transfer is %+v, want %+v", got, want)
	}
}

func TestClaims(t *testing.T) {
	for _, c := range []struct {
		name    string
		batches []float64
		known   bool
	}{
		{"steady", []float64{10, 10, 11, 10, 12, 10}, true},
		{"noisy", []float64{1, 1, 1, 1, 90, 90, 90}, false},
		{"few", []float64{10, 10}, false},
		{"none", nil, false},
		{"zero", []float64{0, 0, 0, 0, 0, 0}, false},
	} {
		if m := summarize(c.name, "", c.batches, nil); m.Known() != c.known {
			t.Errorf("%s: known is %v, want %v: %+v", c.name, m.Known(), c.known, m)
		}
	}
	small := Measure{Value: 5, Low: 5, High: 5}
	if m := small.less(Measure{Value: 6, Low: 6, High: 6}); m.Known() {
		t.Errorf("5 less 6 is claimed: %+v", m)
	}
	if m := small.less(errored("x")); m.Known() || !strings.Contains(m.Problem, "x") {
		t.Errorf("less an unknown measure: %+v", m)
	}
}

func errored(name string) Measure { return Measure{Name: name, Problem: "no"} }

// Rates are worse when smaller: the value is their upper quartile.
func TestRated(t *testing.T) {
	m := rated("memory", "", []float64{5, 6, 7, 8, 9})
	if m.Value != 8 || m.Low >= m.High {
		t.Errorf("got %+v, want a value of 8 and Low below High", m)
	}
}

func TestTopology(t *testing.T) {
	root := fstest.MapFS{}
	// Two sockets, two caches each, two cores a cache, two CPUs a core.
	for cpu := range 16 {
		list := func(of int) string { return fmt.Sprintf("%d-%d", cpu/of*of, cpu/of*of+of-1) }
		for name, text := range map[string]string{
			"topology/physical_package_id":  strconv.Itoa(cpu / 8),
			"topology/thread_siblings_list": list(2),
			"cache/index3/level":            "3",
			"cache/index3/size":             "32768K",
			"cache/index3/shared_cpu_list":  list(4),
		} {
			root[fmt.Sprintf("sys/devices/system/cpu/cpu%d/%s", cpu, name)] = &fstest.MapFile{Data: []byte(text + "\n")}
		}
	}
	all := make([]int, 16)
	for i := range all {
		all[i] = i
	}
	top := readTopology(root, all)
	if top.Sockets != 2 || top.Clusters != 2 || top.Cores != 2 || top.Threads != 2 || top.Irregular {
		t.Errorf("16 CPUs are %d × %d × %d × %d, irregular %v; want 2 × 2 × 2 × 2", top.Sockets, top.Clusters, top.Cores, top.Threads, top.Irregular)
	}
	if top.cache != 4*32*model.MiB {
		t.Errorf("four caches of 32 MiB have %v", top.cache)
	}
	for other, want := range map[int]model.Distance{1: model.SMTSibling, 2: model.SameCluster, 4: model.SameSocket, 8: model.OneHop} {
		if got := top.distance(top.Places[0], top.Places[other]); got != want {
			t.Errorf("CPU 0 to %d is distance %d, want %d", other, got, want)
		}
	}
	if a, b, _ := top.neighbours(); a != 0 || b != 2 {
		t.Errorf("neighbours are %d and %d, want 0 and 2: not siblings", a, b)
	}
	few := readTopology(root, []int{0, 1, 2})
	if !few.Irregular || few.Cores != 3 || few.Sockets != 1 {
		t.Errorf("CPUs 0, 1, 2 are %+v; want one irregular socket of 3", few)
	}
	if _, _, ok := new(Topology).neighbours(); ok {
		t.Error("a topology without CPUs has neighbours")
	}
}

// What is written loads, has what was measured, and the catalogue's numbers for the rest.
func TestMachineLoads(t *testing.T) {
	base, err := scenarios.Machine("xeon-8275cl-2s")
	if err != nil {
		t.Fatal(err)
	}
	ns := func(name string, v float64) Measure {
		return Measure{Name: name, Unit: "ns", Value: v, Low: v, High: v, Batches: 9, Method: "so: with a colon, and {braces}"}
	}
	full := &Host{
		Topology: Topology{Places: make([]topology.Place, 4), Sockets: 1, Clusters: 1, Cores: 4, Threads: 1},
		Measures: []Measure{
			ns(Hit, 1), ns(Atomic, 6), ns("same_socket", 25), ns(Syscall, 110), ns(Switch, 1500), ns(WakeToRun, 9000), ns(WakeCall, 3000),
			ns(ThreadCycle, 20000), ns(GoroutineCreation, 200), ns(Handoff, 120),
			{Name: Bandwidth(1), Unit: "GB/s", Value: 20},
			{Name: Bandwidth(4), Unit: "GB/s", Value: 50},
		},
	}
	m := load(t, full.Machine("host", base))
	for _, c := range []struct {
		what      string
		got, want model.Time
	}{
		{"hit", m.Line.Hit, 1 * model.Nanosecond},
		{"atomic", m.Line.Atomic, 5 * model.Nanosecond},
		{"same_socket", m.Line.SameSocket, 25 * model.Nanosecond},
		{"one_hop", m.Line.OneHop, base.Line.OneHop},
		{"switch", m.OS.Switch, 1500 * model.Nanosecond},
		{"wake", model.Time(m.OS.Wake.Mean()), 7500 * model.Nanosecond},
		{"create", model.Time(m.OS.Create.Mean()), 20 * model.Microsecond},
		{"virtual.create", model.Time(m.Virtual.Create.Mean()), 104 * model.Nanosecond},
		{"mount", m.Virtual.Mount, 32 * model.Nanosecond},
	} {
		if c.got != c.want {
			t.Errorf("%s is %s, want %s", c.what, c.got, c.want)
		}
	}
	if m.Memory.PerCore != 20e9 || m.Memory.Station != 50e9 || m.Topology.CPUs() != 4 {
		t.Errorf("memory is %+v of %d CPUs, want 20 and 50 GB/s of 4", m.Memory, m.Topology.CPUs())
	}
	empty := load(t, (&Host{Topology: Topology{Sockets: 1, Clusters: 1, Cores: 1, Threads: 1}}).Machine("host", base))
	if empty.Line.Atomic != base.Line.Atomic || empty.Memory.PerCore != base.Memory.PerCore || empty.OS.Create != base.OS.Create {
		t.Errorf("without measures the machine is %+v, want the numbers of %s", empty, base.Name)
	}
}

func load(t *testing.T, text string) *model.Machine {
	t.Helper()
	path := filepath.Join(t.TempDir(), "host.yaml")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	m, err := scenarios.Machine(path)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return m
}

func TestRunStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if h, err := Run(ctx, false, nil); err == nil || h != nil {
		t.Errorf("a cancelled run returns %v, %v; want an error", h, err)
	}
}

func TestParseLimit(t *testing.T) {
	if n, ok := parseLimit("1048576\n"); !ok || n != 1<<20 {
		t.Errorf("1048576 is %d, %v", n, ok)
	}
	if _, ok := parseLimit("max\n"); ok {
		t.Error("max is a limit")
	}
}
