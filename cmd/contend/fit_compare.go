package main

import (
	"bytes"
	"fmt"

	"contend/model/fit"
)

// writeComparison prints by how much curve b differs from curve a.
func writeComparison(out *bytes.Buffer, t *terminal, a, b *fitted) {
	c := fit.Compare(a.laws, b.laws)
	fmt.Fprintf(out, "\n%s\n", t.strong(b.title()+" over "+a.title()))
	if len(c.At) == 0 {
		fmt.Fprintln(out, "  the curves have no range of N in common")
		return
	}
	list := newTable("N", "difference", "<interval", "<")
	for _, d := range c.At {
		sure := ""
		if d.Sure {
			sure = "sure"
		}
		list.add(plainNumber(d.N), signed(100*(d.Ratio-1)), differenceBetween(d), sure)
	}
	list.add("all", signed(100*(c.Overall.Ratio-1)), differenceBetween(c.Overall), "")
	list.write(out, "  ")
	if !c.At[0].Measured {
		fmt.Fprintln(out, "  no N was measured in both: the fitted laws stand in")
	}
	if c.From == nil {
		fmt.Fprintln(out, "  there is no N from which on the curves surely differ")
		return
	}
	word := "higher"
	if c.At[len(c.At)-1].Ratio < 1 {
		word = "lower"
	}
	fmt.Fprintf(out, "  surely %s from N = %s on\n", word, plainNumber(*c.From))
}

func differenceBetween(d fit.Difference) string {
	if d.Lo == nil || d.Hi == nil {
		return "unknown: too few points"
	}
	return signed(100*(*d.Lo-1)) + " … " + signed(100*(*d.Hi-1))
}
