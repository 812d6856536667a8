package scenarios

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"contend/model"
)

// move puts a scenario on another machine, with other numbers of threads.
func (f *file) move(root *node, o Options) {
	if o.Machine != "" {
		root.put("machine", root.at, &node{text: o.Machine, at: place{file: o.Machine}})
	}
	if o.Threads == nil {
		return
	}
	for _, kind := range []string{"closed", "batch"} {
		if w := root.get("workload").get(kind); w != nil && w.kind == mapping {
			points := &node{kind: sequence, at: w.at}
			for _, n := range o.Threads {
				points.items = append(points.items, &node{text: strconv.Itoa(n), at: w.at})
			}
			w.put("threads", w.at, points)
		}
	}
}

// chosen are numbers of a machine that somebody chose, so that nothing is unknown of them.
var chosen = []string{"machine.os.quota", "machine.os.quota_period", "machine.price"}

// speedPath is the one ratio of a machine that may be above 1.
const speedPath = "machine.topology.speed"

// Scaled writes a number of a file with another size, as --set takes it; ok is false for those without a size of their own: expressions,
// words, zeros, plain counts, a machine's limits.
func Scaled(n model.Number, factor float64) (set string, ok bool) {
	q, err := parseQuantity(n.Value)
	if err != nil || isExpression(n.Value) || mean(q) == 0 || q.kind == model.UniformInt {
		return "", false
	}
	isMachine := strings.HasPrefix(n.Path, "machine.")
	if slices.Contains(chosen, n.Path) {
		return "", false
	}
	if isMachine && (q.unit == size || q.unit == frequency) {
		return "", false // limits and sizes are configured, and no cost is in cycles
	}
	f := Free{Value: mean(q), written: q, suffix: suffixOf(n.Value)}
	to := f.Value * factor
	if q.unit == number && n.Fit == nil && n.Interval == nil {
		isShare := isMachine && f.Value < 1
		switch {
		case n.Path == speedPath:
		case isShare:
			to = min(to, 1)
		default:
			return "", false
		}
	}
	return strings.TrimPrefix(n.Path, "params.") + "=" + f.Text(to), true
}

// Spread is the standard error of a number's logarithm, after the 95 % interval that a calibration found; ok is false where there is none.
func Spread(n model.Number) (sd float64, ok bool) {
	if n.Interval == nil {
		return 0, false
	}
	lo, errLo := parseQuantity(n.Interval[0])
	hi, errHi := parseQuantity(n.Interval[1])
	if errLo != nil || errHi != nil || mean(lo) <= 0 || mean(hi) <= mean(lo) {
		return 0, false
	}
	const width = 2 * 1.959964 // standard errors in a 95 % interval
	return math.Log(mean(hi)/mean(lo)) / width, true
}

var valuesText = regexp.MustCompile(`^([-+0-9.eE]+)([a-zA-Z/%]*)\.\.([-+0-9.eE]+)([a-zA-Z/%]*)\s*([/*])\s*([0-9.]+)$`)

// Values reads the values of a number that is tried out: 8..128/8, 1GB/s..16GB/s*2, or a list such as 40ns,80ns.
func Values(text string) ([]string, error) {
	if !strings.Contains(text, "..") {
		out := strings.Split(text, ",")
		for i := range out {
			out[i] = strings.TrimSpace(out[i])
			if _, err := parseQuantity(out[i]); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	m := valuesText.FindStringSubmatch(text)
	if m == nil || m[2] != m[4] && m[2] != "" {
		return nil, fmt.Errorf("%s is not a sweep; expected one such as 8..128/8, 20ns..320ns*2, or a list such as 40ns,80ns", short(text))
	}
	from, err1 := strconv.ParseFloat(m[1], 64)
	to, err2 := strconv.ParseFloat(m[3], 64)
	step, err3 := strconv.ParseFloat(m[6], 64)
	var points []float64
	if err1 == nil && err2 == nil && err3 == nil {
		points = steps(from, to, step, m[5])
	}
	if len(points) == 0 {
		return nil, fmt.Errorf("the sweep %s has no points", short(text))
	}
	var out []string
	for _, p := range points {
		out = append(out, strconv.FormatFloat(p, 'g', 12, 64)+m[4])
	}
	return out, nil
}
