package measured

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"contend/model"
)

// positioned is an error at a place in a file.
type positioned struct {
	name         string
	line, column int
	message      string
}

func (e *positioned) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.name, e.line, e.column, e.message)
}

// report is the part of a text that one run printed.
type report struct {
	in input
	// first is the line at which the run begins.
	first int
	text  string
}

// result is what a report says.
type result struct {
	// name tells what was run, where a tool can run several things.
	name, unit string
	n, x       float64
	// warnings are codes and texts.
	warnings []model.Warning
}

// starts finds the lines that begin a run.
func starts(pattern string) *regexp.Regexp { return regexp.MustCompile(`(?m)^` + pattern) }

// readReports reads the runs in a text, each from a start to the next: the output of one, or of a loop over N.
func readReports(in input, start *regexp.Regexp, read func(report) (result, error)) ([]model.Curve, error) {
	g := gathering{in: in}
	at := start.FindAllStringIndex(in.text, -1)
	for i, from := range at {
		to := len(in.text)
		if i+1 < len(at) {
			to = at[i+1][0]
		}
		run := report{in, 1 + strings.Count(in.text[:from[0]], "\n"), in.text[from[0]:to]}
		r, err := read(run)
		if err != nil {
			return nil, err
		}
		if err := g.add(r.name, r.unit, run.first, r.n, r.x); err != nil {
			return nil, err
		}
		for _, w := range r.warnings {
			g.warn(r.name, w.Code, w.Text)
		}
	}
	return g.done(), nil
}

// find returns the first group of a pattern, or "".
func (r report) find(pattern *regexp.Regexp) string {
	if m := pattern.FindStringSubmatch(r.text); m != nil {
		return strings.TrimSpace(m[1])
	}
	return ""
}

// number reads the first group of a pattern; what names it in the error of a report that has none.
func (r report) number(pattern *regexp.Regexp, what string) (float64, error) {
	m := pattern.FindStringSubmatchIndex(r.text)
	if m == nil {
		return 0, fmt.Errorf("%s: the run that begins here has no %q; did it end?", r.in.at(r.first), what)
	}
	text := r.text[m[2]:m[3]]
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !decimal.MatchString(text) {
		return 0, fmt.Errorf("%s: %q is not a number; expected one after %q", r.in.at(r.first+strings.Count(r.text[:m[2]], "\n")), text, what)
	}
	return v, nil
}

// both reads N and throughput.
func (r report) both(n *regexp.Regexp, nWhat string, x *regexp.Regexp, xWhat string) (out result, err error) {
	if out.n, err = r.number(n, nWhat); err != nil {
		return out, err
	}
	out.x, err = r.number(x, xWhat)
	return out, err
}

// failed warns of work that did not succeed, where the pattern finds a count above 0.
func (r *report) failed(out *result, pattern *regexp.Regexp, of string) {
	if count := r.find(pattern); strings.Trim(count, "0") != "" {
		out.warnings = append(out.warnings, model.Warning{Code: codeFailures, Text: fmt.Sprintf("at N = %g, %s %s failed", out.n, count, of)})
	}
}
