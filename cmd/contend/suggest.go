package main

import (
	"strings"

	"contend/scenarios"
)

// didYouMean is a hint for a message, or "".
func didYouMean(word string, candidates []string) string {
	bare := strings.TrimLeft(word, "-")
	dashes := word[:len(word)-len(bare)]
	var plain []string
	for _, c := range candidates {
		plain = append(plain, strings.TrimLeft(c, "-"))
	}
	if c := scenarios.Nearest(bare, plain); c != "" {
		return "; did you mean " + dashes + c + "?"
	}
	return ""
}
