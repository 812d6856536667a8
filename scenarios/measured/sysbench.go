package measured

import (
	"regexp"
	"strings"

	"contend/model"
)

// sysbench reads its report: events, operations or transactions a second, and where no rate is printed, runs a second.
var sysbench = importer{
	format: "sysbench", oneN: true,
	claims: func(text string) bool {
		return sysbenchStart.MatchString(text) && strings.Contains(text, "Number of threads:")
	},
	read: func(in input) ([]model.Curve, error) { return readReports(in, sysbenchStart, readSysbench) },
}

var (
	sysbenchStart = starts(`sysbench \d`)
	sysbenchN     = regexp.MustCompile(`(?m)^Number of threads: (\S+)`)
	sysbenchTotal = regexp.MustCompile(`total time:\s+([^\s]+?)s\s`)
	// What tells the tests apart, and the rate of each.
	sysbenchTests = []struct {
		name, mark, unit string
		rate             *regexp.Regexp
	}{
		{"transactions", "transactions:", "transactions/s", regexp.MustCompile(`transactions:\s+\d+\s+\((\S+) per sec`)},
		{"memory", "Running memory speed test", "operations/s", regexp.MustCompile(`Total operations: \d+ \(\s*(\S+) per second`)},
		{"cpu", "Prime numbers limit", "events/s", regexp.MustCompile(`events per second:\s+(\S+)`)},
		{"file", "File operations:", "reads/s", regexp.MustCompile(`reads/s:\s+(\S+)`)},
		{"", "events per second:", "events/s", regexp.MustCompile(`events per second:\s+(\S+)`)},
	}
)

func readSysbench(r report) (result, error) {
	for _, t := range sysbenchTests {
		if strings.Contains(r.text, t.mark) {
			out, err := r.both(sysbenchN, "Number of threads", t.rate, t.unit)
			out.name, out.unit = t.name, t.unit
			return out, err
		}
	}
	out, err := r.both(sysbenchN, "Number of threads", sysbenchTotal, "total time")
	out.x, out.unit = 1/out.x, "runs/s"
	out.warnings = []model.Warning{{Code: codeFixedWork, Text: textFixedWork}}
	return out, err
}
