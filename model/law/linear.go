package law

// Linear is perfect scaling, X(N) = γN: the threads share nothing. It is the limit of every other
// law as σ and κ go to 0, and the yardstick of efficiency.
var Linear = Law{
	Name:     "linear",
	Title:    "Linear scaling",
	Formula:  "γN",
	Source:   "the limit of all the others",
	Params:   []Param{gamma()},
	Capacity: func(n float64, _ []float64) float64 { return n },
}
