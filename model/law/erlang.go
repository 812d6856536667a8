package law

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// ErlangB is Erlang's loss function B(x, a): the probability that all of x servers are busy when
// traffic a ≥ 0 is offered and what finds no server is lost. x > −1 may be fractional; the
// continuation is Fortet's integral (Jagerman, BSTJ 53(3), 1974, Theorem 3),
//
//	1/B(x, a) = a ∫₀^∞ e^(−at) (1+t)^x dt = eᵃ a^(−x) Γ(x+1, a),
//
// which agrees with the recurrence 1/B(x, a) = 1 + (x/a)/B(x−1, a) and with B(0, a) = 1.
func ErlangB(x, a float64) float64 {
	switch {
	case x == 0 || math.IsInf(a, 1):
		return 1
	case a <= 0:
		return 0
	case x > erlangLarge && a > x+5*math.Sqrt(x):
		return erlangLight(x, a)
	case x <= erlangLarge && a >= max(1, x+1):
		return erlangFraction(x, a)
	}
	return erlangHeavy(max(x, -1+1e-12), a)
}

// erlangLarge is the number of servers from which on the continued fraction would need too many
// terms near a = x.
const erlangLarge = 1e5

// erlangFraction evaluates 1/B = a·K, with K Legendre's continued fraction of Γ(x+1, a)
// (Abramowitz & Stegun 6.5.31), by the modified Lentz method. It
// converges fast where a ≥ x+1.
func erlangFraction(x, a float64) float64 {
	const tiny = 1e-300
	b := a - x // a + 1 − s with s = x+1
	c, d := 1/tiny, 1/b
	if b == 0 {
		d = 1 / tiny
	}
	k := d
	for i := 1.0; i < 1e5; i++ {
		an := -i * (i - x - 1)
		b += 2
		d = an*d + b
		if math.Abs(d) < tiny {
			d = tiny
		}
		c = b + an/c
		if math.Abs(c) < tiny {
			c = tiny
		}
		d = 1 / d
		k *= d * c
		if math.Abs(d*c-1) < 1e-15 {
			break
		}
	}
	return 1 / (a * k)
}

// erlangHeavy evaluates B = p/Q with p = aˣe^(−a)/Γ(x+1), the Poisson weight, and Q(x+1, a) the
// regularised upper incomplete gamma function.
func erlangHeavy(x, a float64) float64 {
	return math.Exp(logPoisson(x, a)) / mathext.GammaIncRegComp(x+1, a)
}

// erlangLight is Laplace's expansion of the integral about t = 0 with r = a−x,
// 1/B = (a/r)(1 − x/r² + …), for x so large that x/r² is small wherever B is not.
func erlangLight(x, a float64) float64 {
	r := a - x
	return r / a / (1 - x/r/r)
}

// logPoisson is ln(aˣe^(−a)/Γ(x+1)). For large x it is −x·φ − ½ln(2πx) − 1/(12x) + 1/(360x³) with
// φ = a/x − 1 − ln(a/x) (Stirling), in which the large terms have cancelled beforehand.
func logPoisson(x, a float64) float64 {
	if x < 50 {
		lg, _ := math.Lgamma(x + 1)
		return x*math.Log(a) - a - lg
	}
	u := (a - x) / x
	phi := u - math.Log1p(u)
	if math.Abs(u) < 1e-3 {
		phi = u * u * (0.5 - u*(1.0/3-u*(0.25-u*(0.2-u/6))))
	}
	return -x*phi - 0.5*math.Log(2*math.Pi*x) - (1-1/(30*x*x))/(12*x)
}

// ErlangC is the probability that an arrival at M/M/c finds all c servers busy and waits, where
// a = λ/μ < c is the offered traffic (Kleinrock, Queueing Systems I, 1975, §3.5), by way of
// C = B / (1 − (a/c)(1 − B)).
func ErlangC(c, a float64) float64 {
	b := ErlangB(c, a)
	return b / (1 - a/c*(1-b))
}
