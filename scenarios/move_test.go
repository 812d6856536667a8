package scenarios

import (
	"math"
	"testing"

	"contend/model"
)

func TestScaled(t *testing.T) {
	for _, c := range []struct {
		number model.Number
		factor float64
		want   string // "" where it has no size of its own
	}{
		{model.Number{Path: "params.work", Value: "2ms"}, 1.5, "work=3ms"},
		{model.Number{Path: "params.demand", Value: "erlang(16, 1MB)"}, 2, "demand=erlang(16, 2MB)"},
		{model.Number{Path: "params.checks", Value: "160", Fit: &[2]string{"40", "640"}}, 1.1, "checks=176"},
		{model.Number{Path: "params.calls", Value: "40"}, 1.1, ""},
		{model.Number{Path: "params.depth", Value: "12..20"}, 1.1, ""},
		{model.Number{Path: "params.all", Value: "$work * 2"}, 1.1, ""},
		{model.Number{Path: "machine.line.one_hop", Value: "100ns"}, .5, "machine.line.one_hop=50ns"},
		{model.Number{Path: "machine.smt.factor", Value: "0.6"}, 2, "machine.smt.factor=1"},
		{model.Number{Path: "machine.line.size", Value: "64B"}, 1.1, ""},
		{model.Number{Path: "machine.topology.cores", Value: "8"}, 1.1, ""},
		{model.Number{Path: "machine.line.hit", Value: "0ns"}, 1.1, ""},
		{model.Number{Path: "machine.os.quota", Value: "0.5"}, 1.1, ""},
		{model.Number{Path: "machine.price", Value: "0.68"}, 1.1, ""},
	} {
		got, ok := Scaled(c.number, c.factor)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%s %s times %g: %q, %v; expected %q", c.number.Path, c.number.Value, c.factor, got, ok, c.want)
		}
	}
}

func TestSpread(t *testing.T) {
	sd, ok := Spread(model.Number{Value: "2ms", Interval: &[2]string{"1ms", "4ms"}})
	if want := math.Log(4) / (2 * 1.96); !ok || math.Abs(sd-want) > 1e-4 {
		t.Errorf("from 1 to 4 ms: %v, %v; expected %v", sd, ok, want)
	}
	if _, ok := Spread(model.Number{Value: "2ms"}); ok {
		t.Error("a number without an interval has a spread")
	}
}

func TestValues(t *testing.T) {
	for text, want := range map[string][]string{
		"8..32/8":        {"8", "16", "24", "32"},
		"20ns..80ns*2":   {"20ns", "40ns", "80ns"},
		"40ns, 80ns":     {"40ns", "80ns"},
		"1GB/s..4GB/s*2": {"1GB/s", "2GB/s", "4GB/s"},
		"8..1/2":         nil,
		"8..16":          nil,
		"x":              nil,
	} {
		got, err := Values(text)
		if (err != nil) != (want == nil) || len(got) != len(want) {
			t.Errorf("%s: %q, %v; expected %q", text, got, err, want)
			continue
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%s: %q; expected %q", text, got, want)
			}
		}
	}
}
