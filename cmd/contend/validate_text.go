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
	predictions := 0
	for i := range tables {
		v := &tables[i]
		cells := append([]string{v.run.Scenario.Name, v.machineText()}, scoreCells(v.score)...)
		if !v.isPrediction() {
			apart.add(append(cells, v.run.Scenario.Measured.Informs)...)
			continue
		}
		predictions++
		rows.add(append(cells, t.verdict(v.score.Holds()))...)
	}
	sum := total(tables)
	if predictions > 1 {
		rows.add(append(append([]string{"all", fmt.Sprintf("%d tables", predictions)}, scoreCells(sum)...), t.verdict(sum.Holds()))...)
	}
	rows.write(w, "")
	if predictions > 0 {
		fmt.Fprintf(w, "\naimed at: a median error of %d %%, %d %% of the pairs in order, %d %% of the knees within one point\n",
			score.MedianTarget, score.RankingTarget, score.KneeTarget)
	}
	if len(apart.rows) > 0 {
		if predictions > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintln(w, t.strong("no predictions: a number of the machine was inferred from these"))
		apart.write(w, "")
	}
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
