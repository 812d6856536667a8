package sim

import (
	"context"
	"math"
	"strings"
	"testing"

	"contend/model"
)

// busy is a machine whose other programs take a share of each CPU.
func busy(cores int, share model.Fraction, burst model.Time) model.Machine {
	m := bare(cores)
	m.OS.Others, m.OS.OthersBurst, m.OS.Quantum = share, exp(burst), burst/4
	return m
}

// TestOthersTakeTheirShare: on one CPU, work takes 1/(1−share) of its time, of which only its own is the program's; the CPU is never idle.
// The other programs' work in a time T is a compound Poisson sum, whose variance is share·T·2·burst.
func TestOthersTakeTheirShare(t *testing.T) {
	const work, burst, share, reps = 400_000 * us, 100 * us, 0.25, 40
	sum := 0.0
	for rep := range reps {
		r := simulate(t, busy(1, share, burst), batchOf(1, computing(work)), model.Effort{}, rep)
		sum += r.Window.Seconds()
		if got := metric(t, r, "user_ns"); got != float64(work)/1e3 {
			t.Fatalf("user time %v ns, want the work", got)
		}
		if got := metric(t, r, "idle_pct"); math.Abs(got) > 0.1 {
			t.Fatalf("%v %% idle beside a program that always works", got)
		}
	}
	want := work.Seconds() / (1 - share)
	// The time until the work is done passes at a rate 1−share, so its standard deviation is that of the sum over 1−share.
	deviation := math.Sqrt(share*want*2*burst.Seconds()) / (1 - share) / math.Sqrt(reps)
	if got := sum / reps; math.Abs(got-want) > 3*deviation+1e-4 {
		t.Errorf("%.5f s, want %.5f ± %.5f", got, want, 3*deviation)
	}
}

// TestOthersUseIdleCPUs: with a CPU to spare, they hardly delay the program, and show in the idle share alone.
func TestOthersUseIdleCPUs(t *testing.T) {
	const work, share = 2_000_000 * us, 0.05
	r := simulate(t, busy(2, share, 100*us), batchOf(1, computing(work)), model.Effort{}, 0)
	if got := r.Window.Seconds() / work.Seconds(); got < 1 || got > 1+share {
		t.Errorf("the work took %.4f of its time", got)
	}
	if got, want := metric(t, r, "idle_pct"), 100*(0.5-share); math.Abs(got-want) > 1 {
		t.Errorf("%.2f %% idle, want about %.2f", got, want)
	}
}

// TestOthersDoNotHideDeadlocks: a program that can never go on is noticed, though other programs would.
func TestOthersDoNotHideDeadlocks(t *testing.T) {
	w := batchOf(2, op("barrier", args{"name": 0}))
	w.Barriers = model.Named[model.Barrier]{{Name: "b", Value: model.Barrier{Kind: "monitor", Parties: 3}}}
	_, err := Run(context.Background(), model.Point{N: 1, Machine: busy(2, 0.3, 50*us), Workload: w}, Options{})
	if err == nil || !strings.Contains(err.Error(), "deadlock") {
		t.Errorf("error %v, want a deadlock", err)
	}
	// A thread that sleeps can go on.
	r := simulate(t, busy(2, 0.3, 50*us), batchOf(1, op("sleep", args{"for": 100_000 * us}), computing(us)), model.Effort{}, 0)
	if got := r.Window.Seconds(); got < 0.1 {
		t.Errorf("ended after %v s", got)
	}
}
