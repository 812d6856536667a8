package plots

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"regexp"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// svg draws the figure as a document of its own.
func (f *Figure) svg() (string, error) {
	c := vgsvg.NewWith(vgsvg.UseWH(width, f.height()))
	f.draw(draw.New(c))
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return "", err
	}
	text := withFallback(b.String())
	// The title is what a screen reader says; nothing else of the drawing needs a name.
	return strings.Replace(text, "<g transform", "<title>"+html.EscapeString(f.title)+"</title>\n<g transform", 1), nil
}

// withFallback names fonts for machines that have not the one that text was measured with; its widths are Arial's.
func withFallback(svg string) string {
	return strings.ReplaceAll(svg, "font-family:Liberation Sans;", "font-family:'Liberation Sans',Arial,Helvetica,sans-serif;")
}

var (
	hexColour = regexp.MustCompile(`#[0-9A-F]{6}`)
	svgTag    = regexp.MustCompile(`(?s)<svg width="[^"]*" height="[^"]*"`)
)

// inline draws the figure for a page: without the declaration of a document, and in the page's colours, so that it follows a
// dark page. The names of the colours are themeCSS's.
func (f *Figure) inline() (string, error) {
	text, err := f.svg()
	if err != nil {
		return "", err
	}
	if i := strings.Index(text, "<svg"); i > 0 {
		text = text[i:]
	}
	tag := fmt.Sprintf(`<svg role="img" aria-label="%s"`, html.EscapeString(f.title))
	text = svgTag.ReplaceAllString(text, tag)
	return hexColour.ReplaceAllStringFunc(text, func(hex string) string {
		for _, t := range theme {
			if near(hex, t.light) {
				return "var(--" + t.name + ")"
			}
		}
		return hex
	}), nil
}

// near tells whether a colour is one of ours. Translucent ones come back from the drawing a little off.
func near(hex string, c color.NRGBA) bool {
	v, err := strconv.ParseUint(hex[1:], 16, 32)
	if err != nil {
		return false
	}
	off := func(shift int, want uint8) bool {
		d := int(v>>shift&255) - int(want)
		return d < -4 || d > 4
	}
	return !off(16, c.R) && !off(8, c.G) && !off(0, c.B)
}

// themed is a colour on light and on dark paper.
type themed struct {
	name        string
	light, dark color.NRGBA
}

// theme lists every colour of the figures.
var theme = append([]themed{
	{"paper", paper, color.NRGBA{24, 24, 24, 255}},
	{"ink", ink, color.NRGBA{230, 230, 230, 255}},
	{"faint", faint, color.NRGBA{165, 165, 165, 255}},
	{"rule", rule, color.NRGBA{62, 62, 62, 255}},
}, themedColours()...)

func themedColours() []themed {
	var out []themed
	for i, c := range colours {
		out = append(out, themed{"c" + strconv.Itoa(i), c, darkColours[i]})
	}
	return out
}

// themeCSS declares the colours as variables, for light or for dark paper.
func themeCSS(dark bool) string {
	var b strings.Builder
	for _, t := range theme {
		c := t.light
		if dark {
			c = t.dark
		}
		fmt.Fprintf(&b, "--%s:#%02x%02x%02x;", t.name, c.R, c.G, c.B)
	}
	return b.String()
}
