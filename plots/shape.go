package plots

import (
	"fmt"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"contend/model"
	"contend/model/score"
)

// Shape is a table of measurements with what was simulated of it, for figures of normalised curves.
type Shape struct {
	Run     *model.Run
	Machine string
	Curves  []score.Curve
}

// Shapes draws a table's normalised curves: what is simulated as lines, what was measured as rings.
func Shapes(s Shape) *Figure {
	run := *s.Run
	run.Fit = nil // of values as they are, which are not drawn
	f := &Figure{title: titleOf(run.Scenario), subtitle: "on " + s.Machine, sources: sourcesOf(&run)}
	var all []series
	for i, c := range s.Curves {
		one := series{name: c.Name, colour: colour(i)}
		for _, p := range c.Normalised() {
			one.add(p.N, model.Estimate{Mean: p.Simulated}, &p.Measured)
		}
		all = append(all, one)
	}
	p := panel{title: normalisedTitle(s), right: roomFor(all), height: max(3.6*inch, labelLine*vg.Length(len(all))+44)}
	p.plot = ratioPlot(s.Run.Scenario.X, all)
	p.overlay = func(area, data draw.Canvas, pl *plot.Plot) { labelEnds(area, data, pl, all) }
	f.rows = stack([]panel{p})
	f.key = lineKey(all, "simulated", s.Run.Level)
	return f
}

// ratioPlot draws series on logarithmic axes, on which equal errors are equal distances.
func ratioPlot(xLabel string, all []series) *plot.Plot {
	p := newPanel(xLabel+" (log scale)", "")
	lo, hi, ok := bounds(all)
	if !ok {
		return p
	}
	p.Add(grid{})
	addSeries(p, all)
	p.Y.Min, p.Y.Max = lo/1.15, hi*1.15
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.ConstantTicks(ratioTicks(lo, hi))
	var marks []plot.Tick
	for _, n := range widestSweep(all) {
		marks = append(marks, plot.Tick{Value: n, Label: sweepNumber(n)})
	}
	if p.X.Min > 0 && p.X.Min < p.X.Max {
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.ConstantTicks(marks)
	}
	return p
}

// normalisedTitle says what throughput is divided by.
func normalisedTitle(s Shape) string {
	first, isSame := 0.0, len(s.Curves) > 0
	for i, c := range s.Curves {
		if i == 0 {
			first = c.Points[0].N
		}
		isSame = isSame && c.Points[0].N == first
	}
	if !isSame {
		return "throughput over that of the first point (log scale)"
	}
	return fmt.Sprintf("throughput over that at %s (log scale)", sweepNumber(first))
}

// Validated draws every normalised point of several tables as simulated over measured, a row a table, on a logarithmic axis.
func Validated(tables []Shape) *Figure {
	f := &Figure{
		title:    "Published tables against the catalogue",
		subtitle: fmt.Sprintf("simulated over measured, of throughput divided by its first point; the band is an error of %d %%", score.MedianTarget),
	}
	var names []string
	var rows [][]float64
	for _, t := range tables {
		var ratios []float64
		for _, c := range t.Curves {
			for i, p := range c.Normalised() {
				if ratio := p.Simulated / p.Measured; i > 0 && finite(ratio) && ratio > 0 {
					ratios = append(ratios, ratio)
				}
			}
		}
		name := t.Run.Scenario.Name
		if m := t.Run.Scenario.Measured; m != nil && m.Informs != "" {
			name += " *"
			f.sources = []string{"* no prediction: a number of the machine was inferred from it"}
		}
		names, rows = append(names, name), append(rows, ratios)
	}
	p := rowsPlot(names)
	lo, hi := .5, 2.
	for _, row := range rows {
		for _, v := range row {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	p.X.Min, p.X.Max = lo/1.15, hi*1.15
	p.X.Scale = plot.LogScale{}
	p.X.Tick.Marker = plot.ConstantTicks(ratioTicks(lo, hi))
	p.X.Label.Text = "simulated over measured (log scale)"
	p.Add(ratioStrip{rows})
	f.rows = stack([]panel{{plot: p, height: dotRest + 12 + dotStep*vg.Length(len(rows)), right: 20}})
	return f
}

// ratioTicks are round ratios between two.
func ratioTicks(lo, hi float64) []plot.Tick {
	var out []plot.Tick
	for _, v := range []float64{.01, .02, .05, .1, .2, .5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000} {
		if v >= lo/1.15 && v <= hi*1.15 {
			out = append(out, plot.Tick{Value: v, Label: strings.TrimSpace(short(v))})
		}
	}
	return out
}

// ratioStrip draws the ratios of each row as small dots, over a band around 1.
type ratioStrip struct{ rows [][]float64 }

func (d ratioStrip) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	const aim = score.MedianTarget / 100.
	c.SetColor(pale(colour(2)))
	c.Fill(vg.Rectangle{Min: vg.Point{X: x(1 - aim), Y: c.Min.Y}, Max: vg.Point{X: x(1 + aim), Y: c.Max.Y}}.Path())
	c.StrokeLine2(draw.LineStyle{Color: faint, Width: .6, Dashes: []vg.Length{2, 2}}, x(1), c.Min.Y, x(1), c.Max.Y)
	for i, row := range d.rows {
		at := y(rowAt(i, len(d.rows)))
		c.StrokeLine2(draw.LineStyle{Color: rule, Width: .6}, c.Min.X, at, c.Max.X, at)
		for _, v := range row {
			ink := colour(0)
			ink.A = 150
			c.DrawGlyph(draw.GlyphStyle{Color: ink, Radius: 2.8, Shape: draw.CircleGlyph{}}, vg.Point{X: x(v), Y: at})
		}
	}
}
