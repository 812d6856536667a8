package plots

import (
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"contend/model"
)

// metricPanels draws what was measured of single points: a panel a metric, a line a variant. Where nothing was measured, it is
// the throughput.
func metricPanels(r *model.Run) []panel {
	var out []panel
	if rows := throughputRows(r); len(rows) > 0 {
		out = append(out, dotPanel(perUnit(r.Scenario.Unit), rows))
	}
	for _, name := range measuredMetrics(r) {
		largest := 0.0
		for _, row := range metricRows(r, name, 1) {
			largest = max(largest, *row.measured)
		}
		label, scale := metricLabel(name, largest)
		out = append(out, dotPanel(label, metricRows(r, name, scale)))
	}
	if len(out) == 0 {
		var rows []dotRow
		for i := range r.Variants {
			for j := range r.Variants[i].Points {
				rows = append(rows, dotRow{r.Variants[i].Name, i, r.Variants[i].Points[j].Throughput, nil})
			}
		}
		out = append(out, dotPanel(perUnit(r.Scenario.Unit), rows))
	}
	return out
}

// dotRow is a variant's value of a metric.
type dotRow struct {
	name     string
	colour   int
	value    model.Estimate
	measured *float64
}

func throughputRows(r *model.Run) []dotRow {
	var out []dotRow
	for i := range r.Variants {
		v := &r.Variants[i]
		if len(v.Points) > 0 && v.Points[0].Measured != nil {
			out = append(out, dotRow{v.Name, i, v.Points[0].Throughput, v.Points[0].Measured})
		}
	}
	return out
}

// measuredMetrics lists the metrics that were measured for some variant, in the order of the scenario.
func measuredMetrics(r *model.Run) []string {
	var out []string
	seen := map[string]bool{}
	for i := range r.Variants {
		for _, p := range r.Variants[i].Points {
			for _, m := range p.Metrics {
				if m.Measured != nil && !seen[m.Name] {
					seen[m.Name] = true
					out = append(out, m.Name)
				}
			}
		}
	}
	return out
}

func metricRows(r *model.Run, name string, scale float64) []dotRow {
	var out []dotRow
	for i := range r.Variants {
		for _, p := range r.Variants[i].Points {
			for _, m := range p.Metrics {
				if m.Name == name && m.Measured != nil {
					want := *m.Measured * scale
					out = append(out, dotRow{r.Variants[i].Name, i, scaled(m.Estimate, scale), &want})
				}
			}
		}
	}
	return out
}

func scaled(e model.Estimate, k float64) model.Estimate {
	out := model.Estimate{Mean: e.Mean * k}
	if e.Lo != nil {
		lo, hi := *e.Lo*k, *e.Hi*k
		out.Lo, out.Hi = &lo, &hi
	}
	return out
}

// metricLabel turns a metric's name into words with the unit that values of some size are printed in.
func metricLabel(name string, size float64) (label string, scale float64) {
	words := strings.ReplaceAll(name, "_", " ")
	switch {
	case strings.HasSuffix(name, "_ns"):
		words = strings.TrimSuffix(words, " ns")
		switch {
		case size >= 1e9:
			return words + ", seconds", 1e-9
		case size >= 1e6:
			return words + ", milliseconds", 1e-6
		default:
			return words + ", microseconds", 1e-3
		}
	case strings.HasSuffix(name, "_pct"):
		return strings.TrimSuffix(words, " pct") + ", %", 1
	case strings.HasSuffix(name, "_bytes"):
		return strings.TrimSuffix(words, " bytes") + ", MiB", 1. / (1 << 20)
	case strings.HasSuffix(name, "_per_s"):
		return strings.TrimSuffix(words, " per s") + " per second", 1
	}
	return words, 1
}

// dotPanel draws a line a variant: a dot with its interval, and a ring where it was measured.
func dotPanel(label string, rows []dotRow) panel {
	p := newPanel(label, "")
	p.X.Min, p.X.Max = 0, 0
	for _, row := range rows {
		p.X.Max = max(p.X.Max, row.value.Mean)
		if row.value.Hi != nil {
			p.X.Max = max(p.X.Max, *row.value.Hi)
		}
		if row.measured != nil {
			p.X.Max = max(p.X.Max, *row.measured)
		}
	}
	p.X.Max *= 1.08
	if p.X.Max == 0 {
		p.X.Max = 1
	}
	p.Y.Min, p.Y.Max = -.6, float64(len(rows))-.4
	var names []plot.Tick
	for i, row := range rows {
		names = append(names, plot.Tick{Value: float64(len(rows) - 1 - i), Label: row.name})
	}
	p.Y.Tick.Marker = plot.ConstantTicks(names)
	p.Y.Tick.Length = 0
	p.Y.LineStyle.Width = 0
	p.Add(dots{rows})
	return panel{plot: p, height: vg.Points(46 + 17*float64(len(rows))), right: vg.Points(20)}
}

// dots draws the rows of a panel.
type dots struct{ rows []dotRow }

func (d dots) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, row := range d.rows {
		at := y(float64(len(d.rows) - 1 - i))
		c.StrokeLine2(draw.LineStyle{Color: rule, Width: vg.Points(.6)}, c.Min.X, at, c.Max.X, at)
		ink := colour(row.colour)
		if row.value.Lo != nil {
			c.StrokeLine2(draw.LineStyle{Color: ink, Width: vg.Points(1.6)}, x(*row.value.Lo), at, x(*row.value.Hi), at)
		}
		if !math.IsNaN(row.value.Mean) {
			c.DrawGlyph(draw.GlyphStyle{Color: ink, Radius: vg.Points(2.8), Shape: draw.CircleGlyph{}}, vg.Point{X: x(row.value.Mean), Y: at})
		}
		if row.measured != nil {
			pt := vg.Point{X: x(*row.measured), Y: at}
			var path vg.Path
			path.Move(vg.Point{X: pt.X + vg.Points(5), Y: pt.Y})
			path.Arc(pt, vg.Points(5), 0, 2*math.Pi)
			path.Close()
			c.SetLineWidth(vg.Points(1.2))
			c.SetColor(faint)
			c.Stroke(path)
		}
	}
}
