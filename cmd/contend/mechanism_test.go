package main

import (
	"context"
	"strings"
	"testing"

	"contend/model"
	"contend/scenarios"
	"contend/sim/experiment"
)

// swept is the library's scenario whose curve is made by a travelling line.
const swept = "intel-nehalem"

func runWith(t *testing.T, at []float64, sets ...string) *model.Run {
	t.Helper()
	s, err := scenarios.Open(swept, scenarios.Options{Set: sets, At: at})
	if err != nil {
		t.Fatal(err)
	}
	r, err := experiment.Run(context.Background(), s, simulate, experiment.Options{Reps: 4, Partial: true})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Twice as long a way between sockets, or between all cores, never brings more throughput.
func TestLongerTransfersNeverHelp(t *testing.T) {
	at := []float64{16, 32, 64}
	now := runWith(t, at)
	for _, sets := range [][]string{
		{"machine.line.one_hop=716ns", "machine.line.two_hops=750ns"},
		{"machine.line.one_hop=716ns", "machine.line.two_hops=750ns", "machine.line.same_socket=80.8ns"},
	} {
		slow := runWith(t, at, sets...)
		for i := range now.Variants {
			for j := range at {
				a, b := now.Variants[i].Points[j].Throughput.Mean, slow.Variants[i].Points[j].Throughput.Mean
				if b > a*1.005 {
					t.Errorf("%s at %g: %v gives %.4g, more than %.4g", now.Variants[i].Name, at[j], sets, b, a)
				}
			}
		}
	}
}

// Nearest-first arbitration makes throughput rise again after the plateau; first come, first served, it falls.
func TestArbitrationMakesTheRise(t *testing.T) {
	at := []float64{32, 64}
	rise := func(r *model.Run) float64 {
		p := r.Variants[0].Points
		return p[1].Throughput.Mean / p[0].Throughput.Mean
	}
	if got := rise(runWith(t, at)); got < 1.2 {
		t.Errorf("nearest first, 64 threads do %.2f of what 32 do, want over 1.2", got)
	}
	if got := rise(runWith(t, at, "machine.line.arbitration=fifo")); got > 1 {
		t.Errorf("first come first served, 64 threads do %.2f of what 32 do, want less than 1", got)
	}
}

// Without frames to walk nobody touches the line, and the number of calls makes no difference.
func TestNoDepthNoLine(t *testing.T) {
	many, few := runWith(t, []float64{48}, "depth=0"), runWith(t, []float64{48}, "depth=0", "calls=16")
	for _, c := range many.Variants[0].Points[0].Charges {
		if strings.HasPrefix(c.Cause, "line:") {
			t.Errorf("%s is charged", c.Cause)
		}
	}
	a, b := many.Variants[0].Points[0].Throughput.Mean, few.Variants[0].Points[0].Throughput.Mean
	if b/a > 1.01 || b/a < .99 {
		t.Errorf("fewer calls change throughput from %.4g to %.4g", a, b)
	}
}

// One thread waits for nobody.
func TestOneThreadNeverWaits(t *testing.T) {
	for _, c := range runWith(t, []float64{1}).Variants[0].Points[0].Charges {
		if c.Cause == "bandwidth" || c.Cause == "run_queue" || strings.HasPrefix(c.Cause, "lock:") {
			t.Errorf("%v charged to %s", c.Time.Nanoseconds(), c.Cause)
		}
	}
}

// Every scenario of the library that expects something gets it.
func TestLibraryExpectations(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	for _, name := range scenarios.List() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := scenarios.Open(name, scenarios.Options{})
			if err != nil {
				t.Fatal(err)
			}
			r, err := experiment.Run(context.Background(), s, simulate, experiment.Options{Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range r.Expectations {
				if !v.OK {
					t.Errorf("%s: got %s", v.Text, v.Got)
				}
			}
			for i := range r.Variants {
				for _, p := range r.Variants[i].Points {
					var sum model.Sum
					for _, c := range p.Charges {
						sum.AddSum(c.Time)
					}
					if sum != p.Lifetime {
						t.Errorf("%s at %g: charges and lifetimes are apart by %g ns", r.Variants[i].Name, p.N, sum.Minus(p.Lifetime).Nanoseconds())
					}
				}
			}
		})
	}
}
