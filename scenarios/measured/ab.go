package measured

import (
	"regexp"
	"strings"

	"contend/model"
)

// apacheBench reads ab's report: N is the concurrency level.
var apacheBench = importer{
	format: "ab", oneN: true,
	claims: func(text string) bool { return strings.Contains(text, "This is ApacheBench") },
	read:   func(in input) ([]model.Curve, error) { return readReports(in, abStart, readAB) },
}

var (
	abStart  = starts(`This is ApacheBench`)
	abN      = regexp.MustCompile(`(?m)^Concurrency Level:\s+(\S+)`)
	abX      = regexp.MustCompile(`(?m)^Requests per second:\s+(\S+)`)
	abFailed = regexp.MustCompile(`(?m)^Failed requests:\s+(\d+)`)
	abPath   = regexp.MustCompile(`(?m)^Document Path:\s+(\S+)`)
)

func readAB(r report) (result, error) {
	out, err := r.both(abN, "Concurrency Level", abX, "Requests per second")
	out.name, out.unit = r.find(abPath), "requests/s"
	r.failed(&out, abFailed, "requests")
	return out, err
}
