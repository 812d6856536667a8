package fit

import (
	"fmt"
	"math"
	"slices"
)

// Warning is something a reader should know before trusting a fit.
type Warning struct {
	Code, Text string
	// Untrusted tells that the fit must not be trusted because of it.
	Untrusted bool
}

// fewest is the number of different N below which a curve tells little.
const fewest = 6

// warn lists what is to be known of the curve and of the fit that was chosen for it.
func (s *Laws) warn() []Warning {
	var out []Warning
	for _, check := range []func() []Warning{s.order, s.amount, s.shape, s.bounds, s.outliers, s.diagnosis} {
		out = append(out, check()...)
	}
	return out
}

func warning(code, format string, args ...any) []Warning {
	return []Warning{{Code: code, Text: fmt.Sprintf(format, args...)}}
}

func untrusted(code, format string, args ...any) []Warning {
	return []Warning{{code, fmt.Sprintf(format, args...), true}}
}

// order looks at how the points stand.
func (s *Laws) order() (out []Warning) {
	for i, p := range s.Points {
		if i > 0 && p.N < s.Points[i-1].N {
			out = warning("unsorted", "the points do not stand in the order of N")
			break
		}
	}
	if same := len(s.Points) - len(byN(s.Points)); same > 0 {
		out = append(out, warning("duplicate-n", "%d points share their N with others; they count as replicates", same)...)
	}
	return out
}

// amount looks at how many points there are, and where.
func (s *Laws) amount() (out []Warning) {
	means := byN(s.Points)
	if len(means) < fewest {
		out = untrusted("too-few-points", "%d different N; fewer than %d tell laws apart poorly", len(means), fewest)
	}
	first, last := means[0], means[len(means)-1]
	if first.N > 1 {
		out = append(out, warning("no-single", "the smallest N is %g; γ, the throughput at N = 1, is extrapolated", first.N)...)
	}
	if len(means) > 1 && last.X/last.N > .9*first.X/first.N {
		out = append(out, untrusted("below-the-knee", "efficiency is still over 90 %% at the largest N; where the curve bends is not in the data")...)
	}
	return out
}

// shape looks for what no law here describes, or what looks like another quantity.
func (s *Laws) shape() (out []Warning) {
	means := byN(s.Points)
	for _, p := range means[1:] {
		if p.X/p.N > means[0].X/means[0].N*1.05 {
			out = untrusted("superlinear", "throughput at N = %g is over the proportion of that at N = %g; the law does not describe that", p.N, means[0].N)
			break
		}
	}
	if falls(s.Points) {
		out = append(out, warning("retrograde", "throughput falls at the end of the curve")...)
	}
	if inverse(means) {
		out = append(out, untrusted("suspicious-unit", "X falls like 1/N from the first point on: is it a time, not a throughput? A column called time or latency is read as one")...)
	}
	return out
}

// inverse tells whether N·X stays the same while N grows at least fourfold.
func inverse(means []Point) bool {
	if len(means) < 3 || means[len(means)-1].N < 4*means[0].N {
		return false
	}
	for _, p := range means {
		if math.Abs(p.N*p.X/(means[0].N*means[0].X)-1) > .15 {
			return false
		}
	}
	return true
}

// bounds looks for parameters of the chosen law at their bounds.
func (s *Laws) bounds() (out []Warning) {
	for _, p := range s.Best().Params {
		if p.AtBound && len(s.Best().Params) > 2 {
			out = append(out, warning("at-bound", "%s is at its bound; a simpler law may do", p.Name)...)
		}
	}
	return out
}

// outlying is how many standard deviations make a residual an outlier.
const outlying = 5

// outliers are points far from the chosen law when that is fitted so that they pull little.
func (s *Laws) outliers() (out []Warning) {
	if len(byN(s.Points)) < fewest {
		return nil
	}
	o := s.Best().options
	o.Loss = Robust
	f := &Fit{Law: s.Best().Law, options: o}
	f.begin(s.Points)
	base := slices.Clone(f.problem.weight)
	f.values = f.problem.reweigh(f.problem.minimise(thorough))
	spread := f.problem.spread(base, f.values)
	for i, p := range s.Points {
		if r := math.Abs(f.problem.residual(i, f.values)) / f.problem.weight[i] * base[i]; spread > 1e-9 && r > outlying*spread && r > tellable {
			out = append(out, warning("outlier", "the point %g at N = %g lies %.0f %% off a curve through the others", p.X, p.N, 100*r)...)
		}
	}
	return out
}

// diagnosis tells whether what the chosen law says depends on whether differences are absolute or relative.
func (s *Laws) diagnosis() []Warning {
	best := s.Best()
	o := best.options
	if o.Loss = Relative; best.options.relative() {
		o.Loss = Absolute
	}
	other := &Fit{Law: best.Law, options: o}
	other.begin(s.Points)
	other.values = other.problem.minimise(thorough)
	for i, q := range best.Law.Params[1:] {
		if a, b := best.values[i+1] <= q.Lo, other.values[i+1] <= q.Lo; a != b {
			return warning("depends-on-loss", "%s is at its bound with one of absolute and relative loss, and not with the other", q.Name)
		}
	}
	na, _, oka := best.Law.Peak(best.values)
	nb, _, okb := best.Law.Peak(other.values)
	if oka != okb || oka && math.Abs(math.Log(na/nb)) > math.Log(1.5) {
		return warning("depends-on-loss", "the peak depends on the loss: absolute and relative differences put it at different N")
	}
	return nil
}

// far is the extrapolation factor from which a prediction must not be trusted.
const far = 8

// WarnOf tells what is to be known of a prediction at n.
func (s *Laws) WarnOf(n float64) []Warning {
	means := byN(s.Points)
	factor := n / means[len(means)-1].N
	switch {
	case factor > far:
		return untrusted("extrapolation", "N = %g is %.1f times the largest measured N; no law holds that far unseen", n, factor)
	case factor > 2:
		return warning("extrapolation", "N = %g is %.1f times the largest measured N", n, factor)
	}
	return nil
}
