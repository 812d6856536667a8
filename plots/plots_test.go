package plots_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"contend/model"
	"contend/plots"
)

// run is a run of two variants with measurements and a comparison.
func run(n []float64, of func(variant int, n float64) float64) *model.Run {
	s := &model.Scenario{
		Name: "made-up", Title: "A made-up curve", X: "threads", Source: "nobody", Unit: model.Unit{Name: "job", Iterations: 1, Per: model.Second},
		Measured: &model.Measured{Columns: []model.MeasuredColumn{{Variant: "before", Metric: "throughput", Points: make([]model.MeasuredPoint, 3)}}}, Numbers: []model.Number{{Path: "params.work", Value: "1us", From: "fitted", Fit: &[2]string{"1ns", "1s"}}},
	}
	r := &model.Run{Scenario: s, Seed: 7, Level: .95}
	for v, name := range []string{"before", "after"} {
		curve := model.VariantRun{Name: name}
		for _, at := range n {
			x := of(v, at)
			lo, hi := x*.98, x*1.02
			measured := x * 1.03
			p := model.PointRun{N: at, Throughput: model.Estimate{Mean: x, Lo: &lo, Hi: &hi}, Measured: &measured, Reps: 5}
			p.Lifetime.Add(100)
			var a, b model.Sum
			a.Add(70)
			b.Add(30)
			p.Charges = []model.Charge{{Cause: "compute", Time: a}, {Cause: "line:hot", Time: b}}
			curve.Points = append(curve.Points, p)
		}
		r.Variants = append(r.Variants, curve)
	}
	c := model.Comparison{Of: "after", To: "before"}
	for i, at := range n {
		pct := (r.Variants[1].Points[i].Throughput.Mean/r.Variants[0].Points[i].Throughput.Mean - 1) * 100
		c.Points = append(c.Points, model.Boost{N: at, Pct: model.Estimate{Mean: pct}})
	}
	r.Comparisons = append(r.Comparisons, c)
	return r
}

func svg(t interface{ Fatal(...any) }, f *plots.Figure) string {
	var b bytes.Buffer
	if err := f.Write(&b, "svg"); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// wellFormed checks that a drawing is XML and holds no number that is none.
func wellFormed(t interface {
	Fatal(...any)
	Fatalf(string, ...any)
}, text string,
) {
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, bad := range []string{"NaN", "Inf"} {
		if strings.Contains(text, bad) {
			t.Fatalf("the drawing holds %s", bad)
		}
	}
}

func usl(v int, n float64) float64 { return 100 * n / (1 + .05*(n-1)*float64(2-v) + .0005*n*(n-1)) }

func TestCurve(t *testing.T) {
	r := run([]float64{1, 2, 4, 8, 16, 32, 64}, usl)
	text := svg(t, plots.Curve(r))
	wellFormed(t, text)
	for _, want := range []string{"A made-up curve", "before", "after", "threads", "jobs per second", "after over before, %", "1 numbers fitted to 3 measured points", "Measured: nobody", "'Liberation Sans',Arial"} {
		if !strings.Contains(text, want) {
			t.Errorf("the figure does not say %q", want)
		}
	}
	if again := svg(t, plots.Curve(r)); again != text {
		t.Error("the same run is drawn in two ways")
	}
	var b bytes.Buffer
	if err := plots.Curve(r).Write(&b, "png"); err != nil {
		t.Fatal(err)
	}
	if img, err := png.Decode(&b); err != nil || img.Bounds().Dx() < 1000 {
		t.Errorf("the PNG is not one, or small: %v", err)
	}
	if err := plots.Curve(r).Write(&b, "gif"); err == nil {
		t.Error("a gif is drawn")
	}
	wellFormed(t, svg(t, plots.Charges(r)))
}

// Any curve can be drawn: few points, none, tiny and huge values, negative boosts.
func TestCurveOfAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := make([]float64, rapid.IntRange(0, 5).Draw(t, "points"))
		for i := range n {
			n[i] = float64(i+1) * rapid.SampledFrom([]float64{.001, 1, 1e6}).Draw(t, "scale")
			if i > 0 && n[i] <= n[i-1] {
				n[i] = n[i-1] * 2
			}
		}
		size := math.Pow(10, float64(rapid.IntRange(-9, 12).Draw(t, "size")))
		r := run(n, func(v int, at float64) float64 { return size * (1 + usl(v, math.Min(at, 1e4))) })
		wellFormed(t, svg(t, plots.Curve(r)))
		var b bytes.Buffer
		if err := plots.Report(&b, []*model.Run{r}); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(b.String(), "NaN") {
			t.Fatal("the report holds NaN")
		}
	})
}

func TestKnee(t *testing.T) {
	n := []float64{1, 2, 3, 4, 5, 6, 7, 8}
	if i, ok := plots.Knee(n, []float64{1, 2, 3, 4, 4.1, 4.2, 4.3, 4.4}); !ok || n[i] != 4 {
		t.Errorf("knee at %v, %v; want 4", n[i], ok)
	}
	if _, ok := plots.Knee(n, n); ok {
		t.Error("a straight line has a knee")
	}
	if from, to, ok := plots.Plateau(n, []float64{1, 2, 3, 4, 4.1, 4.2, 4.3, 4.4}); !ok || n[from] != 4 || n[to] != 8 {
		t.Errorf("plateau %v..%v, %v; want 4..8", n[from], n[to], ok)
	}
	if _, _, ok := plots.Plateau(n, n); ok {
		t.Error("a straight line has a plateau")
	}
}

func TestReport(t *testing.T) {
	r := run([]float64{1, 2, 4}, usl)
	r.Scenario.About = "<script>alert(1)</script>"
	r.Expectations = []model.Verdict{{Text: "all: mape <= 4%", Got: "mape 2.9 %", OK: true}, {Text: "x", Got: "y"}}
	var b bytes.Buffer
	if err := plots.Report(&b, []*model.Run{r}); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	if strings.Contains(text, "<script>") {
		t.Error("text of a scenario is not escaped")
	}
	for _, want := range []string{"<svg", "holds", "fails", "1 of 2 expectations hold", "params.work", "</html>"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report does not hold %q", want)
		}
	}
	for _, outside := range []string{"src=\"http", "href=\"http", "@import", "url(http"} {
		if strings.Contains(text, outside) {
			t.Errorf("the report asks for something outside: %s", outside)
		}
	}
}
