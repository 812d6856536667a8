package plots

import (
	"math"
	"strings"
	"testing"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
	"pgregory.net/rapid"

	"contend/model"
)

// box is where a text stands.
type box struct {
	text string
	at   vg.Rectangle
}

// layout draws a figure and returns its texts and the corners of its paths. Text is only ever turned by a right angle.
func layout(f *Figure) (texts []box, places []vg.Point) {
	var rec recorder.Canvas
	f.draw(draw.NewCanvas(&rec, width, f.height()))
	turned := 0.0
	for _, a := range rec.Actions {
		switch a := a.(type) {
		case *recorder.Rotate:
			turned = a.Angle
		case *recorder.Pop:
			turned = 0
		case *recorder.FillString:
			w, size := style(a.Font.Size.Points(), ink, a.Font.Weight == xfont.WeightBold).Width(a.String), a.Font.Size
			r := vg.Rectangle{Min: vg.Point{X: a.Point.X, Y: a.Point.Y - .18*size}, Max: vg.Point{X: a.Point.X + w, Y: a.Point.Y + .7*size}}
			if turned != 0 {
				r = vg.Rectangle{Min: vg.Point{X: -r.Max.Y, Y: r.Min.X}, Max: vg.Point{X: -r.Min.Y, Y: r.Max.X}}
			}
			texts = append(texts, box{a.String, r})
		case *recorder.Stroke:
			places = append(places, corners(a.Path)...)
		case *recorder.Fill:
			places = append(places, corners(a.Path)...)
		}
	}
	return texts, places
}

func corners(p vg.Path) []vg.Point {
	var out []vg.Point
	for _, c := range p {
		if c.Type == vg.MoveComp || c.Type == vg.LineComp {
			out = append(out, c.Pos)
		}
	}
	return out
}

// laidOut checks that no text covers another, and that everything is on the paper.
func laidOut(t failer, f *Figure) {
	texts, places := layout(f)
	const slack = .6
	height := f.height()
	for i, a := range texts {
		if a.at.Min.X < -slack || a.at.Min.Y < -slack || a.at.Max.X > width+slack || a.at.Max.Y > height+slack {
			t.Fatalf("%q is off the paper: %v", a.text, a.at)
		}
		for _, b := range texts[:i] {
			if a.at.Min.X < b.at.Max.X-slack && b.at.Min.X < a.at.Max.X-slack && a.at.Min.Y < b.at.Max.Y-slack && b.at.Min.Y < a.at.Max.Y-slack {
				t.Fatalf("%q at %v and %q at %v cover each other", a.text, a.at, b.text, b.at)
			}
		}
	}
	for _, p := range places {
		if !(p.X >= -slack && p.Y >= -slack && p.X <= width+slack && p.Y <= height+slack) {
			t.Fatalf("a line goes off the paper, to %v", p)
		}
	}
}

// withinAxes checks that all values of a curve are inside the axes.
func withinAxes(t failer, r *model.Run) {
	all := throughputOf(r)
	p := curvePanel(r, all, 0).plot
	for _, s := range all {
		for _, n := range append(append([]float64(nil), s.n...), s.measuredN...) {
			if !(n >= p.X.Min && n <= p.X.Max) {
				t.Fatalf("n %v is outside %v..%v", n, p.X.Min, p.X.Max)
			}
		}
		for _, values := range [][]float64{s.y, s.lo, s.hi, s.measured} {
			for _, v := range values {
				if !(v >= p.Y.Min && v <= p.Y.Max) {
					t.Fatalf("%v is outside %v..%v", v, p.Y.Min, p.Y.Max)
				}
			}
		}
	}
}

// drawable checks everything that is drawn of a run.
func drawable(t failer, r *model.Run) {
	for _, f := range figuresOf(r) {
		text, err := f.svg()
		if err != nil {
			t.Fatal(err)
		}
		wellFormed(t, text)
		laidOut(t, f)
		if again, _ := f.svg(); again != text {
			t.Fatal("the same run is drawn in two ways")
		}
	}
}

func TestLayout(t *testing.T) {
	long := strings.Repeat("a rather long name ", 12)
	even := make([]float64, 200)
	for i := range even {
		even[i] = float64(i + 1)
	}
	for name, r := range map[string]*model.Run{
		"two curves":    curves([]string{"before", "after"}, sweep, usl),
		"equal curves":  curves([]string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}, sweep, func(_ int, n float64) float64 { return usl(0, n) }),
		"many curves":   curves(strings.Fields(strings.Repeat("variant ", 40)), sweep, usl),
		"long names":    curves([]string{long, long + "2"}, sweep, usl),
		"many points":   curves([]string{"one", "two"}, even, usl),
		"two points":    curves([]string{"one", "two"}, []float64{1, 2}, usl),
		"logarithmic":   curves([]string{"one", "two"}, []float64{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1e6}, usl),
		"falling":       curves([]string{"one", "two"}, sweep, func(v int, n float64) float64 { return float64(v+1) / n }),
		"flat":          curves([]string{"one", "two"}, sweep, func(int, float64) float64 { return 5 }),
		"nothing done":  curves([]string{"one", "two"}, sweep, func(int, float64) float64 { return 0 }),
		"batch":         batch("one", "two", "three"),
		"one variant":   batch("one"),
		"large batch":   batch(strings.Fields(strings.Repeat("variant ", 30))...),
		"bands":         fleet(),
		"no variant":    curves(nil, nil, usl),
		"no points":     curves([]string{"one", "two"}, nil, usl),
		"one point":     curves([]string{"one", "two"}, []float64{8}, usl),
		"no number":     curves([]string{"one", "two"}, sweep, func(_ int, n float64) float64 { return math.Log(n - 3) }),
		"not a hundred": curves([]string{"one", "two"}, []float64{.001, .002}, usl),
	} {
		t.Run(name, func(t *testing.T) {
			if name == "long names" {
				r.Scenario.Title, r.Scenario.Source = long, long
			}
			drawable(t, r)
			if len(r.Variants) > 0 && longest(r) > 1 {
				withinAxes(t, r)
			}
		})
	}
}

// Any run can be drawn: few points, none, tiny and huge values, gains below zero.
func TestLayoutOfAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := make([]float64, rapid.IntRange(0, 12).Draw(t, "points"))
		step := rapid.SampledFrom([]float64{.001, .5, 1, 4, 1e6}).Draw(t, "step")
		growth := rapid.SampledFrom([]float64{1, 1, 2, 10}).Draw(t, "growth")
		at := 0.0
		for i := range n {
			at += step
			n[i] = at
			step *= growth
		}
		size := math.Pow(10, float64(rapid.IntRange(-12, 18).Draw(t, "size")))
		names := rapid.SliceOfN(rapid.StringMatching(`[a-zA-Z][a-z0-9-]{0,30}`), 1, 7).Draw(t, "names")
		r := curves(names, n, func(v int, at float64) float64 { return size * usl(v%3, math.Min(at, 1e4)) })
		drawable(t, r)
		if longest(r) > 1 {
			withinAxes(t, r)
		}
	})
}

// Labels keep their order and their distance, stay inside, and move no further than they must.
func TestSpread(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const gap, lo, hi = 10, 0, 200
		var labels []label
		for range rapid.IntRange(0, 20).Draw(t, "labels") {
			labels = append(labels, label{y: vg.Length(rapid.Float64Range(lo, hi).Draw(t, "y"))})
		}
		free := true
		for i, a := range labels {
			for _, b := range labels[:i] {
				free = free && math.Abs(float64(a.y-b.y)) >= gap
			}
		}
		before := append([]label(nil), labels...)
		spread(labels, gap, lo, hi)
		for i, l := range labels {
			if l.y < lo-1e-9 || l.y > hi+1e-9 {
				t.Fatalf("label %d is at %v", i, l.y)
			}
			if i > 0 && l.y < labels[i-1].y+gap-1e-9 {
				t.Fatalf("labels at %v and %v", labels[i-1].y, l.y)
			}
		}
		for _, b := range before {
			found := false
			for _, l := range labels {
				found = found || l.y == b.y
			}
			if free && !found {
				t.Fatalf("a label with room moved from %v", b.y)
			}
		}
	})
}
