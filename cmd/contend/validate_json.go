package main

import (
	"encoding/csv"
	"io"
	"math"

	"contend/model/score"
)

type validateJSON struct {
	Schema  string      `json:"schema"`
	Seed    uint64      `json:"seed"`
	Version string      `json:"version"`
	Targets targetsJSON `json:"targets"`
	Tables  []tableJSON `json:"tables"`
	Total   scoreJSON   `json:"total"`
}

type targetsJSON struct {
	Median  float64 `json:"median_error_pct"`
	Ranking float64 `json:"ranking_pct"`
	Knee    float64 `json:"knee_pct"`
}

type tableJSON struct {
	Name      string `json:"name"`
	Hash      string `json:"hash"`
	Machine   string `json:"machine"`
	Normalise string `json:"normalise"`
	Informs   string `json:"informs,omitempty"`
	scoreJSON
	Curves []shapeJSON `json:"curves"`
}

type scoreJSON struct {
	Points   int    `json:"points"`
	Median   number `json:"median_error_pct"`
	Absolute number `json:"median_absolute_error_pct"`
	Pairs    int    `json:"pairs"`
	Ordered  int    `json:"pairs_ordered"`
	Knees    int    `json:"knees"`
	KneesMet int    `json:"knees_met"`
	Holds    bool   `json:"holds"`
}

type shapeJSON struct {
	Variant string           `json:"variant"`
	Points  []shapePointJSON `json:"points"`
}

type shapePointJSON struct {
	N                  number `json:"n"`
	Throughput         number `json:"throughput"`
	Measured           number `json:"measured"`
	Normalised         number `json:"normalised"`
	NormalisedMeasured number `json:"normalised_measured"`
	NormalisedErrorPct number `json:"normalised_error_pct"`
}

func newValidateJSON(tables []validated, seed uint64) validateJSON {
	out := validateJSON{
		Schema: "contend.validate/1", Seed: seed, Version: version(),
		Targets: targetsJSON{score.MedianTarget, score.RankingTarget, score.KneeTarget},
		Tables:  []tableJSON{}, Total: newScoreJSON(total(tables)),
	}
	for i := range tables {
		v := &tables[i]
		s := v.run.Scenario
		one := tableJSON{Name: s.Name, Hash: s.Hash, Machine: v.machine(), Normalise: s.Measured.Normalise, Informs: s.Measured.Informs, scoreJSON: newScoreJSON(v.score)}
		for _, c := range v.curves {
			one.Curves = append(one.Curves, shapeJSON{Variant: c.Name, Points: shapePoints(c)})
		}
		out.Tables = append(out.Tables, one)
	}
	return out
}

func newScoreJSON(s score.Score) scoreJSON {
	return scoreJSON{
		Points: len(s.Shape), Median: numberOr(s.Median()), Absolute: numberOr(s.MedianAbsolute()),
		Pairs: s.Pairs, Ordered: s.Ordered, Knees: s.Knees, KneesMet: s.KneesMet, Holds: s.Holds(),
	}
}

func numberOr(x float64, ok bool) number {
	if !ok {
		return number(math.NaN())
	}
	return number(x)
}

func shapePoints(c score.Curve) []shapePointJSON {
	var out []shapePointJSON
	for i, p := range c.Normalised() {
		out = append(out, shapePointJSON{
			N: number(p.N), Throughput: number(c.Points[i].Simulated), Measured: number(c.Points[i].Measured),
			Normalised: number(p.Simulated), NormalisedMeasured: number(p.Measured), NormalisedErrorPct: number((p.Simulated/p.Measured - 1) * 100),
		})
	}
	return out
}

// writeValidateCSV prints a point a line.
func writeValidateCSV(w io.Writer, tables []validated) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"table", "machine", "normalise", "informs", "variant", "n", "throughput", "measured", "normalised", "normalised_measured", "normalised_error_pct"}) // Error below tells
	for i := range tables {
		v := &tables[i]
		m := v.run.Scenario.Measured
		for _, c := range v.curves {
			for _, p := range shapePoints(c) {
				cells := []string{v.run.Scenario.Name, v.machine(), m.Normalise, m.Informs, c.Name, plainNumber(float64(p.N))}
				for _, x := range []number{p.Throughput, p.Measured, p.Normalised, p.NormalisedMeasured, p.NormalisedErrorPct} {
					cells = append(cells, csvNumber(float64(x)))
				}
				_ = out.Write(cells)
			}
		}
	}
	out.Flush()
	return out.Error()
}
