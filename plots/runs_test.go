package plots

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"contend/model"
)

// failer is what both kinds of tests have.
type failer interface {
	Fatal(...any)
	Fatalf(string, ...any)
}

// usl is a made-up curve; the second variant scales better.
func usl(v int, n float64) float64 { return 100 * n / (1 + .05*(n-1)*float64(2-v) + .0005*n*(n-1)) }

// curves is a run of variants with measurements, charges, and comparisons to the first one.
func curves(names []string, n []float64, of func(variant int, n float64) float64) *model.Run {
	s := &model.Scenario{
		Name: "made-up", Title: "A made-up curve", X: "threads", Source: "nobody", Unit: model.Unit{Name: "job", Iterations: 1, Per: model.Second},
		Measured: &model.Measured{Columns: []model.MeasuredColumn{{Variant: "before", Metric: "throughput", Points: make([]model.MeasuredPoint, 3)}}},
		Numbers: []model.Number{
			{Path: "params.work", Value: "1us", From: "fitted: it is", Fit: &[2]string{"1ns", "1s"}},
			{Path: "params.depth", Value: "3", From: "published: in a paper"},
			{Path: "params.calls", Value: "4"},
		},
	}
	r := &model.Run{Scenario: s, Seed: 7, Level: .95}
	for v, name := range names {
		curve := model.VariantRun{Name: name}
		for _, at := range n {
			curve.Points = append(curve.Points, point(at, of(v, at)))
		}
		r.Variants = append(r.Variants, curve)
		if v > 0 {
			r.Comparisons = append(r.Comparisons, gain(name, names[0], curve.Points, r.Variants[0].Points))
		}
	}
	return r
}

func point(n, x float64) model.PointRun {
	lo, hi, measured, off := x*.97, x*1.03, x*1.04, -3.8
	p := model.PointRun{N: n, Throughput: model.Estimate{Mean: x, Lo: &lo, Hi: &hi}, Measured: &measured, ErrorPct: &off, Reps: 5}
	spent := model.Time(1000 * n / (n + 10))
	p.Lifetime.Add(1000)
	p.Charges = []model.Charge{{Cause: "compute", Time: sum(1000 - spent)}, {Cause: "line:hot", Time: sum(spent)}}
	return p
}

func sum(t model.Time) (s model.Sum) {
	s.Add(t)
	return s
}

func gain(of, to string, a, b []model.PointRun) model.Comparison {
	c := model.Comparison{Of: of, To: to}
	for i := range a {
		pct := (a[i].Throughput.Mean/b[i].Throughput.Mean - 1) * 100
		lo, hi, measured := pct-2, pct+2, pct+3
		c.Points = append(c.Points, model.Boost{N: a[i].N, Pct: model.Estimate{Mean: pct, Lo: &lo, Hi: &hi}, MeasuredPct: &measured})
	}
	return c
}

// batch is a run of single points with metrics that were measured, and ranked makespans.
func batch(names ...string) *model.Run {
	r := curves(names, []float64{1}, usl)
	r.Scenario.Title, r.Scenario.Effort.Fastest = "A made-up batch", 3
	for i := range r.Variants {
		p := &r.Variants[i].Points[0]
		p.Measured, p.ErrorPct = nil, nil
		p.Ranked = []model.Time{990 * model.Millisecond, 1000 * model.Millisecond, 1010 * model.Millisecond}
		for j, name := range []string{"makespan_ns", "user_ns", "gc_count"} {
			value := float64(i+1) * []float64{1e9, 2e6, 40}[j]
			measured := value * 1.1
			p.Metrics = append(p.Metrics, model.MetricRun{Name: name, Estimate: model.Estimate{Mean: value}, Measured: &measured})
		}
		p.Metrics = append(p.Metrics, model.MetricRun{Name: "run_queue", Estimate: model.Estimate{Mean: 3}})
	}
	return r
}

// fleet is a run whose process starts fall in bands.
func fleet() *model.Run {
	r := curves([]string{"before", "after"}, []float64{1}, usl)
	start := func(x float64, ms model.Time) model.Start {
		return model.Start{Throughput: x, P50: ms * model.Millisecond, P99: ms * model.Millisecond, CPU: 50}
	}
	fast, slow := start(90, 1), start(40, 4)
	r.Variants[0].Points[0].Bands = []model.Band{{Share: .2, Start: fast, Sample: []model.Start{fast, fast}}, {Share: .8, Start: slow, Sample: []model.Start{slow, slow, slow}}}
	r.Variants[1].Points[0].Bands = []model.Band{{Share: 1, Start: fast, Sample: []model.Start{fast, fast}}}
	return r
}

// wellFormed checks that a drawing is XML and holds no number that is none.
func wellFormed(t failer, text string) {
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
