package measured

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"contend/model"
)

// row is a line of a table, in cells.
type row struct {
	line  int
	cells []string
}

// decimal is a number as tables write it: with a point, with or without an exponent.
var decimal = regexp.MustCompile(`^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$`)

// table reads cells separated by commas, semicolons, tabs or blanks, with or without a header: the format of what is none of the others.
var table = importer{
	format: "table",
	claims: func(string) bool { return true },
	read:   readTable,
}

func readTable(in input) ([]model.Curve, error) {
	name, o := in.name, in.Options
	rows := splitRows(in.text)
	if len(rows) == 0 {
		return nil, fmt.Errorf("%s: the file holds only comments; expected a table of N and throughput", name)
	}
	var header []string
	if !isNumbers(rows[0].cells, o) {
		header, rows = rows[0].cells, rows[1:]
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%s:1: the table has a header and no rows", name)
	}
	width := len(rows[0].cells)
	if header != nil && len(header) != width {
		return nil, fmt.Errorf("%s:%d: the row has %d cells, the header %d", name, rows[0].line, width, len(header))
	}
	if width < 2 {
		return nil, fmt.Errorf("%s:%d: the table has one column; expected N and throughput", name, rows[0].line)
	}
	x, ys, err := columns(name, header, width, o)
	if err != nil {
		return nil, err
	}
	var out []model.Curve
	for _, y := range ys {
		c, err := column(name, rows, width, header, x, y, o)
		if err != nil {
			return nil, err
		}
		if len(ys) > 1 {
			c.Name = header[y]
		}
		out = append(out, c)
	}
	return out, nil
}

// splitRows takes a text apart; the separator is the first of tab, semicolon, comma that the first row has, else blanks.
func splitRows(text string) []row {
	separator := ""
	var out []row
	for i, line := range strings.Split(text, "\n") {
		trimmed := strings.TrimSpace(line)
		if trimmed == "" || strings.HasPrefix(trimmed, "#") {
			continue
		}
		if out == nil {
			separator = separatorOf(trimmed)
		}
		out = append(out, row{i + 1, cells(trimmed, separator)})
	}
	return out
}

func separatorOf(line string) string {
	quoted := false
	for _, s := range []string{"\t", ";", ","} {
		for _, r := range line {
			if r == '"' {
				quoted = !quoted
			}
			if !quoted && string(r) == s {
				return s
			}
		}
	}
	return ""
}

// cells splits a line; a separator inside quotes does not count.
func cells(line, separator string) []string {
	if separator == "" {
		return strings.Fields(strings.ReplaceAll(line, `"`, ""))
	}
	var out []string
	var at strings.Builder
	quoted := false
	for _, r := range line {
		switch {
		case r == '"':
			quoted = !quoted
		case !quoted && string(r) == separator:
			out = append(out, strings.TrimSpace(at.String()))
			at.Reset()
			continue
		}
		at.WriteRune(r)
	}
	out = append(out, strings.TrimSpace(at.String()))
	for i := range out {
		out[i] = strings.TrimSpace(strings.Trim(out[i], `"`))
	}
	return out
}

func isNumbers(cells []string, o Options) bool {
	for _, c := range cells {
		if !decimal.MatchString(c) && !(strings.Contains(c, ",") && decimal.MatchString(strings.ReplaceAll(c, ",", "."))) {
			return false
		}
	}
	return true
}

// Names that columns of throughput usually have, by their first word; of the others of such a table none is a curve.
var throughputs = []string{"throughput", "x", "qps", "rps", "tps", "ops", "rate", "iops", "speed", "bandwidth", "performance"}

// Columns of times are the second choice.
var times = []string{"latency", "time"}

// firstWord is what a column is called before its unit: latency_ms, Throughput (ops/s).
func firstWord(column string) string {
	i := strings.IndexFunc(column, func(r rune) bool { return strings.ContainsRune(" _-([/", r) })
	if i > 0 {
		column = column[:i]
	}
	return strings.ToLower(column)
}

// only is the one column that has one of these words first, or -1.
func only(header []string, x int, words []string) int {
	found := -1
	for i, h := range header {
		if i == x || !slices.Contains(words, firstWord(h)) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	return found
}

// columns finds the column of N and those that were measured.
func columns(name string, header []string, width int, o Options) (x int, ys []int, err error) {
	find := func(want string) int {
		for i, h := range header {
			if strings.EqualFold(h, want) {
				return i
			}
		}
		return -1
	}
	if o.X != "" {
		if x = find(o.X); x < 0 {
			return 0, nil, fmt.Errorf("%s: there is no column %q; there are %s", name, o.X, strings.Join(header, ", "))
		}
	} else {
		for _, n := range concurrency {
			if i := find(n); i >= 0 {
				x = i
				break
			}
		}
	}
	if o.Y != "" {
		y := find(o.Y)
		if y < 0 {
			return 0, nil, fmt.Errorf("%s: there is no column %q; there are %s", name, o.Y, strings.Join(header, ", "))
		}
		return x, []int{y}, nil
	}
	for _, words := range [][]string{throughputs, times} {
		if y := only(header, x, words); y >= 0 {
			return x, []int{y}, nil
		}
	}
	for i := range width {
		if i != x {
			ys = append(ys, i)
		}
	}
	if header == nil {
		ys = ys[:1]
	}
	return x, ys, nil
}

// column reads one curve. A column called latency holds the time one caller sees, one called time that of fixed work.
func column(name string, rows []row, width int, header []string, x, y int, o Options) (model.Curve, error) {
	c := model.Curve{Input: name}
	kind := ""
	if header != nil {
		kind = firstWord(header[y])
	}
	for _, r := range rows {
		if len(r.cells) != width {
			return c, fmt.Errorf("%s:%d: the row has %d cells, the first one %d", name, r.line, len(r.cells), width)
		}
		n, err := value(name, r, x, o)
		if err != nil {
			return c, err
		}
		v, err := value(name, r, y, o)
		if err != nil {
			return c, err
		}
		switch kind {
		case "latency":
			v = n / v
		case "time":
			v = 1 / v
		}
		if math.IsInf(v, 0) || v == 0 {
			return c, fmt.Errorf("%s:%d: %s is out of range", name, r.line, r.cells[y])
		}
		c.Points = append(c.Points, model.CurvePoint{N: n, X: v, Weight: 1, Line: r.line})
	}
	return c, nil
}

// value reads a cell: a number above 0.
func value(name string, r row, i int, o Options) (float64, error) {
	text := r.cells[i]
	if o.DecimalComma {
		text = strings.ReplaceAll(text, ",", ".")
	}
	hint := ""
	if strings.Contains(text, ",") {
		hint = "; --decimal-comma reads decimal commas, and thousands separators are not read"
	}
	v, err := strconv.ParseFloat(text, 64)
	switch {
	case !decimal.MatchString(text):
		return 0, fmt.Errorf("%s:%d: %q is not a number%s", name, r.line, text, hint)
	case err != nil:
		return 0, fmt.Errorf("%s:%d: %s is out of range", name, r.line, text)
	case v <= 0:
		return 0, fmt.Errorf("%s:%d: %s is not above 0", name, r.line, text)
	}
	return v, nil
}
