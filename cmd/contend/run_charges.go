package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"contend/model"
)

// writeCharges says where the threads' time went at a point: the causes that take most, and how many others there are.
func writeCharges(w io.Writer, x string, p *model.PointRun) {
	whole := p.Lifetime.Nanoseconds()
	if !(whole > 0) {
		return
	}
	charges := slices.SortedFunc(slices.Values(p.Charges), func(a, b model.Charge) int { return cmp.Compare(b.Time.Nanoseconds(), a.Time.Nanoseconds()) })
	const shown, least = 5, 0.005
	var words []string
	for _, c := range charges[:min(shown, len(charges))] {
		if share := c.Time.Nanoseconds() / whole; share >= least {
			words = append(words, fmt.Sprintf("%s %.0f %%", c.Cause, 100*share))
		}
	}
	if len(words) == 0 {
		return
	}
	at := ""
	if x != "" {
		at = fmt.Sprintf(" at %s %s", plainNumber(p.N), x)
	}
	fmt.Fprintf(w, "  the threads' time%s: %s\n", at, strings.Join(words, ", "))
}
