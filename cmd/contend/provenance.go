package main

import (
	"fmt"
	"slices"
	"strings"

	"contend/model"
)

// fittedNumbers lists the paths of the numbers that were fitted to measurements.
func fittedNumbers(s *model.Scenario) []string {
	return append(fittedIn(s, false), fittedIn(s, true)...)
}

// fittedIn lists those of the scenario's file, or of its machine's.
func fittedIn(s *model.Scenario, inMachine bool) []string {
	var out []string
	for _, n := range s.Numbers {
		if source(n) == "fitted" && n.InMachine == inMachine {
			out = append(out, n.Path)
		}
	}
	return out
}

// source is the first word of where a number is from: published, measured, catalogue, fitted or assumed.
func source(n model.Number) string {
	word := strings.FieldsFunc(n.From, func(r rune) bool { return r == ' ' || r == ':' || r == ',' })
	if len(word) == 0 {
		return "not said"
	}
	return word[0]
}

// measuredPoints counts the measured values of a scenario.
func measuredPoints(s *model.Scenario) int {
	if s.Measured == nil {
		return 0
	}
	n := 0
	for _, c := range s.Measured.Columns {
		n += len(c.Points)
	}
	return n
}

// provenance says in a line how many numbers were fitted to how many measured points, and where the others are
// from.
func provenance(s *model.Scenario) string {
	var order []string
	count := map[string]int{}
	for _, n := range s.Numbers {
		if count[source(n)]++; !slices.Contains(order, source(n)) {
			order = append(order, source(n))
		}
	}
	var others []string
	for _, from := range order {
		if from != "fitted" {
			others = append(others, fmt.Sprintf("%d %s", count[from], from))
		}
	}
	own := fittedIn(s, false)
	line := fmt.Sprintf("%d of %d numbers fitted to %d measured points", len(own), len(s.Numbers), measuredPoints(s))
	if measuredPoints(s) == 0 {
		line = "nothing was measured"
		if len(own) > 0 {
			line += fmt.Sprintf("; %d of %d numbers fitted to what another file holds", len(own), len(s.Numbers))
		}
	}
	if len(own) > 0 {
		line += " (" + strings.Join(own, ", ") + ")"
	}
	if machine := fittedIn(s, true); len(machine) > 0 {
		line += fmt.Sprintf("; %d fitted in the machine's file (%s)", len(machine), strings.Join(machine, ", "))
	}
	if len(others) > 0 {
		line += "; " + strings.Join(others, ", ")
	}
	return line
}

// unitName is a unit of throughput in words: SPEC operation per minute.
func unitName(u model.Unit) string {
	switch u.Per {
	case model.Second:
		return u.Name + " per second"
	case model.Minute:
		return u.Name + " per minute"
	}
	return u.Name + " per " + u.Per.String()
}
