package experiment_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contend/model"
	"contend/sim/experiment"
)

var effort = model.Effort{MinReps: 4, MaxReps: 40, Precision: 0.01}

var same = cmp.AllowUnexported(model.Sum{})

func run(t *testing.T, s *model.Scenario, simulate experiment.Simulate, o experiment.Options) *model.Run {
	t.Helper()
	r, err := experiment.Run(context.Background(), s, simulate, o)
	if err != nil {
		t.Fatalf("Run: %v", err)
	}
	return r
}

func TestSameWhateverTheWorkers(t *testing.T) {
	simulate := machine(0.03)
	slow := func(ctx context.Context, p model.Point, seed uint64, rep int) (model.Result, error) {
		time.Sleep(rand.N(200 * time.Microsecond))
		return simulate(ctx, p, seed, rep)
	}
	s := closed(effort, []int{1, 2}, 1, 2, 4, 8)
	want := run(t, s, simulate, experiment.Options{Seed: 3, Workers: 1})
	for _, workers := range []int{2, 8, 100} {
		got := run(t, s, slow, experiment.Options{Seed: 3, Workers: workers})
		if d := cmp.Diff(want, got, same); d != "" {
			t.Errorf("%d workers give another run than one (-one +%d):\n%s", workers, workers, d)
		}
	}
}

func TestPointAloneIsThePointOfTheSweep(t *testing.T) {
	whole := run(t, closed(effort, []int{1, 2}, 1, 2, 4), machine(0.03), experiment.Options{Seed: 3})
	alone := run(t, closed(effort, []int{1, 2}, 2), machine(0.03), experiment.Options{Seed: 3, Partial: true})
	for v := range alone.Variants {
		if d := cmp.Diff(whole.Variants[v].Points[1], alone.Variants[v].Points[0], same); d != "" {
			t.Errorf("variant %s at 2 differs (-in the sweep +alone):\n%s", alone.Variants[v].Name, d)
		}
	}
}

func TestReplicationsStopWhenTheMeanIsKnown(t *testing.T) {
	for _, c := range []struct {
		name     string
		noise    float64
		reps     int
		min, max int
		warns    string
	}{
		{name: "no noise", noise: 0, min: 4, max: 4},
		{name: "some noise", noise: 0.02, min: 6, max: 39},
		{name: "too much noise", noise: 0.5, min: 40, max: 40, warns: experiment.NotConverged},
		{name: "fixed", noise: 0.02, reps: 7, min: 7, max: 7, warns: experiment.NotConverged},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := run(t, closed(effort, []int{1}, 4), machine(c.noise), experiment.Options{Seed: 1, Reps: c.reps})
			p := r.Variants[0].Points[0]
			if p.Reps < c.min || p.Reps > c.max {
				t.Errorf("%d replications, want %d to %d", p.Reps, c.min, c.max)
			}
			if len(p.PerRep) != p.Reps || p.Events != uint64(7*p.Reps) {
				t.Errorf("%d throughputs and %d events of %d replications of 7 events", len(p.PerRep), p.Events, p.Reps)
			}
			if got := codes(r.Warnings); got != c.warns {
				t.Errorf("warnings %q, want %q", got, c.warns)
			}
		})
	}
}

func codes(ws []model.Warning) string {
	var out []string
	for _, w := range ws {
		out = append(out, w.Code)
	}
	return strings.Join(out, " ")
}

func TestInterruptedRunKeepsFinishedPoints(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var calls atomic.Int32
	simulate := func(c context.Context, p model.Point, seed uint64, rep int) (model.Result, error) {
		if calls.Add(1) == 11 { // two points of four replications are done
			cancel()
		}
		if err := c.Err(); err != nil {
			return model.Result{}, err
		}
		return machine(0)(c, p, seed, rep)
	}
	r, err := experiment.Run(ctx, closed(effort, []int{1}, 1, 2, 4, 8), simulate, experiment.Options{Workers: 1})
	if err != nil {
		t.Fatalf("an interrupted run gives the error %v, want what was finished", err)
	}
	if !r.Interrupted || len(r.Variants[0].Points) != 2 {
		t.Errorf("interrupted=%t with %d points, want true with 2", r.Interrupted, len(r.Variants[0].Points))
	}
	if len(r.Expectations) != 0 {
		t.Errorf("an interrupted run is judged: %v", r.Expectations)
	}
}

func TestErrorOfTheSimulator(t *testing.T) {
	broken := errors.New("no such op")
	for name, simulate := range map[string]experiment.Simulate{
		"returned": func(context.Context, model.Point, uint64, int) (model.Result, error) { return model.Result{}, broken },
		"panicked": func(context.Context, model.Point, uint64, int) (model.Result, error) { panic(broken) },
	} {
		_, err := experiment.Run(context.Background(), closed(effort, []int{1}, 1, 2), simulate, experiment.Options{})
		if err == nil || !strings.Contains(err.Error(), "no such op") {
			t.Errorf("%s: error %v, want one that says %q", name, err, broken)
		}
	}
}

func TestProgressCountsEveryReplication(t *testing.T) {
	last, expected := 0, 0
	r := run(t, closed(effort, []int{1}, 1, 2, 4), machine(0.02), experiment.Options{Progress: func(done, of int) {
		if done != last+1 || of < expected {
			t.Errorf("progress %d of %d after %d of %d", done, of, last, expected)
		}
		last, expected = done, of
	}})
	total := 0
	for _, p := range r.Variants[0].Points {
		total += p.Reps
	}
	if last != total || expected != total {
		t.Errorf("progress ends at %d of %d, want %d", last, expected, total)
	}
}

func TestBatchIsTheMeanOfItsFastest(t *testing.T) {
	s := batch(closed(model.Effort{MinReps: 5, MaxReps: 101, Fastest: 10, Precision: 0.01}, []int{1}, 1))
	p := run(t, s, machine(0.2), experiment.Options{Seed: 5}).Variants[0].Points[0]
	if p.Reps != 101 || len(p.Ranked) != 10 {
		t.Fatalf("%d replications with %d ranked, want 101 with 10", p.Reps, len(p.Ranked))
	}
	mean := 0.0
	for i, m := range p.Ranked {
		if i > 0 && m < p.Ranked[i-1] {
			t.Errorf("rank %d is %v after %v", i, m, p.Ranked[i-1])
		}
		mean += m.Nanoseconds() / 10
	}
	fastest, all := p.Metrics[0], p.Metrics[1]
	if fastest.Name != "makespan_ns" || !near(fastest.Mean, mean) {
		t.Errorf("%s = %v, want makespan_ns = %v", fastest.Name, fastest.Mean, mean)
	}
	if all.Name != "makespan_mean_ns" || all.Mean <= mean || *all.Lo > 1.1e9 || *all.Hi < 1.1e9 {
		t.Errorf("%s = %v in %v..%v, want makespan_mean_ns around 1.1e9", all.Name, all.Mean, *all.Lo, *all.Hi)
	}
	if fastest.Lo == nil || *fastest.Lo > mean || *fastest.Hi < mean {
		t.Errorf("the mean of the fastest has no interval around it: %v", fastest.Estimate)
	}
}

func near(a, b float64) bool { return a == b || (a-b)/(a+b) < 1e-12 && (b-a)/(a+b) < 1e-12 }
