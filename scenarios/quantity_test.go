package scenarios

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"contend/model"
)

func TestParseQuantity(t *testing.T) {
	for text, want := range map[string]quantity{
		"16":                {unit: number, a: 16},
		"1_000":             {unit: number, a: 1000},
		"43%":               {unit: number, a: .43},
		"51us":              {unit: duration, a: 51e6},
		"1.5 ms":            {unit: duration, a: 1.5e9},
		"2.27GHz":           {unit: frequency, a: 2.27e9},
		"320KiB":            {unit: size, a: 320 * 1024},
		"21GB/s":            {unit: bandwidth, a: 21e9},
		"500/s":             {unit: rate, a: 500},
		"12..20":            {number, model.UniformInt, 12, 20, 0},
		"1..2us":            {duration, model.Uniform, 1e6, 2e6, 0},
		"1us..2ms":          {duration, model.Uniform, 1e6, 2e9, 0},
		"exp(51us)":         {duration, model.Exp, 51e6, 0, 0},
		"erlang(4, 51us)":   {duration, model.Erlang, 51e6, 0, 4},
		"uniform(1us, 2us)": {duration, model.Uniform, 1e6, 2e6, 0},
	} {
		if got, err := parseQuantity(text); err != nil || got != want {
			t.Errorf("%s: %+v, %v; want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "x", "1e400s", "NaN", "inf", "--3", "3 parsecs", "exp(3us", "exp()", "erlang(1.5, 3us)", "5..3", "3us..4KiB", "exp(-3us)", "1..2..3"} {
		if got, err := parseQuantity(text); err == nil {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}

// A value printed in any unit is read back.
func TestQuantityRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom(unitWords).Draw(t, "unit")
		v := rapid.Float64Range(0, 500).Draw(t, "value")
		q, err := parseQuantity(fmt.Sprintf("%v%s", v, name))
		if err != nil {
			t.Fatal(err)
		}
		if want := v * units[name].size; q.a != want || q.unit != units[name].unit {
			t.Fatalf("%v%s is %v %v, want %v", v, name, q.a, q.unit, want)
		}
	})
}

func TestEvaluate(t *testing.T) {
	params := map[string]quantity{
		"work": constant(duration, 1e9), "calls": constant(number, 40), "depth": {number, model.UniformInt, 12, 20, 0},
		"bytes": constant(size, 1e6), "speed": constant(bandwidth, 1e9), "noise": {duration, model.Exp, 1e6, 0, 0},
	}
	of := func(name string) (quantity, error) {
		q, ok := params[name]
		if !ok {
			return q, fmt.Errorf("no %s", name)
		}
		return q, nil
	}
	for text, want := range map[string]quantity{
		"$work / $calls":                constant(duration, 25e6),
		"2 * $work + 3us":               constant(duration, 2e9+3e6),
		"$bytes / $speed":               constant(duration, 1e9),
		"$work / 1us":                   constant(number, 1000),
		"$noise * 2":                    {duration, model.Exp, 2e6, 0, 0},
		"$depth":                        params["depth"],
		"max($calls, 50) - 10":          constant(number, 40),
		"round($calls / 3)":             constant(number, 13),
		"1 / $work":                     constant(rate, 1000),
		"$calls ^ 2":                    constant(number, 1600),
		"-$calls + 50%":                 constant(number, -39.5),
		"2KiB * ($calls + 1) / 41":      constant(size, 2048),
		"10us+10us":                     constant(duration, 20e6),
		"min(3ms, $work, 10us*2us/1us)": constant(duration, 20e6),
	} {
		got, err := evaluate(text, of)
		if text == "min(3ms, $work, 10us*2us/1us)" {
			if err == nil {
				t.Errorf("a time times a time is read as %+v", got)
			}
			continue
		}
		if err != nil || got.unit != want.unit || got.kind != want.kind || math.Abs(got.a-want.a) > 1e-9*math.Abs(want.a) || got.b != want.b {
			t.Errorf("%s: %+v, %v; want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"$nosuch", "$work + 1", "$work * $work", "$calls / $depth", "$noise + $noise", "work", "$calls / 0", "foo($calls)", "$calls ? 1 : 2", "$work *", "'a'"} {
		if got, err := evaluate(text, of); err == nil {
			t.Errorf("%s is read as %+v", text, got)
		}
	}
}
