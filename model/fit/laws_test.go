package fit_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"contend/model/fit"
	"contend/model/law"
)

func all(t *testing.T, points []fit.Point, o fit.Options, laws ...law.Law) *fit.Laws {
	t.Helper()
	if laws == nil {
		laws = law.All()
	}
	out, err := fit.All(points, laws, o)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Points that lie on a law are predicted by that law, however far, for all laws side by side.
func TestPredictsExactCurves(t *testing.T) {
	for _, c := range []struct {
		law    law.Law
		params []float64
	}{
		{law.Linear, []float64{3}},
		{law.Gustafson, []float64{3, .3}},
		{law.Amdahl, []float64{120, .03}},
		{law.USL, []float64{995, .0267, .000769}},
		{law.Repairman, []float64{20, .05}},
		{law.Bandwidth, []float64{20, .04, 8}},
	} {
		s := all(t, curve(c.law, c.params, eight...), fit.Options{})
		if got, _, _ := s.Predict(128); !near(got, c.law.Eval(128, c.params), 1e-3) {
			t.Errorf("%s: predicts %v at 128, want %v; weights %v", c.law.Name, got, c.law.Eval(128, c.params), s.Weights)
		}
	}
}

// An outlier moves a robust fit less than the others, and is named.
func TestOutlier(t *testing.T) {
	truth := []float64{100, .05, .0005}
	points := noisy(rand.New(rand.NewPCG(3, 1)), law.USL, truth, 3, twelve...)
	points[6].X *= .4
	shift := func(loss fit.Loss) float64 {
		f, err := fit.Curve(points, law.USL, fit.Options{Loss: loss})
		if err != nil {
			t.Fatal(err)
		}
		return math.Abs(f.Params[1].Value - truth[1])
	}
	if r := shift(fit.Robust); r > .3*shift(fit.Relative) || r > .01 {
		t.Errorf("an outlier moves σ by %v with the robust loss, %v with the relative", r, shift(fit.Relative))
	}
	if !warned(all(t, points, fit.Options{}), "outlier") {
		t.Errorf("no warning of an outlier")
	}
}

func warned(s *fit.Laws, code string) bool {
	for _, w := range s.Warnings {
		if w.Code == code {
			return true
		}
	}
	return false
}

// Differences of latency are those of N/X, so that a law fits both forms of an exact curve alike, and noisy ones within their intervals.
func TestLatencyForm(t *testing.T) {
	truth := []float64{100, .05, .0005}
	f, err := fit.Curve(curve(law.USL, truth, eight...), law.USL, fit.Options{Response: fit.Latency})
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range f.Params {
		if !near(p.Value, truth[i], 1e-4) {
			t.Errorf("%s is %v, want %v", p.Name, p.Value, truth[i])
		}
	}
}

// Points that repeat badly count less.
func TestReplicateWeights(t *testing.T) {
	var points []fit.Point
	for _, n := range eight {
		x := law.Amdahl.Eval(n, []float64{100, .05})
		spread := .01
		if n > 8 {
			spread = .4
		}
		points = append(points, fit.Point{N: n, X: x * (1 + spread)}, fit.Point{N: n, X: x * (1 - .2*spread)}, fit.Point{N: n, X: x * (1 + .5*spread)})
	}
	sigma := func(o fit.Options) float64 {
		f, err := fit.Curve(points, law.Amdahl, o)
		if err != nil {
			t.Fatal(err)
		}
		return math.Abs(f.Params[1].Value - .05)
	}
	if with, without := sigma(fit.Options{Loss: fit.Relative, Replicates: true}), sigma(fit.Options{Loss: fit.Relative}); with > .7*without {
		t.Errorf("σ is off by %v with weights, %v without", with, without)
	}
}

// The bootstrap's interval agrees with the profile's where noise is Gaussian and points are many, and the same seed gives the same draws.
func TestBootstrap(t *testing.T) {
	points := noisy(rand.New(rand.NewPCG(5, 1)), law.USL, []float64{100, .05, .001}, 10, append(twelve, twenty...)...)
	f, err := fit.Curve(points, law.USL, fit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []fit.Resampling{fit.Residual, fit.Wild} {
		draws, again := f.Bootstrap(400, kind, 1), f.Bootstrap(400, kind, 1)
		for i, p := range f.Params {
			var values []float64
			for k := range draws {
				values = append(values, draws[k][i])
				if draws[k][i] != again[k][i] {
					t.Fatalf("two bootstraps of one seed differ")
				}
			}
			lo, hi := fit.Percentiles(values, .95)
			if ratio := (*hi - *lo) / (*p.Hi - *p.Lo); ratio < .6 || ratio > 1.5 {
				t.Errorf("%s: %s is in %.4g … %.4g, by profile in %.4g … %.4g", kind, p.Name, *lo, *hi, *p.Lo, *p.Hi)
			}
		}
	}
}

// Answers are where the curve is what was asked for.
func TestAnswers(t *testing.T) {
	s := all(t, noisy(rand.New(rand.NewPCG(7, 1)), law.Amdahl, []float64{100, .05}, 5, twelve...), fit.Options{}, law.Amdahl)
	// 1/(1+σ(N−1)) = 0.8 at N = 1+0.25/σ = 6; X = 1000 at N = 10(1−σ)/(1−10σ) = 19.
	for _, c := range []struct {
		got  fit.Answer
		want float64
	}{{s.AtEfficiency(.8, 1), 6}, {s.AtThroughput(1000, 1), 19}} {
		if !near(c.got.N, c.want, .05) || c.got.Lo == nil || *c.got.Lo > c.want || *c.got.Hi < c.want {
			t.Errorf("got %+v, want %v", c.got, c.want)
		}
	}
	if never := s.AtThroughput(1e5, 1); !math.IsInf(never.N, 1) || never.Never != 1 {
		t.Errorf("a throughput over the ceiling is reached: %+v", never)
	}
}

// A curve that falls behind from some N on is found to, and two draws of one curve are not told apart.
func TestCompare(t *testing.T) {
	draw := func(seed uint64, kappa float64) *fit.Laws {
		var points []fit.Point
		rng := rand.New(rand.NewPCG(seed, 1))
		for range 4 {
			for _, p := range curve(law.USL, []float64{100, .02, kappa}, eight...) {
				points = append(points, fit.Point{N: p.N, X: p.X * (1 + .01*rng.NormFloat64())})
			}
		}
		return all(t, points, fit.Options{})
	}
	a := draw(1, .0001)
	if c := fit.Compare(a, draw(2, .0001)); c.From != nil || *c.Overall.Lo > 1 || *c.Overall.Hi < 1 {
		t.Errorf("two draws of one curve differ: %+v", c.Overall)
	}
	c := fit.Compare(a, draw(3, .002))
	if c.From == nil || *c.From < 4 || *c.From > 16 {
		t.Errorf("the curves part from %v on, want about 8", c.From)
	}
}

// A fit's unit of throughput changes no weight, no choice and no relative prediction.
func TestUnitOfThroughputOfAll(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "seed"), 1))
		points := noisy(rng, law.USL, []float64{10, .04, .0008}, 2, seven...)
		other := make([]fit.Point, len(points))
		for i, p := range points {
			other[i] = fit.Point{N: p.N, X: p.X * 1e9}
		}
		a, b := all(t, points, fit.Options{}), all(t, other, fit.Options{})
		xa, _, _ := a.Predict(100)
		xb, _, _ := b.Predict(100)
		if a.Chosen != b.Chosen || !near(xa*1e9, xb, 1e-5) {
			r.Fatalf("%v and %v: laws %d and %d are chosen, %v and %v predicted", points, other, a.Chosen, b.Chosen, xa, xb)
		}
	})
}

func BenchmarkAll(b *testing.B) {
	points := noisy(rand.New(rand.NewPCG(1, 1)), law.USL, []float64{100, .05, .001}, 3, eight...)
	for b.Loop() {
		if _, err := fit.All(points, law.All(), fit.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
