package measured

import (
	"encoding/json"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"contend/model"
)

// hyperfineJSON and hyperfineCSV read hyperfine's exports: throughput is 1/mean of fixed work, N a parameter of the scan, else the
// threads in the command.
var (
	hyperfineJSON = importer{
		format: "hyperfine --export-json",
		claims: func(text string) bool { return isJSON(text, `"results"`, `"command"`, `"mean"`) },
		read:   readHyperfine,
	}
	hyperfineCSV = importer{
		format: "hyperfine --export-csv",
		claims: func(text string) bool { return strings.HasPrefix(text, "command,mean,stddev,") },
		read:   readHyperfineCSV,
	}
)

// timed is a command that hyperfine ran.
type timed struct {
	line    int
	command string
	mean    float64
	params  map[string]string
}

func readHyperfine(in input) ([]model.Curve, error) {
	var doc struct {
		Results []struct {
			Command    string
			Mean       float64
			Parameters map[string]json.RawMessage
		}
	}
	if err := in.decode(&doc); err != nil {
		return nil, err
	}
	var runs []timed
	for _, r := range doc.Results {
		params := map[string]string{}
		for name, value := range r.Parameters {
			params[name] = strings.Trim(string(value), `"`)
		}
		runs = append(runs, timed{0, r.Command, r.Mean, params})
	}
	return hyperfineCurves(in, runs)
}

func readHyperfineCSV(in input) ([]model.Curve, error) {
	rows, err := in.csv()
	if err != nil {
		return nil, err
	}
	var runs []timed
	for i, row := range rows[1:] {
		r := timed{line: i + 2, command: row[0], params: map[string]string{}}
		if r.mean, err = strconv.ParseFloat(row[1], 64); err != nil {
			return nil, fmt.Errorf("%s: %q is not a number; expected a mean time", in.at(r.line), row[1])
		}
		for k, h := range rows[0] {
			if name, ok := strings.CutPrefix(h, "parameter_"); ok {
				r.params[name] = row[k]
			}
		}
		runs = append(runs, r)
	}
	return hyperfineCurves(in, runs)
}

// hyperfineCurves makes a curve of each command and set of the other parameters.
func hyperfineCurves(in input, runs []timed) ([]model.Curve, error) {
	x, err := sweptParameter(in, runs)
	if err != nil {
		return nil, err
	}
	// A command that was scanned beside another comes with the same parameters again.
	again := map[string]int{}
	turns := make([]int, len(runs))
	others := false
	for i, r := range runs {
		if x != "" {
			of := otherParameters(r.params, x) + " " + r.params[x]
			turns[i] = again[of]
			again[of]++
			others = others || turns[i] > 0
		}
	}
	g := gathering{in: in}
	var commands []string
	for i, r := range runs {
		n := nOfCommand(r.command)
		if x != "" {
			if n, err = strconv.ParseFloat(r.params[x], 64); err != nil {
				return nil, fmt.Errorf("%s: parameter %s is %q; expected a number", in.at(r.line), x, r.params[x])
			}
		} else if n == 0 {
			return nil, fmt.Errorf("%s: the command %q has no parameter and no option that tells a number of threads; scan one with --parameter-list threads 1,2,4", in.at(r.line), r.command)
		}
		name := otherParameters(r.params, x)
		if others {
			if turns[i] == len(commands) {
				commands = append(commands, r.command)
			}
			name = strings.TrimSpace(commands[turns[i]] + " " + name)
		}
		if err := g.add(name, "runs/s", r.line, n, 1/r.mean); err != nil {
			return nil, err
		}
	}
	g.warnAll(codeFixedWork, textFixedWork)
	if x == "" {
		g.warnAll(codeCommand, textCommand)
	}
	return g.done(), nil
}

// sweptParameter is the parameter that is N: the one asked for, the one named like an N, or the only one; "" where there is none.
func sweptParameter(in input, runs []timed) (string, error) {
	names := map[string]bool{}
	for _, r := range runs {
		for p := range r.params {
			names[p] = true
		}
	}
	var all []string
	for p := range names {
		all = append(all, p)
	}
	sort.Strings(all)
	if in.X != "" {
		if !names[in.X] {
			return "", fmt.Errorf("%s: there is no parameter %q; there are %s", in.name, in.X, strings.Join(all, ", "))
		}
		return in.X, nil
	}
	if i := slices.IndexFunc(all, isConcurrency); i >= 0 {
		return all[i], nil
	}
	switch len(all) {
	case 0:
		return "", nil
	case 1:
		return all[0], nil
	}
	return "", fmt.Errorf("%s: which parameter is N? There are %s; choose with --x", in.name, strings.Join(all, ", "))
}

// otherParameters are those that are not N, as a name.
func otherParameters(params map[string]string, x string) string {
	var out []string
	for p, v := range params {
		if p != x {
			out = append(out, p+"="+v)
		}
	}
	sort.Strings(out)
	return strings.Join(out, " ")
}
