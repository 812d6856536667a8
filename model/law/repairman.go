package law

import "math"

// Repairman is the machine repairman (M/M/1 with a finite population, M/M/1//N) as a scaling
// law: N threads alternate between thinking apart, for a mean time Z, and being served one at a
// time at a shared resource, for a mean time S. A lone thread's cycle is S+Z = 1/γ and
// σ = S/(S+Z), so
//
//	X(N) = γN / (σN + (1−σ)·B(N−1, (1−σ)/σ)),
//
// with B Erlang's loss function. Derivation: X = (1−p₀)/S, with p₀ the probability that the
// resource idles (Kleinrock, Queueing Systems I, 1975, §3.8), is Erlang's B(N, Z/S) because both
// are 1/Σ N!/(N−k)!·(S/Z)^k; the recurrence of B removes the cancellation in 1−p₀.
//
// Amdahl's denominator is σN + (1−σ): B ≤ 1 is what random arrival saves against the worst case
// in which all arrive together. The continuous B takes fractional N, and equals exact MVA ([MVA])
// with one queueing station and a delay at every integer.
var Repairman = Law{
	Name:    "repairman",
	Title:   "Machine repairman",
	Formula: "γN / (σN + (1−σ)B(N−1, (1−σ)/σ))",
	Source:  "Kleinrock 1975, §3.8; Reiser & Lavenberg 1980",
	Bends:   true,
	Params: []Param{
		gamma(),
		{"sigma", "σ", "part of a lone thread's cycle in service, S/(S+Z)", Ratio, 0, 1},
	},
	Derived: []Quantity{
		{"demand", "S", "service demand: time at the shared resource per unit of work", Time, func(p []float64) (float64, bool) {
			s := p[1] / p[0]
			return s, p[0] > 0 && !math.IsInf(s, 0)
		}},
		{"think", "Z", "think time: time apart from the others per unit of work", Time, func(p []float64) (float64, bool) {
			z := (1 - p[1]) / p[0]
			return z, p[0] > 0 && !math.IsInf(z, 0)
		}},
		ceiling("ceiling", "throughput of the shared resource kept busy, 1/S"),
	},
	Capacity: func(n float64, shape []float64) float64 { return repairmanCapacity(n, shape[0]) },
	Slope:    func(n float64, shape, dst []float64) { dst[0] = repairmanSlope(n, shape[0]) },
}

func repairmanCapacity(n, sigma float64) float64 {
	if sigma <= 0 {
		return n
	}
	return n / repairmanCycle(n, sigma, repairmanIdle(n, sigma))
}

// repairmanIdle is B(N−1, (1−σ)/σ).
func repairmanIdle(n, sigma float64) float64 { return ErlangB(n-1, (1-sigma)/sigma) }

// repairmanCycle is N/C(N), the denominator of the law.
func repairmanCycle(n, sigma, idle float64) float64 {
	if sigma >= 1 {
		return n
	}
	return sigma*n + (1-sigma)*idle
}

// repairmanSlope is ∂C/∂σ = −C²/N·∂D/∂σ with D the denominator and, by differentiating
// 1/B = eᵃ a^(−x) Γ(x+1, a), ∂B(x, a)/∂a = B·(x/a − 1 + B). At the ends of σ, where that cancels
// or divides by zero, a one-sided difference stands in.
func repairmanSlope(n, sigma float64) float64 {
	const edge = 1e-7
	switch {
	case sigma < edge:
		return repairmanDifference(n, sigma, sigma+edge)
	case sigma > 1-edge:
		return repairmanDifference(n, sigma-edge, sigma)
	}
	a := (1 - sigma) / sigma
	idle := repairmanIdle(n, sigma)
	d := repairmanCycle(n, sigma, idle)
	slope := n - idle - (1-sigma)/(sigma*sigma)*idle*((n-1)/a-1+idle)
	return -(n / d) * (slope / d)
}

// repairmanDifference is the slope of C between two values of σ.
func repairmanDifference(n, lo, hi float64) float64 {
	return (repairmanCapacity(n, hi) - repairmanCapacity(n, lo)) / (hi - lo)
}
