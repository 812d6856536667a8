package main

import (
	"fmt"
	"math"

	"contend/model/fit"
)

// answer is an N that was asked for.
type answer struct {
	question string
	kind     string // efficiency or target
	of       float64
	fit.Answer
}

// answer asks a curve's laws what the flags ask.
func (f *fitFlags) answer(laws *fit.Laws) []answer {
	var out []answer
	if s, err := share(f.efficiency); err == nil {
		out = append(out, answer{"efficiency " + percent(100*s) + " up to N", "efficiency", s, laws.AtEfficiency(s, f.seed)})
	}
	for _, x := range f.targets {
		out = append(out, answer{"throughput " + significant(x, 4) + " from N", "target", x, laws.AtThroughput(x, f.seed)})
	}
	return out
}

// text is the answer in words.
func (a answer) text() string {
	out := significant(a.N, 3) + between(a.Lo, a.Hi, 3)
	if math.IsInf(a.N, 0) {
		out = "none"
		if a.kind == "efficiency" {
			out = "any"
		}
		out += between(a.Lo, a.Hi, 3)
	}
	if a.Never > 0 && a.Never < 1 {
		out += fmt.Sprintf(", no such N in %s of the resampled curves", percent(100*a.Never))
	}
	return out
}
