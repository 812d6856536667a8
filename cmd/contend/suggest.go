package main

import "strings"

// nearest returns the candidate that word was probably meant to be, "" where none is near: a third of its
// letters may be wrong.
func nearest(word string, candidates []string) string {
	best, least := "", max(len(word)/3, 1)+1
	for _, c := range candidates {
		if len(word) >= 3 && strings.HasPrefix(c, word) {
			return c
		}
		if d := distance(word, c); d < least {
			best, least = c, d
		}
	}
	return best
}

// distance is how many letters have to be inserted, removed, replaced or swapped with their neighbour to
// turn a into b (optimal string alignment).
func distance(a, b string) int {
	before := make([]int, len(b)+1) // two rows up
	above := make([]int, len(b)+1)
	for j := range above {
		above[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replace := above[j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			row[j] = min(replace, above[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, above = above, row
	}
	return above[len(b)]
}

// didYouMean is a hint for a message, or "".
func didYouMean(word string, candidates []string) string {
	if c := nearest(strings.TrimLeft(word, "-"), candidates); c != "" {
		return "; did you mean " + word[:len(word)-len(strings.TrimLeft(word, "-"))] + c + "?"
	}
	return ""
}
