package scenarios

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// place is where something stands: a file, a line and a column, both from 1. Line 0 stands for what has no line, such
// as a flag.
type place struct {
	file      string
	line, col int
}

func (p place) String() string {
	if p.line == 0 {
		return p.file
	}
	return fmt.Sprintf("%s:%d:%d", p.file, p.line, p.col)
}

// Problem is one thing that is wrong with a file.
type Problem struct {
	at   place
	text string
}

func (p Problem) Error() string { return p.at.String() + ": " + p.text }

// Problems is everything that is wrong with a file, in the order of the file.
type Problems []Problem

// most is how many problems a message shows.
const most = 30

func (p Problems) Error() string {
	var lines []string
	for i, one := range p {
		if i == most {
			lines = append(lines, fmt.Sprintf("and %d more", len(p)-most))
			break
		}
		lines = append(lines, one.Error())
	}
	return strings.Join(lines, "\n")
}

// sorted puts problems in order and leaves out repetitions.
func (p Problems) sorted() Problems {
	slices.SortStableFunc(p, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.at.file, b.at.file), cmp.Compare(a.at.line, b.at.line), cmp.Compare(a.at.col, b.at.col))
	})
	return slices.Compact(p)
}

// short quotes what stands in a file, cut where it is long.
func short(text string) string {
	const longest = 60
	if r := []rune(text); len(r) > longest {
		text = string(r[:longest]) + "…"
	}
	return fmt.Sprintf("%q", text)
}
