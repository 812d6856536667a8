package experiment

import (
	"strings"

	"contend/model"
)

// subject is what an expectation is about: a comparison, a variant, or, with neither, the whole run.
type subject struct {
	run      *model.Run
	compared *model.Comparison
	variant  *model.VariantRun
}

// wants reports whether a claim needs a whole curve, or a point that isn't there.
func (s subject) wants(c model.Claim) bool {
	switch c.Quantity {
	case "mape", "max_error", "peak", "peak_at":
		return true
	}
	_, _, ok := s.quantity(c)
	return !ok
}

// quantity returns the value that a claim bounds, with its unit for the reader; ok is false where there is no
// such value.
func (s subject) quantity(c model.Claim) (value float64, unit string, ok bool) {
	switch c.Quantity {
	case "mape", "max_error":
		return s.accuracy(c.Quantity)
	}
	at := s.points()
	if len(at) == 0 {
		return 0, "", false
	}
	i := len(at) - 1 // without a place, the end of the curve
	switch {
	case c.Quantity == "peak" || c.Quantity == "peak_at":
		i = s.peak()
	case c.At != nil:
		if i = indexOf(at, *c.At); i < 0 {
			return 0, "", false
		}
	}
	switch c.Quantity {
	case "peak_at":
		return at[i], "", true
	case "peak", "boost", throughput:
		return s.height(i), s.unit(), true
	}
	if s.compared != nil {
		return s.gain(at[i], c.Quantity)
	}
	return valueAt(&s.variant.Points[i], c.Quantity)
}

// accuracy is the mean or the largest error of the variant, or of the whole run.
func (s subject) accuracy(which string) (value float64, unit string, ok bool) {
	fit := s.run.Fit
	if s.variant != nil {
		fit = s.variant.Fit
	}
	if fit == nil {
		return 0, "", false
	}
	if which == "mape" {
		return fit.MAPE, " %", true
	}
	return fit.Max, " %", true
}

// points lists the places of the subject's curve.
func (s subject) points() []float64 {
	var at []float64
	switch {
	case s.compared != nil:
		for i := range s.compared.Points {
			at = append(at, s.compared.Points[i].N)
		}
	case s.variant != nil:
		for i := range s.variant.Points {
			at = append(at, s.variant.Points[i].N)
		}
	}
	return at
}

func indexOf(at []float64, n float64) int {
	for i := range at {
		if at[i] == n {
			return i
		}
	}
	return -1
}

// height is the curve's value at its i-th point: the boost of a comparison, the throughput of a variant.
func (s subject) height(i int) float64 {
	if s.compared != nil {
		return s.compared.Points[i].Pct.Mean
	}
	return s.variant.Points[i].Throughput.Mean
}

func (s subject) unit() string {
	if s.compared != nil {
		return " %"
	}
	return ""
}

// peak is the index of the curve's highest point, the first of equals.
func (s subject) peak() int {
	best := 0
	for i := range s.points() {
		if s.height(i) > s.height(best) {
			best = i
		}
	}
	return best
}

// gain is by how many percent a quantity of one variant is more than the other's, at n.
func (s subject) gain(n float64, quantity string) (value float64, unit string, ok bool) {
	of, to := pointAt(curve(s.run, s.compared.Of), n), pointAt(curve(s.run, s.compared.To), n)
	a, _, okA := valueAt(of, quantity)
	b, _, okB := valueAt(to, quantity)
	if !okA || !okB || b == 0 {
		return 0, "", false
	}
	return (a/b - 1) * 100, " %", true
}

// valueAt is a latency quantile or a metric of a point.
func valueAt(p *model.PointRun, quantity string) (value float64, unit string, ok bool) {
	switch quantity {
	case "p50":
		return p.P50.Nanoseconds(), " ns", true
	case "p99":
		return p.P99.Nanoseconds(), " ns", true
	}
	m := metricOf(p, strings.TrimPrefix(quantity, "metrics."))
	if m == nil {
		return 0, "", false
	}
	if strings.HasSuffix(m.Name, "_ns") {
		unit = " ns"
	}
	return m.Mean, unit, true
}
