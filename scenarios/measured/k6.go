package measured

import (
	"fmt"
	"regexp"

	"contend/model"
)

// k6JSON and k6Text read the summary of k6: N is the most virtual users, throughput the requests a second, or the iterations.
var (
	k6JSON = importer{
		format: "k6 (json)", oneN: true,
		claims: func(text string) bool { return isJSON(text, `"metrics"`, `"vus_max"`) },
		read:   readK6JSON,
	}
	k6Text = importer{
		format: "k6", oneN: true,
		claims: func(text string) bool { return k6N.MatchString(text) && k6Iterations.MatchString(text) },
		read: func(in input) ([]model.Curve, error) {
			return readReports(in, regexp.MustCompile(`\A`), readK6)
		},
	}
)

var (
	k6N          = regexp.MustCompile(`(?m)^\s*vus_max\.*: (\S+)`)
	k6Requests   = regexp.MustCompile(`(?m)^\s*http_reqs\.*: \d+\s+(\S+)/s`)
	k6Iterations = regexp.MustCompile(`(?m)^\s*iterations\.*: \d+\s+(\S+)/s`)
)

func readK6(r report) (result, error) {
	if r.find(k6Requests) == "" {
		out, err := r.both(k6N, "vus_max", k6Iterations, "iterations")
		out.unit = "iterations/s"
		return out, err
	}
	out, err := r.both(k6N, "vus_max", k6Requests, "http_reqs")
	out.unit = "requests/s"
	return out, err
}

func readK6JSON(in input) ([]model.Curve, error) {
	// --summary-export has a metric's values in the metric, handleSummary has them in "values".
	type values struct{ Rate, Value, Max float64 }
	var doc struct {
		Metrics map[string]struct {
			values
			Values values
		}
	}
	if err := in.decode(&doc); err != nil {
		return nil, err
	}
	of := func(metric string) values {
		m := doc.Metrics[metric]
		if m.values == (values{}) {
			return m.Values
		}
		return m.values
	}
	n := of("vus_max")
	x, unit := of("http_reqs").Rate, "requests/s"
	if x == 0 {
		x, unit = of("iterations").Rate, "iterations/s"
	}
	if x == 0 {
		return nil, fmt.Errorf("%s: the summary has neither http_reqs nor iterations with a rate", in.name)
	}
	g := gathering{in: in}
	if err := g.add("", unit, 0, max(n.Value, n.Max), x); err != nil {
		return nil, err
	}
	return g.done(), nil
}
