package plots

import (
	"math"
	"testing"

	"contend/model"
)

func TestWords(t *testing.T) {
	for _, c := range [][2]string{
		{short(1234567), "1\u2009234\u2009567"},
		{short(-1234), "−1234"},
		{short(.00001234), "1.234e-05"},
		{short(math.NaN()), ""},
		{short(math.Inf(1)), ""},
		{short(1e15), "1e+15"},
		{signed(-.04), "0.0\u00a0%"},
		{signed(3.14), "+3.1\u00a0%"},
		{signed(-3.14), "−3.1\u00a0%"},
		{signed(math.Inf(-1)), ""},
		{sweepNumber(.5), "0.5"},
		{sweepNumber(1e6), "1\u2009000\u2009000"},
		{sweepNumber(3 * .1), "0.3"},
		{plural("query"), "queries"},
		{plural("day"), "days"},
		{counted(1, "number"), "1 number"},
		{counted(0, "number"), "0 numbers"},
		{superscript(-12), "⁻¹²"},
		{perUnit(model.Unit{Name: "job", Per: model.Minute}), "jobs per minute"},
		{perUnit(model.Unit{Name: "job", Per: model.Microsecond}), "jobs per 1000 ns"},
	} {
		if c[0] != c[1] {
			t.Errorf("got %q, want %q", c[0], c[1])
		}
	}
}

func TestMetricLabel(t *testing.T) {
	for _, c := range []struct {
		name  string
		size  float64
		label string
		scale float64
	}{
		{"real_ns", 2e9, "real time, seconds", 1e-9},
		{"real_per_unit_ns", 2e7, "real time per unit, milliseconds", 1e-6},
		{"makespan_ns", 2e4, "makespan, microseconds", 1e-3},
		{"gc_ns", 20, "GC time, nanoseconds", 1},
		{"idle_pct", 2, "idle, %", 1},
		{"stack_reserved_bytes", 1, "stack reserved, MiB", 1. / (1 << 20)},
		{"switches_per_s", 1, "switches per second", 1},
		{"lock_wait_ns_per_op", 1, "lock wait per operation, nanoseconds", 1},
		{"run_queue", 1, "run queue", 1},
	} {
		if label, scale := metricLabel(c.name, c.size); label != c.label || scale != c.scale {
			t.Errorf("%s: %q, %v; want %q, %v", c.name, label, scale, c.label, c.scale)
		}
	}
}

func TestRoundStep(t *testing.T) {
	for _, c := range [][2]float64{{.9, 1}, {1.1, 2}, {2.1, 4}, {4.1, 5}, {.21, .5}, {.11, .2}, {7, 10}, {0, 1}, {math.NaN(), 1}} {
		if got := roundStep(c[0]); math.Abs(got-c[1]) > 1e-12 {
			t.Errorf("step for %v is %v, want %v", c[0], got, c[1])
		}
	}
}
