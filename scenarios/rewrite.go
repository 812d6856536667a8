package scenarios

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"contend/model"
)

// Change gives a number of a file another value, as Free.Text writes it, with the interval that calibration found; nil leaves that out.
type Change struct {
	// Path is the number's as --set takes it.
	Path, Text string
	Interval   *[2]string
}

// Rewrite returns a scenario file with other values of some of its numbers, which stand there as {value: …}, and with the calibration's
// section at its end. Everything else stays as it is, comments and all. name is what errors call the file.
func Rewrite(name string, data []byte, changes []Change, c *model.Calibration) ([]byte, error) {
	f := &file{name: name}
	root := f.parse(data)
	if root == nil {
		return nil, f.problems.sorted()
	}
	r := rewriter{data: data}
	for _, change := range changes {
		n := root.find(change.Path)
		if !isWrapped(n) {
			return nil, fmt.Errorf("%s: %s does not stand there as {value: …, fit: …}", name, change.Path)
		}
		r.value(n, change)
	}
	if c != nil {
		if err := r.calibration(root, c); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return r.apply(), nil
}

// find returns the node at a path, which may be a parameter's name; nil where there is none.
func (n *node) find(path string) *node {
	if p := n.get("params").get(path); p != nil {
		return p
	}
	for _, key := range strings.Split(path, ".") {
		n = n.get(key)
	}
	return n
}

// rewriter collects edits of a file.
type rewriter struct {
	data  []byte
	edits []edit
}

// edit replaces the bytes from start to end.
type edit struct {
	start, end int
	text       string
}

// value changes a number inside {value: …}.
func (r *rewriter) value(n *node, c Change) {
	start, end := r.token(n.get("value"))
	r.edits = append(r.edits, edit{start, end, quoted(c.Text)})
	if c.Interval == nil {
		return
	}
	if old := n.get("interval"); old != nil && len(old.items) == 2 {
		for i, item := range old.items {
			start, end := r.token(item)
			r.edits = append(r.edits, edit{start, end, c.Interval[i]})
		}
		return
	}
	text := fmt.Sprintf("interval: [%s, %s]", c.Interval[0], c.Interval[1])
	if r.data[r.offset(n.at)] == '{' {
		r.edits = append(r.edits, edit{end, end, ", " + text})
		return
	}
	indent := strings.Repeat(" ", n.keys[0].at.col-1)
	at := end + bytes.IndexByte(append(slices.Clone(r.data[end:]), '\n'), '\n')
	r.edits = append(r.edits, edit{at, at, "\n" + indent + text})
}

// quoted puts a text in quotes where YAML would not take it as it is inside braces.
func quoted(text string) string {
	if strings.ContainsAny(text, ",") {
		return strconv.Quote(text)
	}
	return text
}

// offset is the byte that stands at a place.
func (r *rewriter) offset(at place) int {
	i := 0
	for line := 1; line < at.line; line++ {
		i += bytes.IndexByte(r.data[i:], '\n') + 1
	}
	for col := 1; col < at.col && i < len(r.data); col++ {
		_, size := utf8.DecodeRune(r.data[i:])
		i += size
	}
	return i
}

// token is where a scalar stands, with its quotes.
func (r *rewriter) token(n *node) (start, end int) {
	start = r.offset(n.at)
	switch quote := r.data[start]; quote {
	case '"', '\'':
		for end = start + 1; end < len(r.data) && r.data[end] != quote; end++ {
			if quote == '"' && r.data[end] == '\\' {
				end++
			}
		}
		return start, min(end+1, len(r.data))
	}
	return start, start + len(n.text)
}

// calibration puts the section at the end, in the place of an old one.
func (r *rewriter) calibration(root *node, c *model.Calibration) error {
	if r.data[r.offset(root.at)] == '{' {
		return fmt.Errorf("the file is one mapping in braces; write its keys on lines of their own, so that calibration: can be added")
	}
	end := len(r.data)
	for i, e := range root.keys {
		if e.name != "calibration" {
			continue
		}
		next := end
		if i+1 < len(root.keys) {
			next = r.offset(root.keys[i+1].at)
		}
		r.edits = append(r.edits, edit{r.offset(e.at), next, ""})
	}
	var b strings.Builder
	if !bytes.HasSuffix(r.data, []byte("\n")) {
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "calibration:\n  points: %d\n  correlation:\n", c.Points)
	for i, path := range c.Paths {
		var row []string
		for j := range i {
			row = append(row, strconv.FormatFloat(c.Correlation[i][j], 'f', 3, 64))
		}
		fmt.Fprintf(&b, "    %s: [%s]\n", path, strings.Join(row, ", "))
	}
	r.edits = append(r.edits, edit{end, end, b.String()})
	return nil
}

// apply makes the edits, which do not overlap.
func (r *rewriter) apply() []byte {
	slices.SortStableFunc(r.edits, func(a, b edit) int { return a.start - b.start })
	var out bytes.Buffer
	at := 0
	for _, e := range r.edits {
		out.Write(r.data[at:max(at, e.start)])
		out.WriteString(e.text)
		at = max(at, e.end)
	}
	out.Write(r.data[at:])
	return out.Bytes()
}
