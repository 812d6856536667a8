package experiment_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"contend/model"
	"contend/sim/experiment"
)

// queue is a stand-in for the simulator with a closed form: N threads that work for a while each and are served one at a time, at
// 1/(work/N + service + coherency·N). The times are the machine's memory, atomic and occupancy.
func queue(noise float64) experiment.Simulate {
	return func(_ context.Context, p model.Point, seed uint64, rep int) (model.Result, error) {
		r := rand.New(rand.NewPCG(seed, uint64(rep)))
		work, service, coherency := seconds(p.Machine.Line.Memory), seconds(p.Machine.Line.Atomic), seconds(p.Machine.Line.Occupancy)
		rate := 1 / (work/p.N + service + coherency*p.N) * (1 + noise*r.NormFloat64())
		out := model.Result{Window: model.Second, Iterations: rate, Events: 1}
		out.Lifetime.Add(out.Window)
		out.Charges = []model.Charge{{Cause: "compute", Time: out.Lifetime}}
		out.Metrics = []model.Metric{{Name: "lock_wait_ns_per_op", Value: 1e9 * service * (p.N - 1) / p.N}}
		return out, nil
	}
}

func seconds(t model.Time) float64 { return t.Nanoseconds() / 1e9 }

var truth = []float64{50e-6, 2e-6, 20e-9}

// numbers are the free ones, that begin a factor off the truth.
func numbers(off float64) []experiment.Free {
	var out []experiment.Free
	for i, v := range truth {
		out = append(out, experiment.Free{Path: fmt.Sprint("p", i), Value: v * off, Lo: v / 20, Hi: v * 20})
	}
	return out
}

// toy opens the scenario at values, with measurements.
func toy(measured *model.Measured) func(values []float64) (*model.Scenario, error) {
	return func(values []float64) (*model.Scenario, error) {
		s := closed(model.Effort{MinReps: 4, MaxReps: 4, Precision: .01}, []int{1}, 1, 2, 4, 8, 12, 16, 24, 32, 48, 64)
		for i := range s.Variants[0].Points {
			l := &s.Variants[0].Points[i].Machine.Line
			for k, to := range []*model.Time{&l.Memory, &l.Atomic, &l.Occupancy} {
				*to = model.Time(values[k] * float64(model.Second))
			}
		}
		s.Measured = measured
		return s, nil
	}
}

// measure is the truth at some N, with noise.
func measure(noise float64, seed uint64, metrics bool, ns ...float64) *model.Measured {
	rng := rand.New(rand.NewPCG(seed, 99))
	x := model.MeasuredColumn{Variant: "a", Metric: "throughput"}
	wait := model.MeasuredColumn{Variant: "a", Metric: "lock_wait_ns_per_op"}
	for _, n := range ns {
		x.Points = append(x.Points, model.MeasuredPoint{N: n, Value: math.Exp(noise*rng.NormFloat64()) / (truth[0]/n + truth[1] + truth[2]*n)})
		if n > 1 {
			wait.Points = append(wait.Points, model.MeasuredPoint{N: n, Value: 1e9 * truth[1] * (n - 1) / n * math.Exp(noise*rng.NormFloat64())})
		}
	}
	m := &model.Measured{Columns: []model.MeasuredColumn{x}}
	if metrics {
		m.Columns = append(m.Columns, wait)
	}
	return m
}

var all = []float64{1, 2, 4, 8, 12, 16, 24, 32, 48, 64}

func calibrate(t *testing.T, free []experiment.Free, m *model.Measured, noise float64, o experiment.CalibrationOptions) *experiment.Calibration {
	t.Helper()
	c, err := experiment.Calibrate(context.Background(), free, toy(m), queue(noise), o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// From wherever it starts, a calibration finds the values that made the measurements.
func TestCalibrationFindsTheTruth(t *testing.T) {
	for _, off := range []float64{.5, 1, 1.5, 10} {
		c := calibrate(t, numbers(off), measure(0, 0, false, all...), .01, experiment.CalibrationOptions{Options: experiment.Options{Seed: 1}, Starts: 4})
		for i, n := range c.Numbers {
			if math.Abs(math.Log(n.Best/truth[i])) > .12 || n.AtBound {
				t.Errorf("from %g times the truth: number %d is %.3g, want %.3g", off, i, n.Best, truth[i])
			}
			if n.Lo == nil || !(*n.Lo <= n.Best && n.Best <= *n.Hi) {
				t.Errorf("number %d: the interval %v … %v does not hold the value", i, n.Lo, n.Hi)
			}
		}
		if !c.Converged || c.Points != len(all) || c.Fitted.MAPE > 1 {
			t.Errorf("from %g times the truth: converged %v, %d points, error %.2f %%", off, c.Converged, c.Points, c.Fitted.MAPE)
		}
	}
}

// The intervals hold the truth about as often as they say, with measurements that are 3 % off.
func TestCalibrationIntervalsCover(t *testing.T) {
	const sets = 120
	held := make([]int, len(truth))
	for seed := range uint64(sets) {
		c := calibrate(t, numbers(1), measure(.03, seed, false, all...), 0, experiment.CalibrationOptions{Options: experiment.Options{Seed: 1}})
		for i, n := range c.Numbers {
			if *n.Lo <= truth[i] && truth[i] <= *n.Hi {
				held[i]++
			}
		}
	}
	// 95 % of 120 is 114, with a standard deviation of 2.4.
	for i, k := range held {
		if k < 106 {
			t.Errorf("number %d: %d of %d intervals hold the truth", i, k, sets)
		}
	}
}

// Data that end before the curve bends do not tell service from coherency; the verdict and the interval say so, and a metric helps.
func TestCalibrationSaysWhatIsUnknown(t *testing.T) {
	few := []float64{1, 2, 4, 8}
	without := calibrate(t, numbers(1), measure(.03, 3, false, few...), 0, experiment.CalibrationOptions{Options: experiment.Options{Seed: 1}})
	if last := without.Directions[len(without.Directions)-1]; last.Known() || math.Abs(last.Parts[0]) > .3 {
		t.Errorf("the worst known direction is %v to a factor of %.2f, want service and coherency, unknown", last.Parts, last.Factor)
	}
	with := calibrate(t, numbers(1), measure(.03, 3, true, few...), 0, experiment.CalibrationOptions{Options: experiment.Options{Seed: 1}})
	for _, n := range with.Numbers[1].Narrowed {
		if n.Metric == "lock_wait_ns_per_op" && n.Factor < 2 {
			t.Errorf("the wait narrows the service time by %.2f, want 2 or more", n.Factor)
		}
	}
	width := func(n experiment.Calibrated) float64 { return math.Log(*n.Hi / *n.Lo) }
	if a, b := width(with.Numbers[1]), width(without.Numbers[1]); a > b/2 {
		t.Errorf("the service time's interval is %.3f wide with the wait and %.3f without", a, b)
	}
}

// Two numbers that only come as a product have no interval of their own.
func TestCalibrationOfAProduct(t *testing.T) {
	free := []experiment.Free{{Path: "a", Value: 1, Lo: .01, Hi: 100}, {Path: "b", Value: 2, Lo: .01, Hi: 100}}
	open := func(v []float64) (*model.Scenario, error) {
		return toy(measure(.01, 1, false, all...))([]float64{truth[0], truth[1] * v[0] * v[1], truth[2]})
	}
	c, err := experiment.Calibrate(context.Background(), free, open, queue(0), experiment.CalibrationOptions{Options: experiment.Options{Seed: 1}, Starts: 2})
	if err != nil {
		t.Fatal(err)
	}
	if c.Directions[0].Factor > 1.1 || c.Directions[1].Known() {
		t.Errorf("the directions are known to factors of %.3g and %.3g, want the product alone", c.Directions[0].Factor, c.Directions[1].Factor)
	}
	if p := c.Numbers[0].Best * c.Numbers[1].Best; math.Abs(p-1) > .05 {
		t.Errorf("the product is %.3f, want 1", p)
	}
}

// What is held out is not fitted to, and its error is told apart.
func TestCalibrationHoldsOut(t *testing.T) {
	m := measure(0, 0, false, all...)
	for i := range m.Columns[0].Points {
		if m.Columns[0].Points[i].N > 16 {
			m.Columns[0].Points[i].Value *= 2
		}
	}
	keep := func(_ string, n float64) bool { return n <= 16 }
	c := calibrate(t, numbers(1.5), m, 0, experiment.CalibrationOptions{Options: experiment.Options{Seed: 1}, Keep: keep, Starts: 2})
	if c.Points != 6 || c.HeldOut != 4 {
		t.Errorf("%d points fitted and %d held out, want 6 and 4", c.Points, c.HeldOut)
	}
	if c.Fitted.MAPE > .5 || math.Abs(c.Held.MAPE-50) > 5 {
		t.Errorf("errors %.2f %% and %.2f %%, want 0 and 50 %%", c.Fitted.MAPE, c.Held.MAPE)
	}
}

// A search that is stopped keeps the best so far.
func TestCalibrationInterrupted(t *testing.T) {
	for _, after := range []int{0, 1, 5, 20} {
		ctx, cancel := context.WithCancel(context.Background())
		o := experiment.CalibrationOptions{Options: experiment.Options{Seed: 1}, Starts: 4, Told: func(_ string, evaluations int, _ float64) {
			if evaluations >= after {
				cancel()
			}
		}}
		c, err := experiment.Calibrate(ctx, numbers(1.5), toy(measure(0, 0, false, all...)), queue(.01), o)
		cancel()
		if err != nil {
			t.Fatalf("after %d evaluations: %v", after, err)
		}
		if !c.Interrupted || c.Run != nil {
			t.Errorf("after %d evaluations: interrupted %v, run %v", after, c.Interrupted, c.Run)
		}
		for i, n := range c.Numbers {
			if !(n.Best >= n.Free.Lo*(1-1e-9) && n.Best <= n.Free.Hi*(1+1e-9)) {
				t.Errorf("after %d evaluations: number %d is %g", after, i, n.Best)
			}
		}
	}
}

// The same seed gives the same values, whatever the workers.
func TestCalibrationRepeats(t *testing.T) {
	var first *experiment.Calibration
	for _, workers := range []int{1, 2, 7} {
		c := calibrate(t, numbers(1.5), measure(.02, 1, true, all...), .01, experiment.CalibrationOptions{Options: experiment.Options{Seed: 1, Workers: workers}, Starts: 3})
		if first == nil {
			first = c
		}
		for i := range c.Numbers {
			if c.Numbers[i].Best != first.Numbers[i].Best || *c.Numbers[i].Lo != *first.Numbers[i].Lo {
				t.Errorf("%d workers: number %d is %v, with one %v", workers, i, c.Numbers[i].Best, first.Numbers[i].Best)
			}
		}
	}
}

func TestNothingToCalibrate(t *testing.T) {
	o := experiment.CalibrationOptions{Options: experiment.Options{Seed: 1}}
	for name, c := range map[string]struct {
		free []experiment.Free
		m    *model.Measured
		keep func(string, float64) bool
	}{
		"no free number":      {nil, measure(0, 0, false, all...), nil},
		"no measurement":      {numbers(1), nil, nil},
		"everything held out": {numbers(1), measure(0, 0, false, all...), func(string, float64) bool { return false }},
	} {
		o.Keep = c.keep
		open := toy(c.m)
		if c.free == nil {
			open = func([]float64) (*model.Scenario, error) { return toy(c.m)(truth) }
		}
		if _, err := experiment.Calibrate(context.Background(), c.free, open, queue(0), o); !errors.Is(err, experiment.ErrNothingToCalibrate) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// With a profile, an end of an interval lies where the loss exceeds the smallest by about what the level allows.
func TestCalibrationProfile(t *testing.T) {
	c := calibrate(t, numbers(1), measure(.03, 5, false, all...), 0, experiment.CalibrationOptions{Options: experiment.Options{Seed: 1}, Profile: true})
	for i, n := range c.Numbers {
		if len(n.Profile) != 5 {
			t.Fatalf("number %d: %d values in the profile, want 5", i, len(n.Profile))
		}
		for k := 1; k < len(n.Profile); k++ {
			if n.Profile[k].Value < n.Profile[k-1].Value {
				t.Errorf("number %d: the profile is not in order", i)
			}
		}
		// Student's t at 95 % with 7 degrees of freedom is 2.36; its square 5.6.
		if lo, hi := n.Profile[0].Excess, n.Profile[4].Excess; lo < 2 || lo > 12 || hi < 2 || hi > 12 {
			t.Errorf("number %d: excess %.2f and %.2f at the ends, want about 5.6", i, lo, hi)
		}
	}
}
