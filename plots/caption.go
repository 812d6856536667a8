package plots

import (
	"fmt"
	"strings"

	"contend/model"
)

// sourcesOf says below a figure what its numbers rest on, and who measured.
func sourcesOf(r *model.Run) []string {
	parts := []string{fmt.Sprintf("contend %s, seed %d", r.Scenario.Name, r.Seed), fittedTo(r.Scenario)}
	if len(r.Scenario.Sets) > 0 {
		parts[0] += ", with " + strings.Join(r.Scenario.Sets, ", ")
	}
	if r.Fit != nil {
		parts = append(parts, fmt.Sprintf("mean error %.1f\u00a0%%, largest %.1f\u00a0%%", r.Fit.MAPE, r.Fit.Max))
	}
	if r.Interrupted {
		parts = append(parts, "stopped before every point was done")
	}
	out := []string{strings.Join(parts, "; ")}
	if r.Scenario.Source != "" {
		out = append(out, "Source: "+r.Scenario.Source)
	}
	return out
}

// fittedTo says how many numbers were fitted to how many measured points. What is not fitted is predicted.
func fittedTo(s *model.Scenario) string {
	fitted, points := 0, measuredPoints(s)
	for _, n := range s.Numbers {
		if kindOf(n) == "fitted" {
			fitted++
		}
	}
	switch {
	case points > 0 && fitted > 0:
		return fmt.Sprintf("%s fitted to %s", counted(fitted, "number"), counted(points, "measured point"))
	case points > 0:
		return fmt.Sprintf("nothing fitted: %s predicted", counted(points, "measured point"))
	case fitted > 0:
		return counted(fitted, "fitted number") + ", nothing measured here: all predicted"
	}
	return "nothing measured, nothing fitted: all predicted"
}

// kindOf is the first word of where a number is from: published, measured, catalogue, fitted or assumed; "" where the file does
// not say.
func kindOf(n model.Number) string {
	words := strings.FieldsFunc(n.From, func(r rune) bool { return r == ' ' || r == ':' || r == ',' })
	if len(words) == 0 {
		return ""
	}
	return words[0]
}

func measuredPoints(s *model.Scenario) int {
	n := 0
	if s.Measured != nil {
		for _, c := range s.Measured.Columns {
			n += len(c.Points)
		}
	}
	return n
}
