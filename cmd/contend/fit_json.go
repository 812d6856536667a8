package main

import (
	"io"

	"contend/model"
	"contend/model/fit"
)

// The document contend.fit/1.
type (
	fitsJSON struct {
		Schema string         `json:"schema"`
		Inputs []fitInputJSON `json:"inputs"`
	}
	fitInputJSON struct {
		Input       string           `json:"input"`
		Curve       string           `json:"curve"`
		Points      int              `json:"points"`
		Data        []fitPointJSON   `json:"data"`
		Chosen      string           `json:"chosen"`
		Fits        []fitJSON        `json:"fits"`
		Predictions []predictionJSON `json:"predictions"`
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
	}
	fitParamJSON struct {
		Value number `json:"value"`
		Lo    number `json:"lo"`
		Hi    number `json:"hi"`
	}
	predictionJSON struct {
		N          number `json:"n"`
		Throughput number `json:"throughput"`
		Lo         number `json:"lo"`
		Hi         number `json:"hi"`
	}
)

func (f *fitFlags) writeJSON(w io.Writer, all []*fitted) error {
	doc := fitsJSON{"contend.fit/1", []fitInputJSON{}}
	for _, one := range all {
		in := fitInputJSON{
			Input: one.curve.Input, Curve: one.curve.Name, Points: len(one.points), Chosen: one.fits[one.chosen].Law.Name,
			Data: []fitPointJSON{}, Predictions: []predictionJSON{}, Warnings: []model.Warning{},
		}
		for _, p := range one.points {
			in.Data = append(in.Data, fitPointJSON{number(p.N), number(p.X)})
		}
		for _, r := range one.fits {
			in.Fits = append(in.Fits, newFitJSON(r))
		}
		for _, n := range f.predict {
			x, lo, hi := one.fits[one.chosen].Predict(n)
			in.Predictions = append(in.Predictions, predictionJSON{number(n), number(x), given(lo), given(hi)})
		}
		for _, warning := range one.warnings {
			in.Warnings = append(in.Warnings, model.Warning{Code: warning.Code, Text: warning.Text})
		}
		doc.Inputs = append(doc.Inputs, in)
	}
	return writeJSON(w, doc)
}

func newFitJSON(r *fit.Fit) fitJSON {
	out := fitJSON{Law: r.Law.Name, MAPE: number(r.MAPE), RMSE: number(r.RMSE), R2: number(r.R2), AICc: given(r.AICc)}
	for _, p := range r.Params {
		out.Params.add(p.Name, fitParamJSON{number(p.Value), given(p.Lo), given(p.Hi)})
	}
	if r.Peak != nil {
		out.Peak = &fitPointJSON{number(r.Peak.N), number(r.Peak.X)}
	}
	return out
}
