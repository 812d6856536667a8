package sim

import (
	"context"
	"math"
	"strings"
	"testing"

	"contend/model"
)

// turbo is a machine whose cores are slower the more of them work.
func turbo(sockets, cores, threads int, allCores model.Fraction) model.Machine {
	m := bare(cores)
	m.Topology.Sockets, m.Topology.Threads, m.Topology.AllCores = sockets, threads, allCores
	m.SMT.Factor = .6
	return m
}

// The speed of a core falls in proportion to the others of its socket that work, and the clock is charged with the difference.
func TestClockFollowsTheLoad(t *testing.T) {
	const allCores = .8
	for threads := 1; threads <= 16; threads++ {
		r := simulate(t, turbo(2, 8, 1, allCores), closed(threads, computing(10*us)), window(5000*us, 20_000*us), 0)
		want, lost := 0.0, 0.0
		for _, onSocket := range []int{min(threads, 8), max(0, threads-8)} {
			if onSocket > 0 {
				speed := 1 - (1-allCores)*float64(onSocket-1)/7
				want += float64(onSocket) * speed
				lost += float64(onSocket) * (1 - speed)
			}
		}
		if got := rate(r) * (10 * us).Seconds(); math.Abs(got/want-1) > 1e-3 {
			t.Errorf("%d threads work as %.4f cores, want %.4f", threads, got, want)
		}
		if got := charge(r, "clock") / r.Window.Nanoseconds(); math.Abs(got-lost) > 1e-3 {
			t.Errorf("%d threads lose %.4f cores to the clock, want %.4f", threads, got, lost)
		}
	}
}

// Half of the time at work is half of the load; siblings share a core's clock, and each cause has its own loss.
func TestClockOfPartialLoad(t *testing.T) {
	w := closed(8, computing(10*us), op("sleep", args{"for": exp(10 * us)}))
	r := simulate(t, turbo(1, 8, 1, .8), w, window(10_000*us, 100_000*us), 0)
	load := (charge(r, "compute") + charge(r, "clock")) / r.Window.Nanoseconds()
	speed := charge(r, "compute") / (charge(r, "compute") + charge(r, "clock"))
	if want := 1 - .2*(load-1)/7; math.Abs(speed-want) > 5e-3 {
		t.Errorf("a load of %.3f cores runs at %.4f, want %.4f", load, speed, want)
	}
	r = simulate(t, turbo(1, 4, 2, .8), closed(8, computing(10*us)), window(5000*us, 20_000*us), 0)
	if got := rate(r) * (10 * us).Seconds(); math.Abs(got-8*.6*.8) > 1e-2 {
		t.Errorf("four full cores work as %.4f, want %.4f", got, 8*.6*.8)
	}
	if a, b := charge(r, "clock")/8/r.Window.Nanoseconds(), charge(r, "smt")/8/r.Window.Nanoseconds(); math.Abs(a-.2) > 1e-3 || math.Abs(b-.8*.4) > 1e-3 {
		t.Errorf("the clock takes %.4f and the sibling %.4f of the time, want 0.2 and 0.32", a, b)
	}
}

// A clock keeps no program alive.
func TestClockDoesNotHideDeadlocks(t *testing.T) {
	w := batchOf(2, op("barrier", args{"name": 0}))
	w.Barriers = model.Named[model.Barrier]{{Name: "b", Value: model.Barrier{Kind: "monitor", Parties: 3}}}
	m := busy(2, .3, 50*us)
	for _, others := range []model.Fraction{0, .3} {
		m.OS.Others, m.Topology.AllCores = others, .8
		_, err := Run(context.Background(), model.Point{N: 1, Machine: m, Workload: w}, Options{})
		if err == nil || !strings.Contains(err.Error(), "deadlock") {
			t.Errorf("error %v, want a deadlock", err)
		}
	}
}
