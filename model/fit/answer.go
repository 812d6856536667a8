package fit

import "math"

// Answer is a concurrency that was asked for. N is +Inf where no N is large enough to leave the condition, or none reaches it.
type Answer struct {
	N      float64
	Lo, Hi *float64
	// Never is the part of the bootstrap's curves in which it is so.
	Never float64
}

// answerDraws is how many resampled curves an answer's interval is made of.
const answerDraws = 400

// highest is the largest N that an answer is looked for at.
const highest = 1e7

// AtEfficiency is the largest N at which a thread still does share of what a lone one does: X(N)/(N·X(1)) ≥ share.
func (s *Laws) AtEfficiency(share float64, seed uint64) Answer {
	return s.answer(seed, func(x func(float64) float64) float64 {
		one := x(1)
		return first(func(n float64) bool { return x(n) < share*n*one })
	})
}

// AtThroughput is the smallest N at which throughput reaches x.
func (s *Laws) AtThroughput(target float64, seed uint64) Answer {
	return s.answer(seed, func(x func(float64) float64) float64 {
		return first(func(n float64) bool { return x(n) >= target })
	})
}

// answer asks the weighted curve, and for the interval the curves of the bootstrap, each law with draws by its weight.
func (s *Laws) answer(seed uint64, ask func(x func(n float64) float64) float64) Answer {
	out := Answer{N: ask(s.At)}
	var all []float64
	for i, f := range s.Fits {
		for _, theta := range f.Bootstrap(int(math.Round(answerDraws*s.Weights[i])), Residual, seed) {
			n := ask(func(n float64) float64 { return f.Law.Eval(n, theta) })
			if math.IsInf(n, 1) {
				out.Never++
			}
			all = append(all, n)
		}
	}
	if len(all) > 0 {
		out.Never /= float64(len(all))
		out.Lo, out.Hi = Percentiles(all, s.Fits[0].options.level())
	}
	return out
}

// first is the smallest n ≥ 1 at which a condition holds, +Inf where it holds at none: a walk in steps of 2 %, then bisection.
func first(holds func(n float64) bool) float64 {
	if holds(1) {
		return 1
	}
	for n := 1.0; n < highest; n *= 1.02 {
		if !holds(n * 1.02) {
			continue
		}
		lo, hi := n, n*1.02
		for range 40 {
			if mid := (lo + hi) / 2; holds(mid) {
				hi = mid
			} else {
				lo = mid
			}
		}
		return hi
	}
	return math.Inf(1)
}
