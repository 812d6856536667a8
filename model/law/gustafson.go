package law

// Gustafson is scaled speedup: the problem grows with N, and only its parallel part does,
//
//	X(N) = γ(N − σ(N−1)) = γ(σ + (1−σ)N).
//
// Gustafson (CACM 31(5), 1988, 533): scaled speedup = s' + p'N = N + (1−N)·s', with s' = σ the
// serial fraction seen on N processors. It is a straight line with no ceiling: the law of weak
// scaling, and of curves whose extra threads are each worth a constant part of the first.
var Gustafson = Law{
	Name:    "gustafson",
	Title:   "Gustafson's law",
	Formula: "γ(N − σ(N−1))",
	Source:  "Gustafson 1988",
	Params: []Param{
		gamma(),
		{"sigma", "σ", "serial fraction of the scaled work", Ratio, 0, 1},
	},
	Derived: []Quantity{{
		"per_thread", "γ(1−σ)", "throughput that each further thread adds", Rate,
		func(p []float64) (float64, bool) { return p[0] * (1 - p[1]), true },
	}},
	// σ + (1−σ)N, which unlike N − σ(N−1) does not cancel.
	Capacity: func(n float64, shape []float64) float64 { return shape[0] + (1-shape[0])*n },
	Slope:    func(n float64, _, dst []float64) { dst[0] = 1 - n },
}
