package plots

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"contend/model"
)

var plainWhite = color.White

// Curve draws a run: throughput over what is swept with what was measured, and the boosts below; for a run of single points,
// what was measured of each.
func Curve(r *model.Run) *Figure {
	f := &Figure{title: titleOf(r.Scenario), width: 8 * inch, sources: sourcesOf(r)}
	if longest(r) < 2 {
		f.subtitle = "simulated (dot, 95 % interval) and measured (ring)"
		f.panels = metricPanels(r)
		return f
	}
	f.subtitle = "simulated (line, 95 % band)"
	if r.Scenario.Measured != nil {
		f.subtitle = "measured (ring) and simulated (line, 95 % band)"
	}
	f.panels = append(f.panels, curvePanel(r))
	for _, c := range r.Comparisons {
		if len(c.Points) > 1 {
			f.panels = append(f.panels, boostPanel(r, c))
		}
	}
	for i := range f.panels[:len(f.panels)-1] {
		f.panels[i].plot.X.Label.Text = ""
	}
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

// sourcesOf says below a figure what its numbers rest on, and who measured.
func sourcesOf(r *model.Run) []string {
	fitted := 0
	for _, n := range r.Scenario.Numbers {
		if n.Fit != nil {
			fitted++
		}
	}
	points := 0
	if m := r.Scenario.Measured; m != nil {
		for _, c := range m.Columns {
			points += len(c.Points)
		}
	}
	text := fmt.Sprintf("contend %s, seed %d", r.Scenario.Name, r.Seed)
	switch {
	case points > 0 && fitted > 0:
		text += fmt.Sprintf("; %d numbers fitted to %d measured points", fitted, points)
	case points > 0:
		text += fmt.Sprintf("; nothing fitted, %d measured points", points)
	}
	if r.Fit != nil {
		text += fmt.Sprintf("; mean error %.1f %%, largest %.1f %%", r.Fit.MAPE, r.Fit.Max)
	}
	out := []string{text}
	if r.Scenario.Source != "" {
		out = append(out, wrap("Measured: "+r.Scenario.Source, 130)...)
	}
	return out
}

// wrap breaks a text into lines of about so many letters.
func wrap(text string, letters int) []string {
	var out []string
	at := ""
	for _, word := range strings.Fields(text) {
		if at != "" && len(at)+1+len(word) > letters {
			out = append(out, at)
			at = ""
		}
		at = strings.TrimSpace(at + " " + word)
	}
	return append(out, at)
}

// pointTicks puts ticks at the points of the longest curve, at every second or further one where they are many.
func pointTicks(r *model.Run) plot.Ticker {
	const most = 10
	var n []float64
	for i := range r.Variants {
		if at, _ := curveOf(&r.Variants[i]); len(at) > len(n) {
			n = at
		}
	}
	if len(n) < 2 {
		return ticks{9}
	}
	every := (len(n) + most - 1) / most
	var out []plot.Tick
	for i := 0; i < len(n); i += every {
		close := len(out) > 0 && (n[i]-out[len(out)-1].Value) < (n[len(n)-1]-n[0])/25
		t := plot.Tick{Value: n[i]}
		if !close {
			t.Label = strconv.FormatFloat(n[i], 'g', 6, 64)
		}
		out = append(out, t)
	}
	return plot.ConstantTicks(out)
}

// perUnit names throughput for an axis.
func perUnit(u model.Unit) string {
	per := map[model.Time]string{model.Second: "second", model.Minute: "minute", 60 * model.Minute: "hour"}[u.Per]
	return u.Name + "s per " + per
}

// band is the area between the ends of intervals.
func band(n []float64, e []model.Estimate, c color.NRGBA) plot.Plotter {
	var up, down plotter.XYs
	for i := range n {
		lo, hi := e[i].Mean, e[i].Mean
		if e[i].Lo != nil {
			lo, hi = *e[i].Lo, *e[i].Hi
		}
		up = append(up, plotter.XY{X: n[i], Y: hi})
		down = append(plotter.XYs{{X: n[i], Y: lo}}, down...)
	}
	p, err := plotter.NewPolygon(append(up, down...))
	if err != nil {
		return grid{}
	}
	p.Color = pale(c)
	p.LineStyle.Width = 0
	return p
}

// line joins points.
func line(n, y []float64, c color.Color) *plotter.Line {
	xys := make(plotter.XYs, len(n))
	for i := range n {
		xys[i] = plotter.XY{X: n[i], Y: y[i]}
	}
	l, err := plotter.NewLine(xys)
	if err != nil {
		return &plotter.Line{}
	}
	l.Color, l.Width = c, vg.Points(1.8)
	return l
}

// rings are measured points.
type rings struct {
	xys    plotter.XYs
	colour color.Color
}

func (r rings) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, at := range r.xys {
		pt := vg.Point{X: x(at.X), Y: y(at.Y)}
		c.DrawGlyph(draw.GlyphStyle{Color: color.White, Radius: vg.Points(3.4), Shape: draw.CircleGlyph{}}, pt)
		c.SetLineWidth(vg.Points(1.3))
		c.SetColor(r.colour)
		var path vg.Path
		path.Move(vg.Point{X: pt.X + vg.Points(3.2), Y: pt.Y})
		path.Arc(pt, vg.Points(3.2), 0, 2*math.Pi)
		path.Close()
		c.Stroke(path)
	}
}

func (r rings) DataRange() (xmin, xmax, ymin, ymax float64) { return plotter.XYRange(r.xys) }

// curvePanel draws throughput.
func curvePanel(r *model.Run) panel {
	p := newPanel(r.Scenario.X, perUnit(r.Scenario.Unit))
	p.Add(grid{})
	var names []string
	for i := range r.Variants {
		v := &r.Variants[i]
		names = append(names, v.Name)
		n, x := curveOf(v)
		var e []model.Estimate
		var measured plotter.XYs
		for j := range v.Points {
			e = append(e, v.Points[j].Throughput)
			if m := v.Points[j].Measured; m != nil {
				measured = append(measured, plotter.XY{X: v.Points[j].N, Y: *m})
			}
		}
		if len(n) == 0 {
			continue
		}
		p.Add(band(n, e, colour(i)), line(n, x, colour(i)))
		if len(measured) > 0 {
			p.Add(rings{measured, colour(i)})
		}
	}
	p.X.Tick.Marker = pointTicks(r)
	p.Y.Min = min(0, p.Y.Min)
	p.Y.Max += (p.Y.Max - p.Y.Min) * .05
	return panel{plot: p, height: 3.9 * inch, right: widest(names), overlay: func(c, data draw.Canvas, p *plot.Plot) {
		_, y := p.Transforms(&data)
		var labels []label
		for i := range r.Variants {
			if v := &r.Variants[i]; len(v.Points) > 0 {
				labels = append(labels, label{v.Name, colour(i), y(v.Points[len(v.Points)-1].Throughput.Mean)})
				if i == 0 {
					annotate(data, p, v, colour(i))
				}
			}
		}
		drawLabels(c, labels, data.Max.X+vg.Points(8), data)
	}}
}

// annotate marks a curve's plateau, or else its knee. Only the first variant's is marked, where the others would cover it.
func annotate(c draw.Canvas, p *plot.Plot, v *model.VariantRun, ink color.Color) {
	n, x := curveOf(v)
	tx, ty := p.Transforms(&c)
	small := style(smallSize, ink, false)
	small.XAlign, small.YAlign = draw.XLeft, draw.YTop
	if from, to, ok := Plateau(n, x); ok {
		y := ty(min(x[from], x[to])) - vg.Points(12)
		c.StrokeLine2(draw.LineStyle{Color: ink, Width: vg.Points(2.5)}, tx(n[from]), y, tx(n[to]), y)
		c.FillText(small, vg.Point{X: tx(n[from]), Y: y - vg.Points(3)}, fmt.Sprintf("plateau %g–%g", n[from], n[to]))
		return
	}
	if i, ok := Knee(n, x); ok {
		y := ty(x[i])
		c.StrokeLine2(draw.LineStyle{Color: ink, Width: vg.Points(1)}, tx(n[i]), y-vg.Points(4), tx(n[i]), y-vg.Points(26))
		c.FillText(small, vg.Point{X: tx(n[i]) + vg.Points(3), Y: y - vg.Points(18)}, fmt.Sprintf("knee %g", n[i]))
	}
}

// boostPanel draws by how many percent one variant is ahead of another.
func boostPanel(r *model.Run, b model.Comparison) panel {
	p := newPanel(r.Scenario.X, b.Of+" over "+b.To+", %")
	p.Y.Tick.Marker = ticks{4}
	p.X.Tick.Marker = pointTicks(r)
	p.Add(grid{})
	var n, y []float64
	var e []model.Estimate
	var measured plotter.XYs
	for _, at := range b.Points {
		n, y, e = append(n, at.N), append(y, at.Pct.Mean), append(e, at.Pct)
		if at.MeasuredPct != nil {
			measured = append(measured, plotter.XY{X: at.N, Y: *at.MeasuredPct})
		}
	}
	c := colour(0)
	for i := range r.Variants {
		if r.Variants[i].Name == b.Of {
			c = colour(i)
		}
	}
	p.Add(band(n, e, c), line(n, y, c))
	if len(measured) > 0 {
		p.Add(rings{measured, c})
	}
	p.Y.Min = min(0, p.Y.Min)
	p.Y.Max += (p.Y.Max - p.Y.Min) * .05
	var names []string
	for i := range r.Variants {
		names = append(names, r.Variants[i].Name)
	}
	return panel{plot: p, height: 2.1 * inch, right: widest(names), overlay: func(area, data draw.Canvas, p *plot.Plot) {
		best := 0
		for i := range y {
			if y[i] > y[best] {
				best = i
			}
		}
		tx, ty := p.Transforms(&data)
		if y[best] > 0 {
			s := style(smallSize, c, false)
			s.XAlign, s.YAlign = draw.XCenter, draw.YTop
			data.FillText(s, vg.Point{X: tx(n[best]), Y: ty(y[best]) - vg.Points(8)}, fmt.Sprintf("peak %.0f %% at %g", y[best], n[best]))
		}
	}}
}
