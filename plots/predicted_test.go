package plots

import (
	"strings"
	"testing"

	"contend/model"
)

// foretold are made-up predictions for machines of several sizes, one of them without a price, two at the same one.
func foretold() (*model.Scenario, []Prediction, float64, []string) {
	s := curves([]string{"before"}, sweep, usl).Scenario
	var all []Prediction
	for i, name := range []string{"small", "large", "alike", "unpriced"} {
		p := Prediction{Machine: name, Price: []float64{.5, 4, .5, 0}[i]}
		for _, n := range sweep[:5+i] {
			x := usl(i%2, n)
			lo, hi := x*.8, x*1.25
			p.N, p.Throughput = append(p.N, n), append(p.Throughput, model.Estimate{Mean: x, Lo: &lo, Hi: &hi})
		}
		p.Best = len(p.N) - 1
		all = append(all, p)
	}
	return s, all, .95, []string{"contend made-up"}
}

// Without two prices there is nothing to compare; a single point has no curve.
func TestPredictedParts(t *testing.T) {
	s, all, level, sources := foretold()
	for _, c := range []struct {
		all    []Prediction
		panels int
	}{{all, 3}, {all[3:], 2}, {[]Prediction{{Machine: "one", N: []float64{1}, Throughput: all[0].Throughput[:1]}}, 1}} {
		f := Predicted(s, c.all, level, sources)
		if len(f.rows) != c.panels {
			t.Errorf("%d machines: %d rows of panels, want %d", len(c.all), len(f.rows), c.panels)
		}
		text, err := f.svg()
		if err != nil || strings.Contains(text, "NaN") {
			t.Errorf("%d machines: %v", len(c.all), err)
		}
	}
}
