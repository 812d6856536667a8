package main

import (
	"io"
	"math"

	"contend/model"
	"contend/model/fit"
)

// The document contend.fit/1.
type (
	fitsJSON struct {
		Schema string         `json:"schema"`
		Inputs []fitInputJSON `json:"inputs"`
		// Comparison is of the second input with the first.
		Comparison *curvesComparedJSON `json:"comparison,omitempty"`
	}
	curvesComparedJSON struct {
		Of     string           `json:"of"`
		To     string           `json:"to"`
		Points []differenceJSON `json:"points"`
		All    differenceJSON   `json:"all"`
		From   number           `json:"from"`
	}
	differenceJSON struct {
		N    number `json:"n"`
		Pct  number `json:"difference_pct"`
		Lo   number `json:"lo"`
		Hi   number `json:"hi"`
		Sure bool   `json:"sure"`
	}
	fitInputJSON struct {
		Input       string           `json:"input"`
		Curve       string           `json:"curve"`
		Points      int              `json:"points"`
		Data        []fitPointJSON   `json:"data"`
		Chosen      string           `json:"chosen"`
		Fits        []fitJSON        `json:"fits"`
		Predictions []predictionJSON `json:"predictions"`
		Answers     []answerJSON     `json:"answers,omitempty"`
		Warnings    []model.Warning  `json:"warnings"`
	}
	fitPointJSON struct {
		N          number `json:"n"`
		Throughput number `json:"throughput"`
	}
	fitJSON struct {
		Law    string               `json:"law"`
		Params object[fitParamJSON] `json:"params"`
		Peak   *fitPointJSON        `json:"peak"`
		MAPE   number               `json:"mape_pct"`
		RMSE   number               `json:"rmse"`
		R2     number               `json:"r2"`
		AICc   number               `json:"aicc"`
		// The root mean square error, in percent, of points left out in turn, and of those foretold from the ones before.
		LeftOut  number `json:"left_out_pct"`
		Foretold number `json:"foretold_pct"`
		Weight   number `json:"weight"`
	}
	fitParamJSON struct {
		Value number `json:"value"`
		Lo    number `json:"lo"`
		Hi    number `json:"hi"`
		// Resampled is the bootstrap's interval.
		Resampled *intervalJSON `json:"resampled,omitempty"`
	}
	intervalJSON struct {
		Lo number `json:"lo"`
		Hi number `json:"hi"`
	}
	answerJSON struct {
		Kind  string `json:"kind"`
		Of    number `json:"of"`
		N     number `json:"n"`
		Lo    number `json:"lo"`
		Hi    number `json:"hi"`
		Never number `json:"never"`
	}
	predictionJSON struct {
		N          number `json:"n"`
		Throughput number `json:"throughput"`
		Lo         number `json:"lo"`
		Hi         number `json:"hi"`
	}
)

func (f *fitFlags) writeJSON(w io.Writer, all []*fitted) error {
	doc := fitsJSON{Schema: "contend.fit/1", Inputs: []fitInputJSON{}}
	for _, one := range all {
		doc.Inputs = append(doc.Inputs, f.newInputJSON(one))
	}
	if f.compare {
		doc.Comparison = newCurvesComparedJSON(all[0], all[1])
	}
	return writeJSON(w, doc)
}

func (f *fitFlags) newInputJSON(one *fitted) fitInputJSON {
	in := fitInputJSON{
		Input: one.curve.Input, Curve: one.curve.Name, Points: len(one.curve.Points), Chosen: one.laws.Best().Law.Name,
		Data: []fitPointJSON{}, Predictions: []predictionJSON{}, Warnings: []model.Warning{},
	}
	for _, p := range one.curve.Points {
		in.Data = append(in.Data, fitPointJSON{number(p.N), number(p.X)})
	}
	for i := range one.laws.Fits {
		in.Fits = append(in.Fits, newFitJSON(one, i))
	}
	for _, n := range f.predict {
		x, lo, hi := one.laws.Predict(n)
		in.Predictions = append(in.Predictions, predictionJSON{number(n), number(x), given(lo), given(hi)})
	}
	for _, a := range one.answers {
		in.Answers = append(in.Answers, answerJSON{a.kind, number(a.of), number(a.N), given(a.Lo), given(a.Hi), number(a.Never)})
	}
	for _, w := range one.warnings {
		in.Warnings = append(in.Warnings, model.Warning{Code: w.Code, Text: w.Text})
	}
	return in
}

// newFitJSON is fit i of a curve.
func newFitJSON(one *fitted, i int) fitJSON {
	r, back := one.laws.Fits[i], one.laws.Backward[i]
	out := fitJSON{
		Law: r.Law.Name, MAPE: number(r.MAPE), RMSE: number(r.RMSE), R2: number(r.R2), AICc: given(r.AICc),
		LeftOut: rootPercent(back.LeaveOneOut), Foretold: rootPercent(back.Rolling), Weight: number(one.laws.Weights[i]),
	}
	for j, p := range r.Params {
		param := fitParamJSON{Value: number(p.Value), Lo: given(p.Lo), Hi: given(p.Hi)}
		if one.boot != nil {
			param.Resampled = &intervalJSON{given(one.boot[i][j].lo), given(one.boot[i][j].hi)}
		}
		out.Params.add(p.Name, param)
	}
	if r.Peak != nil {
		out.Peak = &fitPointJSON{number(r.Peak.N), number(r.Peak.X)}
	}
	return out
}

// rootPercent turns the mean of squared log errors into a percentage.
func rootPercent(x *float64) number {
	if x == nil {
		return given(nil)
	}
	return number(100 * (math.Exp(math.Sqrt(*x)) - 1))
}

func newCurvesComparedJSON(a, b *fitted) *curvesComparedJSON {
	c := fit.Compare(a.laws, b.laws)
	out := &curvesComparedJSON{Of: b.title(), To: a.title(), Points: []differenceJSON{}, All: newDifferenceJSON(c.Overall), From: given(c.From)}
	out.All.N = given(nil)
	for _, d := range c.At {
		out.Points = append(out.Points, newDifferenceJSON(d))
	}
	return out
}

func newDifferenceJSON(d fit.Difference) differenceJSON {
	pct := func(x *float64) number {
		if x == nil {
			return given(nil)
		}
		return number(100 * (*x - 1))
	}
	return differenceJSON{number(d.N), pct(&d.Ratio), pct(d.Lo), pct(d.Hi), d.Sure}
}
