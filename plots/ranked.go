package plots

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"contend/model"
)

// rankedPanel draws the makespans of the fastest replications of a batch, a dot each, as shares of their mean, for a scenario whose
// figure is the mean of some.
func rankedPanel(r *model.Run) (panel, bool) {
	var names []string
	var rows [][]float64
	var inks []int
	reps := 0
	for i := range r.Variants {
		v := &r.Variants[i]
		if len(v.Points) == 0 || r.Scenario.Effort.Fastest == 0 || len(v.Points[0].Ranked) < 2 {
			continue
		}
		names, rows, inks = append(names, v.Name), append(rows, aroundMean(v.Points[0].Ranked)), append(inks, i)
		reps = max(reps, v.Points[0].Reps)
	}
	if len(rows) == 0 {
		return panel{}, false
	}
	p := rowsPlot(names)
	p.X.Min, p.X.Max = 99, 101 // at least; the dots of a batch that varies less stand on each other
	for _, row := range rows {
		for _, v := range row {
			p.X.Min, p.X.Max = min(p.X.Min, v), max(p.X.Max, v)
		}
	}
	room := (p.X.Max - p.X.Min) * .06
	p.X.Min, p.X.Max = p.X.Min-room, p.X.Max+room
	p.X.Tick.Marker = ticks{about: 6}
	p.Add(strip{rows, inks})
	title := fmt.Sprintf("the %d fastest of %s, %% of their mean makespan", len(rows[0]), counted(reps, "replication"))
	return panel{title: title, plot: p, height: dotRest + dotStep*vg.Length(len(rows)), right: 48}, true
}

// aroundMean turns times into percent of their mean.
func aroundMean(times []model.Time) []float64 {
	sum := 0.0
	for _, t := range times {
		sum += t.Nanoseconds()
	}
	var out []float64
	for _, t := range times {
		if sum > 0 {
			out = append(out, 100*t.Nanoseconds()*float64(len(times))/sum)
		}
	}
	return out
}

// strip draws the values of each row as small dots.
type strip struct {
	rows [][]float64
	inks []int
}

func (s strip) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	c.StrokeLine2(draw.LineStyle{Color: faint, Width: .6, Dashes: []vg.Length{2, 2}}, x(100), c.Min.Y, x(100), c.Max.Y)
	for i, row := range s.rows {
		at := y(rowAt(i, len(s.rows)))
		c.StrokeLine2(draw.LineStyle{Color: rule, Width: .6}, c.Min.X, at, c.Max.X, at)
		for _, v := range row {
			ink := colour(s.inks[i])
			ink.A = 150
			c.DrawGlyph(draw.GlyphStyle{Color: ink, Radius: 2.6, Shape: draw.CircleGlyph{}}, vg.Point{X: x(v), Y: at})
		}
	}
}
