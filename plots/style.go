package plots

import (
	"image/color"
	"math"
	"strconv"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// colours are those of Okabe and Ito 2008, "Color universal design", the darker ones first.
var colours = []color.NRGBA{
	{0, 114, 178, 255},   // blue
	{213, 94, 0, 255},    // vermilion
	{0, 158, 115, 255},   // green
	{204, 121, 167, 255}, // purple
	{230, 159, 0, 255},   // orange
	{86, 180, 233, 255},  // sky blue
	{0, 0, 0, 255},
	{160, 150, 40, 255}, // the yellow, darkened to be seen on white
}

var (
	ink   = color.NRGBA{40, 40, 40, 255}
	faint = color.NRGBA{110, 110, 110, 255}
	rule  = color.NRGBA{225, 225, 225, 255}
)

func colour(i int) color.NRGBA { return colours[i%len(colours)] }

// pale is a colour for areas.
func pale(c color.NRGBA) color.NRGBA { c.A = 45; return c }

const (
	titleSize = 13
	textSize  = 10
	smallSize = 8.5
)

// style is how text of a size is drawn.
func style(size float64, c color.Color, bold bool) text.Style {
	f := font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Points(size)}
	if bold {
		f.Weight = xfont.WeightBold
	}
	return text.Style{Color: c, Font: f, XAlign: draw.XLeft, YAlign: draw.YBottom, Handler: plot.DefaultTextHandler}
}

// newPanel returns an empty plot in the house's style.
func newPanel(xLabel, yLabel string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Color, a.LineStyle.Color = faint, faint
		a.LineStyle.Width = vg.Points(.6)
		a.Tick.LineStyle.Color, a.Tick.LineStyle.Width = faint, vg.Points(.6)
		a.Tick.Length = vg.Points(3)
		a.Tick.Label = style(smallSize+.5, ink, false)
		a.Label.TextStyle = style(textSize, ink, false)
		a.Padding = vg.Points(4)
	}
	p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = draw.XCenter, draw.YTop
	p.Y.Tick.Label.XAlign, p.Y.Tick.Label.YAlign = draw.XRight, draw.YCenter
	p.X.Label.TextStyle.XAlign, p.X.Label.TextStyle.YAlign = draw.XCenter, draw.YTop
	p.Y.Label.TextStyle.XAlign, p.Y.Label.TextStyle.YAlign = draw.XCenter, draw.YBottom
	p.X.Label.Padding, p.Y.Label.Padding = vg.Points(3), vg.Points(4)
	p.X.Label.Text, p.Y.Label.Text = xLabel, yLabel
	p.Y.Tick.Marker = ticks{5}
	p.X.Tick.Marker = ticks{9}
	return p
}

// ticks places about so many ticks at round numbers.
type ticks struct{ about int }

// Ticks returns the ticks between two values.
func (t ticks) Ticks(lo, hi float64) []plot.Tick {
	step := roundStep((hi - lo) / float64(t.about))
	var out []plot.Tick
	for i := math.Ceil(lo/step - 1e-9); i*step <= hi+step*1e-9; i++ {
		v := i * step
		out = append(out, plot.Tick{Value: v, Label: plainNumber(v, step)})
	}
	return out
}

// roundStep is the next of 1, 2, 4 (for whole numbers: threads come in fours), 5 and 10 times a power of ten.
func roundStep(least float64) float64 {
	if !(least > 0) {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(least)))
	for _, m := range []float64{1, 2, 4, 5} {
		if (m != 4 || power >= 1) && m*power >= least*.999 {
			return m * power
		}
	}
	return 10 * power
}

// plainNumber prints a value as exactly as the distance between values needs, thousands apart.
func plainNumber(v, step float64) string {
	digits := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	if math.Abs(v) < step/2 {
		return "0"
	}
	s := strconv.FormatFloat(v, 'f', digits, 64)
	return thousands(s)
}

// thousands puts a thin space between thousands of five digits and more.
func thousands(s string) string {
	whole := 0
	for whole < len(s) && (s[whole] >= '0' && s[whole] <= '9' || s[whole] == '-') {
		whole++
	}
	if whole < 5 {
		return s
	}
	out := ""
	for i := range whole {
		if i > 0 && (whole-i)%3 == 0 && s[i-1] != '-' {
			out += "\u2009"
		}
		out += string(s[i])
	}
	return out + s[whole:]
}

// grid draws light horizontal lines at the ticks of y.
type grid struct{}

func (grid) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	line := draw.LineStyle{Color: rule, Width: vg.Points(.6)}
	for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		c.StrokeLine2(line, c.Min.X, y(t.Value), c.Max.X, y(t.Value))
	}
}
