package measured

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"contend/model"
)

// jmhJSON and jmhCSV read JMH's results: N is the threads. A throughput is that of all threads; a time per operation is that of one
// thread, so that all do N/time.
var (
	jmhJSON = importer{
		format: "JMH -rf json",
		claims: func(text string) bool { return isJSON(text, `"primaryMetric"`, `"benchmark"`) },
		read:   readJMH,
	}
	jmhCSV = importer{
		format: "JMH -rf csv",
		claims: func(text string) bool { return strings.HasPrefix(text, `"Benchmark","Mode","Threads"`) },
		read:   readJMHCSV,
	}
)

// jmhResult is a run of a benchmark with one number of threads.
type jmhResult struct {
	line      int
	benchmark string
	mode      string
	threads   float64
	params    map[string]string
	score     float64
	unit      string
}

func readJMH(in input) ([]model.Curve, error) {
	var doc []struct {
		Benchmark, Mode string
		Threads         float64
		Params          map[string]string
		PrimaryMetric   struct {
			Score     any
			ScoreUnit string
		}
	}
	if err := in.decode(&doc); err != nil {
		return nil, err
	}
	var results []jmhResult
	for _, d := range doc {
		score, ok := d.PrimaryMetric.Score.(float64)
		if !ok {
			return nil, fmt.Errorf("%s: %s with %g threads has the score %v; expected a number", in.name, d.Benchmark, d.Threads, d.PrimaryMetric.Score)
		}
		results = append(results, jmhResult{0, d.Benchmark, d.Mode, d.Threads, d.Params, score, d.PrimaryMetric.ScoreUnit})
	}
	return jmhCurves(in, results)
}

func readJMHCSV(in input) ([]model.Curve, error) {
	rows, err := in.csv()
	if err != nil {
		return nil, err
	}
	head := rows[0]
	score, unit := slices.Index(head, "Score"), slices.Index(head, "Unit")
	if score < 0 || unit < 0 {
		return nil, fmt.Errorf("%s: the columns Score and Unit are not there; there are %s", in.at(1), strings.Join(head, ", "))
	}
	var results []jmhResult
	for i, row := range rows[1:] {
		r := jmhResult{line: i + 2, benchmark: row[0], mode: row[1], unit: row[unit], params: map[string]string{}}
		if r.threads, err = strconv.ParseFloat(row[2], 64); err != nil {
			return nil, fmt.Errorf("%s: %q is not a number of threads", in.at(r.line), row[2])
		}
		if r.score, err = strconv.ParseFloat(row[score], 64); err != nil {
			return nil, fmt.Errorf("%s: %q is not a number; expected a score", in.at(r.line), row[score])
		}
		for k, h := range head {
			if param, ok := strings.CutPrefix(h, "Param: "); ok {
				r.params[param] = row[k]
			}
		}
		results = append(results, r)
	}
	return jmhCurves(in, results)
}

// jmhCurves makes a curve of each benchmark, mode and set of parameters.
func jmhCurves(in input, results []jmhResult) ([]model.Curve, error) {
	g := gathering{in: in}
	varied := jmhVaried(results)
	for _, r := range results {
		name := r.benchmark
		for _, p := range varied {
			name += " " + p + "=" + r.params[p]
		}
		x, unit := r.score, r.unit
		if time, of, ok := strings.Cut(r.unit, "/"); ok && r.mode != "thrpt" {
			name += ", " + r.mode
			x, unit = r.threads/r.score, of+"/"+time
		}
		if err := g.add(name, unit, r.line, r.threads, x); err != nil {
			return nil, err
		}
	}
	return g.done(), nil
}

// jmhVaried are the parameters that have more than one value.
func jmhVaried(results []jmhResult) []string {
	first, varied := map[string]string{}, map[string]bool{}
	for _, r := range results {
		for p, v := range r.params {
			if was, ok := first[p]; ok && was != v {
				varied[p] = true
			}
			first[p] = v
		}
	}
	var out []string
	for p := range varied {
		out = append(out, p)
	}
	sort.Strings(out)
	return out
}
