package experiment

import (
	"math"

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
				errors = append(errors, against(p, column.Metric, m.Value)...)
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
func against(p *model.PointRun, metric string, value float64) []float64 {
	simulated := 0.0
	if metric == throughput {
		p.Measured = &value
		simulated = p.Throughput.Mean
	} else {
		m := metricOf(p, metric)
		if m == nil {
			return nil
		}
		m.Measured = &value
		simulated = m.Mean
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
