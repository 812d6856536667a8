package experiment_test

import (
	"context"
	"math"
	"testing"

	"contend/model"
	"contend/sim"
	"contend/sim/experiment"
)

// fleet is a scenario of one point with an object of two neighbouring words, which share a line for 7 of 8 base addresses.
func fleet(effort model.Effort) *model.Scenario {
	s := closed(effort, []int{1}, 1)
	p := &s.Variants[0].Points[0]
	p.Machine.Line.Size = 64
	p.Workload.Layouts = model.Named[model.Layout]{{Name: "object", Value: model.Layout{Align: 8, Fields: model.Named[model.Field]{
		{Name: "a", Value: model.Field{Offset: 32, Size: 8}}, {Name: "b", Value: model.Field{Offset: 40, Size: 8}},
	}}}}
	return s
}

// together reports whether the words of a point share a line.
func together(p model.Point) bool {
	l := p.Workload.Layouts[0].Value
	lines := l.Lines(l.Base, p.Machine.Line.Size)
	return lines[0][0] == lines[1][0]
}

// banded is a stand-in for the simulator: 100 a second for words that share a line, 200 for others, plus the replication's number.
func banded(_ context.Context, p model.Point, _ uint64, rep int) (model.Result, error) {
	rate, idle := 100., 10.
	if !together(p) {
		rate, idle = 200, 40
	}
	var spent model.Sum
	spent.Add(model.Second)
	return model.Result{
		Window: model.Second, Iterations: rate + float64(rep), Lifetime: spent, Charges: []model.Charge{{Cause: "compute", Time: spent}},
		Latency: model.Latency{Count: int64(rate), P50: model.Time(10 * rate), P99: model.Time(20 * rate)},
		Metrics: []model.Metric{{Name: "idle_pct", Value: idle}}, Events: 3,
	}, nil
}

// The mean of a fleet is Σ pX over the layouts, simulated once each a replication, with the frequencies that were drawn.
func TestFleetMean(t *testing.T) {
	const starts = 10000
	s := fleet(model.Effort{MinReps: 3, MaxReps: 3, Fleet: starts})
	calls := 0
	run, err := experiment.Run(context.Background(), s, func(ctx context.Context, p model.Point, seed uint64, rep int) (model.Result, error) {
		calls++
		return banded(ctx, p, seed, rep)
	}, experiment.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if calls != 6 {
		t.Errorf("%d simulations, want 2 layouts × 3 replications", calls)
	}
	apart := 0.0
	for _, l := range sim.Layouts(s.Variants[0].Points[0], 0, starts) {
		if !together(l.Point) {
			apart = float64(l.Starts) / starts
		}
	}
	p := run.Variants[0].Points[0]
	agrees(t, "throughput", p.Throughput.Mean, 101+100*apart)
	agrees(t, "idle", metric(t, &p, "idle_pct").Mean, 10+30*apart)
	agrees(t, "p50", float64(p.P50), math.Round((1000*100*(1-apart)+2000*200*apart)/(100*(1-apart)+200*apart)))
	if got := p.Lifetime.Nanoseconds() / 3e9; math.Abs(got-1) > 1e-9 || len(p.Charges) != 1 || p.Charges[0].Time != p.Lifetime {
		t.Errorf("lifetime %v of a start, charges %v", got, p.Charges)
	}

	fast := metric(t, &p, "fast_share")
	agrees(t, "fast share", fast.Mean, apart)
	if *fast.Lo > 1./8 || *fast.Hi < 1./8 || *fast.Hi-*fast.Lo > .02 {
		t.Errorf("fast share in %v..%v, want an interval about 1/8", *fast.Lo, *fast.Hi)
	}
	if len(p.Bands) != 2 {
		t.Fatalf("%d bands, want 2", len(p.Bands))
	}
	for i, want := range []model.Band{
		{Share: apart, Layouts: 1, Start: model.Start{Throughput: 201, P50: 2000, P99: 4000, CPU: 60}},
		{Share: 1 - apart, Layouts: 1, Start: model.Start{Throughput: 101, P50: 1000, P99: 2000, CPU: 90}},
	} {
		b := p.Bands[i]
		agrees(t, "share", b.Share, want.Share)
		if b.Start != want.Start || b.Layouts != 1 || len(b.Sample) != 3 {
			t.Errorf("band %d: %+v, want %+v", i, b, want)
		}
	}
}

// Padding leaves one layout, so one band, which every start is in.
func TestFleetOfOneBand(t *testing.T) {
	s := fleet(model.Effort{MinReps: 2, MaxReps: 2, Fleet: 100})
	s.Variants[0].Points[0].Workload.Layouts[0].Value.Pad = true
	run, err := experiment.Run(context.Background(), s, banded, experiment.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := run.Variants[0].Points[0]
	if len(p.Bands) != 1 || p.Bands[0].Share != 1 || metric(t, &p, "fast_share").Mean != 1 {
		t.Errorf("bands %+v, want one of share 1", p.Bands)
	}
}

// An open workload's throughput is what arrives, so its bands part by their latency.
func TestFleetOpen(t *testing.T) {
	s := fleet(model.Effort{MinReps: 2, MaxReps: 2, Fleet: 1000})
	s.Variants[0].Points[0].Workload.Open = &model.Open{Rate: 100, Pool: "p"}
	run, err := experiment.Run(context.Background(), s, func(_ context.Context, p model.Point, _ uint64, _ int) (model.Result, error) {
		took := model.Time(300)
		if !together(p) {
			took = 200
		}
		return model.Result{Window: model.Second, Iterations: 100, Latency: model.Latency{Count: 100, P50: took, P99: took}}, nil
	}, experiment.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if b := run.Variants[0].Points[0].Bands; len(b) != 2 || b[0].P50 != 200 || b[1].P50 != 300 {
		t.Errorf("bands %+v, want the fast one at 200 ps, the slow one at 300", b)
	}
}

// Layouts whose throughputs lie within a tenth of the mean are one band.
func TestFleetBandsOfMany(t *testing.T) {
	s := fleet(model.Effort{MinReps: 1, MaxReps: 1, Fleet: 4000})
	fields := &s.Variants[0].Points[0].Workload.Layouts[0].Value.Fields
	*fields = append(*fields, model.Entry[model.Field]{Name: "c", Value: model.Field{Offset: 48, Size: 8}})
	simulate := func(_ context.Context, p model.Point, _ uint64, _ int) (model.Result, error) {
		l := p.Workload.Layouts[0].Value
		lines := l.Lines(l.Base, 64)
		x := 1000.
		if lines[0][0] != lines[1][0] {
			x = 1200
		}
		if lines[1][0] != lines[2][0] {
			x = 1020
		}
		return model.Result{Window: model.Second, Iterations: x}, nil
	}
	run, err := experiment.Run(context.Background(), s, simulate, experiment.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := run.Variants[0].Points[0].Bands
	if len(b) != 2 || b[0].Layouts != 1 || b[1].Layouts != 2 {
		t.Fatalf("bands %+v, want one layout, then two", b)
	}
	agrees(t, "shares", b[0].Share+b[1].Share, 1)
	if b[1].Throughput < 1000 || b[1].Throughput > 1020 {
		t.Errorf("the slow band's throughput is %v, want a mean of its layouts'", b[1].Throughput)
	}
}

// Replications that draw a layout each agree with the fleet, which simulates each layout: the law of total expectation.
func TestFleetAgreesWithDraws(t *testing.T) {
	s := fleet(model.Effort{Warmup: model.Microsecond, Window: 20 * model.Microsecond, MinReps: 600, MaxReps: 600})
	p := &s.Variants[0].Points[0]
	p.Machine.Topology = model.Topology{Sockets: 1, Clusters: 1, Cores: 2, Threads: 1}
	p.Machine.Line.SameSocket = 40 * model.Nanosecond
	p.Workload.Closed = &model.Closed{Threads: 2, Placement: "compact", Kind: "os"}
	p.Workload.Program = []model.Op{
		{Name: "compute", Args: []model.Arg{{Set: true, Dist: model.Dist{Kind: model.Exp, A: int64(10 * model.Nanosecond)}}}},
		{Name: "read", Args: []model.Arg{{Set: true, Ref: 1}, {}}},
		{Name: "update", Args: []model.Arg{{Set: true, Ref: 0}, {}}},
	}
	simulate := func(ctx context.Context, p model.Point, seed uint64, rep int) (model.Result, error) {
		return sim.Run(ctx, p, sim.Options{Seed: seed, Rep: rep})
	}
	run := func() model.PointRun {
		r, err := experiment.Run(context.Background(), s, simulate, experiment.Options{Level: .999})
		if err != nil {
			t.Fatal(err)
		}
		return r.Variants[0].Points[0]
	}
	drawn := run()
	p.Effort.Fleet, p.Effort.MinReps, p.Effort.MaxReps = 10000, 20, 20
	of := run()
	if len(of.Bands) != 2 || of.Bands[0].Throughput < 1.1*of.Bands[1].Throughput {
		t.Fatalf("bands %+v, want two apart", of.Bands)
	}
	if of.Throughput.Mean < *drawn.Throughput.Lo || of.Throughput.Mean > *drawn.Throughput.Hi {
		t.Errorf("fleet %g, replications that draw %g..%g", of.Throughput.Mean, *drawn.Throughput.Lo, *drawn.Throughput.Hi)
	}
	if width := (*drawn.Throughput.Hi - *drawn.Throughput.Lo) / drawn.Throughput.Mean; width > .06 {
		t.Errorf("the draws' interval is %.2g of the mean wide: the test says nothing", width)
	}
}

// The gain that goes with the hardware threads stands beside one between machines of different size.
func TestLinearGain(t *testing.T) {
	s := closed(model.Effort{MinReps: 2, MaxReps: 2}, []int{1, 3}, 1)
	for v := range s.Variants {
		topology := &s.Variants[v].Points[0].Machine.Topology
		topology.Clusters, topology.Cores, topology.Threads = 1, 8, 2
	}
	run, err := experiment.Run(context.Background(), s, machine(0), experiment.Options{})
	if err != nil {
		t.Fatal(err)
	}
	boost := run.Comparisons[0].Points[0]
	if boost.LinearPct == nil || *boost.LinearPct != 200 {
		t.Errorf("linear gain %v, want 200", boost.LinearPct)
	}
	s.Variants[1].Points[0].Machine.Topology = s.Variants[0].Points[0].Machine.Topology
	if run, err = experiment.Run(context.Background(), s, machine(0), experiment.Options{}); err != nil {
		t.Fatal(err)
	}
	if got := run.Comparisons[0].Points[0].LinearPct; got != nil {
		t.Errorf("linear gain %v between machines of one size, want none", *got)
	}
}

func metric(t *testing.T, p *model.PointRun, name string) model.Estimate {
	t.Helper()
	for _, m := range p.Metrics {
		if m.Name == name {
			return m.Estimate
		}
	}
	t.Fatalf("no metric %s", name)
	return model.Estimate{}
}

func agrees(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-9*math.Abs(want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}
