package sim

import (
	"context"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"contend/model"
)

const mib = model.MiB

// heapOf is a serial collector with an eden of so many bytes, whose collections take no time.
func heapOf(eden model.Bytes) *model.GC {
	return &model.GC{Collector: "serial", HeapMin: 4 * eden, HeapMax: 4 * eden, Young: eden, NewRatio: 2, SurvivorRatio: 8, Initiate: 0.9}
}

func simulateGC(t *testing.T, m model.Machine, g *model.GC, w model.Workload) model.Result {
	t.Helper()
	r, err := Run(context.Background(), model.Point{N: 1, Machine: m, Runtime: model.Runtime{GC: g}, Workload: w}, Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	conserve(t, r)
	return r
}

func allocating(bytes model.Bytes) model.Op { return op("alloc", args{"bytes": bytes}) }

// repeating is an op that does others n times.
func repeating(n int, do ...model.Op) model.Op { return op("repeat", args{"times": n, "do": do}) }

// TestCollectionCount: one collection for each eden that is allocated and overflows, however the bytes are cut into allocations.
func TestCollectionCount(t *testing.T) {
	for _, each := range []model.Bytes{1000, 3 * mib / 7, mib, 5 * mib / 2} {
		const times, threads = 90, 3
		r := simulateGC(t, bare(2), heapOf(mib), batchOf(threads, repeating(times, computing(us), allocating(each))))
		if got, want := metric(t, r, "gc_count"), float64((int64(each)*times*threads-1)/int64(mib)); got != want {
			t.Errorf("%v at a time: %v collections, want %v", each, got, want)
		}
		if got := charge(r, "compute") / 1e3; got != times*threads {
			t.Errorf("%v at a time: %v us of work, want %d", each, got, times*threads)
		}
	}
}

// TestPause compares a pause with its parts: the time to the safepoint, what one thread does alone, and the stacks and survivors, which
// the collector's threads share.
func TestPause(t *testing.T) {
	for _, c := range []struct {
		collector                string
		cores, workers, parallel int
	}{{"serial", 4, 0, 1}, {"parallel", 4, 0, 4}, {"parallel", 4, 2, 2}, {"parallel", 2, 6, 2}, {"concurrent", 3, 0, 3}} {
		g := heapOf(mib)
		g.Collector, g.Threads = c.collector, c.workers
		g.Survival, g.Copy = 0.25, 1e9
		g.Pause, g.Safepoint = 30*us, model.Fixed(20*us)
		g.PerThread, g.PerFrame, g.PerPage = 6*us, 1*us, 300*model.Nanosecond
		m := bare(c.cores)
		m.OS.Stack, m.OS.Quantum = 64*model.KiB, 50*us
		// The first of 8 threads to end its work finds eden full; all have 10 frames, and compute or wait for a CPU.
		w := batchOf(8, op("call", args{"frames": 10, "do": []model.Op{
			allocating(mib / 8), op("compute", args{"for": model.Dist{Kind: model.Uniform, A: int64(50_000 * us), B: int64(100_000 * us)}}), allocating(1),
		}}))
		r := simulateGC(t, m, g, w)
		work := 8*6000. + 80*1000 + 8*16*300 + 0.25*float64(mib)
		want := 20_000 + 30_000 + work/float64(c.parallel)
		if got := metric(t, r, "gc_ns"); math.Abs(got-want) > 5 {
			t.Errorf("%s, %d threads on %d cores: a pause of %.0f ns, want %.0f", c.collector, c.workers, c.cores, got, want)
		}
		if got := metric(t, r, "gc_count"); got != 1 {
			t.Errorf("%s: %v collections, want 1", c.collector, got)
		}
		if got, want := metric(t, r, "user_ns"), charge(r, "compute")+30_000+work; math.Abs(got-want) > 5 {
			t.Errorf("%s: user time %.0f ns, want work and collection, %.0f", c.collector, got, want)
		}
		if got, want := r.Window.Nanoseconds(), charge(r, "compute")/float64(c.cores); got < want {
			t.Errorf("%s: makespan %.0f ns, less than the work alone, %.0f", c.collector, got, want)
		}
	}
}

// TestFullCollections: with direct tenure, the old generation fills by what survives each eden, and is compacted each time the next
// collection might not find room.
func TestFullCollections(t *testing.T) {
	g := heapOf(mib)
	g.Survival, g.Live, g.Mark = 0.25, mib/2, 1e9
	r := simulateGC(t, bare(1), g, batchOf(1, repeating(301, computing(us), allocating(mib))))
	// 3 MiB of old generation: 12 edens' survivors from empty, 10 from what stays alive.
	if got, want := metric(t, r, "gc_full_count"), math.Floor((300-12-1)/10.)+1; got != want {
		t.Errorf("%v full collections, want %v", got, want)
	}
	if got, want := metric(t, r, "gc_ns"), metric(t, r, "gc_full_count")*float64(mib/2); math.Abs(got-want) > 30 {
		t.Errorf("pauses of %.0f ns, want %.0f: the live bytes at the rate of marking", got, want)
	}
}

// TestConcurrent lets a concurrent collector keep the old generation from filling up: its cycles take CPU time beside the program, and
// two pauses each; on one CPU the program waits for all of it.
func TestConcurrent(t *testing.T) {
	g := heapOf(mib)
	g.Collector, g.Initiate = "concurrent", 0.5
	g.Survival, g.Live, g.Mark, g.Sweep, g.Pause = 0.25, mib, 1e9, 1e10, 10*us
	for cores, want := range map[int]float64{1: 1, 2: 0} {
		m := bare(cores)
		m.OS.Quantum = 100 * us
		r := simulateGC(t, m, g, batchOf(1, repeating(300, computing(1000*us), allocating(mib))))
		cycles := metric(t, r, "gc_cycles")
		if full := metric(t, r, "gc_full_count"); full != 0 || cycles < 30 {
			t.Errorf("%d cores: %v full collections and %v cycles", cores, full, cycles)
		}
		pauses := metric(t, r, "gc_count")*10_000 + cycles*2*10_000
		if got := metric(t, r, "gc_ns"); math.Abs(got-pauses) > 20_001 {
			t.Errorf("%d cores: pauses of %.0f ns, want %.0f", cores, got, pauses)
		}
		beside := metric(t, r, "user_ns") - 300e6 - pauses
		least, most := cycles*float64(mib), (cycles+1)*float64(mib)*1.3
		if beside < least || beside > most {
			t.Errorf("%d cores: %.0f ns beside the program, want %.0f to %.0f", cores, beside, least, most)
		}
		if got := r.Window.Nanoseconds() - 300e6 - pauses; math.Abs(got-want*beside) > 0.02*beside+20_001 {
			t.Errorf("%d cores: the program lost %.0f ns to a collector that used %.0f", cores, got, beside)
		}
	}
}

// TestConcurrentTooSlow: a cycle that takes longer than the rest of the old generation lasts is given up for a full collection.
func TestConcurrentTooSlow(t *testing.T) {
	g := heapOf(mib)
	g.Collector, g.Initiate = "concurrent", 0.5
	g.Survival, g.Live, g.Mark = 0.25, mib, 1e6
	r := simulateGC(t, bare(2), g, batchOf(1, repeating(300, computing(10*us), allocating(mib))))
	if metric(t, r, "gc_full_count") == 0 {
		t.Error("no full collection, although a cycle takes a second")
	}
}

// TestOutOfMemory: what stays alive must fit.
func TestOutOfMemory(t *testing.T) {
	g := heapOf(mib)
	g.Survival, g.Live = 0.25, 10*mib
	_, err := Run(context.Background(), model.Point{N: 1, Machine: bare(1), Runtime: model.Runtime{GC: g}, Workload: batchOf(1, repeating(300, allocating(mib)))}, Options{})
	if err == nil {
		t.Error("10 MiB stay alive in an old generation of 3 MiB, and nothing failed")
	}
}

// TestStoppedWorld runs programs of every kind of waiting with a collection every few microseconds: no work is lost, charges sum to
// lifetimes, and the same seed gives the same run.
func TestStoppedWorld(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		us := func(name string, most int) model.Time { return model.Time(rapid.IntRange(1, most).Draw(t, name)) * us }
		m := bare(rapid.IntRange(1, 4).Draw(t, "cores"))
		m.Topology.Threads = rapid.IntRange(1, 2).Draw(t, "smt")
		m.SMT.Factor = 0.6
		m.OS.Quantum, m.OS.Switch, m.OS.Wake = us("quantum", 30), us("switch", 3), model.Fixed(us("wake", 5))
		m.Line.SameSocket, m.Line.Atomic = 100*model.Nanosecond, 20*model.Nanosecond
		m.Memory.Station = 2e9
		m.OS.Others, m.OS.OthersBurst = model.Fraction(rapid.SampledFrom([]float64{0, 0.2}).Draw(t, "others")), exp(5*model.Microsecond)
		kind := rapid.SampledFrom([]string{"os", "virtual"}).Draw(t, "kind")
		locks, barriers := []string{"futex", "ticket"}, []string{"monitor", "spin"}
		if kind == "virtual" { // one that spins keeps its carrier
			locks, barriers = locks[:1], barriers[:1]
		}
		n, times := rapid.IntRange(1, 9).Draw(t, "threads"), rapid.IntRange(1, 30).Draw(t, "times")
		work := us("work", 40)
		body := []model.Op{
			op("execute", args{"for": work}),
			op("memory", args{"bytes": model.Bytes(rapid.IntRange(0, 20_000).Draw(t, "bytes"))}),
			op("lock", args{"name": 0}), computing(work), allocating(model.Bytes(rapid.IntRange(1, 5000).Draw(t, "alloc"))), op("unlock", args{"name": 0}),
			op("sleep", args{"for": us("sleep", 20)}),
		}
		w := batchOf(n, repeating(times, body...), op("barrier", args{"name": 0}), computing(work))
		w.Batch.Kind = kind
		w.Locks = model.Named[model.Lock]{{Name: "l", Value: model.Lock{Kind: rapid.SampledFrom(locks).Draw(t, "lock"), Spin: us("spin", 20)}}}
		w.Barriers = model.Named[model.Barrier]{{Name: "b", Value: model.Barrier{Kind: rapid.SampledFrom(barriers).Draw(t, "barrier")}}}
		g := heapOf(model.Bytes(rapid.IntRange(2000, 10_000).Draw(t, "eden")))
		g.Collector = rapid.SampledFrom([]string{"serial", "parallel", "concurrent"}).Draw(t, "collector")
		g.Survival, g.Initiate, g.PerThread, g.Pause, g.Sweep, g.Mark, g.Live = 0.2, 0.3, us("thread", 3), us("pause", 5), 1e8, 1e8, 500
		g.Safepoint = model.Dist{Kind: model.Exp, A: int64(us("safepoint", 10))}
		p := model.Point{N: 1, Machine: m, Runtime: model.Runtime{GC: g}, Workload: w}
		if rapid.Bool().Draw(t, "jit") {
			p.Runtime.JIT = &model.JIT{
				Methods: 5, Skew: 1, Invocation: us("invocation", 3), StopAtTier: 4, Interpreter: 5, Tier1: 2, Tier3: 3, Threads: 2,
				C1: model.Compiler{Threshold: 10, Compile: model.Fixed(us("c1", 30))}, C2: model.Compiler{Threshold: 40, Compile: model.Fixed(us("c2", 90))},
			}
		}
		first, err := Run(context.Background(), p, Options{Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		var sum model.Sum
		for _, c := range first.Charges {
			sum.AddSum(c.Time)
		}
		if sum != first.Lifetime {
			t.Fatalf("charges sum to %v ns, lifetimes to %v", sum.Nanoseconds(), first.Lifetime.Nanoseconds())
		}
		done := model.Time(0)
		for _, c := range first.Charges {
			if c.Cause == "compute" {
				done = model.Time(c.Time.Nanoseconds() * 1000)
			}
		}
		moved := float64(n*times) * float64(body[1].Arg("bytes").Dist.A) * 1000
		if want := float64(n) * (2*float64(times) + 1) * float64(work); math.Abs(float64(done)-want) > moved+1000+1e-3*want {
			t.Fatalf("%v of work was done, want %v", done, model.Time(want))
		}
		second, _ := Run(context.Background(), p, Options{Seed: 3})
		if first.Window != second.Window || first.Events != second.Events {
			t.Fatal("the same seed gave two runs")
		}
	})
}

// TestChain lets more threads than CPUs through a monitor's barrier: each link of the chain waits for a CPU, so that the run queue
// settles where threads are let through as fast as they finish: at the CPU time of one thread over the time slice.
func TestChain(t *testing.T) {
	const cpu, slice, threads = 40_000 * us, 2000 * us, 600
	m := bare(2)
	m.OS.Quantum = slice
	w := batchOf(threads, op("barrier", args{"name": 0}), repeating(400, computing(cpu/400)))
	w.Barriers = model.Named[model.Barrier]{{Name: "all", Value: model.Barrier{Kind: "monitor"}}}
	r := simulateGC(t, m, nil, w)
	if got, want := metric(t, r, "run_queue"), float64(cpu)/float64(slice); math.Abs(got/want-1) > 0.15 {
		t.Errorf("run queue %.2f, want about %g", got, want)
	}
}

// TestElapsed: a pause is left out of the elapsed time, and figures per unit are of what was counted.
func TestElapsed(t *testing.T) {
	r := simulateGC(t, bare(2), nil, batchOf(1, computing(300*us), op("pause", args{"for": 5000 * us}), computing(100*us), op("count", args{"units": 8})))
	for name, want := range map[string]float64{"makespan_ns": 5_400_000, "real_ns": 400_000, "real_per_unit_ns": 50_000, "cpu_per_unit_ns": 50_000, "idle_pct": 50, "run_queue": 1} {
		if got := metric(t, r, name); math.Abs(got-want) > 1e-6*want {
			t.Errorf("%s %v, want %v", name, got, want)
		}
	}
}

// TestLimits: the heap and the runtime take their part of the address space, stacks get the rest, and the least limit counts.
func TestLimits(t *testing.T) {
	m := bare(1)
	m.OS = model.OS{AddressSpace: 100 * mib, Memory: 1000 * mib, MaxThreads: 300, Stack: mib, StackTouched: 16 * model.KiB}
	g := heapOf(mib)
	g.HeapMax = 60 * mib
	for _, c := range []struct {
		stack model.Bytes
		want  map[string]float64
	}{
		{mib, map[string]float64{"thread_limit": 30, "thread_limit_address_space": 30, "thread_limit_max_threads": 300, "thread_limit_memory": 930 * 64}},
		{mib / 16, map[string]float64{"thread_limit": 300, "thread_limit_address_space": 480}},
	} {
		m.OS.Stack = c.stack
		p := model.Point{N: 1, Machine: m, Runtime: model.Runtime{GC: g, Space: &model.Space{Permanent: 5 * mib, CodeCache: 3 * mib, Native: 2 * mib}}, Workload: batchOf(7, computing(us))}
		r, err := Run(context.Background(), p, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range c.want {
			if got := metric(t, r, name); got != want {
				t.Errorf("stacks of %v: %s %v, want %v", c.stack, name, got, want)
			}
		}
	}
}

// TestTooManyThreads: threads that wait for others that could not be created are told why.
func TestTooManyThreads(t *testing.T) {
	m := bare(1)
	m.OS = model.OS{AddressSpace: 10 * mib, Stack: mib}
	w := batchOf(1, repeating(12, op("submit", args{"to": 0, "do": []model.Op{op("barrier", args{"name": 0})}})), op("await", args{"pool": 0}))
	w.Pools = model.Named[model.Pool]{{Name: "threads", Value: model.Pool{Kind: "per_job"}}}
	w.Barriers = model.Named[model.Barrier]{{Name: "all", Value: model.Barrier{Kind: "monitor", Parties: 12}}}
	_, err := Run(context.Background(), model.Point{N: 1, Machine: m, Workload: w}, Options{})
	if err == nil || !strings.Contains(err.Error(), "no thread could be created beyond 10: the address space of 10MiB holds no more stacks; 3 creations failed") {
		t.Errorf("error %v", err)
	}
}

// TestCollectionRate: in a closed system the time to fill eden and the pause alternate, and throughput and charges follow from both.
func TestCollectionRate(t *testing.T) {
	const n, work, bytes, pause = 4, 100 * us, 16 * model.KiB, 500 * us
	g := heapOf(mib)
	g.Pause = pause
	w := closed(n, computing(work), allocating(bytes))
	p := model.Point{N: n, Machine: bare(n), Runtime: model.Runtime{GC: g}, Workload: w, Effort: window(10_000*us, 1_000_000*us)}
	r, err := Run(context.Background(), p, Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	conserve(t, r)
	fill := float64(work) * float64(mib) / float64(bytes) / n
	period := fill + float64(pause)
	if got, want := metric(t, r, "gc_count"), float64(r.Window)/period; math.Abs(got-want) > 1 {
		t.Errorf("%v collections, want %.1f", got, want)
	}
	if got, want := rate(r), n*float64(model.Second)/float64(work)*fill/period; math.Abs(got/want-1) > 0.002 {
		t.Errorf("%.0f iterations a second, want %.0f", got, want)
	}
	if got, want := charge(r, "gc")/r.Lifetime.Nanoseconds(), float64(pause)/period; math.Abs(got/want-1) > 0.02 {
		t.Errorf("a share of %.4f of the threads' time in collections, want %.4f", got, want)
	}
}

// TestUnusedHeap: a heap that never fills changes nothing, not even what is drawn.
func TestUnusedHeap(t *testing.T) {
	w := batchOf(5, repeating(20, op("compute", args{"for": exp(100 * us)}), allocating(100)))
	with, without := simulateGC(t, bare(2), heapOf(mib), w), simulateGC(t, bare(2), nil, w)
	if with.Window != without.Window || with.Events != without.Events {
		t.Errorf("%v and %d events with a heap, %v and %d without", with.Window, with.Events, without.Window, without.Events)
	}
}
