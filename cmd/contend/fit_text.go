package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"strings"

	"contend/model/fit"
)

func (f *fitFlags) writeText(b *bytes.Buffer, t *terminal, one *fitted) {
	fmt.Fprintf(b, "%s   %d points, %s loss\n", t.strong(one.title()), len(one.curve.Points), f.loss.value)
	list := newTable("<law", "<", "mean error", "AICc", "left out", "foretold", "weight", "<parameters")
	for i, r := range one.laws.Fits {
		mark := ""
		if i == one.laws.Chosen {
			mark = "chosen"
		}
		weight := ""
		if w := one.laws.Weights[i]; w >= .005 {
			weight = significant(w, 2)
		}
		back := one.laws.Backward[i]
		list.add(r.Law.Name, mark, percent(r.MAPE), optional(r.AICc, func(x float64) string { return significant(x, 4) }),
			optional(back.LeaveOneOut, logError), optional(back.Rolling, logError), weight, paramsText(r, one.boot, i))
	}
	list.write(b, "  ")
	for _, n := range f.predict {
		x, lo, hi := one.laws.Predict(n)
		fmt.Fprintf(b, "  at %s: %s%s\n", plainNumber(n), significant(x, 4), between(lo, hi, 4))
	}
	for _, a := range one.answers {
		fmt.Fprintf(b, "  %s: %s\n", a.question, a.text())
	}
	for _, w := range one.warnings {
		fmt.Fprintf(t.err, "warning: %s: %s (%s)\n", one.title(), w.Text, w.Code)
	}
}

// logError prints the mean of squared log errors as a percentage.
func logError(x float64) string { return percent(100 * (math.Exp(math.Sqrt(min(x, 100))) - 1)) }

// between prints an interval, nothing where there is none.
func between(lo, hi *float64, digits int) string {
	if lo == nil {
		return ""
	}
	high := "no end"
	if hi != nil {
		high = significant(*hi, digits)
	}
	return " (" + significant(*lo, digits) + " … " + high + ")"
}

// paramsText prints the parameters of fit i with their intervals.
func paramsText(r *fit.Fit, boot [][]interval, i int) string {
	var out []string
	for j, p := range r.Params {
		text := p.Name + " " + significant(p.Value, 4) + between(p.Lo, p.Hi, 3)
		if boot != nil {
			text += " resampled" + between(boot[i][j].lo, boot[i][j].hi, 3)
		}
		out = append(out, text)
	}
	if r.Peak != nil {
		out = append(out, fmt.Sprintf("peak %s at %s", significant(r.Peak.X, 4), significant(r.Peak.N, 3)))
	}
	return strings.Join(out, ", ")
}

func (f *fitFlags) writeCSV(b *bytes.Buffer, all []*fitted) error {
	w := csv.NewWriter(b)
	_ = w.Write([]string{"input", "curve", "law", "chosen", "parameter", "value", "lo", "hi"}) // Error below tells
	for _, one := range all {
		for i, r := range one.laws.Fits {
			for _, p := range r.Params {
				_ = w.Write([]string{one.curve.Input, one.curve.Name, r.Law.Name, fmt.Sprint(i == one.laws.Chosen), p.Name, plainNumber(p.Value), optional(p.Lo, plainNumber), optional(p.Hi, plainNumber)})
			}
		}
	}
	w.Flush()
	return w.Error()
}
