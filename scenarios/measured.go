package scenarios

import (
	"bytes"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"contend/model"
)

// measuredKeys are the keys of measured that are no variants.
var measuredKeys = []string{"file", "x", "metrics", "weights", "normalise", "informs"}

// measured reads what was measured: columns of a table, or numbers in the file itself.
func (d *decoder) measured(n *node, variants []string) *model.Measured {
	if n == nil {
		return nil
	}
	if n.kind != mapping {
		d.f.problem(n.at, "measured is %s; expected a mapping", n.what())
		return nil
	}
	m := &model.Measured{}
	var table *table
	if ref := n.get("file"); ref != nil {
		m.File = ref.text
		if table = d.readTable(ref, n.get("x")); table == nil {
			return nil
		}
	}
	for _, e := range n.keys {
		switch {
		case e.name == "file" || e.name == "x" || e.name == "from":
		case e.name == "weights":
			d.measuredWeights(m, e.value)
		case e.name == "normalise":
			m.Normalise = d.normalise(e.value)
		case e.name == "informs":
			m.Informs = e.value.text
		case e.name == "metrics":
			d.measuredMetrics(m, e.value, table, variants)
		case contains(variants, e.name):
			d.column(m, e.name, "throughput", e.value, table)
		default:
			d.f.problem(e.at, "measured names the variant %s, which there is not%s", short(e.name), hint(e.name, append(slices.Clone(measuredKeys), variants...)))
		}
	}
	return m
}

// normalise reads which point of a curve its shape is taken against.
func (d *decoder) normalise(n *node) string {
	ways := []string{model.Uncontended, model.Contended}
	if n.kind != scalar || !slices.Contains(ways, n.text) {
		d.f.problem(n.at, "measured.normalise is %s; expected uncontended or contended%s", n.what(), hint(n.text, ways))
	}
	return n.text
}

// measuredWeights reads how much each metric counts in a calibration.
func (d *decoder) measuredWeights(m *model.Measured, n *node) {
	if n.kind != mapping {
		d.f.problem(n.at, "measured.weights is %s; expected a mapping from throughput or metrics to numbers", n.what())
		return
	}
	for _, e := range n.keys {
		m.Weights = append(m.Weights, model.Weight{Metric: e.name, Weight: d.positive(e.value, number, "measured.weights."+e.name, 1e-9)})
	}
}

// measuredMetrics reads what was measured besides throughput: by variant, by metric.
func (d *decoder) measuredMetrics(m *model.Measured, n *node, t *table, variants []string) {
	if n.kind != mapping {
		d.f.problem(n.at, "measured.metrics is %s; expected a mapping from variants", n.what())
		return
	}
	for _, v := range n.keys {
		if !contains(variants, v.name) {
			d.f.problem(v.at, "measured names the variant %s, which there is not%s", short(v.name), hint(v.name, variants))
			continue
		}
		if v.value.kind != mapping {
			d.f.problem(v.value.at, "measured.metrics.%s is %s; expected a mapping from metrics", v.name, v.value.what())
			continue
		}
		for _, e := range v.value.keys {
			if e.name != "from" {
				d.column(m, v.name, e.name, e.value, t)
			}
		}
	}
}

// column reads one measured curve: a column of the table, one number, or a mapping from N to numbers.
func (d *decoder) column(m *model.Measured, variant, metric string, n *node, t *table) {
	where := "measured." + variant
	if metric != "throughput" {
		where = "measured.metrics." + variant + "." + metric
	}
	c := model.MeasuredColumn{Variant: variant, Metric: metric}
	switch {
	case n.kind == mapping && n.get("value") == nil:
		for _, e := range n.keys {
			at, err := strconv.ParseFloat(e.name, 64)
			if err != nil {
				d.f.problem(e.at, "%s: %s is no N", where, short(e.name))
				continue
			}
			if v, ok := d.measuredValue(e.value, metric, where); ok {
				c.Points = append(c.Points, model.MeasuredPoint{N: at, Value: v})
			}
		}
	case n.kind == sequence:
		d.f.problem(n.at, "%s is a list; expected a number, or {N: number, …}", where)
	case t != nil && n.kind == scalar && t.has(n.text):
		c.Points = t.column(n.text)
	case t != nil && n.kind == scalar && isWord(n.text):
		d.f.problem(n.at, "%s: %s has no column %s%s", where, t.name, short(n.text), hint(n.text, t.header))
	default:
		if v, ok := d.measuredValue(n, metric, where); ok {
			c.Points = append(c.Points, model.MeasuredPoint{N: 1, Value: v})
		}
	}
	m.Columns = append(m.Columns, c)
}

// measuredValue reads one number; times are in nanoseconds, as metrics are.
func (d *decoder) measuredValue(n *node, metric, where string) (float64, bool) {
	n = d.wrapped(nil, n, where, false)
	if n == nil || n.kind != scalar {
		return 0, false
	}
	q, ok := d.quantity(n, where)
	if !ok {
		return 0, false
	}
	want := metricUnit(metric)
	switch {
	case q.unit != want || !q.isConst():
		d.f.problem(n.at, "%s is %s; expected %v, such as %s", where, n.what(), want, unitExamples[want])
		return 0, false
	case !(q.a > 0):
		d.f.problem(n.at, "%s is %s; expected a value above 0", where, n.what())
		return 0, false
	}
	if want == duration {
		return q.a / 1e3, true
	}
	return q.a, true
}

// metricUnit is the unit that a metric's name tells.
func metricUnit(metric string) unit {
	switch {
	case strings.HasSuffix(metric, "_ns") || strings.HasPrefix(metric, "charges.") || metric == "p50" || metric == "p99":
		return duration
	case strings.HasSuffix(metric, "_bytes"):
		return size
	}
	return number
}

// table is a CSV file with a header.
type table struct {
	name   string
	header []string
	x      []float64
	rows   [][]float64 // NaN where a cell is empty
}

func (t *table) has(column string) bool { return slices.Contains(t.header, column) }

func (t *table) column(name string) []model.MeasuredPoint {
	i := slices.Index(t.header, name)
	var out []model.MeasuredPoint
	for r := range t.rows {
		if v := t.rows[r][i]; !math.IsNaN(v) {
			out = append(out, model.MeasuredPoint{N: t.x[r], Value: v})
		}
	}
	return out
}

// readTable reads a CSV that stands beside the scenario, or in the library.
func (d *decoder) readTable(ref, x *node) *table {
	if ref.kind != scalar || ref.text == "" || x == nil || x.kind != scalar {
		d.f.problem(ref.at, "measured needs both file: and x:, the table's column of N")
		return nil
	}
	data, err := os.ReadFile(filepath.Join(d.f.dir, ref.text))
	if d.f.dir == "" || err != nil {
		if data, err = embeddedTable(ref.text); err != nil {
			d.f.problem(ref.at, "measured.file: there is no file %s beside the scenario, and none in the library", short(ref.text))
			return nil
		}
	}
	r := csv.NewReader(bytes.NewReader(data))
	r.TrimLeadingSpace = true
	r.Comment = '#'
	records, err := r.ReadAll()
	if err != nil || len(records) < 2 {
		d.f.problem(ref.at, "measured.file: %s is not a table with a header and rows: %v", short(ref.text), err)
		return nil
	}
	t := &table{name: ref.text, header: records[0]}
	if !t.has(x.text) {
		d.f.problem(x.at, "measured.x: %s has no column %s%s", ref.text, short(x.text), hint(x.text, t.header))
		return nil
	}
	return d.fill(t, records[1:], slices.Index(t.header, x.text))
}

func (d *decoder) fill(t *table, records [][]string, x int) *table {
	for i, rec := range records {
		row := make([]float64, len(rec))
		for j, cell := range rec {
			row[j] = math.NaN()
			cell = strings.TrimSpace(cell)
			v, err := strconv.ParseFloat(cell, 64)
			switch {
			case err == nil && !math.IsInf(v, 0) && !math.IsNaN(v):
				row[j] = v
			case j == x:
				d.f.problem(place{t.name, i + 2, 1}, "%s is no number in the column of N", short(cell))
				return nil
			}
		}
		t.x = append(t.x, row[x])
		t.rows = append(t.rows, row)
	}
	return t
}
