package law

import "math"

// USL is Gunther's Universal Scalability Law,
//
//	X(N) = γN / (1 + σ(N−1) + κN(N−1)),
//
// with contention σ (queueing for what is shared) and coherency κ (the cost of agreement between
// each pair). Gunther, Guerrilla Capacity Planning, Springer 2007, ch. 4; derived as the
// synchronous throughput bound of a machine repairman with state-dependent service in
// arXiv:0808.1431, 2008. At κ = 0 it is [Amdahl].
//
// Setting dX/dN = 0 gives the peak N* = √((1−σ)/κ), real-valued. There is none at κ = 0 or σ ≥ 1,
// and where the root is below 1 the curve falls from the first thread on.
var USL = Law{
	Name:     "usl",
	Title:    "Universal Scalability Law",
	Formula:  "γN / (1 + σ(N−1) + κN(N−1))",
	Source:   "Gunther 2007, ch. 4; arXiv:0808.1431",
	Bends:    true,
	Params:   []Param{gamma(), uslSigma, uslKappa},
	Capacity: func(n float64, shape []float64) float64 { return uslCapacity(n, shape[0], shape[1]) },
	Slope: func(n float64, shape, dst []float64) {
		dst[0], dst[1] = uslSlope(n, shape[0], shape[1])
	},
	PeakN: func(shape []float64) (float64, bool) {
		n := math.Sqrt((1 - shape[0]) / shape[1])
		return n, shape[0] < 1 && shape[1] > 0 && n >= 1 && !math.IsInf(n, 0)
	},
}

var (
	uslSigma = Param{"sigma", "σ", "contention: part of a thread's cycle at what all share", Ratio, 0, math.Inf(1)}
	uslKappa = Param{"kappa", "κ", "coherency: cost of agreement per pair of threads", Ratio, 0, math.Inf(1)}
)

// USLPeakedAt is the USL held to a peak at concurrency peak > 1: κ = (1−σ)/peak², leaving σ in
// [0, 1] as the only shape parameter. It answers "what if the curve must turn at 32?", and traced
// over the peak it gives the profile likelihood of the peak itself.
func USLPeakedAt(peak float64) Law {
	kappa := func(sigma float64) float64 { return (1 - sigma) / peak / peak }
	sigma := uslSigma
	sigma.Hi = 1
	return Law{
		Name:    "usl-peaked",
		Title:   "Universal Scalability Law with a given peak",
		Formula: "γN / (1 + σ(N−1) + (1−σ)N(N−1)/N*²)",
		Source:  USL.Source,
		Bends:   true,
		Params:  []Param{gamma(), sigma},
		Derived: []Quantity{{
			"kappa", "κ", uslKappa.About, Ratio,
			func(p []float64) (float64, bool) { return kappa(p[1]), true },
		}},
		Capacity: func(n float64, shape []float64) float64 {
			return uslCapacity(n, shape[0], kappa(shape[0]))
		},
		Slope: func(n float64, shape, dst []float64) {
			ds, dk := uslSlope(n, shape[0], kappa(shape[0]))
			dst[0] = ds - dk/peak/peak
		},
		PeakN: func(shape []float64) (float64, bool) { return peak, shape[0] < 1 },
	}
}

// uslCapacity is N/d with d = 1 + (N−1)(σ + κN).
func uslCapacity(n, sigma, kappa float64) float64 {
	d := 1 + (n-1)*(sigma+kappa*n)
	if d <= 0 {
		return math.Inf(1)
	}
	return n / d
}

// uslSlope is ∂C/∂σ = −N(N−1)/d² and ∂C/∂κ = −N²(N−1)/d², divided in an order that does not
// overflow.
func uslSlope(n, sigma, kappa float64) (ds, dk float64) {
	d := 1 + (n-1)*(sigma+kappa*n)
	ds = -(n / d) * ((n - 1) / d)
	return ds, ds * n
}
