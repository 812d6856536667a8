package law

import "math"

// KarpFlatt is the experimentally determined serial fraction of a measured speedup at n ≠ 1,
//
//	e = (1/speedup − 1/n) / (1 − 1/n)
//
// (Karp & Flatt, CACM 33(5), 1990, 539–543). Constant in n, it is Amdahl's σ; growing with n, it
// shows overhead that grows with n, as κ does: a USL has e(N) = σ + κN exactly. Negative values
// are superlinear. It is false at n = 1 and where the speedup is not positive.
func KarpFlatt(n, speedup float64) (e float64, ok bool) {
	e = (n/speedup - 1) / (n - 1)
	return e, n != 1 && speedup > 0 && !math.IsInf(e, 0) && !math.IsNaN(e)
}
