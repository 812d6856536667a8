package plots

import (
	"image/color"
	"math"
	"strings"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// colours are those of Okabe and Ito 2008, "Color universal design", the darker ones first. darkColours are for dark paper.
var (
	colours = []color.NRGBA{
		{0, 114, 178, 255},   // blue
		{213, 94, 0, 255},    // vermilion
		{0, 158, 115, 255},   // green
		{204, 121, 167, 255}, // purple
		{230, 159, 0, 255},   // orange
		{86, 180, 233, 255},  // sky blue
		{0, 0, 0, 255},
		{160, 150, 40, 255}, // the yellow, darkened to be seen on white
	}
	darkColours = []color.NRGBA{
		{72, 165, 222, 255},
		{245, 132, 42, 255},
		{38, 190, 145, 255},
		{222, 150, 190, 255},
		{240, 180, 50, 255},
		{130, 205, 245, 255},
		{255, 255, 255, 255},
		{240, 228, 66, 255},
	}
)

var (
	paper = color.NRGBA{255, 255, 255, 255}
	ink   = color.NRGBA{40, 40, 40, 255}
	faint = color.NRGBA{100, 100, 100, 255}
	rule  = color.NRGBA{225, 225, 225, 255}
)

func colour(i int) color.NRGBA { return colours[i%len(colours)] }

// pale is a colour for the areas of intervals.
func pale(c color.NRGBA) color.NRGBA { c.A = 48; return c }

// Sizes of text in points.
const (
	titleSize = 14
	subSize   = 10
	textSize  = 10.5
	tickSize  = 9.5
	smallSize = 9
	footSize  = 8.5
)

// middle centres small letters and digits on a line; middleTick does so for the labels of a vertical axis, which are drawn higher.
const (
	middle     draw.YAlignment = -.41
	middleTick draw.YAlignment = -.6
)

// style is how text of a size is drawn.
func style(size float64, c color.Color, bold bool) text.Style {
	f := font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Points(size)}
	if bold {
		f.Weight = xfont.WeightBold
	}
	return text.Style{Color: c, Font: f, XAlign: draw.XLeft, YAlign: draw.YBottom, Handler: plot.DefaultTextHandler}
}

// wrap breaks text into lines that fit the figure.
func wrap(s string, st text.Style) []string {
	var out []string
	at := ""
	for _, word := range strings.Fields(s) {
		if at != "" && st.Width(at+" "+word) > width-2*margin {
			out = append(out, at)
			at = ""
		}
		at = strings.TrimSpace(at + " " + shorten(word, st, width-2*margin))
	}
	if at != "" {
		out = append(out, at)
	}
	return out
}

// shorten cuts text to a width.
func shorten(s string, st text.Style, most vg.Length) string {
	if st.Width(s) <= most {
		return s
	}
	letters := []rune(s)
	for len(letters) > 1 && st.Width(string(letters)+"…") > most {
		letters = letters[:len(letters)-1]
	}
	return string(letters) + "…"
}

// newPanel returns an empty plot in the house's style.
func newPanel(xLabel, yLabel string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Color, a.LineStyle.Color = faint, faint
		a.LineStyle.Width = .6
		a.Tick.LineStyle.Color, a.Tick.LineStyle.Width = faint, .6
		a.Tick.Length = 3
		a.Tick.Label = style(tickSize, ink, false)
		a.Label.TextStyle = style(textSize, ink, false)
		a.Label.TextStyle.XAlign, a.Label.TextStyle.YAlign = draw.XCenter, draw.YBottom
		a.Padding = 4
	}
	p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = draw.XCenter, draw.YTop
	p.Y.Tick.Label.XAlign, p.Y.Tick.Label.YAlign = draw.XRight, middleTick
	p.X.Label.Padding, p.Y.Label.Padding = 2, 4
	p.X.Label.Text, p.Y.Label.Text = xLabel, yLabel
	p.Y.Tick.Marker = ticks{about: 5}
	p.X.Tick.Marker = ticks{about: 8}
	return p
}

// fromZero makes an axis hold 0 and leaves room above what is drawn.
func fromZero(a *plot.Axis, room float64) {
	if math.IsInf(a.Min, 0) || math.IsInf(a.Max, 0) {
		a.Min, a.Max = 0, 1
	}
	a.Min, a.Max = min(0, a.Min), max(0, a.Max)
	if a.Min == a.Max {
		a.Max = 1
	}
	a.Max += (a.Max - a.Min) * room
	if a.Min < 0 {
		a.Min -= (a.Max - a.Min) * .05
	}
}

// grid draws light horizontal lines at the ticks of y, and a darker one at 0 where y goes below it.
type grid struct{}

func (grid) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		line := draw.LineStyle{Color: rule, Width: .6}
		if t.Value == 0 && p.Y.Min < 0 {
			line.Color = faint
		}
		c.StrokeLine2(line, c.Min.X, y(t.Value), c.Max.X, y(t.Value))
	}
}
