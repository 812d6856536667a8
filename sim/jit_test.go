package sim

import (
	"context"
	"math"
	"testing"

	"contend/model"
)

// batchOf is n threads that run a program once, anywhere.
func batchOf(n int, program ...model.Op) model.Workload {
	return model.Workload{Batch: &model.Batch{Threads: n, Placement: "free", Kind: "os"}, Program: program}
}

// oneMethod is a compiler with a single method, whose course can be reckoned by hand.
func oneMethod(stop int) *model.JIT {
	return &model.JIT{
		Methods: 1, Invocation: 1 * us, StopAtTier: stop, Interpreter: 20, Tier1: 2, Tier3: 3, Threads: 2,
		C1: model.Compiler{Threshold: 100, Compile: model.Fixed(400 * us)},
		C2: model.Compiler{Threshold: 1000, Compile: model.Fixed(3000 * us)},
	}
}

func simulateJIT(t *testing.T, m model.Machine, j *model.JIT, w model.Workload) model.Result {
	t.Helper()
	r, err := Run(context.Background(), model.Point{N: 1, Machine: m, Runtime: model.Runtime{JIT: j}, Workload: w}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	conserve(t, r)
	return r
}

func metric(t *testing.T, r model.Result, name string) float64 {
	t.Helper()
	v, ok := r.Metric(name)
	if !ok {
		t.Fatalf("no metric %s", name)
	}
	return v
}

// TestTiers follows one method through its tiers on a machine with CPUs to spare: interpreted until C1 is due and during its
// compilation, in C1's code until C2 is due and during its, then at full speed.
func TestTiers(t *testing.T) {
	const work = 10_000 // microseconds in C2's code
	course := func(stop int) float64 {
		done, took := 0.0, 0.0
		at := func(until, slow float64) { took += (until - done) * slow; done = until }
		at(100, 20)          // due for C1
		at(done+400./20, 20) // while it is compiled
		if stop < 4 {
			at(work, 2)
			return took
		}
		at(1000, 3)
		at(done+3000./3, 3)
		at(work, 1)
		return took
	}
	for _, stop := range []int{1, 4} {
		r := simulateJIT(t, bare(4), oneMethod(stop), batchOf(1, op("execute", args{"for": work * us})))
		if got, want := r.Window.Nanoseconds()/1e3, course(stop); math.Abs(got-want) > 1e-4*want {
			t.Errorf("tier %d: %.3f us, want %.3f", stop, got, want)
		}
		if got := charge(r, "compute") / 1e3; math.Abs(got-work) > 0.01 {
			t.Errorf("tier %d: %.3f us charged to compute, want the work, %d", stop, got, work)
		}
		compiled := 400.0
		if stop == 4 {
			compiled += 3000
		}
		if got := metric(t, r, "user_ns")/1e3 - r.Window.Nanoseconds()/1e3; math.Abs(got-compiled) > 0.01 {
			t.Errorf("tier %d: the compilers used %.3f us, want %g", stop, got, compiled)
		}
	}
}

// TestCompilersCompete puts the compilers on the program's only CPU: the CPU is never idle, and the whole takes what both need.
func TestCompilersCompete(t *testing.T) {
	m := bare(1)
	m.OS.Quantum = 50 * us
	r := simulateJIT(t, m, oneMethod(4), batchOf(1, op("execute", args{"for": 10_000 * us})))
	if got, want := metric(t, r, "user_ns"), r.Window.Nanoseconds(); got != want {
		t.Errorf("user time %.0f ns, want the makespan %.0f", got, want)
	}
	if charge(r, "run_queue") <= 0 {
		t.Error("the program never waited for a compiler")
	}
}

// TestProcessesBeginCold compares one process that does two jobs with two processes: the second one's code is cold again.
func TestProcessesBeginCold(t *testing.T) {
	job := op("execute", args{"for": 10_000 * us})
	process := func(times int, do ...model.Op) model.Op {
		return op("repeat", args{"times": times, "do": []model.Op{op("process", args{"kernel": 70 * us, "user": 300 * us, "do": do})}})
	}
	m := bare(4)
	m.OS.Process = 30 * us
	two := simulateJIT(t, m, oneMethod(4), batchOf(1, process(2, job)))
	one := simulateJIT(t, m, oneMethod(4), batchOf(1, process(1, job)))
	warm := simulateJIT(t, m, oneMethod(4), batchOf(1, process(1, job, job)))
	if two.Window != 2*one.Window {
		t.Errorf("two processes take %v, one takes %v", two.Window, one.Window)
	}
	if got, want := warm.Window-one.Window, 10_000*us; got != want {
		t.Errorf("a second job in a warm process takes %v, want %v", got, want)
	}
	if got := metric(t, one, "sys_ns"); got != 100e3 {
		t.Errorf("a process's start takes %g ns in the kernel, want the machine's and its own, 100 us", got)
	}
}

// TestSharedCode checks that threads of one process heat the same code: N threads of 1/N of the work have the same tiers.
func TestSharedCode(t *testing.T) {
	r := simulateJIT(t, bare(6), oneMethod(1), batchOf(4, op("execute", args{"for": 2500 * us})))
	want := (100.0/4*20 + 400) + (2500-100.0/4-400.0/20)*2
	if got := r.Window.Nanoseconds() / 1e3; math.Abs(got-want) > 1e-3*want {
		t.Errorf("%.3f us, want %.3f", got, want)
	}
}

// TestCompilerThreads checks HotSpot's numbers.
func TestCompilerThreads(t *testing.T) {
	for _, c := range []struct{ cpus, stop, c1, c2 int }{{32, 4, 5, 10}, {4, 4, 1, 2}, {1, 4, 1, 1}, {2, 4, 1, 1}, {8, 4, 1, 3}, {32, 1, 15, 0}, {32, 0, 0, 0}} {
		c1, c2 := (&model.JIT{StopAtTier: c.stop}).CompilerThreads(c.cpus)
		if c1 != c.c1 || c2 != c.c2 {
			t.Errorf("%d CPUs up to tier %d: %d C1 and %d C2 threads, want %d and %d", c.cpus, c.stop, c1, c2, c.c1, c.c2)
		}
	}
}

// TestOutput checks the cost of writes with and without a buffer.
func TestOutput(t *testing.T) {
	m := bare(1)
	m.OS.Syscall, m.OS.Write, m.OS.PageCache = 1*us, 2*us, 1e9
	for _, c := range []struct {
		buffer model.Bytes
		want   model.Time
	}{{0, 1000*3*us + 64*us}, {6400, 10*3*us + 64*us}, {1 << 20, 3*us + 64*us}} {
		r := simulateJIT(t, m, nil, batchOf(1, op("output", args{"bytes": model.Bytes(64_000), "each": model.Bytes(64), "buffer": c.buffer})))
		if r.Window != c.want || charge(r, "syscall") != c.want.Nanoseconds() {
			t.Errorf("buffer %v: %v, want %v in system calls", c.buffer, r.Window, c.want)
		}
	}
}

// TestDevice checks a device against the machine repairman: threads think, then wait for one of its channels.
func TestDevice(t *testing.T) {
	w := closed(6, op("sleep", args{"for": exp(300 * us)}), op("io", args{"on": 0, "bytes": model.Bytes(0)}))
	w.Closed.Placement = "free"
	w.Devices = model.Named[model.Device]{{Name: "disk", Value: model.Device{Latency: exp(100 * us), Concurrency: 1}}}
	xs := replicate(t, 20, bare(6), w, window(5000*us, 200_000*us), rate)
	covers(t, "a device", xs, mva(6, 300e-6, 100e-6), .02)
}
