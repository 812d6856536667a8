package plots

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"contend/model"
)

// dotRow is a variant's value of a metric.
type dotRow struct {
	name     string
	colour   int
	value    model.Estimate
	measured *float64
}

func (d dotRow) times(k float64) dotRow {
	d.value = scaled(d.value, k)
	if d.measured != nil {
		m := *d.measured * k
		d.measured = &m
	}
	return d
}

const (
	dotStep = vg.Length(18) // from row to row
	dotRest = vg.Length(46) // of a panel beside its rows: title, axis, room below
)

// dotPanel draws a row a variant: a dot with its interval, a ring where it was measured, and the error at the right.
func dotPanel(title string, rows []dotRow) panel {
	var names []string
	right := vg.Length(8)
	for _, row := range rows {
		names = append(names, row.name)
		if row.measured != nil {
			right = 48
		}
	}
	p := rowsPlot(names)
	lo, hi := 0.0, 0.0
	for _, row := range rows {
		lo, hi = row.reach(lo, hi)
	}
	p.X.Min, p.X.Max = lo, hi
	fromZero(&p.X, .06)
	p.X.Tick.Marker = ticks{about: 5}
	p.Add(dots{rows})
	return panel{title: title, plot: p, height: dotRest + dotStep*vg.Length(len(rows)), right: right, overlay: func(area, data draw.Canvas, p *plot.Plot) {
		_, y := p.Transforms(&data)
		s := style(smallSize, faint, false)
		s.XAlign, s.YAlign = draw.XRight, middle
		for i, row := range rows {
			if row.measured != nil && *row.measured != 0 {
				area.FillText(s, vg.Point{X: area.Max.X, Y: y(rowAt(i, len(rows)))}, signed((row.value.Mean / *row.measured - 1)*100))
			}
		}
	}}
}

// reach widens a range to hold the row.
func (d dotRow) reach(lo, hi float64) (float64, float64) {
	values := []float64{d.value.Mean}
	if d.value.Lo != nil && d.value.Hi != nil {
		values = append(values, *d.value.Lo, *d.value.Hi)
	}
	if d.measured != nil {
		values = append(values, *d.measured)
	}
	for _, v := range values {
		if finite(v) {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	return lo, hi
}

// rowsPlot is an empty plot of named rows, the first on top.
func rowsPlot(names []string) *plot.Plot {
	p := newPanel("", "")
	p.Y.Min, p.Y.Max = -.6, max(float64(len(names))-.4, .4)
	var marks []plot.Tick
	for i, name := range names {
		marks = append(marks, plot.Tick{Value: rowAt(i, len(names)), Label: shorten(name, p.Y.Tick.Label, labelLimit)})
	}
	p.Y.Tick.Marker = plot.ConstantTicks(marks)
	p.Y.Tick.Length = 0
	p.Y.LineStyle.Width = 0
	return p
}

// rowAt is the place of row i of so many on the axis.
func rowAt(i, rows int) float64 { return float64(rows - 1 - i) }

// dots draws the rows of a panel.
type dots struct{ rows []dotRow }

func (d dots) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, row := range d.rows {
		at := y(rowAt(i, len(d.rows)))
		c.StrokeLine2(draw.LineStyle{Color: rule, Width: .6}, c.Min.X, at, c.Max.X, at)
		ink := colour(row.colour)
		if row.measured != nil && finite(*row.measured) {
			circle(c, vg.Point{X: x(*row.measured), Y: at}, 5, faint)
		}
		if e := row.value; e.Lo != nil && e.Hi != nil && finite(*e.Lo) && finite(*e.Hi) {
			c.StrokeLine2(draw.LineStyle{Color: ink, Width: 1.8}, x(*e.Lo), at, x(*e.Hi), at)
		}
		if !math.IsNaN(row.value.Mean) {
			dot(c, vg.Point{X: x(row.value.Mean), Y: at}, ink)
		}
	}
}

// pairs sets panels two in a row where there are more than two; an odd one at the end has a row of its own.
func pairs(panels []panel) [][]panel {
	var rows [][]panel
	for i, p := range panels {
		if len(panels) > 2 && i%2 == 1 {
			rows[len(rows)-1] = append(rows[len(rows)-1], p)
			continue
		}
		rows = append(rows, []panel{p})
	}
	return rows
}

// dotKey explains what there is of: values, their intervals, measured ones.
func dotKey(r *model.Run) []keyEntry {
	interval, measured := false, false
	for i := range r.Variants {
		for _, p := range r.Variants[i].Points {
			interval = interval || p.Throughput.Lo != nil
			measured = measured || p.Measured != nil
			for _, m := range p.Metrics {
				measured = measured || m.Measured != nil
			}
		}
	}
	key := []keyEntry{{dotSign, "simulated", faint}}
	if interval {
		key = append(key, keyEntry{barSign, intervalOf(r.Level), faint})
	}
	if measured {
		key = append(key, keyEntry{bigRingSign, "measured, with the error at the right", faint})
	}
	return key
}

func bigRingSign(c draw.Canvas, at vg.Point) { circle(c, at, 5, faint) }
