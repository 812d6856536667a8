package main

import (
	"fmt"
	"io"

	"contend/model/score"
)

// writeScores prints a line a table, the totals, and apart from them the tables that are no predictions.
func (t *terminal) writeScores(w io.Writer, tables []validated) {
	rows := newTable("<table", "<machine", "points", "error", "absolute", "ranking", "knee", "<")
	apart := newTable("<table", "<machine", "points", "error", "absolute", "ranking", "knee", "<informs")
	for i := range tables {
		v := &tables[i]
		cells := append([]string{v.run.Scenario.Name, v.machineText()}, scoreCells(v.score)...)
		if !v.isPrediction() {
			apart.add(append(cells, v.run.Scenario.Measured.Informs)...)
			continue
		}
		rows.add(append(cells, t.verdict(v.score.Holds()))...)
	}
	judged := predictions(tables)
	known, assumed := onAssumed(judged, false), onAssumed(judged, true)
	if len(known) > 0 && len(assumed) > 0 {
		t.addTotal(rows, "", "known machines", known)
		t.addTotal(rows, "", "assumed machines", assumed)
	}
	if len(judged) > 1 {
		t.addTotal(rows, "all", fmt.Sprintf("%d tables", len(judged)), judged)
	}
	rows.write(w, "")
	if len(judged) > 0 {
		fmt.Fprintf(w, "\naimed at: a median error of %d %%, %d %% of the pairs in order, %d %% of the knees within one point\n",
			score.MedianTarget, score.RankingTarget, score.KneeTarget)
	}
	if len(apart.rows) > 0 {
		if len(judged) > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintln(w, t.strong("no predictions: a number of the machine was inferred from these"))
		apart.write(w, "")
	}
}

// addTotal adds a line of what several tables sum up to.
func (t *terminal) addTotal(rows *table, name, of string, tables []validated) {
	sum := total(tables)
	rows.add(append(append([]string{name, of}, scoreCells(sum)...), t.verdict(sum.Holds()))...)
}

// machineText is the machine, with a mark where it is assumed.
func (v *validated) machineText() string {
	if v.isAssumed() {
		return v.machine() + " (assumed)"
	}
	return v.machine()
}

// scoreCells are the points, the errors, and the shares with what they are of.
func scoreCells(s score.Score) []string {
	cells := []string{fmt.Sprint(len(s.Shape)), percentOr(s.Median()), percentOr(s.MedianAbsolute())}
	ranking, knee := "", ""
	if pct, ok := s.Ranking(); ok {
		ranking = fmt.Sprintf("%.0f %% of %d", pct, s.Pairs)
	}
	if s.Knees > 0 {
		knee = fmt.Sprintf("%d/%d", s.KneesMet, s.Knees)
	}
	return append(cells, ranking, knee)
}

// percentOr is a percentage, or nothing where there is none.
func percentOr(pct float64, ok bool) string {
	if !ok {
		return ""
	}
	return percent(pct)
}
