package measured

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"contend/model"
)

// gathering puts points into curves by name, in the order in which the names come.
type gathering struct {
	in     input
	curves []*model.Curve
	named  map[string]*model.Curve
}

// add adds a point, which must lie above 0 and be finite.
func (g *gathering) add(name, unit string, line int, n, x float64) error {
	for _, v := range []struct {
		of    string
		value float64
	}{{"N", n}, {"throughput", x}} {
		if !(v.value > 0) || math.IsInf(v.value, 0) {
			return fmt.Errorf("%s: %s is %g; expected a number above 0", g.in.at(line), v.of, v.value)
		}
	}
	c := g.named[name]
	if c == nil {
		c = &model.Curve{Input: g.in.name, Name: name, Unit: unit}
		if g.named == nil {
			g.named = map[string]*model.Curve{}
		}
		g.named[name] = c
		g.curves = append(g.curves, c)
	}
	if c.Unit != unit {
		return fmt.Errorf("%s: %s is in %s here, and in %s above", g.in.at(line), strings.TrimSpace(name+" throughput"), unit, c.Unit)
	}
	c.Points = append(c.Points, model.CurvePoint{N: n, X: x, Weight: 1, Line: line})
	return nil
}

// warn gives the curve of that name a warning.
func (g *gathering) warn(name, code, text string) {
	if c := g.named[name]; c != nil {
		c.Warnings = warn(c.Warnings, model.Warning{Code: code, Text: text})
	}
}

func (g *gathering) warnAll(code, text string) {
	for _, c := range g.curves {
		c.Warnings = warn(c.Warnings, model.Warning{Code: code, Text: text})
	}
}

// done returns the curves.
func (g *gathering) done() []model.Curve {
	out := make([]model.Curve, 0, len(g.curves))
	for _, c := range g.curves {
		out = append(out, *c)
	}
	return out
}

// swept returns the curves that have two values of N, or an error that says how to get them.
func (g *gathering) swept(hint string) ([]model.Curve, error) {
	var out []model.Curve
	for _, c := range g.curves {
		for _, p := range c.Points {
			if p.N != c.Points[0].N {
				out = append(out, *c)
				break
			}
		}
	}
	if len(out) == 0 && len(g.curves) > 0 {
		return nil, fmt.Errorf("%s: %s", g.in.at(g.curves[0].Points[0].Line), hint)
	}
	return out, nil
}

// at is a line of the file in messages.
func (in input) at(line int) string {
	if line == 0 {
		return in.name
	}
	return in.name + ":" + strconv.Itoa(line)
}

// warnings of several importers.
const (
	codeFailures  = "failures"
	codeFixedWork = "fixed-work"
	codeFileName  = "n-from-name"
	codeCommand   = "n-from-command"
	textFixedWork = "no rate is printed: throughput is 1/time, as if every run did the same work"
	textFileName  = "the output does not tell N: it is the number in the file's name"
	textCommand   = "the output does not tell N: it is the number of threads in the command"
)
