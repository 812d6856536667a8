package measured

import (
	"regexp"

	"contend/model"
)

// wrk reads the report of wrk and wrk2: N is the connections, not the threads that serve them.
var wrk = importer{
	format: "wrk", oneN: true,
	claims: wrkStart.MatchString,
	read:   func(in input) ([]model.Curve, error) { return readReports(in, wrkStart, readWrk) },
}

var (
	wrkStart  = starts(`Running \S+ test @ \S+`)
	wrkURL    = regexp.MustCompile(`test @ (\S+)`)
	wrkN      = regexp.MustCompile(`threads and (\S+) connections`)
	wrkX      = regexp.MustCompile(`(?m)^Requests/sec:\s+(\S+)`)
	wrkFailed = regexp.MustCompile(`Non-2xx or 3xx responses: (\d+)`)
)

func readWrk(r report) (result, error) {
	out, err := r.both(wrkN, "connections", wrkX, "Requests/sec")
	out.name, out.unit = r.find(wrkURL), "requests/s"
	r.failed(&out, wrkFailed, "requests")
	return out, err
}
