package main

import (
	"math"

	"contend/model"
	"contend/scenarios"
	"contend/sim/experiment"
)

// The document contend.calibration/1. Numbers are in the base of their unit: picoseconds, bytes, plain numbers; text is as a file has it.
type (
	calibrationJSON struct {
		Schema      string                 `json:"schema"`
		Scenario    string                 `json:"scenario"`
		Hash        string                 `json:"hash"`
		Points      int                    `json:"points"`
		HeldOut     int                    `json:"held_out"`
		Evaluations int                    `json:"evaluations"`
		Converged   bool                   `json:"converged"`
		Interrupted bool                   `json:"interrupted"`
		RMS         number                 `json:"rms_pct"`
		Fitted      *misfitJSON            `json:"fitted"`
		Held        *misfitJSON            `json:"held"`
		Params      object[calibratedJSON] `json:"params"`
		Correlation [][]number             `json:"correlation"`
		Directions  []directionJSON        `json:"directions"`
		Warnings    []model.Warning        `json:"warnings"`
	}
	misfitJSON struct {
		Points int    `json:"points"`
		MAPE   number `json:"mape_pct"`
		Max    number `json:"max_error_pct"`
	}
	calibratedJSON struct {
		Text     string         `json:"text"`
		Start    number         `json:"start"`
		Value    number         `json:"value"`
		Lo       number         `json:"lo"`
		Hi       number         `json:"hi"`
		AtBound  bool           `json:"at_bound"`
		Narrowed object[number] `json:"narrowed_by"`
		Profile  []profileJSON  `json:"profile,omitempty"`
	}
	profileJSON struct {
		Value  number `json:"value"`
		Excess number `json:"excess"`
	}
	directionJSON struct {
		Parts  object[number] `json:"powers"`
		Factor number         `json:"factor"`
		Known  bool           `json:"known"`
	}
)

func newCalibrationJSON(s *model.Scenario, free []scenarios.Free, c *experiment.Calibration) calibrationJSON {
	out := calibrationJSON{
		Schema: "contend.calibration/1", Scenario: s.Name, Hash: s.Hash, Points: c.Points, HeldOut: c.HeldOut, Evaluations: c.Evaluations,
		Converged: c.Converged, Interrupted: c.Interrupted, RMS: number(100 * math.Sqrt(c.Loss)), Fitted: newErrorJSON(c.Fitted), Held: newErrorJSON(c.Held),
		Correlation: [][]number{}, Directions: []directionJSON{}, Warnings: append([]model.Warning{}, calibrationWarnings(free, c)...),
	}
	for i, n := range c.Numbers {
		p := calibratedJSON{
			Text: free[i].Text(n.Best), Start: number(n.Free.Value), Value: number(n.Best), Lo: given(n.Lo), Hi: given(n.Hi), AtBound: n.AtBound,
		}
		for _, m := range n.Narrowed {
			p.Narrowed.add(m.Metric, number(m.Factor))
		}
		for _, h := range n.Profile {
			p.Profile = append(p.Profile, profileJSON{number(h.Value), number(h.Excess)})
		}
		out.Params.add(n.Path, p)
	}
	for _, row := range c.Correlation {
		var cells []number
		for _, x := range row {
			cells = append(cells, number(x))
		}
		out.Correlation = append(out.Correlation, cells)
	}
	for _, d := range c.Directions {
		dir := directionJSON{Factor: number(d.Factor), Known: d.Known()}
		for i, x := range d.Parts {
			dir.Parts.add(free[i].Path, number(x))
		}
		out.Directions = append(out.Directions, dir)
	}
	return out
}

func newErrorJSON(e *model.Error) *misfitJSON {
	if e == nil {
		return nil
	}
	return &misfitJSON{e.Points, number(e.MAPE), number(e.Max)}
}
