package experiment

import (
	"fmt"
	"math"

	"contend/model"
)

// target is one measured value that a calibration fits to.
type target struct {
	variant, metric string
	n, value        float64
	weight          float64
}

func (t target) String() string { return fmt.Sprintf("%s of %s at %g", t.metric, t.variant, t.n) }

// targetsOf lists the measured values of a scenario at points that it simulates; keep says which of them are fitted to.
func targetsOf(s *model.Scenario, keep func(variant string, n float64) bool) []target {
	if s.Measured == nil {
		return nil
	}
	var out []target
	for _, c := range s.Measured.Columns {
		for _, m := range c.Points {
			t := target{c.Variant, c.Metric, m.N, m.Value, weightOf(s.Measured, c.Metric)}
			if m.Value > 0 && simulates(s, t) && (keep == nil || keep(c.Variant, m.N)) {
				out = append(out, t)
			}
		}
	}
	return out
}

func weightOf(m *model.Measured, metric string) float64 {
	for _, w := range m.Weights {
		if w.Metric == metric {
			return w.Weight
		}
	}
	return 1
}

func simulates(s *model.Scenario, t target) bool {
	for i := range s.Variants {
		if s.Variants[i].Name != t.variant {
			continue
		}
		for _, p := range s.Variants[i].Points {
			if p.N == t.n {
				return true
			}
		}
	}
	return false
}

// only returns the scenario with the points that have a target, and without expectations.
func only(s *model.Scenario, targets []target) *model.Scenario {
	wanted := func(variant string, n float64) bool {
		for _, t := range targets {
			if t.variant == variant && t.n == n {
				return true
			}
		}
		return false
	}
	out := *s
	out.Expect = nil
	out.Variants = make([]model.Variant, 0, len(s.Variants))
	for _, v := range s.Variants {
		var points []model.Point
		for _, p := range v.Points {
			if wanted(v.Name, p.N) {
				points = append(points, p)
			}
		}
		v.Points = points
		out.Variants = append(out.Variants, v)
	}
	return &out
}

// apart is the residual of a value that the simulation did not give at all: a factor of e⁵.
const apart = 5

// residuals are the weighted log ratios of simulated to measured values.
func residuals(run *model.Run, targets []target, r []float64) {
	for i, t := range targets {
		r[i] = apart
		v := curve(run, t.variant)
		if v == nil {
			continue
		}
		p := pointAt(v, t.n)
		if p == nil {
			continue
		}
		if x, ok := measurable(p, run.Scenario.Unit, t.metric); ok && x > 0 {
			r[i] = min(max(math.Log(x/t.value), -apart), apart)
		}
		r[i] *= t.weight
	}
}

// thinned keeps every other target of each curve, the first and the last among them, where there are many.
func thinned(targets []target) []target {
	var out []target
	for i := 0; i < len(targets); {
		end := i
		for end < len(targets) && targets[end].variant == targets[i].variant && targets[end].metric == targets[i].metric {
			end++
		}
		for k := i; k < end; k++ {
			if (k-i)%2 == 0 || k == end-1 || end-i < 8 {
				out = append(out, targets[k])
			}
		}
		i = end
	}
	return out
}
