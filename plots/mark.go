package plots

import (
	"fmt"
	"image/color"

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

// drawMarks writes the marks above the axis, each in a line of its own; a line drops from the curve to its knee's number.
func drawMarks(c draw.Canvas, p *plot.Plot, all []series) {
	x, y := p.Transforms(&c)
	marks := marksOf(all)
	for _, m := range marks {
		if m.from == m.to {
			c.StrokeLine2(draw.LineStyle{Color: m.colour, Width: .8, Dashes: []vg.Length{2, 2}}, x(m.from), c.Min.Y, x(m.from), y(m.y)-2)
		}
	}
	at := c.Min.Y + 11 + 12*vg.Length(len(marks)-1)
	for _, m := range marks {
		if m.from != m.to {
			bar := draw.LineStyle{Color: m.colour, Width: 2.2}
			c.StrokeLine2(bar, x(m.from), at, x(m.to), at)
		}
		s := style(smallSize, m.colour, false)
		s.YAlign = middle
		w := s.Width(m.text)
		left := x(m.to) + 4
		if left+w > c.Max.X {
			left = x(m.from) - 4 - w
		}
		if left < c.Min.X { // room at neither side: over the middle of the bar
			left = max(c.Min.X, (x(m.from)+x(m.to)-w)/2)
		}
		cover(c, vg.Rectangle{Min: vg.Point{X: left - 2, Y: at - 5}, Max: vg.Point{X: left + w + 2, Y: at + 5}})
		c.FillText(s, vg.Point{X: left, Y: at}, m.text)
		at -= 12
	}
}

// cover paints paper under text.
func cover(c draw.Canvas, r vg.Rectangle) {
	c.SetColor(paper)
	c.Fill(r.Path())
}
