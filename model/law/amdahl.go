package law

import "math"

// Amdahl is Amdahl's law for a fixed amount of work,
//
//	X(N) = γN / (1 + σ(N−1)).
//
// Amdahl (AFIPS SJCC 30, 1967, 483–485) argues it in prose; the formula is in Gustafson (CACM
// 31(5), 1988, 532), there as speedup = 1/(s + p/N) with s = σ and p = 1−σ. Gunther
// (arXiv:cs/0210017, 2002) shows that it is the worst case of the machine repairman
// ([Repairman]): every request finds all the others already queued.
//
// σ is not bounded by 1. A lock whose hand-over costs more than one thread's whole cycle gives
// σ > 1: throughput falls from the first thread on, towards γ/σ.
var Amdahl = Law{
	Name:    "amdahl",
	Title:   "Amdahl's law",
	Formula: "γN / (1 + σ(N−1))",
	Source:  "Amdahl 1967; Gustafson 1988",
	Bends:   true,
	Params: []Param{
		gamma(),
		{"sigma", "σ", "serial fraction of the work", Ratio, 0, math.Inf(1)},
	},
	Derived: []Quantity{ceiling("ceiling", "throughput of the serial part alone")},
	Capacity: func(n float64, shape []float64) float64 {
		d := 1 + shape[0]*(n-1)
		if d <= 0 {
			return math.Inf(1)
		}
		return n / d
	},
	Slope: func(n float64, shape, dst []float64) {
		d := 1 + shape[0]*(n-1)
		dst[0] = -(n / d) * ((n - 1) / d)
	},
}
