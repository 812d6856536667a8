package main

import (
	"io"
	"strings"
	"unicode/utf8"
)

// table is text in columns. A column whose heading begins with < is aligned to the left, others to the right;
// a column without a single entry is left out.
type table struct {
	head []string
	rows [][]string
}

func newTable(head ...string) *table { return &table{head: head} }

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// write prints the table, each line behind an indent, and nothing where there are no rows.
func (t *table) write(w io.Writer, indent string) {
	if len(t.rows) == 0 {
		return
	}
	left := make([]bool, len(t.head))
	head := make([]string, len(t.head))
	for i, h := range t.head {
		head[i], left[i] = strings.CutPrefix(h, "<")
	}
	widths := t.widths(head)
	for n, row := range append([][]string{head}, t.rows...) {
		if n == 0 && strings.Join(head, "") == "" {
			continue
		}
		var b strings.Builder
		b.WriteString(indent)
		for i, cell := range row {
			if widths[i] == 0 {
				continue
			}
			gap := strings.Repeat(" ", widths[i]-visible(cell))
			if left[i] {
				b.WriteString(cell + gap + "  ")
			} else {
				b.WriteString(gap + cell + "  ")
			}
		}
		_, _ = io.WriteString(w, strings.TrimRight(b.String(), " ")+"\n")
	}
}

// widths gives each column its width, 0 to those without entries.
func (t *table) widths(head []string) []int {
	widths := make([]int, len(head))
	for _, row := range t.rows {
		for i, cell := range row {
			widths[i] = max(widths[i], visible(cell))
		}
	}
	for i := range widths {
		if widths[i] > 0 {
			widths[i] = max(widths[i], visible(head[i]))
		}
	}
	return widths
}

// visible is the number of characters of s that take room: colours don't.
func visible(s string) int {
	n := utf8.RuneCountInString(s)
	for i := strings.IndexByte(s, '\x1b'); i >= 0; i = strings.IndexByte(s, '\x1b') {
		end := strings.IndexByte(s[i:], 'm')
		n -= end + 1
		s = s[i+end+1:]
	}
	return n
}
