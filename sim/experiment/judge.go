package experiment

import (
	"fmt"
	"strconv"
	"strings"

	"contend/model"
)

// judgeAll checks the scenario's expectations. One that can't be judged here, because its variant was left
// out or because it is about a whole curve and the run is partial, has no verdict.
func judgeAll(run *model.Run, partial bool) []model.Verdict {
	var out []model.Verdict
	for i := range run.Scenario.Expect {
		e := &run.Scenario.Expect[i]
		if verdict, ok := judge(run, e, partial); ok {
			out = append(out, verdict)
		}
	}
	return out
}

// judge takes each claim's quantity and holds it against its bounds.
func judge(run *model.Run, e *model.Expectation, partial bool) (model.Verdict, bool) {
	verdict := model.Verdict{Text: e.Text, OK: true}
	s := subject{run: run, compared: comparison(run, e), variant: curve(run, e.Variant)}
	if e.Compare != "" && s.compared == nil || e.Variant != "" && s.variant == nil {
		return verdict, false
	}
	var got []string
	for _, c := range e.Claims {
		if partial && s.wants(c) {
			return verdict, false
		}
		value, unit, ok := s.quantity(c)
		if !ok {
			verdict.OK = false
			got = append(got, c.Quantity+" is not there")
			continue
		}
		if c.Lo != nil && value < *c.Lo || c.Hi != nil && value > *c.Hi {
			verdict.OK = false
		}
		got = append(got, name(c)+" "+strconv.FormatFloat(value, 'g', 4, 64)+unit)
	}
	verdict.Got = strings.Join(got, ", ")
	return verdict, true
}

// name is how a claim's quantity is called beside its value.
func name(c model.Claim) string {
	if c.At == nil {
		return c.Quantity
	}
	return fmt.Sprintf("%s at %g", c.Quantity, *c.At)
}

// comparison returns the comparison that an expectation is about, or nil.
func comparison(run *model.Run, e *model.Expectation) *model.Comparison {
	for i := range run.Comparisons {
		if c := &run.Comparisons[i]; c.Of == e.Compare && c.To == e.To {
			return c
		}
	}
	return nil
}
