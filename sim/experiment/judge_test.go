package experiment_test

import (
	"testing"

	"contend/model"
	"contend/sim/experiment"
)

// TestVerdicts judges a run in which a does 100000·N and b three times that, a tenth above what was measured.
func TestVerdicts(t *testing.T) {
	claim := func(quantity string, at, lo, hi *float64) []model.Claim {
		return []model.Claim{{Quantity: quantity, At: at, Lo: lo, Hi: hi}}
	}
	for _, c := range []struct {
		name    string
		expect  model.Expectation
		partial bool
		want    string // "" where there is no verdict
	}{
		{name: "mean error", expect: model.Expectation{Variant: "a", Claims: claim("mape", nil, nil, ptr(10.1))}, want: "ok: mape 10 %"},
		{name: "largest error of all", expect: model.Expectation{Claims: claim("max_error", nil, nil, ptr(9))}, want: "fails: max_error 10 %"},
		{name: "nothing measured", expect: model.Expectation{Variant: "b", Claims: claim("mape", nil, nil, ptr(9))}, want: "fails: mape is not there"},
		{name: "peak of a boost", expect: model.Expectation{Compare: "b", To: "a", Claims: claim("peak", nil, ptr(190), ptr(210))}, want: "ok: peak 200 %"},
		{name: "its place", expect: model.Expectation{Compare: "b", To: "a", Claims: claim("peak_at", nil, ptr(2), nil)}, want: "fails: peak_at 1"},
		{name: "place of a peak", expect: model.Expectation{Variant: "a", Claims: claim("peak_at", nil, ptr(2), ptr(2))}, want: "ok: peak_at 2"},
		{name: "boost at", expect: model.Expectation{Compare: "b", To: "a", Claims: claim("boost", ptr(2), ptr(200), ptr(200))}, want: "ok: boost at 2 200 %"},
		{name: "throughput at", expect: model.Expectation{Variant: "b", Claims: claim("throughput", ptr(1), ptr(1e5), ptr(2e5))}, want: "fails: throughput at 1 3e+05"},
		{name: "metric at the end", expect: model.Expectation{Variant: "a", Claims: claim("metrics.run_queue", nil, ptr(1), ptr(1))}, want: "ok: metrics.run_queue 1"},
		{name: "no such metric", expect: model.Expectation{Variant: "a", Claims: claim("metrics.nosuch", nil, ptr(1), nil)}, want: "fails: metrics.nosuch is not there"},
		{name: "no such point", expect: model.Expectation{Variant: "a", Claims: claim("throughput", ptr(7), ptr(1), nil)}, want: "fails: throughput is not there"},
		{name: "latency", expect: model.Expectation{Variant: "a", Claims: claim("p99", nil, ptr(9000), ptr(9000))}, want: "ok: p99 9000 ns"},
		{name: "gain of a metric", expect: model.Expectation{Compare: "b", To: "a", Claims: claim("metrics.run_queue", ptr(2), ptr(0), ptr(0))}, want: "ok: metrics.run_queue at 2 0 %"},
		{name: "gain of a latency", expect: model.Expectation{Compare: "b", To: "a", Claims: claim("p50", ptr(1), ptr(1), nil)}, want: "fails: p50 at 1 0 %"},
		{name: "gain of no metric", expect: model.Expectation{Compare: "b", To: "a", Claims: claim("metrics.nosuch", nil, ptr(1), nil)}, want: "fails: metrics.nosuch is not there"},
		{name: "variant left out", expect: model.Expectation{Variant: "z", Claims: claim("throughput", nil, ptr(1), nil)}},
		{name: "whole curve of a part", partial: true, expect: model.Expectation{Variant: "a", Claims: claim("mape", nil, nil, ptr(1))}},
		{name: "point outside a part", partial: true, expect: model.Expectation{Variant: "a", Claims: claim("throughput", ptr(7), nil, ptr(1))}},
		{name: "point inside a part", partial: true, expect: model.Expectation{Variant: "a", Claims: claim("throughput", ptr(1), nil, ptr(1))}, want: "fails: throughput at 1 1e+05"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := closed(model.Effort{MinReps: 2, MaxReps: 2}, []int{1, 3}, 1, 2)
			s.Measured = &model.Measured{Columns: []model.MeasuredColumn{
				{Variant: "a", Metric: "throughput", Points: []model.MeasuredPoint{{N: 1, Value: 1e5 / 1.1}, {N: 2, Value: 2e5 / 1.1}}},
			}}
			c.expect.Text = c.name
			s.Expect = []model.Expectation{c.expect}
			got := ""
			for _, v := range run(t, s, machine(0), experiment.Options{Partial: c.partial}).Expectations {
				got = map[bool]string{true: "ok: ", false: "fails: "}[v.OK] + v.Got
			}
			if got != c.want {
				t.Errorf("verdict %q, want %q", got, c.want)
			}
		})
	}
}
