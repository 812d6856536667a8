package measured

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"contend/model"
)

// benchLine is a result of go test -bench: name, iterations, and time for each.
var benchLine = regexp.MustCompile(`^(Benchmark\S*)\s+(\d+)\s+([0-9.eE+-]+) ns/op`)

var suffix = regexp.MustCompile(`^(.*)-(\d+)$`)

func isGoBench(data []byte) bool {
	for _, line := range bytes.Split(data, []byte("\n")) {
		if benchLine.Match(bytes.TrimSpace(line)) {
			return true
		}
	}
	return false
}

// benchResult is one line of benchmark output.
type benchResult struct {
	line int
	name string
	x    float64
}

// readGoBench reads the output of go test -bench -cpu: X is 1e9/(ns/op). A -number at the end of a name is GOMAXPROCS on a
// top-level benchmark; on a sub-benchmark it is that only if the same name without it occurs, or a top-level benchmark
// shows that GOMAXPROCS.
func readGoBench(name string, data []byte) ([]model.Curve, error) {
	var results []benchResult
	for i, line := range strings.Split(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n") {
		m := benchLine.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			continue
		}
		ns, err := strconv.ParseFloat(m[3], 64)
		if err != nil || ns <= 0 {
			return nil, fmt.Errorf("%s:%d: %q is not a time above 0", name, i+1, m[3])
		}
		results = append(results, benchResult{i + 1, m[1], 1e9 / ns})
	}
	plain, procs := map[string]bool{}, map[string]bool{}
	for _, r := range results {
		plain[r.name] = true
		if m := suffix.FindStringSubmatch(r.name); m != nil && !strings.Contains(r.name, "/") {
			procs[m[2]] = true
		}
	}
	var order []string
	curves := map[string]*model.Curve{}
	for _, r := range results {
		of, n := r.name, 1.0
		if m := suffix.FindStringSubmatch(r.name); m != nil && (!strings.Contains(r.name, "/") || plain[m[1]] || procs[m[2]]) {
			of = m[1]
			n, _ = strconv.ParseFloat(m[2], 64)
		}
		if n <= 0 {
			return nil, fmt.Errorf("%s:%d: GOMAXPROCS of %s is 0", name, r.line, r.name)
		}
		if curves[of] == nil {
			order = append(order, of)
			curves[of] = &model.Curve{Input: name, Name: strings.TrimPrefix(of, "Benchmark"), Unit: "op/s"}
		}
		curves[of].Points = append(curves[of].Points, model.CurvePoint{N: n, X: r.x, Weight: 1, Line: r.line})
	}
	var out []model.Curve
	for _, of := range order {
		c := curves[of]
		for _, p := range c.Points {
			if p.N != c.Points[0].N {
				out = append(out, *c)
				break
			}
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s:%d: no benchmark was run at two values of GOMAXPROCS; run go test -bench with -cpu 1,2,4", name, results[0].line)
	}
	return out, nil
}
