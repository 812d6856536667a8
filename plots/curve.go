package plots

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"contend/model"
)

// Curve draws a run: throughput over what is swept with what was measured, and the boosts below. Of a run of single points it
// draws what was measured of each.
func Curve(r *model.Run) *Figure {
	f := &Figure{title: titleOf(r.Scenario), sources: sourcesOf(r)}
	if longest(r) < 2 {
		f.rows = pairs(metricPanels(r))
		f.key = dotKey(r)
		return f
	}
	all := throughputOf(r)
	right := roomFor(all)
	for _, c := range r.Comparisons {
		right = max(right, roomFor([]series{linearOf(c)}))
	}
	panels := append([]panel{curvePanel(r, all, right)}, boostPanels(r, right)...)
	f.rows = stack(panels)
	f.key = lineKey(all, "simulated", r.Level)
	return f
}

func titleOf(s *model.Scenario) string {
	if s.Title != "" {
		return s.Title
	}
	return s.Name
}

// longest is the number of points of the longest curve.
func longest(r *model.Run) int {
	n := 0
	for i := range r.Variants {
		n = max(n, len(r.Variants[i].Points))
	}
	return n
}

// throughputOf turns the variants into series, each in its colour.
func throughputOf(r *model.Run) []series {
	var out []series
	for i := range r.Variants {
		v := &r.Variants[i]
		s := series{name: v.Name, colour: colour(i)}
		for j := range v.Points {
			s.add(v.Points[j].N, v.Points[j].Throughput, v.Points[j].Measured)
		}
		out = append(out, s)
	}
	return out
}

// curvePanel draws throughput, with names at the ends of the curves, and marks where they bend.
func curvePanel(r *model.Run, all []series, right vg.Length) panel {
	p := panel{right: right}
	p.plot = seriesPlot(r.Scenario.X, perUnit(r.Scenario.Unit), all, p.right, .05)
	p.height = max(3.8*inch, labelLine*vg.Length(len(all))+44)
	p.overlay = func(area, data draw.Canvas, pl *plot.Plot) {
		drawMarks(data, pl, all)
		labelEnds(area, data, pl, all)
	}
	return p
}

// seriesPlot draws series on axes from zero.
func seriesPlot(xLabel, yLabel string, all []series, right vg.Length, above float64) *plot.Plot {
	unit, words := 1.0, ""
	if lo, hi, ok := bounds(all); ok {
		unit, words = unitOf(max(hi, -lo))
	}
	p := newPanel(xLabel, yLabel+words)
	p.Y.Tick.Marker = ticks{about: 5, unit: unit}
	p.Add(grid{})
	addSeries(p, all)
	fromZero(&p.Y, above)
	if !finite(p.X.Min) || !finite(p.X.Max) {
		p.X.Min, p.X.Max = 0, 1
	}
	sweepAxis(&p.X, widestSweep(all), width-2*margin-right-60)
	return p
}

// labelEnds writes the names of series beside the ends of their curves.
func labelEnds(area, data draw.Canvas, p *plot.Plot, all []series) {
	_, y := p.Transforms(&data)
	var labels []label
	for _, s := range all {
		if len(s.n) > 0 {
			labels = append(labels, label{s.name, s.colour, y(s.y[len(s.y)-1])})
		}
	}
	drawLabels(area, labels, data)
}

// roomFor is the room that the names of series need beside the data.
func roomFor(all []series) vg.Length {
	var names []string
	for _, s := range all {
		names = append(names, s.name)
	}
	return widest(names)
}
