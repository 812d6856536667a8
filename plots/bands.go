package plots

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"contend/model"
)

// Bands draws single starts of a program whose layout differs from start to start: the latency and the CPU share of each, a row a
// variant, a colour a band. It returns nil for a run without a fleet.
func Bands(r *model.Run) *Figure {
	var rows []bandRow
	for i := range r.Variants {
		v := &r.Variants[i]
		for j := len(v.Points) - 1; j >= 0; j-- { // the highest load that has bands
			if len(v.Points[j].Bands) > 0 {
				rows = append(rows, bandRow{v.Name, v.Points[j].Bands})
				break
			}
		}
	}
	if len(rows) == 0 {
		return nil
	}
	f := &Figure{title: "Bands of process starts", subtitle: titleOf(r.Scenario) + ": a dot is a start, its layout decides the band, with the band's share of starts", width: 8 * inch, sources: sourcesOf(r)}
	ms := func(t model.Time) float64 { return t.Nanoseconds() / 1e6 }
	f.panels = append(f.panels,
		bandPanel("median latency, milliseconds", rows, func(s model.Start) float64 { return ms(s.P50) }),
		bandPanel("throughput, "+perUnit(r.Scenario.Unit), rows, func(s model.Start) float64 { return s.Throughput }),
		bandPanel("CPU busy or stalled, %", rows, func(s model.Start) float64 { return s.CPU }))
	return f
}

type bandRow struct {
	name  string
	bands []model.Band
}

func bandPanel(label string, rows []bandRow, of func(model.Start) float64) panel {
	p := newPanel(label, "")
	p.X.Min, p.X.Max = 0, 0
	for _, row := range rows {
		for _, b := range row.bands {
			for _, s := range b.Sample {
				p.X.Max = max(p.X.Max, of(s))
			}
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
	p.Y.Tick.Length, p.Y.LineStyle.Width = 0, 0
	p.Add(strips{rows, of})
	return panel{plot: p, height: vg.Points(46 + 34*float64(len(rows))), right: vg.Points(20)}
}

// strips draws the starts, spread over the height of their row so that they can be told apart.
type strips struct {
	rows []bandRow
	of   func(model.Start) float64
}

func (d strips) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, row := range d.rows {
		at := float64(len(d.rows) - 1 - i)
		c.StrokeLine2(draw.LineStyle{Color: rule, Width: vg.Points(.6)}, c.Min.X, y(at), c.Max.X, y(at))
		for j, b := range row.bands {
			ink := colour(2 - j%2)
			for k, s := range b.Sample {
				const golden = .618
				spread := float64(k)*golden - float64(int(float64(k)*golden)) - .5
				c.DrawGlyph(draw.GlyphStyle{Color: ink, Radius: vg.Points(1.7), Shape: draw.CircleGlyph{}}, vg.Point{X: x(d.of(s)), Y: y(at + spread*.45)})
			}
			if len(row.bands) > 1 {
				text := style(smallSize-.5, ink, true)
				text.XAlign, text.YAlign = draw.XLeft, draw.YBottom
				if d.of(b.Start) < d.of(row.bands[1-min(j, 1)].Start) {
					text.XAlign = draw.XRight
				}
				c.FillText(text, vg.Point{X: x(d.of(b.Start)), Y: y(at + .28)}, fmt.Sprintf("%.0f %%", 100*b.Share))
			}
		}
	}
}
