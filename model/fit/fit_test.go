package fit_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"contend/model/fit"
	"contend/model/law"
)

func near(a, b, tolerance float64) bool {
	return math.Abs(a-b) <= tolerance*math.Max(math.Abs(a), math.Abs(b))
}

func curve(l law.Law, params []float64, n ...float64) []fit.Point {
	var out []fit.Point
	for _, at := range n {
		out = append(out, fit.Point{N: at, X: l.Eval(at, params)})
	}
	return out
}

var eight = []float64{1, 2, 4, 8, 16, 32, 48, 64}

// Points that lie on a law give its parameters back, for either loss.
func TestExactCurves(t *testing.T) {
	for _, loss := range []fit.Loss{fit.Absolute, fit.Relative} {
		for _, c := range []struct {
			law    law.Law
			params []float64
		}{
			{law.Linear, []float64{3}},
			{law.Amdahl, []float64{120, .03}},
			{law.USL, []float64{995, .0267, .000769}},
			{law.USL, []float64{5, 1.7, .002}},
			{law.Repairman, []float64{20, .05}},
		} {
			f, err := fit.Curve(curve(c.law, c.params, eight...), c.law, fit.Options{Loss: loss})
			if err != nil {
				t.Fatal(err)
			}
			for i, p := range f.Params {
				if !near(p.Value, c.params[i], 1e-5) {
					t.Errorf("%s, %s loss: %s is %v, want %v", c.law.Name, loss, p.Name, p.Value, c.params[i])
				}
			}
			if f.MAPE > 1e-4 {
				t.Errorf("%s: mean error %v %%", c.law.Name, f.MAPE)
			}
		}
	}
}

func noisy(rng *rand.Rand, l law.Law, params []float64, noise float64, n ...float64) []fit.Point {
	out := curve(l, params, n...)
	for i := range out {
		out[i].X = math.Max(1e-6, out[i].X+noise*rng.NormFloat64())
	}
	return out
}

// The unit of throughput changes γ and RMSE, and nothing else.
func TestUnitOfThroughput(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		points := noisy(rng, law.USL, []float64{10, .04, .0008}, 2, eight...)
		factor := rapid.SampledFrom([]float64{1e-9, 1e-3, 1e9}).Draw(t, "factor")
		other := make([]fit.Point, len(points))
		for i, p := range points {
			other[i] = fit.Point{N: p.N, X: p.X * factor}
		}
		a, _ := fit.Curve(points, law.USL, fit.Options{})
		b, _ := fit.Curve(other, law.USL, fit.Options{})
		if !near(a.Params[0].Value*factor, b.Params[0].Value, 1e-6) || !near(a.RMSE*factor, b.RMSE, 1e-6) || !near(a.MAPE, b.MAPE, 1e-6) ||
			math.Abs(a.Params[1].Value-b.Params[1].Value) > 1e-6 || math.Abs(*a.AICc-*b.AICc) > 1e-4 {
			t.Fatalf("scaled by %g: %+v, %+v", factor, a.Params, b.Params)
		}
	})
}

// No curve gives a number that is none.
func TestAnyCurve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var points []fit.Point
		for range rapid.IntRange(1, 9).Draw(t, "points") {
			points = append(points, fit.Point{N: rapid.Float64Range(.01, 1e4).Draw(t, "n"), X: math.Pow(10, rapid.Float64Range(-150, 150).Draw(t, "x"))})
		}
		loss := rapid.SampledFrom([]fit.Loss{fit.Absolute, fit.Relative, fit.Robust}).Draw(t, "loss")
		all, err := fit.All(points, law.All(), fit.Options{Loss: loss})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range all.Fits {
			for _, p := range f.Params {
				if math.IsNaN(p.Value) || p.Lo != nil && math.IsNaN(*p.Lo) || p.Hi != nil && (math.IsNaN(*p.Hi) || *p.Hi < p.Value) {
					t.Fatalf("%s: %+v of %v", f.Law.Name, p, points)
				}
			}
			if f.Peak != nil && f.Peak.N < 1 {
				t.Fatalf("%s peaks at %v", f.Law.Name, f.Peak.N)
			}
		}
		if x, lo, hi := all.Predict(100); math.IsNaN(x) || lo != nil && !(*lo <= x*(1+1e-9)) || hi != nil && !(*hi >= x*(1-1e-9)) {
			t.Fatalf("predicts %v (%v … %v) of %v", x, lo, hi, points)
		}
	})
}

// A curve that falls gets a law that can fall, and the warnings say what is wrong with a curve.
func TestChoiceAndWarnings(t *testing.T) {
	falling := curve(law.USL, []float64{10, .02, .01}, 1, 2, 4, 8, 16, 32)
	codes := func(points []fit.Point) map[string]bool {
		all, err := fit.All(points, law.All(), fit.Options{})
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]bool{"law " + all.Best().Law.Name: true}
		for _, w := range all.Warnings {
			out[w.Code] = true
		}
		return out
	}
	for _, c := range []struct {
		points []fit.Point
		want   []string
	}{
		{falling, []string{"law usl", "retrograde"}},
		{curve(law.Linear, []float64{5}, 1, 2, 3, 4, 5, 6), []string{"below-the-knee"}},
		{curve(law.Amdahl, []float64{5, .1}, 4, 8, 16), []string{"too-few-points", "no-single"}},
		{[]fit.Point{{2, 20}, {1, 10}, {4, 60}, {4, 61}}, []string{"unsorted", "duplicate-n", "superlinear"}},
	} {
		got := codes(c.points)
		for _, w := range c.want {
			if !got[w] {
				t.Errorf("%v: no %s among %v", c.points, w, got)
			}
		}
	}
}

func BenchmarkUSL(b *testing.B) {
	points := noisy(rand.New(rand.NewPCG(1, 1)), law.USL, []float64{100, .05, .001}, 3, eight...)
	for b.Loop() {
		if _, err := fit.Curve(points, law.USL, fit.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
