package main

import (
	"bytes"
	"encoding/csv"
	"fmt"

	"contend/model/fit"
)

// backtested is a curve with the points that its lower half foretold.
type backtested struct {
	*fitted
	foretold []fit.Foretold
}

// factors are the upper ends of the classes that extrapolation factors are counted in; the last class is open.
var factors = []float64{1.5, 2, 4, 8}

// runBacktest fits the lower half of each curve and judges what it foretells.
func (f *fitFlags) runBacktest(t *terminal, all []*fitted) error {
	results := make([]backtested, len(all))
	index := map[*fitted]int{}
	for i, one := range all {
		results[i].fitted, index[one] = one, i
	}
	err := each(all, func(one *fitted) error {
		points, err := fit.Backtest(one.points(), f.chosenLaws(), f.options())
		if err != nil {
			return fmt.Errorf("%s: %w", one.title(), err)
		}
		results[index[one]].foretold = points
		return nil
	})
	if err != nil {
		return err
	}
	var b bytes.Buffer
	switch f.format.value {
	case "json":
		err = f.backtestJSON(&b, results)
	case "csv":
		err = backtestCSV(&b, results)
	default:
		f.backtestText(&b, t, results)
	}
	if err != nil {
		return err
	}
	_, err = b.WriteTo(t.out)
	return err
}

// classes splits points by extrapolation factor.
func classes(points []fit.Foretold) [][]fit.Foretold {
	out := make([][]fit.Foretold, len(factors)+1)
	for _, p := range points {
		k := 0
		for k < len(factors) && p.Factor > factors[k] {
			k++
		}
		out[k] = append(out[k], p)
	}
	return out
}

// pooled are the points of all curves.
func pooled(results []backtested) []fit.Foretold {
	var out []fit.Foretold
	for _, r := range results {
		out = append(out, r.foretold...)
	}
	return out
}

// className is a class of extrapolation factors in words.
func className(k int) string {
	switch k {
	case 0:
		return fmt.Sprintf("up to %g", factors[0])
	case len(factors):
		return fmt.Sprintf("over %g", factors[k-1])
	}
	return fmt.Sprintf("%g to %g", factors[k-1], factors[k])
}

func (f *fitFlags) backtestText(b *bytes.Buffer, t *terminal, results []backtested) {
	each := newTable("<curve", "fitted", "foretold", "median error", "in the interval")
	for _, r := range results {
		if r.foretold == nil {
			each.add(r.title(), fmt.Sprint(len(r.curve.Points)), "0", "", "")
			continue
		}
		s := fit.Judge(r.foretold)
		each.add(r.title(), fmt.Sprint(len(r.curve.Points)-s.Points), fmt.Sprint(s.Points), percent(100*s.Median), percent(100*s.Coverage))
	}
	each.write(b, "")
	fmt.Fprintf(b, "\n%s\n", t.strong(fmt.Sprintf("Extrapolation from the lower half of the N, %s loss, %g %% intervals", f.loss.value, f.level)))
	list := newTable("<times the largest fitted N", "points", "median error", "in the interval")
	points := pooled(results)
	for k, class := range classes(points) {
		if s := fit.Judge(class); s.Points > 0 {
			list.add(className(k), fmt.Sprint(s.Points), percent(100*s.Median), percent(100*s.Coverage))
		}
	}
	s := fit.Judge(points)
	list.add("all", fmt.Sprint(s.Points), percent(100*s.Median), percent(100*s.Coverage))
	list.write(b, "  ")
}

// The document contend.backtest/1.
type (
	backtestDocument struct {
		Schema  string              `json:"schema"`
		Loss    string              `json:"loss"`
		Level   float64             `json:"level"`
		Points  int                 `json:"points"`
		Median  number              `json:"median_error_pct"`
		Covered number              `json:"coverage_pct"`
		Classes []backtestClassJSON `json:"classes"`
		Inputs  []backtestInputJSON `json:"inputs"`
	}
	backtestClassJSON struct {
		Factor  string `json:"factor"`
		Points  int    `json:"points"`
		Median  number `json:"median_error_pct"`
		Covered number `json:"coverage_pct"`
	}
	backtestInputJSON struct {
		Input  string         `json:"input"`
		Curve  string         `json:"curve"`
		Points []foretoldJSON `json:"points"`
	}
	foretoldJSON struct {
		N         number `json:"n"`
		Factor    number `json:"factor"`
		Measured  number `json:"measured"`
		Predicted number `json:"predicted"`
		Lo        number `json:"lo"`
		Hi        number `json:"hi"`
	}
)

func (f *fitFlags) backtestJSON(b *bytes.Buffer, results []backtested) error {
	points := pooled(results)
	s := fit.Judge(points)
	doc := backtestDocument{
		"contend.backtest/1", f.loss.value, f.level, s.Points, number(100 * s.Median), number(100 * s.Coverage), []backtestClassJSON{}, []backtestInputJSON{},
	}
	for k, class := range classes(points) {
		if s := fit.Judge(class); s.Points > 0 {
			doc.Classes = append(doc.Classes, backtestClassJSON{className(k), s.Points, number(100 * s.Median), number(100 * s.Coverage)})
		}
	}
	for _, r := range results {
		in := backtestInputJSON{r.curve.Input, r.curve.Name, []foretoldJSON{}}
		for _, p := range r.foretold {
			in.Points = append(in.Points, foretoldJSON{number(p.N), number(p.Factor), number(p.X), number(p.Predicted), given(p.Lo), given(p.Hi)})
		}
		doc.Inputs = append(doc.Inputs, in)
	}
	return writeJSON(b, doc)
}

func backtestCSV(b *bytes.Buffer, results []backtested) error {
	w := csv.NewWriter(b)
	_ = w.Write([]string{"input", "curve", "n", "factor", "measured", "predicted", "lo", "hi"}) // Error below tells
	for _, r := range results {
		for _, p := range r.foretold {
			_ = w.Write([]string{
				r.curve.Input, r.curve.Name, plainNumber(p.N), plainNumber(p.Factor), plainNumber(p.X), plainNumber(p.Predicted), optional(p.Lo, plainNumber), optional(p.Hi, plainNumber),
			})
		}
	}
	w.Flush()
	return w.Error()
}
