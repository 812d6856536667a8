package plots

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"contend/model"
)

// boostPanels draws by how many percent variants are ahead, a panel for each variant they are compared to.
func boostPanels(r *model.Run, right vg.Length) []panel {
	var out []panel
	for i, c := range r.Comparisons {
		if len(c.Points) < 2 || comparedBefore(r.Comparisons[:i], c.To) {
			continue
		}
		out = append(out, boostPanel(r, c.To, right))
	}
	return out
}

func comparedBefore(earlier []model.Comparison, to string) bool {
	for _, c := range earlier {
		if c.To == to && len(c.Points) > 1 {
			return true
		}
	}
	return false
}

func boostPanel(r *model.Run, to string, right vg.Length) panel {
	var all, references []series
	for _, c := range r.Comparisons {
		if c.To != to || len(c.Points) < 2 {
			continue
		}
		s := series{name: c.Of, colour: colourOf(r, c.Of)}
		for _, at := range c.Points {
			s.add(at.N, at.Pct, at.MeasuredPct)
		}
		all = append(all, s)
		if l := linearOf(c); len(l.n) > 1 && !drawn(references, l) {
			references = append(references, l)
		}
	}
	p := panel{title: "gain over " + to, right: right}
	p.height = max(2*inch, labelLine*vg.Length(len(all)+len(references))+44)
	p.plot = seriesPlot(r.Scenario.X, "gain, %", append(all, references...), right, .25)
	p.plot.Y.Tick.Marker = ticks{about: 4, unit: 1}
	p.overlay = func(area, data draw.Canvas, pl *plot.Plot) {
		labelEnds(area, data, pl, append(all, references...))
		if len(all) == 1 && len(all[0].n) > 2 {
			markPeak(data, pl, all[0])
		}
	}
	return p
}

// linearOf is the gain in proportion to the hardware threads, to hold a comparison of different machines against.
func linearOf(c model.Comparison) series {
	s := series{colour: faint, dashed: true}
	for _, at := range c.Points {
		if at.LinearPct != nil {
			s.name = "in proportion"
			s.add(at.N, model.Estimate{Mean: *at.LinearPct}, nil)
		}
	}
	return s
}

func drawn(all []series, s series) bool {
	for _, other := range all {
		if slices.Equal(other.n, s.n) && slices.Equal(other.y, s.y) {
			return true
		}
	}
	return false
}

func colourOf(r *model.Run, variant string) color.NRGBA {
	for i := range r.Variants {
		if r.Variants[i].Name == variant {
			return colour(i)
		}
	}
	return faint
}

// markPeak writes the largest gain, and where it is, above the curve.
func markPeak(c draw.Canvas, p *plot.Plot, s series) {
	best := 0
	for i := range s.y {
		if s.y[i] > s.y[best] {
			best = i
		}
	}
	if s.y[best] <= 0 {
		return
	}
	x, y := p.Transforms(&c)
	st := style(smallSize, s.colour, true)
	st.XAlign = draw.XCenter
	words := fmt.Sprintf("peak %s at %s", signed(s.y[best]), sweepNumber(s.n[best]))
	half := st.Width(words) / 2
	at := vg.Point{X: min(max(x(s.n[best]), c.Min.X+half), c.Max.X-half), Y: y(s.y[best])}
	for i, n := range s.n { // above all that the words would cover
		if x(n) > at.X-half-6 && x(n) < at.X+half+6 {
			at.Y = max(at.Y, y(s.hi[i]))
		}
	}
	for i, n := range s.measuredN {
		if x(n) > at.X-half-6 && x(n) < at.X+half+6 {
			at.Y = max(at.Y, y(s.measured[i])+4)
		}
	}
	at.Y += 3
	c.FillText(st, at, words)
	circle(c, vg.Point{X: x(s.n[best]), Y: y(s.y[best])}, 1.6, s.colour)
}
