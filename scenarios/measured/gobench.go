package measured

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"

	"contend/model"
)

// goBench reads the output of go test -bench -cpu 1,2,4. ns/op is wall time over the operations of all goroutines together, so that
// throughput is 1e9/(ns/op) with no factor N; a benchmark's own metric that ends in /s comes first.
var goBench = importer{
	format: "go test -bench",
	claims: func(text string) bool { return benchLine.MatchString(text) },
	read:   func(in input) ([]model.Curve, error) { return readGoBench(in) },
}

// test2json reads the output of go test -bench -json, whose events hold the text in pieces.
var test2json = importer{
	format: "go test -bench -json",
	claims: func(text string) bool { return isJSON(text, `"Action":`, `"Output":"Benchmark`) },
	read:   readTest2JSON,
}

var benchLine = regexp.MustCompile(`(?m)^Benchmark\S*\s+\d+\s+[0-9.eE+-]+ \S+/\S+`)

// benched is one line of results: its name, and the values it gives.
type benched struct {
	line   int
	pkg    string
	name   string
	values []benchfmt.Value
}

func readGoBench(in input) ([]model.Curve, error) {
	var results []benched
	reader := benchfmt.NewReader(strings.NewReader(in.text), in.name)
	for reader.Scan() {
		r, ok := reader.Result().(*benchfmt.Result)
		if !ok {
			continue // Units, and lines that a benchmark printed itself
		}
		_, line := r.Pos()
		results = append(results, benched{line, r.GetConfig("pkg"), string(r.Name), append([]benchfmt.Value(nil), r.Values...)})
	}
	if err := reader.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", in.name, err)
	}
	g := gathering{in: in}
	names := make([]string, len(results))
	packages := map[string]bool{}
	for i, r := range results {
		names[i] = r.name
		packages[r.pkg] = true
	}
	for i, of := range sweptNames(names, in.X) {
		r := results[i]
		x, unit, err := benchRate(in, r)
		if err != nil {
			return nil, err
		}
		if len(packages) > 1 {
			of.name = r.pkg + "." + of.name
		}
		if err := g.add(of.name, unit, r.line, of.n, x); err != nil {
			return nil, err
		}
		if unit == "op/s" {
			g.warn(of.name, "wall-time-per-op", "throughput is 1e9/(ns/op), the rate of all goroutines together; without b.RunParallel it is that of one")
		}
	}
	if in.X != "" {
		return g.swept(fmt.Sprintf("no benchmark has two values of %s= in its name", in.X))
	}
	return g.swept("no benchmark was run at two values of GOMAXPROCS; run go test -bench with -cpu 1,2,4")
}

// benchRate is a result's throughput.
func benchRate(in input, r benched) (x float64, unit string, err error) {
	var units []string
	for _, v := range r.values {
		printed := v.Unit
		if v.OrigUnit != "" {
			printed = v.OrigUnit
		}
		units = append(units, printed)
		if in.Y != "" && in.Y != printed && in.Y != v.Unit {
			continue
		}
		switch {
		case printed == "ns/op":
			if x == 0 {
				x, unit = 1e9/v.OrigValue, "op/s"
			}
		case in.Y != "" || strings.HasSuffix(printed, "/s") && v.Unit != "B/s":
			x, unit = v.Value, v.Unit
		}
	}
	if unit == "" {
		if in.Y != "" {
			return 0, "", fmt.Errorf("%s: there is no metric %q; there are %s", in.at(r.line), in.Y, strings.Join(units, ", "))
		}
		return 0, "", fmt.Errorf("%s: found %s; expected ns/op or a metric that ends in /s", in.at(r.line), strings.Join(units, ", "))
	}
	return x, unit, nil
}

// readTest2JSON puts the texts of the events together, package by package.
func readTest2JSON(in input) ([]model.Curve, error) {
	var order []string
	texts := map[string]*strings.Builder{}
	for i, line := range strings.Split(in.text, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		var e struct{ Action, Package, Output string }
		err := json.Unmarshal([]byte(line), &e)
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return nil, &positioned{in.name, i + 1, int(syntax.Offset), syntax.Error()}
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", in.at(i+1), err)
		}
		if texts[e.Package] == nil {
			texts[e.Package] = &strings.Builder{}
			order = append(order, e.Package)
		}
		texts[e.Package].WriteString(e.Output)
	}
	whole := in
	whole.text = ""
	for _, p := range order {
		whole.text += texts[p].String() + "\n"
	}
	curves, err := readGoBench(whole)
	for i := range curves {
		for k := range curves[i].Points {
			curves[i].Points[k].Line = 0 // Lines of the text, not of the file
		}
	}
	return curves, err
}

// sweptName is a benchmark's name without its N.
type sweptName struct {
	name string
	n    float64
}

var procsSuffix = regexp.MustCompile(`^(.*)-(\d+)$`)

// sweptNames takes N out of benchmarks' names: the value of the key x, else of a key named like an N that varies (Get/threads=4-2),
// else GOMAXPROCS.
func sweptNames(names []string, x string) []sweptName {
	byProcs := processors(names)
	out := append([]sweptName(nil), byProcs...)
	firsts, varies := map[string]float64{}, false
	for i, name := range names {
		rest, n, ok := keyed(name, x)
		if !ok {
			continue
		}
		if was, ok := firsts[rest]; ok && was != n {
			varies = true
		}
		firsts[rest] = n
		out[i] = sweptName{rest, n}
	}
	if x == "" && !varies {
		return byProcs
	}
	return out
}

// keyed takes key=N out of a name's parts: the key x, or one named like an N. What remains has the suffix, if there is one.
func keyed(name, x string) (rest string, n float64, ok bool) {
	parts := strings.Split(name, "/")
	for i, part := range parts {
		key, value, found := strings.Cut(part, "=")
		if i == 0 || !found || x != "" && key != x || x == "" && !isConcurrency(key) {
			continue
		}
		suffix := ""
		if m := procsSuffix.FindStringSubmatch(value); m != nil && i == len(parts)-1 {
			value, suffix = m[1], "-"+m[2]
		}
		n, err := strconv.ParseFloat(value, 64)
		if err != nil {
			continue
		}
		rest := strings.Join(append(append([]string(nil), parts[:i]...), parts[i+1:]...), "/")
		return rest + suffix, n, true
	}
	return "", 0, false
}

// processors takes GOMAXPROCS off benchmarks' names. A -number at the end is GOMAXPROCS on a top-level benchmark; on a sub-benchmark it
// is that only if the same name without it occurs, or a top-level benchmark shows that GOMAXPROCS; size-8 is no GOMAXPROCS where size-8-2
// occurs too.
func processors(names []string) []sweptName {
	plain, shown, continued := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, name := range names {
		plain[name] = true
		m := procsSuffix.FindStringSubmatch(name)
		if m != nil && !strings.Contains(name, "/") {
			shown[m[2]] = true
		}
		if m != nil {
			continued[m[1]] = true
		}
	}
	out := make([]sweptName, len(names))
	for i, name := range names {
		out[i] = sweptName{name, 1}
		m := procsSuffix.FindStringSubmatch(name)
		if m != nil && (!strings.Contains(name, "/") || plain[m[1]] || shown[m[2]] && !continued[name]) {
			n, err := strconv.ParseFloat(m[2], 64)
			if err == nil {
				out[i] = sweptName{m[1], n}
			}
		}
	}
	return out
}
