package plots

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// most is the number of curves whose bends are marked; more would cover each other.
const most = 4

// mark is a place along a curve, or a stretch of it, in words.
type mark struct {
	text     string
	colour   color.NRGBA
	from, to float64 // from == to: a place
	y        float64 // the curve there, where a line drops from
}

// marksOf finds the plateau and the knee of each curve. A plateau that only the measured points have is marked as theirs.
func marksOf(all []series) []mark {
	var out []mark
	if len(all) > most {
		return nil
	}
	for _, s := range all {
		if i, ok := Knee(s.n, s.y); ok {
			out = append(out, mark{"knee " + sweepNumber(s.n[i]), s.colour, s.n[i], s.n[i], s.y[i]})
		}
		if from, to, ok := Plateau(s.n, s.y); ok {
			out = append(out, mark{fmt.Sprintf("plateau %s–%s", sweepNumber(s.n[from]), sweepNumber(s.n[to])), s.colour, s.n[from], s.n[to], 0})
		} else if from, to, ok := Plateau(s.measuredN, s.measured); ok {
			out = append(out, mark{fmt.Sprintf("measured plateau %s–%s", sweepNumber(s.measuredN[from]), sweepNumber(s.measuredN[to])), s.colour, s.measuredN[from], s.measuredN[to], 0})
		}
	}
	return out
}

// drawMarks writes the marks in lines that begin on the axis, each in the lowest where it covers neither a curve nor another mark. A knee's
// line drops from the curve to the axis; a plateau is measured out between ticks.
func drawMarks(c draw.Canvas, p *plot.Plot, all []series) {
	x, y := p.Transforms(&c)
	marks := marksOf(all)
	for _, m := range marks {
		if m.from == m.to {
			c.StrokeLine2(draw.LineStyle{Color: m.colour, Width: .8, Dashes: []vg.Length{2, 2}}, x(m.from), c.Min.Y, x(m.from), y(m.y)-2)
		}
	}
	curves := along(c, p, all)
	var taken []vg.Rectangle
	for _, m := range marks {
		s := style(smallSize, m.colour, false)
		s.YAlign = middle
		w := s.Width(m.text)
		left := markAt(c, x(m.from), x(m.to), w)
		r := vg.Rectangle{Min: vg.Point{X: min(x(m.from), left) - 2}, Max: vg.Point{X: max(x(m.to), left+w) + 2}}
		at := lowest(c, r, taken, curves)
		r.Min.Y, r.Max.Y = at-markLine/2, at+markLine/2
		taken = append(taken, r)
		if m.from != m.to {
			thin := draw.LineStyle{Color: m.colour, Width: .8}
			c.StrokeLine2(thin, x(m.from), at, x(m.to), at)
			for _, end := range []vg.Length{x(m.from), x(m.to)} {
				c.StrokeLine2(thin, end, at-3, end, at+3)
			}
		}
		cover(c, vg.Rectangle{Min: vg.Point{X: left - 2, Y: at - 5}, Max: vg.Point{X: left + w + 2, Y: at + 5}})
		c.FillText(s, vg.Point{X: left, Y: at}, m.text)
	}
}

const markLine = vg.Length(12)

// markAt is where a mark's text begins: in the middle of a stretch that is long enough, else at its right, else at its left.
func markAt(c draw.Canvas, from, to, w vg.Length) vg.Length {
	switch middle := (from + to - w) / 2; {
	case to-from > w+16:
		return middle
	case to+4+w <= c.Max.X:
		return to + 4
	case from-4-w >= c.Min.X:
		return from - 4 - w
	default:
		return max(c.Min.X, middle)
	}
}

// lowest is the height of the lowest line in which r covers no curve and nothing taken; where there is none, curves may be covered.
func lowest(c draw.Canvas, r vg.Rectangle, taken, curves []vg.Rectangle) vg.Length {
	first := c.Min.Y + markLine/2 + 1
	line := func(at vg.Length) vg.Rectangle {
		return vg.Rectangle{Min: vg.Point{X: r.Min.X, Y: at - markLine/2 + .1}, Max: vg.Point{X: r.Max.X, Y: at + markLine/2 - .1}}
	}
	for at := first; at+markLine/2 < c.Max.Y; at += markLine {
		if !overlaps(line(at), taken) && !overlaps(line(at), curves) {
			return at
		}
	}
	at := first
	for overlaps(line(at), taken) {
		at += markLine
	}
	return at
}

// along covers curves and measured points with small boxes.
func along(c draw.Canvas, p *plot.Plot, all []series) []vg.Rectangle {
	x, y := p.Transforms(&c)
	var out []vg.Rectangle
	around := func(at vg.Point, reach vg.Length) {
		out = append(out, vg.Rectangle{Min: vg.Point{X: at.X - reach, Y: at.Y - reach}, Max: vg.Point{X: at.X + reach, Y: at.Y + reach}})
	}
	for _, s := range all {
		for i := 1; i < len(s.n); i++ {
			a, b := vg.Point{X: x(s.n[i-1]), Y: y(s.y[i-1])}, vg.Point{X: x(s.n[i]), Y: y(s.y[i])}
			steps := 1 + int(math.Hypot(float64(b.X-a.X), float64(b.Y-a.Y))/4)
			for k := range steps + 1 {
				around(a.Add(b.Sub(a).Scale(vg.Length(k)/vg.Length(steps))), 2)
			}
		}
		for i := range s.measured {
			around(vg.Point{X: x(s.measuredN[i]), Y: y(s.measured[i])}, 5)
		}
	}
	return out
}

// cover paints paper under text.
func cover(c draw.Canvas, r vg.Rectangle) {
	c.SetColor(paper)
	c.Fill(r.Path())
}
