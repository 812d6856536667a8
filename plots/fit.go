package plots

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"contend/model/fit"
)

// Fitted is a measured curve with the laws fitted to it.
type Fitted struct {
	Name, Unit string
	Laws       *fit.Laws
}

// Fit draws measured curves with what their laws predict and the interval of a new observation, and below, how efficient a thread is and
// what the chosen law leaves over.
func Fit(curves []Fitted, x string, level float64) *Figure {
	f := &Figure{title: "Scaling of " + curves[0].Name}
	if len(curves) > 1 {
		f.title = "Scaling laws fitted to measured curves"
	}
	var data, drawn, efficiency, residuals []series
	var places []float64
	end := 0.0
	for i, c := range curves {
		f.sources = append(f.sources, aboutFit(c))
		inside, beyond := fittedSeries(c, i)
		data, drawn = append(data, inside), append(drawn, inside, beyond)
		efficiency = append(efficiency, efficiencySeries(c, i))
		residuals = append(residuals, residualSeries(c, i))
		places = append(places, inside.measuredN...)
		end = max(end, beyond.n[len(beyond.n)-1])
	}
	slices.Sort(places)
	places = slices.Compact(places)
	right := roomFor(data)
	top := fitPanel("", x, throughputLabel(curves), 3.6*inch, drawn, places, end, right)
	top.overlay = func(area, canvas draw.Canvas, p *plot.Plot) {
		for i, c := range curves {
			drawPeak(canvas, p, c.Laws.Best(), i)
		}
		var ends []series
		for i := range curves {
			ends = append(ends, drawn[2*i+1])
		}
		labelEnds(area, canvas, p, ends)
	}
	f.rows = stack([]panel{
		top,
		fitPanel("A thread's work beside a lone one's, %", x, "efficiency", 1.5*inch, efficiency, places, end, right),
		fitPanel("Measured over the chosen law, %", x, "residual", 1.5*inch, residuals, places, end, right),
	})
	f.key = append(lineKey(data, "fitted", level), keyEntry{dashSign, "predicted", faint})
	return f
}

// fitPanel draws series from the first of places to end, as the other panels.
func fitPanel(title, x, y string, height vg.Length, all []series, places []float64, end float64, right vg.Length) panel {
	p := panel{title: title, plot: seriesPlot(x, y, all, right, .08), height: height, right: right}
	p.plot.X.Min, p.plot.X.Max = places[0], end
	sweepAxis(&p.plot.X, places, width-2*margin-right-60)
	return p
}

// aboutFit says what was fitted to how many points.
func aboutFit(c Fitted) string {
	best := c.Laws.Best()
	text := fmt.Sprintf("%s: %s, %d parameters fitted to %d points; mean error %.1f %%", c.Name, best.Law.Title, len(best.Params), len(c.Laws.Points), best.MAPE)
	var others string
	for i, w := range c.Laws.Weights {
		if w >= .005 {
			others += fmt.Sprintf(", %s %.0f %%", c.Laws.Fits[i].Law.Name, 100*w)
		}
	}
	return text + ". Beyond them" + others[1:] + "."
}

func throughputLabel(curves []Fitted) string {
	for _, c := range curves {
		if c.Unit != curves[0].Unit {
			return "throughput"
		}
	}
	if curves[0].Unit == "" {
		return "throughput"
	}
	return curves[0].Unit
}

// reach is how far beyond the largest measured N the laws are drawn.
const reach = 1.25

// measuredRange is the least and the largest measured N.
func measuredRange(l *fit.Laws) (lo, hi float64) {
	lo, hi = math.Inf(1), 0
	for _, p := range l.Points {
		lo, hi = min(lo, p.N), max(hi, p.N)
	}
	return lo, hi
}

// between are places from lo to hi.
func between(lo, hi float64) []float64 {
	const places = 60
	var out []float64
	for i := range places + 1 {
		out = append(out, lo+(hi-lo)*float64(i)/places)
	}
	return out
}

// fittedSeries is the chosen law through the points, and the prediction beyond them, dashed.
func fittedSeries(c Fitted, i int) (inside, beyond series) {
	lo, hi := measuredRange(c.Laws)
	inside = series{name: c.Name, colour: colour(i)}
	inside.predict(c.Laws, between(lo, hi))
	for _, p := range c.Laws.Points {
		inside.measuredN, inside.measured = append(inside.measuredN, p.N), append(inside.measured, p.X)
	}
	beyond = series{name: c.Name, colour: colour(i), dashed: true}
	beyond.predict(c.Laws, between(math.Nextafter(hi, math.Inf(1)), reach*hi))
	return inside, beyond
}

func (s *series) predict(l *fit.Laws, n []float64) {
	for _, n := range n {
		x, lo, hi := l.Predict(n)
		if !finite(x) {
			continue
		}
		if lo == nil || hi == nil {
			lo, hi = &x, &x
		}
		s.n, s.y, s.lo, s.hi = append(s.n, n), append(s.y, x), append(s.lo, *lo), append(s.hi, *hi)
	}
}

func efficiencySeries(c Fitted, i int) series {
	s := series{name: c.Name, colour: colour(i)}
	one := c.Laws.At(1)
	lo, hi := measuredRange(c.Laws)
	for _, n := range between(lo, hi) {
		if e := 100 * c.Laws.At(n) / (n * one); finite(e) {
			s.n, s.y, s.lo, s.hi = append(s.n, n), append(s.y, e), append(s.lo, e), append(s.hi, e)
		}
	}
	for _, p := range c.Laws.Points {
		s.measuredN, s.measured = append(s.measuredN, p.N), append(s.measured, 100*p.X/(p.N*one))
	}
	return s
}

func residualSeries(c Fitted, i int) series {
	s := series{name: c.Name, colour: colour(i)}
	for _, p := range c.Laws.Points {
		s.measuredN, s.measured = append(s.measuredN, p.N), append(s.measured, 100*(p.X/c.Laws.Best().At(p.N)-1))
	}
	return s
}

// drawPeak marks the peak of a law inside the picture.
func drawPeak(c draw.Canvas, p *plot.Plot, f *fit.Fit, i int) {
	if f.Peak == nil || f.Peak.N > p.X.Max {
		return
	}
	x, y := p.Transforms(&c)
	c.StrokeLine2(draw.LineStyle{Color: colour(i), Width: .8, Dashes: []vg.Length{2, 2}}, x(f.Peak.N), c.Min.Y, x(f.Peak.N), y(f.Peak.X))
	s := style(smallSize, colour(i), false)
	text := "peak at " + sweepNumber(math.Round(f.Peak.N*10)/10)
	left := x(f.Peak.N) + 4
	if left+s.Width(text) > c.Max.X {
		left = x(f.Peak.N) - 4 - s.Width(text)
	}
	c.FillText(s, vg.Point{X: left, Y: c.Min.Y + 4 + 11*vg.Length(i)}, text)
}
