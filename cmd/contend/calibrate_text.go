package main

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"contend/model"
	"contend/scenarios"
	"contend/sim/experiment"
)

// writeCalibration prints what a calibration found.
func writeCalibration(b *bytes.Buffer, t *terminal, s *model.Scenario, free []scenarios.Free, c *experiment.Calibration) {
	state := "converged"
	switch {
	case c.Interrupted:
		state = "interrupted: the best so far"
	case !c.Converged:
		state = "not converged"
	}
	fmt.Fprintf(b, "%s   %d numbers fitted to %d measured values, %d evaluations, %s\n\n", t.strong(s.Name), len(c.Numbers), c.Points, c.Evaluations, state)
	head := []string{"<number", "from", "to", "<95 % interval", "<"}
	for _, n := range c.Numbers[0].Narrowed {
		head = append(head, n.Metric+" narrows by")
	}
	list := newTable(head...)
	for i, n := range c.Numbers {
		row := []string{n.Path, free[i].Number(n.Free.Value), free[i].Number(n.Best), intervalText(free[i], n), ""}
		if n.AtBound {
			row[4] = "at its bound"
		}
		for _, m := range n.Narrowed {
			row = append(row, narrowedText(m.Factor))
		}
		list.add(row...)
	}
	list.write(b, "  ")
	fmt.Fprintf(b, "\n  differences (root mean square) %s\n", percent(100*math.Sqrt(c.Loss)))
	writeErrors(b, "fitted", c.Fitted)
	writeErrors(b, "held out", c.Held)
	writeCorrelation(b, c)
	writeDirections(b, free, c)
}

func intervalText(f scenarios.Free, n experiment.Calibrated) string {
	if n.Lo == nil {
		return "unknown: no more values than numbers"
	}
	return f.Number(*n.Lo) + " … " + f.Number(*n.Hi)
}

func narrowedText(x float64) string {
	if math.IsInf(x, 1) || x > 1e6 {
		return "unknown without"
	}
	return significant(x, 2) + "×"
}

func writeErrors(b *bytes.Buffer, what string, e *model.Error) {
	if e != nil {
		fmt.Fprintf(b, "  %s: mean error %s, largest %s, over %d values\n", what, percent(e.MAPE), percent(e.Max), e.Points)
	}
}

func writeCorrelation(b *bytes.Buffer, c *experiment.Calibration) {
	if c.Correlation == nil || len(c.Numbers) < 2 {
		return
	}
	fmt.Fprintf(b, "\n  correlations of the errors\n")
	head := []string{"<"}
	for i := range c.Numbers[:len(c.Numbers)-1] {
		head = append(head, c.Numbers[i].Path)
	}
	list := newTable(head...)
	for i := range c.Numbers {
		row := []string{c.Numbers[i].Path}
		for j := range len(c.Numbers) - 1 {
			cell := ""
			if j < i {
				cell = fmt.Sprintf("%.2f", c.Correlation[i][j])
			}
			row = append(row, cell)
		}
		list.add(row...)
	}
	list.write(b, "    ")
}

// writeDirections says which combinations of numbers the data cannot separate.
func writeDirections(b *bytes.Buffer, free []scenarios.Free, c *experiment.Calibration) {
	if len(c.Directions) == 0 {
		return
	}
	unknown := 0
	for _, d := range c.Directions {
		if !d.Known() {
			if unknown == 0 {
				fmt.Fprintln(b, "\n  the data cannot separate")
			}
			unknown++
			fmt.Fprintf(b, "    %s: known to a factor of %s only\n", combination(free, d), significant(math.Min(d.Factor, 1e6), 2))
		}
	}
	if unknown == 0 {
		last := c.Directions[len(c.Directions)-1]
		fmt.Fprintf(b, "\n  the data tell all numbers apart; known worst: %s, to a factor of %s\n", combination(free, last), significant(last.Factor, 3))
	}
}

// combination names the numbers that have a part in a direction, as a product of powers.
func combination(free []scenarios.Free, d experiment.Direction) string {
	var out []string
	for i, p := range d.Parts {
		if math.Abs(p) > .25 {
			out = append(out, fmt.Sprintf("%s^%.2g", free[i].Path, p))
		}
	}
	return strings.Join(out, " × ")
}

// calibrationWarnings says why a calibration should not be trusted.
func calibrationWarnings(free []scenarios.Free, c *experiment.Calibration) []model.Warning {
	var out []model.Warning
	if !c.Converged && !c.Interrupted {
		out = append(out, model.Warning{Code: "not-converged", Text: "the search ended before the loss stopped falling"})
	}
	if c.Points <= len(c.Numbers) {
		out = append(out, model.Warning{Code: "too-few-points", Text: fmt.Sprintf("%d values cannot tell how well %d numbers are known", c.Points, len(c.Numbers))})
	}
	for i, n := range c.Numbers {
		if n.AtBound {
			out = append(out, model.Warning{Code: "at-bound", Text: free[i].Path + " is at a bound of its fit"})
		}
	}
	for _, d := range c.Directions {
		if !d.Known() {
			out = append(out, model.Warning{Code: "not-identified", Text: "the data do not tell " + combination(free, d)})
		}
	}
	return out
}
