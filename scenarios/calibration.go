package scenarios

import (
	"strconv"
	"strings"

	"contend/model"
)

// calibration reads what a calibration wrote: {points: 30, correlation: {work: {frame: -0.4}, …}}.
func (d *decoder) calibration(n *node) *model.Calibration {
	if n == nil {
		return nil
	}
	if n.kind != mapping {
		d.f.problem(n.at, "calibration is %s; expected a mapping, as contend calibrate writes it", n.what())
		return nil
	}
	out := &model.Calibration{}
	for _, e := range n.keys {
		switch e.name {
		case "points":
			out.Points = int(d.positive(e.value, number, "calibration.points", 1))
		case "correlation":
			d.correlation(out, e.value)
		default:
			d.f.problem(e.at, "calibration has no key %s%s", short(e.name), hint(e.name, []string{"points", "correlation"}))
		}
	}
	return out
}

// correlation reads a row for each number; a row holds the correlations with the numbers above it.
func (d *decoder) correlation(out *model.Calibration, n *node) {
	if n.kind != mapping {
		d.f.problem(n.at, "calibration.correlation is %s; expected a mapping from numbers to lists", n.what())
		return
	}
	for i, e := range n.keys {
		row := make([]float64, len(n.keys))
		row[i] = 1
		if e.value.kind != sequence || len(e.value.items) != i {
			d.f.problem(e.value.at, "calibration.correlation.%s is %s; expected a list of %d, for the numbers above it", e.name, e.value.what(), i)
			return
		}
		for j, item := range e.value.items {
			c, err := strconv.ParseFloat(strings.TrimSpace(item.text), 64)
			if err != nil || !(c >= -1 && c <= 1) {
				d.f.problem(item.at, "calibration.correlation.%s holds %s; expected numbers from -1 to 1", e.name, item.what())
				return
			}
			row[j] = c
		}
		out.Paths = append(out.Paths, e.name)
		out.Correlation = append(out.Correlation, row)
	}
	for i := range out.Correlation {
		for j := range i {
			out.Correlation[j][i] = out.Correlation[i][j]
		}
	}
}
