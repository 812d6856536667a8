package measured

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"contend/model"
)

// perf stat tells how long a command took, not how much it did: throughput is 1/time. Its CSV and JSON forms have no elapsed time, which
// is then the CPU time over the CPUs in use. N is in the file's name, or in the command.
var (
	perfStatText = importer{
		format: "perf stat", oneN: true,
		claims: perfStart.MatchString,
		read:   func(in input) ([]model.Curve, error) { return readReports(in, perfStart, readPerfStat) },
	}
	perfStatCSV = importer{
		format: "perf stat -x", oneN: true,
		claims: perfClock.MatchString,
		read:   readPerfStatCSV,
	}
	perfStatJSON = importer{
		format: "perf stat -j", oneN: true,
		claims: func(text string) bool { return strings.Contains(text, `"counter-value"`) },
		read:   readPerfStatJSON,
	}
)

var (
	perfStart   = starts(`\s*Performance counter stats for '`)
	perfCommand = regexp.MustCompile(`stats for '([^']*)'`)
	perfElapsed = regexp.MustCompile(`(?m)^\s*(\S+)\s+(?:\+-\s+\S+\s+)?seconds time elapsed`)
	perfClock   = regexp.MustCompile(`(?m)^[^,;\n]+[,;]msec[,;]task-clock[,;:]`)
)

func readPerfStat(r report) (result, error) {
	elapsed, err := r.number(perfElapsed, "seconds time elapsed")
	if err != nil {
		return result{}, err
	}
	out := result{unit: "runs/s", x: 1 / elapsed, warnings: []model.Warning{{Code: codeFixedWork, Text: textFixedWork}}}
	if out.n = nOfCommand(r.find(perfCommand)); out.n > 0 {
		out.warnings = append(out.warnings, model.Warning{Code: codeCommand, Text: textCommand})
		return out, nil
	}
	out.n, err = nOfName(r.in.name)
	out.warnings = append(out.warnings, model.Warning{Code: codeFileName, Text: textFileName})
	return out, err
}

func readPerfStatCSV(in input) ([]model.Curve, error) {
	for i, line := range strings.Split(in.text, "\n") {
		if !perfClock.MatchString(line) {
			continue
		}
		cells := strings.FieldsFunc(line, func(r rune) bool { return r == ',' || r == ';' })
		for k := 1; k < len(cells); k++ {
			if cells[k] == "CPUs utilized" {
				return perfRun(in, i+1, cells[0], cells[k-1])
			}
		}
		return nil, fmt.Errorf("%s: the task clock has no CPUs utilized, so the elapsed time is unknown", in.at(i+1))
	}
	return nil, nil
}

func readPerfStatJSON(in input) ([]model.Curve, error) {
	for i, line := range strings.Split(in.text, "\n") {
		if !strings.HasPrefix(strings.TrimSpace(line), "{") {
			continue
		}
		var c struct {
			Value  string      `json:"counter-value"`
			Event  string      `json:"event"`
			Metric json.Number `json:"metric-value"`
		}
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			return nil, fmt.Errorf("%s: %w", in.at(i+1), err)
		}
		if strings.HasPrefix(c.Event, "task-clock") {
			return perfRun(in, i+1, c.Value, c.Metric.String())
		}
	}
	return nil, fmt.Errorf("%s: there is no task-clock, so the elapsed time is unknown", in.name)
}

// perfRun is a run whose task clock, in ms, and CPUs in use are given.
func perfRun(in input, line int, clock, cpus string) ([]model.Curve, error) {
	n, err := nOfName(in.name)
	if err != nil {
		return nil, err
	}
	ms, err := strconv.ParseFloat(clock, 64)
	if err != nil {
		return nil, fmt.Errorf("%s: %q is not a number; expected the task clock in ms", in.at(line), clock)
	}
	inUse, err := strconv.ParseFloat(cpus, 64)
	if err != nil {
		return nil, fmt.Errorf("%s: %q is not a number; expected the CPUs utilized", in.at(line), cpus)
	}
	g := gathering{in: in}
	if err := g.add("", "runs/s", line, n, 1000*inUse/ms); err != nil {
		return nil, err
	}
	g.warnAll(codeFixedWork, textFixedWork)
	g.warnAll(codeFileName, textFileName)
	return g.done(), nil
}
