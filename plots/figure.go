package plots

import (
	"fmt"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// Figure is a drawing of rows of panels under a title and a key, above the lines that say where its numbers are from.
type Figure struct {
	title, subtitle string
	key             []keyEntry
	sources         []string // lines below, of any length
	rows            [][]panel
}

// panel is one plot. Panels of a row share its width; panels of a column begin at the same place.
type panel struct {
	title  string // above the data, at the left
	plot   *plot.Plot
	height vg.Length
	right  vg.Length // room for labels beside the data
	// overlay draws what stands at places of the data, on the whole panel.
	overlay func(area, data draw.Canvas, p *plot.Plot)
}

const (
	width  = 8 * vg.Inch
	inch   = vg.Inch
	margin = vg.Length(12)
	// lead is the height of a line of small text.
	lead = vg.Length(12)
)

// Write draws the figure as svg or png. The same figure gives the same bytes.
func (f *Figure) Write(w io.Writer, format string) error {
	switch format {
	case "svg":
		text, err := f.svg()
		if err != nil {
			return err
		}
		_, err = io.WriteString(w, text)
		return err
	case "png":
		c := vgimg.NewWith(vgimg.UseWH(width, f.height()), vgimg.UseDPI(200))
		f.draw(draw.New(c))
		_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(w)
		return err
	}
	return fmt.Errorf("figures are drawn as svg or png, not as %q", format)
}

// stack puts panels under each other; they share the axis of the lowest.
func stack(panels []panel) [][]panel {
	var rows [][]panel
	for i, p := range panels {
		if i < len(panels)-1 {
			p.plot.X.Label.Text = ""
			p.plot.X.Tick.Marker = unlabelled{p.plot.X.Tick.Marker}
		}
		rows = append(rows, []panel{p})
	}
	if last := len(panels) - 1; last > 0 {
		rows[last][0].height += 24 // for the labels that the others have not
	}
	return rows
}

// text lines of the head and the foot, broken to the width of the figure.
func (f *Figure) titles() []string    { return wrap(f.title, style(titleSize, ink, true)) }
func (f *Figure) subtitles() []string { return wrap(f.subtitle, style(subSize, faint, false)) }

func (f *Figure) foot() []string {
	var out []string
	for _, s := range f.sources {
		out = append(out, wrap(s, style(footSize, faint, false))...)
	}
	return out
}

func (f *Figure) head() vg.Length {
	h := 17 * vg.Length(len(f.titles()))
	h += 14 * vg.Length(len(f.subtitles()))
	h += 15 * vg.Length(len(keyLines(f.key)))
	return h + 10
}

func (f *Figure) height() vg.Length {
	h := 2*margin + f.head() + 6 + lead*vg.Length(len(f.foot()))
	for _, row := range f.rows {
		h += rowHeight(row)
	}
	return h
}

func rowHeight(row []panel) vg.Length {
	h := vg.Length(0)
	for _, p := range row {
		h = max(h, p.height)
	}
	return h
}

// draw draws everything from the top down.
func (f *Figure) draw(c draw.Canvas) {
	c.SetColor(paper)
	c.Fill(c.Rectangle.Path())
	c = draw.Crop(c, margin, -margin, margin, -margin)
	f.drawHead(c)
	top := c.Max.Y - f.head()
	for _, row := range f.rows {
		for i, p := range row {
			left, right := f.edges(c, i, len(row))
			p.draw(cell(c, top, p.height, i, len(row)), left, right)
		}
		top -= rowHeight(row)
	}
	foot := f.foot()
	for i, line := range foot {
		c.FillText(style(footSize, faint, false), vg.Point{X: c.Min.X, Y: c.Min.Y + lead*vg.Length(len(foot)-1-i)}, line)
	}
}

func (f *Figure) drawHead(c draw.Canvas) {
	y := c.Max.Y
	title, sub := style(titleSize, ink, true), style(subSize, faint, false)
	title.YAlign, sub.YAlign = draw.YTop, draw.YTop
	for _, line := range f.titles() {
		c.FillText(title, vg.Point{X: c.Min.X, Y: y}, line)
		y -= 17
	}
	for _, line := range f.subtitles() {
		c.FillText(sub, vg.Point{X: c.Min.X, Y: y}, line)
		y -= 14
	}
	drawKey(c, keyLines(f.key), y-2)
}

// cell is the place of a panel: column i of so many, below top.
func cell(c draw.Canvas, top, height vg.Length, i, columns int) draw.Canvas {
	const gutter = 14
	w := (c.Max.X - c.Min.X + gutter) / vg.Length(columns)
	x := c.Min.X + w*vg.Length(i)
	return draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: vg.Point{X: x, Y: top - height}, Max: vg.Point{X: x + w - gutter, Y: top}}}
}

// edges are how far from a panel's edges the data of a column's panels begin and end, so that they stand under each other.
func (f *Figure) edges(c draw.Canvas, i, columns int) (left, right vg.Length) {
	for _, row := range f.rows {
		if len(row) == columns {
			area := cell(c, c.Max.Y, row[i].height, i, columns)
			data := row[i].plot.DataCanvas(draw.Crop(area, 0, -row[i].right, 0, 0))
			left, right = max(left, data.Min.X-area.Min.X), max(right, area.Max.X-data.Max.X)
		}
	}
	return left, right
}

func (p panel) draw(area draw.Canvas, left, right vg.Length) {
	top := vg.Length(6)
	if p.title != "" {
		top = 18
		s := style(textSize-.5, ink, true)
		s.YAlign = draw.YTop
		area.FillText(s, vg.Point{X: area.Min.X, Y: area.Max.Y - 2}, shorten(p.title, s, area.Max.X-area.Min.X))
	}
	inner := draw.Crop(area, 0, -p.right, 4, -top)
	own := p.plot.DataCanvas(inner)
	inner = draw.Crop(inner, left-(own.Min.X-inner.Min.X), -(right - (area.Max.X - own.Max.X)), 0, 0)
	p.plot.Draw(inner)
	if p.overlay != nil {
		p.overlay(area, p.plot.DataCanvas(inner), p.plot)
	}
}
