package experiment

import (
	"math"
	"strings"

	"contend/model"
)

// throughput is the name that a measured column of throughput has in place of a metric's.
const throughput = "throughput"

// measure sets what was measured beside what was simulated, and sums up the differences.
func measure(run *model.Run) {
	if run.Scenario.Measured == nil {
		return
	}
	var all []float64
	for _, column := range run.Scenario.Measured.Columns {
		v := curve(run, column.Variant)
		if v == nil {
			continue
		}
		var errors []float64
		for _, m := range column.Points {
			if p := pointAt(v, m.N); p != nil {
				errors = append(errors, against(p, run.Scenario.Unit, column.Metric, m.Value)...)
			}
		}
		if column.Metric == throughput {
			v.Fit = sumUp(errors)
		}
		all = append(all, errors...)
	}
	run.Fit = sumUp(all)
}

// pointAt returns the point at n, or nil.
func pointAt(v *model.VariantRun, n float64) *model.PointRun {
	for i := range v.Points {
		if v.Points[i].N == n {
			return &v.Points[i]
		}
	}
	return nil
}

// against notes a measured value with a point, and returns the signed error in percent; nothing where the point
// lacks the metric or the value is 0.
func against(p *model.PointRun, unit model.Unit, metric string, value float64) []float64 {
	simulated := 0.0
	if metric == throughput {
		p.Measured = &value
		simulated = p.Throughput.Mean
	} else {
		var ok bool
		if simulated, ok = measurable(p, unit, metric); !ok {
			return nil
		}
		if m := metricOf(p, metric); m != nil {
			m.Measured = &value
		}
	}
	if value == 0 {
		return nil
	}
	pct := (simulated/value - 1) * 100
	if metric == throughput {
		p.ErrorPct = &pct
	}
	return []float64{pct}
}

// measurable is what a point has for a measured quantity: throughput, p50 and p99, charges.CAUSE in nanoseconds of thread time per
// iteration, or a metric.
func measurable(p *model.PointRun, unit model.Unit, quantity string) (value float64, ok bool) {
	if quantity == throughput {
		return p.Throughput.Mean, true
	}
	if cause, isCharge := strings.CutPrefix(quantity, "charges."); isCharge {
		iterations := p.Throughput.Mean * unit.Iterations * float64(p.Window) / float64(unit.Per) * float64(p.Reps)
		for _, c := range p.Charges {
			if c.Cause == cause {
				return c.Time.Nanoseconds() / iterations, iterations > 0
			}
		}
		return 0, iterations > 0
	}
	value, _, ok = valueAt(p, quantity)
	return value, ok
}

// metricOf returns the metric of that name, or nil.
func metricOf(p *model.PointRun, name string) *model.MetricRun {
	for i := range p.Metrics {
		if p.Metrics[i].Name == name {
			return &p.Metrics[i]
		}
	}
	return nil
}

// sumUp returns the mean absolute error and the largest, nil where there is none.
func sumUp(errors []float64) *model.Error {
	if len(errors) == 0 {
		return nil
	}
	e := &model.Error{Points: len(errors)}
	for _, pct := range errors {
		e.MAPE += math.Abs(pct) / float64(len(errors))
		e.Max = max(e.Max, math.Abs(pct))
	}
	return e
}
