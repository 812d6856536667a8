package sim

import (
	"context"
	"math"
	"strings"
	"testing"

	"contend/model"
)

// limited is a machine on which a program may take only so many CPUs' worth of time.
func limited(cores int, cpus float64) model.Machine {
	m := bare(cores)
	m.OS.Quota, m.OS.QuotaPeriod, m.OS.Quantum = cpus, 10_000*us, 1000*us
	return m
}

// Threads that always work take the whole quota, however many there are, and are throttled for the rest of the time.
func TestQuotaIsTheThroughput(t *testing.T) {
	for _, cpus := range []float64{.5, 1, 2.5, 4} {
		for _, threads := range []int{4, 8, 20} {
			w := closed(threads, computing(100*us))
			w.Closed.Placement = "free"
			r := simulate(t, limited(8, cpus), w, window(0, 1_000_000*us), 0)
			if got, want := rate(r), cpus/(100*us).Seconds(); math.Abs(got/want-1) > 5e-3 { // iterations at the ends count in part
				t.Errorf("%g CPUs, %d threads: %.6g/s, want %.6g", cpus, threads, got, want)
			}
			onCPU := charge(r, "compute") / r.Window.Nanoseconds()
			if math.Abs(onCPU-cpus) > 1e-3*cpus {
				t.Errorf("%g CPUs, %d threads: %.4f CPUs taken", cpus, threads, onCPU)
			}
			if got := metric(t, r, "throttled_periods_pct"); cpus < 4 && got != 100 {
				t.Errorf("%g CPUs, %d threads: throttled in %g %% of the periods", cpus, threads, got)
			}
		}
	}
}

// A quota too small for anybody to come to work is refused.
func TestQuotaTooSmall(t *testing.T) {
	m := limited(2, .01)
	_, err := Run(context.Background(), model.Point{N: 1, Machine: m, Workload: batchOf(1, computing(us))}, Options{})
	if err == nil || !strings.Contains(err.Error(), "machine.os.quota") {
		t.Errorf("error %v", err)
	}
}

// A program that takes less than its quota never notices it.
func TestQuotaIsNotNoticed(t *testing.T) {
	w := closed(4, computing(100*us), op("sleep", args{"for": exp(900 * us)}))
	with, without := limited(4, 1.5), limited(4, 0)
	e := window(20_000*us, 200_000*us)
	a, b := simulate(t, with, w, e, 0), simulate(t, without, w, e, 0)
	if a.Iterations != b.Iterations || charge(a, "throttled") != 0 {
		t.Errorf("%v and %v iterations, throttled for %v ns", a.Iterations, b.Iterations, charge(a, "throttled"))
	}
}

// Eight threads that work side by side use up a quota of one CPU in an eighth of the period: what takes one of them longer ends a period later.
func TestQuotaDelays(t *testing.T) {
	m := limited(8, 1)
	r := simulate(t, m, batchOf(8, computing(1250*us)), model.Effort{}, 0)
	if got := r.Window; got != 1250*us {
		t.Errorf("what the quota suffices for takes %v", got)
	}
	r = simulate(t, m, batchOf(8, computing(1251*us)), model.Effort{}, 0)
	if got := r.Window; got != 10_001*us {
		t.Errorf("1 µs more ends at %v, want 1 µs into the next period", got)
	}
}

// What runs in steps that nothing can interrupt overdraws the pool, and pays later; virtual threads, spinners, collectors and other programs are throttled or not as
// they should be.
func TestQuotaOfEverything(t *testing.T) {
	m := costly(8)
	m.OS.Quota, m.OS.QuotaPeriod, m.OS.Quantum = 2, 1000*us, 100*us
	m.OS.Others, m.OS.OthersBurst = .1, exp(20*us)
	for _, kind := range kinds() {
		for _, threads := range []string{"os", "virtual"} {
			if threads == "virtual" && kind != "futex" {
				continue
			}
			w := locking(12, model.Lock{Kind: kind, Spin: 2 * us}, exp(5*us), exp(1*us))
			w.Closed.Kind, w.Closed.Placement = threads, "free"
			r := simulate(t, m, w, window(2000*us, 20_000*us), 0)
			taken := 0.0
			for _, name := range []string{"user_ns", "sys_ns"} {
				taken += metric(t, r, name)
			}
			if got := taken / r.Window.Nanoseconds(); got > 2.02 {
				t.Errorf("%s, %s threads: took %.3f CPUs of 2", kind, threads, got)
			}
		}
	}
}
