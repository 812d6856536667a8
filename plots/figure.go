package plots

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Figure is a drawing of one or more panels under a title, above a line that says where its numbers are from.
type Figure struct {
	title, subtitle string
	sources         []string // lines below
	width           vg.Length
	panels          []panel
}

// panel is one plot, with labels drawn at its right side.
type panel struct {
	plot   *plot.Plot
	height vg.Length
	right  vg.Length // room for labels
	// overlay draws what stands at data coordinates of the plot, on the whole panel.
	overlay func(c draw.Canvas, data draw.Canvas, p *plot.Plot)
}

const (
	margin = 12 // points
	inch   = vg.Inch
)

// Write draws the figure as svg or png.
func (f *Figure) Write(w io.Writer, format string) error {
	height := f.height()
	switch format {
	case "svg":
		c := vgsvg.NewWith(vgsvg.UseWH(f.width, height))
		f.draw(draw.New(c))
		var b bytes.Buffer
		if _, err := c.WriteTo(&b); err != nil {
			return err
		}
		_, err := io.WriteString(w, withFallback(b.String()))
		return err
	case "png":
		c := vgimg.NewWith(vgimg.UseWH(f.width, height), vgimg.UseDPI(200))
		f.draw(draw.New(c))
		_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(w)
		return err
	}
	return fmt.Errorf("figures are drawn as svg or png, not as %q", format)
}

// withFallback names fonts for machines that have not the one that text was measured with; its widths are Arial's.
func withFallback(svg string) string {
	return strings.ReplaceAll(svg, "font-family:Liberation Sans;", "font-family:'Liberation Sans',Arial,Helvetica,sans-serif;")
}

func (f *Figure) height() vg.Length {
	h := vg.Points(2*margin) + f.head() + vg.Points(8) + vg.Points(12)*vg.Length(len(f.sources))
	for _, p := range f.panels {
		h += p.height
	}
	return h
}

func (f *Figure) head() vg.Length {
	if f.subtitle == "" {
		return vg.Points(26)
	}
	return vg.Points(42)
}

// draw draws everything from the top down.
func (f *Figure) draw(c draw.Canvas) {
	c.SetColor(plainWhite)
	c.Fill(c.Rectangle.Path())
	m := vg.Points(margin)
	c = draw.Crop(c, m, -m, m, -m)
	top := c.Max.Y
	title := style(titleSize, ink, true)
	title.YAlign = draw.YTop
	c.FillText(title, vg.Point{X: c.Min.X, Y: top}, f.title)
	if f.subtitle != "" {
		sub := style(textSize-.5, faint, false)
		sub.YAlign = draw.YTop
		c.FillText(sub, vg.Point{X: c.Min.X, Y: top - vg.Points(19)}, f.subtitle)
	}
	top -= f.head()
	left := f.left(c)
	for _, p := range f.panels {
		area := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: top - p.height}, Max: vg.Point{X: c.Max.X, Y: top}}}
		p.draw(area, left)
		top -= p.height
	}
	for i, line := range f.sources {
		c.FillText(style(smallSize-.5, faint, false), vg.Point{X: c.Min.X, Y: c.Min.Y + vg.Points(12)*vg.Length(len(f.sources)-1-i)}, line)
	}
}

// left is where the data of all panels begins, so that they stand under each other.
func (f *Figure) left(c draw.Canvas) vg.Length {
	left := vg.Length(0)
	for _, p := range f.panels {
		left = max(left, p.plot.DataCanvas(c).Min.X)
	}
	return left
}

func (p panel) draw(area draw.Canvas, left vg.Length) {
	inner := draw.Crop(area, 0, -p.right, vg.Points(4), -vg.Points(6))
	own := p.plot.DataCanvas(inner)
	inner = draw.Crop(inner, left-own.Min.X, 0, 0, 0)
	p.plot.Draw(inner)
	if p.overlay != nil {
		p.overlay(area, p.plot.DataCanvas(inner), p.plot)
	}
}
