package plots

import (
	"contend/model"
)

// metricPanels draws single points: a panel for each metric that was measured, a row a variant. Where nothing was measured, it is
// the throughput. The makespans of the fastest replications come with the metric they are the mean of.
func metricPanels(r *model.Run) []panel {
	var out []panel
	if rows := throughputRows(r, true); len(rows) > 0 {
		out = append(out, throughputPanel(r, rows))
	}
	for _, name := range metricNames(r, func(m model.MetricRun) bool { return m.Measured != nil }) {
		label, scale := metricLabel(name, largestOf(r, name))
		out = append(out, dotPanel(label, metricRows(r, name, scale)))
	}
	if len(out) == 0 {
		out = append(out, throughputPanel(r, throughputRows(r, false)))
	}
	if p, ok := rankedPanel(r); ok {
		out = append(out, p)
	}
	return out
}

func throughputPanel(r *model.Run, rows []dotRow) panel {
	largest := 0.0
	for _, row := range rows {
		largest = max(largest, row.value.Mean)
	}
	unit, words := unitOf(largest)
	for i := range rows {
		rows[i] = rows[i].times(1 / unit)
	}
	return dotPanel(perUnit(r.Scenario.Unit)+words, rows)
}

// throughputRows are the variants' throughputs: all, or those that were measured.
func throughputRows(r *model.Run, measured bool) []dotRow {
	var out []dotRow
	for i := range r.Variants {
		v := &r.Variants[i]
		if len(v.Points) > 0 && finite(v.Points[0].Throughput.Mean) && (!measured || v.Points[0].Measured != nil) {
			out = append(out, dotRow{v.Name, i, v.Points[0].Throughput, v.Points[0].Measured})
		}
	}
	return out
}

// metricNames lists the metrics that something holds of at some point, in the order of the variants.
func metricNames(r *model.Run, holds func(model.MetricRun) bool) []string {
	var out []string
	seen := map[string]bool{}
	for i := range r.Variants {
		for _, p := range r.Variants[i].Points {
			for _, m := range p.Metrics {
				if !seen[m.Name] && finite(m.Mean) && holds(m) {
					seen[m.Name] = true
					out = append(out, m.Name)
				}
			}
		}
	}
	return out
}

// largestOf is the largest value of a metric, which decides its unit.
func largestOf(r *model.Run, name string) float64 {
	largest := 0.0
	for i := range r.Variants {
		for _, p := range r.Variants[i].Points {
			for _, m := range p.Metrics {
				if m.Name != name {
					continue
				}
				if finite(m.Mean) {
					largest = max(largest, m.Mean)
				}
				if m.Measured != nil {
					largest = max(largest, *m.Measured)
				}
			}
		}
	}
	return largest
}

func metricRows(r *model.Run, name string, scale float64) []dotRow {
	var out []dotRow
	for i := range r.Variants {
		for _, p := range r.Variants[i].Points {
			for _, m := range p.Metrics {
				if m.Name == name && m.Measured != nil && finite(m.Mean) {
					out = append(out, dotRow{r.Variants[i].Name, i, m.Estimate, m.Measured}.times(scale))
				}
			}
		}
	}
	return out
}

func scaled(e model.Estimate, k float64) model.Estimate {
	out := model.Estimate{Mean: e.Mean * k}
	if e.Lo != nil && e.Hi != nil {
		lo, hi := *e.Lo*k, *e.Hi*k
		out.Lo, out.Hi = &lo, &hi
	}
	return out
}
