package plots

import (
	"fmt"
	"image/color"
	"sort"

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
	f := &Figure{
		title: "Bands of process starts", sources: sourcesOf(r),
		subtitle: titleOf(r.Scenario) + ": a dot is a start, its layout decides the band, with the band's share of starts",
	}
	ms := func(t model.Time) float64 { return t.Nanoseconds() / 1e6 }
	for _, p := range []panel{
		bandPanel("median latency, milliseconds", rows, func(s model.Start) float64 { return ms(s.P50) }),
		bandPanel("throughput, "+perUnit(r.Scenario.Unit), rows, func(s model.Start) float64 { return s.Throughput }),
		bandPanel("CPU busy or stalled, %", rows, func(s model.Start) float64 { return s.CPU }),
	} {
		f.rows = append(f.rows, []panel{p})
	}
	return f
}

type bandRow struct {
	name  string
	bands []model.Band
}

func bandPanel(title string, rows []bandRow, of func(model.Start) float64) panel {
	var names []string
	largest := 0.0
	for _, row := range rows {
		names = append(names, row.name)
		for _, b := range row.bands {
			for _, s := range b.Sample {
				largest = max(largest, of(s))
			}
		}
	}
	p := rowsPlot(names)
	p.X.Min, p.X.Max = 0, largest
	fromZero(&p.X, .08)
	p.Add(strips{rows, of})
	return panel{title: title, plot: p, height: 50 + 30*vg.Length(len(rows)), right: 20}
}

// strips draws the starts, spread over the height of their row so that they can be told apart.
type strips struct {
	rows []bandRow
	of   func(model.Start) float64
}

func (d strips) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, row := range d.rows {
		at := rowAt(i, len(d.rows))
		c.StrokeLine2(draw.LineStyle{Color: rule, Width: .6}, c.Min.X, y(at), c.Max.X, y(at))
		for j, b := range row.bands {
			ink := bandColour(j)
			for k, s := range b.Sample {
				const golden = .618
				spread := float64(k)*golden - float64(int(float64(k)*golden)) - .5
				c.DrawGlyph(draw.GlyphStyle{Color: ink, Radius: 1.8, Shape: draw.CircleGlyph{}}, vg.Point{X: x(d.of(s)), Y: y(at + spread*.45)})
			}
		}
		d.drawShares(c, row, x, y(at+.28))
	}
}

// drawShares writes the bands' shares of the starts above a row. The lowest band's stands at its left, the highest's at its right, so that they
// do not meet; those between are left out where there is no room.
func (d strips) drawShares(c draw.Canvas, row bandRow, x func(float64) vg.Length, y vg.Length) {
	if len(row.bands) < 2 {
		return
	}
	order := make([]int, len(row.bands))
	for j := range order {
		order[j] = j
	}
	value := func(j int) float64 { return d.of(row.bands[j].Start) }
	sort.SliceStable(order, func(a, b int) bool { return value(order[a]) < value(order[b]) })
	first, last := value(order[0]), value(order[len(order)-1])
	for k, j := range order {
		text := style(smallSize, bandColour(j), true)
		words := fmt.Sprintf("%.0f %%", 100*row.bands[j].Share)
		at := vg.Point{X: x(value(j)), Y: y}
		switch k {
		case 0:
			text.XAlign, at.X = draw.XRight, at.X-1
		case len(order) - 1:
			text.XAlign, at.X = draw.XLeft, at.X+1
		default:
			text.XAlign = draw.XCenter
			if half := text.Width(words)/2 + 4; len(order) > 3 || at.X-half < x(first) || at.X+half > x(last) {
				continue
			}
		}
		c.FillText(text, at, words)
	}
}

func bandColour(j int) color.NRGBA { return colour(2 - j%2) }
