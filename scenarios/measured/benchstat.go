package measured

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"contend/model"
)

// benchstat reads the tables of benchstat, a curve a column: N is the suffix of a name, throughput 1/(sec/op).
var benchstat = importer{
	format: "benchstat",
	claims: func(text string) bool { return strings.Contains(text, "│") && benchstatHead.MatchString(text) },
	read:   readBenchstat,
}

var (
	benchstatHead = regexp.MustCompile(`(?m)^\s*│.*\bsec/op\b`)
	// A value, its SI prefix, and how sure it is.
	benchstatValue = regexp.MustCompile(`([0-9.]+)([pnµumk]?) ± *\S+`)
	benchstatFile  = regexp.MustCompile(`│([^│]*)`)
)

func readBenchstat(in input) ([]model.Curve, error) {
	type row struct {
		line   int
		values []float64
	}
	var names, files, before []string
	var rows []row
	inTable := false
	for i, line := range strings.Split(in.text, "\n") {
		name, rest, _ := strings.Cut(strings.TrimRight(line, " "), " ")
		switch {
		case strings.Contains(line, "│"):
			var cells []string
			for _, m := range benchstatFile.FindAllStringSubmatch(line, -1) {
				if cell := strings.TrimSpace(m[1]); cell != "" {
					cells = append(cells, cell)
				}
			}
			if inTable = benchstatHead.MatchString(line); inTable && files == nil {
				files = before
			}
			before = cells
		case inTable && name != "" && name != "geomean":
			r := row{line: i + 1}
			for _, m := range benchstatValue.FindAllStringSubmatch(rest, -1) {
				v, err := strconv.ParseFloat(m[1], 64)
				if err != nil {
					return nil, fmt.Errorf("%s: %q is not a number", in.at(i+1), m[1])
				}
				r.values = append(r.values, v*map[string]float64{"": 1, "p": 1e-12, "n": 1e-9, "µ": 1e-6, "u": 1e-6, "m": 1e-3, "k": 1e3}[m[2]])
			}
			if r.values != nil {
				names, rows = append(names, name), append(rows, r)
			}
		}
	}
	g := gathering{in: in}
	for i, of := range sweptNames(names, in.X) {
		for k, v := range rows[i].values {
			name := of.name
			if len(rows[i].values) > 1 && k < len(files) {
				name = files[k] + " " + name
			}
			if err := g.add(name, "op/s", rows[i].line, of.n, 1/v); err != nil {
				return nil, err
			}
		}
	}
	return g.swept("no benchmark was run at two values of GOMAXPROCS; run go test -bench with -cpu 1,2,4")
}
