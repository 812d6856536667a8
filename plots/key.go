package plots

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// keyEntry explains a sign of the figure.
type keyEntry struct {
	sign   func(c draw.Canvas, at vg.Point) // drawn around a place, within keySign
	text   string
	colour color.Color
}

const keySign = vg.Length(16)

func keyWidth(e keyEntry) vg.Length {
	return keySign + 5 + style(subSize, faint, false).Width(e.text) + 16
}

// keyLines breaks a key into lines that fit the figure.
func keyLines(key []keyEntry) [][]keyEntry {
	var out [][]keyEntry
	room := vg.Length(0)
	for _, e := range key {
		if w := keyWidth(e); len(out) == 0 || w > room {
			out = append(out, nil)
			room = width - 2*margin
		}
		out[len(out)-1] = append(out[len(out)-1], e)
		room -= keyWidth(e)
	}
	return out
}

func drawKey(c draw.Canvas, lines [][]keyEntry, top vg.Length) {
	for _, entries := range lines {
		x := c.Min.X
		for _, e := range entries {
			e.sign(c, vg.Point{X: x + keySign/2, Y: top - 6})
			s := style(subSize, e.colour, false)
			s.YAlign = middle
			c.FillText(s, vg.Point{X: x + keySign + 5, Y: top - 6}, e.text)
			x += keyWidth(e)
		}
		top -= 15
	}
}

// lineKey explains what there is of: curves, which are simulated or predicted, their bands, measured points.
func lineKey(all []series, lines string, level float64) []keyEntry {
	band, measured := false, false
	for _, s := range all {
		measured = measured || len(s.measured) > 0
		for i := range s.n {
			band = band || s.lo[i] != s.hi[i]
		}
	}
	key := []keyEntry{{lineSign, lines, faint}}
	if band {
		key = append(key, keyEntry{bandSign, intervalOf(level), faint})
	}
	if measured {
		key = append(key, keyEntry{ringSign, "measured", faint})
	}
	return key
}

// intervalOf names an interval of some level.
func intervalOf(level float64) string {
	if !(level > 0 && level < 1) {
		return "interval"
	}
	return fmt.Sprintf("%.4g\u00a0%% interval", 100*level)
}

func lineSign(c draw.Canvas, at vg.Point) {
	c.StrokeLine2(draw.LineStyle{Color: faint, Width: 2}, at.X-keySign/2, at.Y, at.X+keySign/2, at.Y)
}

func dashSign(c draw.Canvas, at vg.Point) {
	c.StrokeLine2(draw.LineStyle{Color: faint, Width: 1, Dashes: []vg.Length{4, 3}}, at.X-keySign/2, at.Y, at.X+keySign/2, at.Y)
}

func bandSign(c draw.Canvas, at vg.Point) {
	fillBox(c, at, keySign/2, 4.5, pale(faint))
}

func ringSign(c draw.Canvas, at vg.Point) { ring(c, at, faint) }
func dotSign(c draw.Canvas, at vg.Point)  { dot(c, at, faint) }

func barSign(c draw.Canvas, at vg.Point) {
	c.StrokeLine2(draw.LineStyle{Color: faint, Width: 1.6}, at.X-keySign/2, at.Y, at.X+keySign/2, at.Y)
}

// boxSign is a box in a colour.
func boxSign(fill color.NRGBA) func(draw.Canvas, vg.Point) {
	return func(c draw.Canvas, at vg.Point) { fillBox(c, at, 5, 5, fill) }
}

func fillBox(c draw.Canvas, at vg.Point, halfWidth, halfHeight vg.Length, fill color.NRGBA) {
	c.SetColor(fill)
	c.Fill(vg.Rectangle{Min: vg.Point{X: at.X - halfWidth, Y: at.Y - halfHeight}, Max: vg.Point{X: at.X + halfWidth, Y: at.Y + halfHeight}}.Path())
}
