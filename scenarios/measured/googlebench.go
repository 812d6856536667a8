package measured

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"contend/model"
)

// googleBenchJSON, googleBenchCSV and googleBenchText read Google Benchmark: N is in threads or in the name, throughput is the items a
// second, or 1/real time, which the library has divided by the threads.
var (
	googleBenchJSON = importer{
		format: "Google Benchmark (json)",
		claims: func(text string) bool { return isJSON(text, `"benchmarks"`, `"real_time"`) },
		read:   readGoogleBench,
	}
	googleBenchCSV = importer{
		format: "Google Benchmark (csv)",
		claims: func(text string) bool { return strings.Contains(text, "name,iterations,real_time,cpu_time,") },
		read:   readGoogleBenchCSV,
	}
	googleBenchText = importer{
		format: "Google Benchmark",
		claims: func(text string) bool { return googleHead.MatchString(text) },
		read:   readGoogleBenchText,
	}
)

var (
	googleHead    = regexp.MustCompile(`(?m)^Benchmark +Time +CPU +Iterations`)
	googleThreads = regexp.MustCompile(`/threads:(\d+)`)
	googleRow     = regexp.MustCompile(`^(\S+) +(\S+) (ns|us|ms|s) +\S+ (?:ns|us|ms|s) +\d+(?:.*\bitems_per_second=([0-9.e+-]+)([kMGT]?)/s)?`)
)

// googleResult is one line of a report.
type googleResult struct {
	line       int
	name, unit string
	threads    float64
	// time is in units; items are a second, 0 where not counted.
	time, items float64
	aggregate   bool
}

func readGoogleBench(in input) ([]model.Curve, error) {
	var doc struct {
		Benchmarks []struct {
			Name    string  `json:"name"`
			RunType string  `json:"run_type"`
			Threads float64 `json:"threads"`
			Time    float64 `json:"real_time"`
			Unit    string  `json:"time_unit"`
			Items   float64 `json:"items_per_second"`
			Failed  bool    `json:"error_occurred"`
		}
	}
	if err := in.decode(&doc); err != nil {
		return nil, err
	}
	var results []googleResult
	for _, b := range doc.Benchmarks {
		if !b.Failed {
			results = append(results, googleResult{0, b.Name, b.Unit, b.Threads, b.Time, b.Items, b.RunType == "aggregate"})
		}
	}
	return googleCurves(in, results)
}

func readGoogleBenchCSV(in input) ([]model.Curve, error) {
	// What precedes the table is about the machine.
	at := strings.Index(in.text, "name,iterations,real_time,cpu_time,")
	above := strings.Count(in.text[:at], "\n")
	in.text = in.text[at:]
	rows, err := in.csv()
	if err != nil {
		return nil, err
	}
	items := slices.Index(rows[0], "items_per_second")
	var results []googleResult
	for i, row := range rows[1:] {
		r := googleResult{line: above + i + 2, name: row[0], unit: row[4]}
		if row[2] == "" {
			continue // A benchmark that failed
		}
		if r.time, err = strconv.ParseFloat(row[2], 64); err != nil {
			return nil, fmt.Errorf("%s: %q is not a number; expected a real time", in.at(r.line), row[2])
		}
		if items >= 0 && row[items] != "" {
			if r.items, err = strconv.ParseFloat(row[items], 64); err != nil {
				return nil, fmt.Errorf("%s: %q is not a number; expected items a second", in.at(r.line), row[items])
			}
		}
		results = append(results, r)
	}
	return googleCurves(in, results)
}

func readGoogleBenchText(in input) ([]model.Curve, error) {
	var results []googleResult
	for i, line := range strings.Split(in.text, "\n") {
		m := googleRow.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		r := googleResult{line: i + 1, name: m[1], unit: m[3]}
		var err error
		if r.time, err = strconv.ParseFloat(m[2], 64); err != nil {
			return nil, fmt.Errorf("%s: %q is not a number; expected a time", in.at(r.line), m[2])
		}
		if m[4] != "" {
			if r.items, err = strconv.ParseFloat(m[4], 64); err != nil {
				return nil, fmt.Errorf("%s: %q is not a number; expected items a second", in.at(r.line), m[4])
			}
			r.items *= map[string]float64{"": 1, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}[m[5]]
		}
		results = append(results, r)
	}
	return googleCurves(in, results)
}

// googleCurves makes a curve of each benchmark. Means and medians of repetitions are left out, as the repetitions are there.
func googleCurves(in input, results []googleResult) ([]model.Curve, error) {
	g := gathering{in: in}
	for _, r := range results {
		if r.aggregate || googleAggregate.MatchString(r.name) {
			continue
		}
		name := googleThreads.ReplaceAllString(r.name, "")
		n := r.threads
		if m := googleThreads.FindStringSubmatch(r.name); m != nil && n == 0 {
			n, _ = strconv.ParseFloat(m[1], 64) // Digits
		}
		x, unit := r.items, "items/s"
		if x == 0 {
			second, ok := map[string]float64{"ns": 1e9, "us": 1e6, "ms": 1e3, "s": 1}[r.unit]
			if !ok {
				return nil, fmt.Errorf("%s: %s has times in %q; expected ns, us, ms or s", in.at(r.line), r.name, r.unit)
			}
			x, unit = second/r.time, "op/s"
		}
		if err := g.add(name, unit, r.line, max(n, 1), x); err != nil {
			return nil, err
		}
	}
	return g.swept("no benchmark was run with two numbers of threads; use ->ThreadRange(1, 8)")
}

var googleAggregate = regexp.MustCompile(`_(mean|median|stddev|cv|min|max)$`)
