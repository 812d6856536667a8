package model_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"contend/model"
)

func object(align model.Bytes, fields ...model.Field) model.Layout {
	l := model.Layout{Align: align}
	for i, f := range fields {
		l.Fields = append(l.Fields, model.Entry[model.Field]{Name: string(rune('a' + i)), Value: f})
	}
	return l
}

// chance is the exact probability of a property of the lines that the fields fall on.
func chance(l model.Layout, line model.Bytes, of func([][]int) bool) float64 {
	hits := 0
	bases := l.Bases(line)
	for _, b := range bases {
		if of(l.Lines(b, line)) {
			hits++
		}
	}
	return float64(hits) / float64(len(bases))
}

func apart(lines [][]int) bool     { return lines[0][0] != lines[1][0] }
func straddles(lines [][]int) bool { return len(lines[0]) > 1 }

// Counting offsets: two fields of s bytes, d apart, in an object at a multiple of a, fall on different lines of L bytes for
// d/L of the bases where a divides d; a field of s bytes straddles two lines for (s−a)/L of them where a divides s.
func TestLayoutChances(t *testing.T) {
	field := func(offset, size model.Bytes) model.Field { return model.Field{Offset: offset, Size: size} }
	for _, c := range []struct {
		name   string
		layout model.Layout
		line   model.Bytes
		of     func([][]int) bool
		want   float64
	}{
		{"neighbouring words", object(8, field(32, 8), field(40, 8)), 64, apart, 1. / 8},
		{"neighbouring words wherever they lie", object(8, field(56, 8), field(64, 8)), 64, apart, 1. / 8},
		{"half a line apart", object(8, field(0, 8), field(32, 8)), 64, apart, 1. / 2},
		{"aligned to half a line, one word apart", object(32, field(32, 8), field(40, 8)), 64, apart, 0},
		{"aligned to half a line, across its end", object(32, field(24, 8), field(32, 8)), 64, apart, 1. / 2},
		{"aligned to more than a line", object(128, field(56, 8), field(64, 8)), 64, apart, 1},
		{"lines of 128 bytes", object(8, field(32, 8), field(40, 8)), 128, apart, 1. / 16},
		{"a long aligned to 4 straddles", object(4, field(0, 8)), 64, straddles, 1. / 16},
		{"an array of 24 bytes", object(8, field(0, 24)), 64, straddles, 2. / 8},
		{"no alignment", object(1, field(0, 8)), 64, straddles, 7. / 64},
		{"an alignment that does not divide the line", object(24, field(0, 8), field(8, 8)), 64, apart, 1. / 8},
	} {
		if got := chance(c.layout, c.line, c.of); got != c.want {
			t.Errorf("%s: chance %v, want %v", c.name, got, c.want)
		}
	}
}

func TestLayoutPad(t *testing.T) {
	l := object(8, model.Field{Offset: 0, Size: 8}, model.Field{Offset: 8, Size: 8}, model.Field{Offset: 16, Size: 80})
	l.Pad = true
	for _, base := range l.Bases(64) {
		if got := l.Lines(base, 64); !slices.EqualFunc(got, [][]int{{0}, {1}, {2, 3}}, slices.Equal) {
			t.Errorf("padded at %d: lines %v, want each field on its own", base, got)
		}
	}
}

// A base of its own is the only one, and a base further on by a whole line shares lines alike.
func TestLayoutBase(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		align := model.Bytes(1) << rapid.IntRange(0, 7).Draw(t, "align")
		line := model.Bytes(1) << rapid.IntRange(4, 8).Draw(t, "line")
		l := object(align, model.Field{Offset: model.Bytes(rapid.IntRange(0, 300).Draw(t, "offset")), Size: 8},
			model.Field{Offset: model.Bytes(rapid.IntRange(0, 300).Draw(t, "other offset")), Size: model.Bytes(rapid.IntRange(1, 200).Draw(t, "size"))})
		for _, base := range l.Bases(line) {
			if base%align != 0 || base == 0 {
				t.Fatalf("base %d is not a positive multiple of %d", base, align)
			}
			fixed := l
			fixed.Base = base
			if got := fixed.Bases(line); !slices.Equal(got, []model.Bytes{base}) {
				t.Fatalf("bases %v of an object at %d", got, base)
			}
			if a, b := l.Lines(base, line), l.Lines(base+line, line); !slices.EqualFunc(a, b, slices.Equal) {
				t.Fatalf("lines %v at %d, %v a line further", a, base, b)
			}
		}
	})
}
