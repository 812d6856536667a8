package plots

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"contend/model"
)

// series is a curve with its interval and what was measured of it.
type series struct {
	name   string
	colour color.NRGBA
	dashed bool // a reference, not a result
	// n ascends; y, lo and hi belong to it. Where there is no interval, lo and hi are y.
	n, y, lo, hi []float64
	// measuredN and measured are the measured points, which may be fewer.
	measuredN, measured []float64
}

// add appends a point; one that is no number is left out.
func (s *series) add(n float64, e model.Estimate, measured *float64) {
	if finite(n) && finite(e.Mean) {
		lo, hi := e.Mean, e.Mean
		if e.Lo != nil && e.Hi != nil && finite(*e.Lo) && finite(*e.Hi) {
			lo, hi = *e.Lo, *e.Hi
		}
		s.n, s.y, s.lo, s.hi = append(s.n, n), append(s.y, e.Mean), append(s.lo, lo), append(s.hi, hi)
	}
	if measured != nil && finite(n) && finite(*measured) {
		s.measuredN, s.measured = append(s.measuredN, n), append(s.measured, *measured)
	}
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// bounds are the least and the largest value of several series with all that is drawn of them; ok is false where there is none.
func bounds(all []series) (lo, hi float64, ok bool) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, s := range all {
		for _, values := range [][]float64{s.lo, s.hi, s.y, s.measured} {
			for _, v := range values {
				lo, hi, ok = min(lo, v), max(hi, v), true
			}
		}
	}
	return lo, hi, ok
}

// widestSweep is the n of the series with the most points.
func widestSweep(all []series) []float64 {
	var n []float64
	for _, s := range all {
		if len(s.n) > len(n) {
			n = s.n
		}
	}
	return n
}

// addSeries draws the bands first, then the lines, and what was measured on top.
func addSeries(p *plot.Plot, all []series) {
	for _, s := range all {
		if len(s.n) > 1 {
			p.Add(area(s.n, s.lo, s.hi, pale(s.colour)))
		}
	}
	for _, s := range all {
		switch len(s.n) {
		case 0:
		case 1:
			p.Add(spot{s})
		default:
			l := line(s.n, s.y, s.colour)
			if s.dashed {
				l.Width, l.Dashes = 1, []vg.Length{4, 3}
			}
			p.Add(l)
		}
	}
	for _, s := range all {
		if len(s.measured) > 0 {
			p.Add(rings{s})
		}
	}
}

// area fills what lies between two curves.
func area(n, lo, hi []float64, c color.NRGBA) plot.Plotter {
	var up, down plotter.XYs
	for i := range n {
		up = append(up, plotter.XY{X: n[i], Y: hi[i]})
		down = append(plotter.XYs{{X: n[i], Y: lo[i]}}, down...)
	}
	p, err := plotter.NewPolygon(append(up, down...))
	if err != nil { // only of values that are no numbers, which series do not hold
		return grid{}
	}
	p.Color = c
	p.LineStyle.Width = 0
	return p
}

// line joins points.
func line(n, y []float64, c color.Color) *plotter.Line {
	xys := make(plotter.XYs, len(n))
	for i := range n {
		xys[i] = plotter.XY{X: n[i], Y: y[i]}
	}
	return &plotter.Line{XYs: xys, LineStyle: draw.LineStyle{Color: c, Width: 2}}
}

// spot is a curve of a single point, with its interval.
type spot struct{ series }

func (s spot) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	c.StrokeLine2(draw.LineStyle{Color: s.colour, Width: 1.6}, x(s.n[0]), y(s.lo[0]), x(s.n[0]), y(s.hi[0]))
	dot(c, vg.Point{X: x(s.n[0]), Y: y(s.y[0])}, s.colour)
}

func (s spot) DataRange() (xmin, xmax, ymin, ymax float64) {
	return s.n[0], s.n[0], s.lo[0], s.hi[0]
}

// rings are the measured points of a series.
type rings struct{ series }

func (r rings) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i := range r.measured {
		ring(c, vg.Point{X: x(r.measuredN[i]), Y: y(r.measured[i])}, r.colour)
	}
}

func (r rings) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax = plotter.Range(plotter.Values(r.measuredN))
	ymin, ymax = plotter.Range(plotter.Values(r.measured))
	return xmin, xmax, ymin, ymax
}

// dot is a simulated point.
func dot(c draw.Canvas, at vg.Point, ink color.Color) {
	c.DrawGlyph(draw.GlyphStyle{Color: ink, Radius: 3, Shape: draw.CircleGlyph{}}, at)
}

// ring is a measured point.
func ring(c draw.Canvas, at vg.Point, ink color.Color) {
	c.DrawGlyph(draw.GlyphStyle{Color: paper, Radius: 3.4, Shape: draw.CircleGlyph{}}, at)
	circle(c, at, 3.4, ink)
}

func circle(c draw.Canvas, at vg.Point, radius vg.Length, ink color.Color) {
	c.SetLineDash(nil, 0)
	c.SetLineWidth(1.4)
	c.SetColor(ink)
	var path vg.Path
	path.Move(vg.Point{X: at.X + radius, Y: at.Y})
	path.Arc(at, radius, 0, 2*math.Pi)
	path.Close()
	c.Stroke(path)
}
