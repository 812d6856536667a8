package main

import (
	"math"

	"contend/model"
)

// The documents that run and reproduce print. Fields may be added; none is renamed.
type (
	runsJSON struct {
		Schema string    `json:"schema"`
		Runs   []runJSON `json:"runs"`
	}
	runJSON struct {
		Schema       string            `json:"schema"`
		Scenario     string            `json:"scenario"`
		Title        string            `json:"title"`
		Hash         string            `json:"hash"`
		Set          []string          `json:"set"`
		Seed         uint64            `json:"seed"`
		Version      string            `json:"version"`
		X            string            `json:"x"`
		Unit         string            `json:"unit"`
		Level        float64           `json:"level"`
		MAPE         number            `json:"mape_pct"`
		MaxError     number            `json:"max_error_pct"`
		Variants     []variantJSON     `json:"variants"`
		Comparisons  []comparisonJSON  `json:"comparisons"`
		Expectations []expectationJSON `json:"expectations"`
		Fitted       fittedJSON        `json:"fitted"`
		Interrupted  bool              `json:"interrupted"`
		Warnings     []model.Warning   `json:"warnings"`
	}
	variantJSON struct {
		Name     string      `json:"name"`
		Points   []pointJSON `json:"points"`
		MAPE     number      `json:"mape_pct"`
		MaxError number      `json:"max_error_pct"`
	}
	pointJSON struct {
		N          number                 `json:"n"`
		Throughput number                 `json:"throughput"`
		Lo         number                 `json:"lo"`
		Hi         number                 `json:"hi"`
		Measured   number                 `json:"measured"`
		ErrorPct   number                 `json:"error_pct"`
		Latency    latencyJSON            `json:"latency_ns"`
		ThreadTime number                 `json:"thread_time_ns"`
		Charges    object[number]         `json:"charges_ns"`
		Metrics    object[number]         `json:"metrics"`
		MetricsCI  object[metricInterval] `json:"metrics_ci"`
		Ranked     []number               `json:"ranked_ns,omitempty"`
		Reps       int                    `json:"reps"`
		Window     number                 `json:"window_ns"`
		Warmup     number                 `json:"warmup_ns"`
		Events     uint64                 `json:"events"`
	}
	latencyJSON struct {
		P50 number `json:"p50"`
		P99 number `json:"p99"`
	}
	metricInterval struct {
		Lo       number `json:"lo"`
		Hi       number `json:"hi"`
		Measured number `json:"measured"`
	}
	comparisonJSON struct {
		Of     string      `json:"of"`
		To     string      `json:"to"`
		Points []boostJSON `json:"points"`
	}
	boostJSON struct {
		N           number `json:"n"`
		BoostPct    number `json:"boost_pct"`
		Lo          number `json:"lo"`
		Hi          number `json:"hi"`
		MeasuredPct number `json:"measured_pct"`
	}
	expectationJSON struct {
		Text string `json:"text"`
		Got  string `json:"got"`
		OK   bool   `json:"ok"`
	}
	fittedJSON struct {
		Numbers  []string `json:"numbers"`
		Measured int      `json:"measured_points"`
	}
)

// newRunsJSON turns several runs into one document.
func newRunsJSON(schema string, runs []*model.Run) runsJSON {
	out := runsJSON{Schema: schema, Runs: []runJSON{}}
	for _, r := range runs {
		out.Runs = append(out.Runs, newRunJSON(r))
	}
	return out
}

// newRunJSON turns a run into its document.
func newRunJSON(r *model.Run) runJSON {
	s := r.Scenario
	out := runJSON{
		Schema: "contend.run/1", Scenario: s.Name, Title: s.Title, Hash: s.Hash, Seed: r.Seed, Version: r.Version,
		X: s.X, Unit: unitName(s.Unit), Level: r.Level,
		Set:      append([]string{}, s.Sets...),
		Variants: []variantJSON{}, Comparisons: []comparisonJSON{}, Expectations: []expectationJSON{},
		Fitted:      fittedJSON{Numbers: append([]string{}, fittedNumbers(s)...), Measured: measuredPoints(s)},
		Interrupted: r.Interrupted,
		Warnings:    append([]model.Warning{}, r.Warnings...),
	}
	out.MAPE, out.MaxError = errorJSON(r.Fit)
	for i := range r.Variants {
		out.Variants = append(out.Variants, newVariantJSON(&r.Variants[i]))
	}
	for _, c := range r.Comparisons {
		out.Comparisons = append(out.Comparisons, newComparisonJSON(c))
	}
	for _, v := range r.Expectations {
		out.Expectations = append(out.Expectations, expectationJSON(v))
	}
	return out
}

func errorJSON(e *model.Error) (mape, largest number) {
	if e == nil {
		return number(math.NaN()), number(math.NaN())
	}
	return number(e.MAPE), number(e.Max)
}

func newVariantJSON(v *model.VariantRun) variantJSON {
	out := variantJSON{Name: v.Name, Points: []pointJSON{}}
	out.MAPE, out.MaxError = errorJSON(v.Fit)
	for i := range v.Points {
		out.Points = append(out.Points, newPointJSON(&v.Points[i]))
	}
	return out
}

func newPointJSON(p *model.PointRun) pointJSON {
	out := pointJSON{
		N: number(p.N), Throughput: number(p.Throughput.Mean), Lo: given(p.Throughput.Lo), Hi: given(p.Throughput.Hi),
		Measured: given(p.Measured), ErrorPct: given(p.ErrorPct),
		Latency:    latencyJSON{latency(p.P50), latency(p.P99)},
		ThreadTime: number(p.Lifetime.Nanoseconds()),
		Reps:       p.Reps, Window: number(p.Window.Nanoseconds()), Warmup: number(p.Warmup.Nanoseconds()), Events: p.Events,
	}
	for _, c := range p.Charges {
		out.Charges.add(c.Cause, number(c.Time.Nanoseconds()))
	}
	for _, m := range p.Metrics {
		out.Metrics.add(m.Name, number(m.Mean))
		out.MetricsCI.add(m.Name, metricInterval{given(m.Lo), given(m.Hi), given(m.Measured)})
	}
	for _, t := range p.Ranked {
		out.Ranked = append(out.Ranked, number(t.Nanoseconds()))
	}
	return out
}

// latency is undefined where nothing ended inside the window, which leaves it 0.
func latency(t model.Time) number {
	if t == 0 {
		return number(math.NaN())
	}
	return number(t.Nanoseconds())
}

func newComparisonJSON(c model.Comparison) comparisonJSON {
	out := comparisonJSON{Of: c.Of, To: c.To}
	for _, b := range c.Points {
		out.Points = append(out.Points, boostJSON{number(b.N), number(b.Pct.Mean), given(b.Pct.Lo), given(b.Pct.Hi), given(b.MeasuredPct)})
	}
	return out
}
