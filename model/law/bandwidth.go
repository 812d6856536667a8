package law

import "math"

// Bandwidth is linear scaling into a plateau: each thread alone drives the fraction σ of a pipe
// (memory bandwidth, a network link, a quota), and the pipe gives γ/σ at most. The minimum of both
// is smoothed by a p-norm with sharpness m,
//
//	X(N) = γN / (1 − σᵐ + (σN)ᵐ)^(1/m),
//
// normalised so that X(1) = γ. As m → ∞ it is the roofline min(γN, γ/σ) (Williams, Waterman &
// Patterson, CACM 52(4), 2009, 65–76); the p-norm smoothing of two asymptotes is that of Churchill
// & Usagi (AIChE J. 18(6), 1972, 1121–1128, eq. 1). At m = 1 it is [Amdahl].
var Bandwidth = Law{
	Name:    "bandwidth",
	Title:   "Bandwidth cap",
	Formula: "γN / (1 − σᵐ + (σN)ᵐ)^(1/m)",
	Source:  "Williams et al. 2009; Churchill & Usagi 1972",
	Bends:   true,
	Params: []Param{
		gamma(),
		{"sigma", "σ", "part of the capped resource that one thread alone uses", Ratio, 0, 1},
		{"sharpness", "m", "how abruptly the line turns into the plateau, 1 as in Amdahl's law", Ratio, 1, 64},
	},
	Derived: []Quantity{
		ceiling("plateau", "throughput at the cap"),
		{"knee", "1/σ", "threads that fill the resource", Ratio, func(p []float64) (float64, bool) {
			k := 1 / p[1]
			return k, p[1] > 0 && !math.IsInf(k, 0)
		}},
	},
	Capacity: func(n float64, shape []float64) float64 {
		lse, _ := bandwidthNorm(n, shape[0], shape[1])
		return n * math.Exp(-lse/shape[1])
	},
	Slope: func(n float64, shape, dst []float64) {
		sigma, m := shape[0], shape[1]
		lse, full := bandwidthNorm(n, sigma, m)
		c := n * math.Exp(-lse/m)
		own := math.Exp(m*math.Log(sigma) - lse) // σᵐ over the norm; 0 at σ = 0
		dst[0], dst[1] = 0, lse/(m*m)
		if sigma > 0 {
			dst[0] = -(full - own) / sigma
			dst[1] -= (full*math.Log(sigma*n) - own*math.Log(sigma)) / m
		} else if m == 1 {
			dst[0] = 1 - n
		}
		dst[0] *= c
		dst[1] *= c
	},
}

// bandwidthNorm is ln(1 − σᵐ + (σN)ᵐ), summed in logarithms because (σN)ᵐ overflows, and the part
// that (σN)ᵐ has in the sum.
func bandwidthNorm(n, sigma, m float64) (lse, full float64) {
	free := math.Log1p(-math.Pow(sigma, m))
	used := m * math.Log(sigma*n)
	top := max(free, used)
	if math.IsInf(top, -1) {
		return top, 1
	}
	lse = top + math.Log(math.Exp(free-top)+math.Exp(used-top))
	return lse, math.Exp(used - lse)
}
