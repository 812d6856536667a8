package law_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"contend/model/law"
)

func near(a, b, tolerance float64) bool {
	return math.Abs(a-b) <= tolerance*math.Max(1, math.Abs(b))
}

// Textbook values. Erlang's formulas: Cooper 1981, tables; the repairman: 64 customers, think 50, service 1.
func TestKnownValues(t *testing.T) {
	queue, _ := law.MM1(.9, 1)
	two, _ := law.MMc(1, 1, 2)
	peak, _, _ := law.USL.Peak([]float64{1, .02, .0005})
	fraction, _ := law.KarpFlatt(8, 8/(1+.05*7))
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"M/M/1 response at 0.9", queue.Response, 10},
		{"M/M/2 response at half load", two.Response, 4. / 3},
		{"Erlang B of 10 servers at 5 erlang", law.ErlangB(10, 5), .018385},
		{"Erlang C of 10 servers at 5 erlang", law.ErlangC(10, 5), .036105},
		{"machine repairman", law.MMcN(64, 1, 1, 50).Throughput, .99156},
		{"peak of a USL", peak, math.Sqrt(.98 / .0005)},
		{"serial fraction of an Amdahl curve", fraction, .05},
		{"Amdahl at 16", law.Amdahl.Eval(16, []float64{100, .1}), 100 * 16 / 2.5},
		{"Gustafson at 16", law.Gustafson.Eval(16, []float64{1, .1}), 16 - .1*15},
	} {
		if !near(c.got, c.want, 2e-5) {
			t.Errorf("%s: %.7g, want %.7g", c.what, c.got, c.want)
		}
	}
	if _, ok := law.MM1(1, 1); ok {
		t.Error("a saturated queue has a steady state")
	}
}

// Exact MVA agrees with the birth-death chain where both apply.
func TestMVAIsTheRepairman(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 80).Draw(t, "n")
		c := rapid.IntRange(1, 6).Draw(t, "servers")
		think := rapid.Float64Range(.1, 50).Draw(t, "think")
		net := law.MVA(n, []law.Station{{Demand: think, Servers: 0}, {Demand: 1, Servers: c}})
		want := law.MMcN(n, c, 1, think)
		if got := net[n-1].Throughput; !near(got, want.Throughput, 1e-6) {
			t.Fatalf("MVA %v, chain %v", got, want.Throughput)
		}
	})
}

// Every law is 1 at one thread, finite, and has the slope it says.
func TestLaws(t *testing.T) {
	for _, l := range law.All() {
		t.Run(l.Name, func(t *testing.T) {
			if same, ok := law.ByName(l.Name); !ok || same.Title != l.Title {
				t.Fatal("it is not found by its name")
			}
			rapid.Check(t, func(t *rapid.T) {
				params := []float64{rapid.Float64Range(.1, 1e6).Draw(t, "gamma")}
				for _, p := range l.Params[1:] {
					params = append(params, math.Max(p.Lo, 1e-3)+rapid.Float64Range(0, math.Min(p.Hi, 1)*.8).Draw(t, p.Name))
				}
				n := rapid.Float64Range(1, 500).Draw(t, "n")
				if got := l.Eval(1, params); !near(got/params[0], 1, 1e-9) {
					t.Fatalf("X(1) = %v, γ = %v", got, params[0])
				}
				x := l.Eval(n, params)
				if math.IsNaN(x) || math.IsInf(x, 0) || x < 0 {
					t.Fatalf("X(%v) = %v", n, x)
				}
				slope := make([]float64, len(params))
				l.Gradient(n, params, slope)
				for i := range params {
					h := 1e-6 * math.Max(params[i], 1e-3)
					up, down := append([]float64(nil), params...), append([]float64(nil), params...)
					up[i] += h
					down[i] -= h
					want := (l.Eval(n, up) - l.Eval(n, down)) / (2 * h)
					if math.Abs(slope[i]-want) > 1e-3*math.Max(math.Abs(want), x*1e-3) {
						t.Fatalf("∂X/∂%s at %v of %v is %v, by differences %v", l.Params[i].Name, n, params, slope[i], want)
					}
				}
				if at, top, ok := l.Peak(params); ok && (at < 1 || l.Eval(at*1.01, params) > top*(1+1e-9) || l.Eval(math.Max(1, at*.99), params) > top*(1+1e-9)) {
					t.Fatalf("the peak at %v is none", at)
				}
			})
		})
	}
}
