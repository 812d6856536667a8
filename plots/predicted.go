package plots

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"contend/model"
)

// Prediction is what a scenario would do on a machine.
type Prediction struct {
	Machine string
	// N ascends; Throughput belongs to it, with intervals.
	N          []float64
	Throughput []model.Estimate
	Best       int     // the point of the highest throughput
	Price      float64 // US dollars an hour, 0 where it is unknown
}

// Predicted draws a scenario's curves on several machines, the highest throughput of each, and what that costs.
func Predicted(s *model.Scenario, all []Prediction, level float64, sources []string) *Figure {
	f := &Figure{title: titleOf(s) + ", predicted", sources: sources}
	curves := predictedCurves(all)
	if len(widestSweep(curves)) > 1 {
		right := roomFor(curves)
		f.rows = append(f.rows, []panel{{
			plot: seriesPlot(s.X, perUnit(s.Unit), curves, right, .05), right: right, height: max(3.4*inch, labelLine*vg.Length(len(curves))+44),
			overlay: func(area, data draw.Canvas, p *plot.Plot) { labelEnds(area, data, p, curves) },
		}})
	}
	var rows []dotRow
	for i, p := range all {
		rows = append(rows, dotRow{name: p.Machine, colour: i, value: p.Throughput[p.Best]})
	}
	f.rows = append(f.rows, []panel{highestPanel(s, rows)})
	if p, ok := costPanel(s, all); ok {
		f.rows = append(f.rows, []panel{p})
	}
	f.key = lineKey(curves, "predicted", level)
	return f
}

func predictedCurves(all []Prediction) []series {
	var out []series
	for i, p := range all {
		s := series{name: p.Machine, colour: colour(i)}
		for j, n := range p.N {
			s.add(n, p.Throughput[j], nil)
		}
		out = append(out, s)
	}
	return out
}

func highestPanel(s *model.Scenario, rows []dotRow) panel {
	largest := 0.0
	for _, row := range rows {
		_, largest = row.reach(0, largest)
	}
	unit, words := unitOf(largest)
	for i := range rows {
		rows[i] = rows[i].times(1 / unit)
	}
	return dotPanel("highest throughput, "+perUnit(s.Unit)+words, rows)
}

// costPanel draws the highest throughput over the price, where at least two machines have one.
func costPanel(s *model.Scenario, all []Prediction) (panel, bool) {
	var priced []series
	var labels []string
	for i, p := range all {
		if p.Price <= 0 || !finite(p.Throughput[p.Best].Mean) {
			continue
		}
		one := series{name: p.Machine, colour: colour(i)}
		one.add(p.Price, p.Throughput[p.Best], nil)
		priced, labels = append(priced, one), append(labels, p.Machine)
	}
	if len(priced) < 2 {
		return panel{}, false
	}
	right := widest(labels)
	p := seriesPlot("US dollars an hour", perUnit(s.Unit), nil, right, .05)
	for _, one := range priced {
		p.Add(spot{one})
	}
	fromZero(&p.X, .06)
	fromZero(&p.Y, .08)
	p.X.Tick.Marker = ticks{about: 8}
	_, hi, _ := bounds(priced)
	unit, words := unitOf(hi)
	p.Y.Label.Text = perUnit(s.Unit) + words
	p.Y.Tick.Marker = ticks{about: 5, unit: unit}
	return panel{title: "highest throughput over the price", plot: p, height: 2.6 * inch, right: right, overlay: func(area, data draw.Canvas, p *plot.Plot) {
		labelSpots(data, p, priced)
	}}, true
}

// labelSpots writes names beside single points: to the right, or where another name is in the way to the left, or else lower.
func labelSpots(data draw.Canvas, p *plot.Plot, all []series) {
	x, y := p.Transforms(&data)
	var taken []vg.Rectangle
	for _, one := range all {
		s := style(smallSize, one.colour, true)
		s.YAlign = middle
		w := s.Width(one.name)
		spot := vg.Point{X: x(one.n[0]), Y: y(one.y[0])}
		box := func(left, down vg.Length) vg.Rectangle {
			at := vg.Point{X: spot.X + left, Y: spot.Y - down}
			return vg.Rectangle{Min: vg.Point{X: at.X, Y: at.Y - 6}, Max: vg.Point{X: at.X + w, Y: at.Y + 6}}
		}
		place := box(6, 0)
		for down := vg.Length(0); overlaps(place, taken); down += 12 {
			if place = box(-6-w, down); place.Min.X < data.Min.X || overlaps(place, taken) {
				place = box(6, down+12)
			}
		}
		taken = append(taken, place)
		data.FillText(s, vg.Point{X: place.Min.X, Y: place.Min.Y + 6}, one.name)
	}
}

func overlaps(r vg.Rectangle, others []vg.Rectangle) bool {
	for _, o := range others {
		if r.Min.X < o.Max.X && o.Min.X < r.Max.X && r.Min.Y < o.Max.Y && o.Min.Y < r.Max.Y {
			return true
		}
	}
	return false
}
