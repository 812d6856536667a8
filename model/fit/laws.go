package fit

import (
	"errors"
	"math"
	"sync"

	"contend/model/law"
)

// Laws are several laws fitted to one curve.
type Laws struct {
	Points []Point
	Fits   []*Fit
	// Backward stands beside each fit.
	Backward []Backward
	// Chosen is the index of the fit that describes the curve best.
	Chosen int
	// Weights are the parts that the fits have in a prediction; they sum to 1.
	Weights  []float64
	Warnings []Warning
}

// All fits laws to a curve, chooses between them and weighs them. It needs a point and a law.
func All(points []Point, laws []law.Law, o Options) (*Laws, error) {
	s := &Laws{Points: points, Fits: make([]*Fit, len(laws)), Backward: make([]Backward, len(laws))}
	errs := make([]error, len(laws))
	var wait sync.WaitGroup
	for i, l := range laws {
		wait.Go(func() {
			if s.Fits[i], errs[i] = Curve(points, l, o); errs[i] == nil {
				s.Backward[i] = s.Fits[i].backward(points)
			}
		})
	}
	wait.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	s.Chosen = s.choose()
	s.Weights = s.weigh()
	s.Warnings = s.warn()
	return s, nil
}

// Best is the fit that was chosen.
func (s *Laws) Best() *Fit { return s.Fits[s.Chosen] }

const (
	// unsupported is the difference in AICc from which a law has essentially no support (Burnham & Anderson 2002, p. 70).
	unsupported = 10
	// tellable is the log error below which laws are not told apart, and tellableTimes how much of the best law's error it is at most.
	tellable, tellableTimes = .1, 8
	// negligible is the weight below which a law does not widen an interval.
	negligible = .02
)

// weigh gives each law that bends the weight 1/(e + floor)², e its rolling error (Bates & Granger 1969 weigh forecasts by the inverse of
// their past squared errors; the square and the floor are chosen on measured curves, see docs/validation.md). A law that never bends has
// weight where it is the only kind, or where the others have no support.
func (s *Laws) weigh() []float64 {
	out := make([]float64, len(s.Fits))
	in := s.candidates()
	least := math.Inf(1)
	for _, i := range in {
		if e := s.Backward[i].Rolling; e != nil {
			least = min(least, *e)
		}
	}
	floor := min(tellable*tellable, tellableTimes*least+1e-12)
	sum := 0.0
	for _, i := range in {
		e := tellable * tellable
		if r := s.Backward[i].Rolling; r != nil {
			e = *r
		}
		out[i] = math.Pow(e+floor, -2)
		sum += out[i]
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}

// candidates lists the fits that may have weight.
func (s *Laws) candidates() []int {
	var out []int
	for i, f := range s.Fits {
		if f.Law.Bends {
			out = append(out, i)
		}
	}
	if len(out) == 0 {
		return []int{s.Chosen}
	}
	if s.Best().Law.Bends || s.Best().AICc == nil {
		return out
	}
	for _, i := range out {
		if a := s.Fits[i].AICc; a == nil || *a < *s.Best().AICc+unsupported {
			return out
		}
	}
	return append(out, s.Chosen)
}

// At is the chosen law at n, and beyond the largest measured N the weighted geometric mean of the laws.
func (s *Laws) At(n float64) float64 {
	if !s.beyond(n) {
		return s.Best().At(n)
	}
	sum := 0.0
	for i, w := range s.Weights {
		if w > 0 {
			sum += w * math.Log(s.Fits[i].At(n))
		}
	}
	return math.Exp(sum)
}

// beyond tells whether n is larger than what was measured.
func (s *Laws) beyond(n float64) bool {
	for _, p := range s.Points {
		if n <= p.N {
			return false
		}
	}
	return true
}

// Predict returns the throughput at n, with the interval of a new observation: the chosen law's, and beyond the largest measured N what
// each law with weight predicts. An end is nil where no law gives it.
func (s *Laws) Predict(n float64) (x float64, lo, hi *float64) {
	return s.envelope(n, (*Fit).Predict)
}

// Confidence is Predict for the mean of many observations.
func (s *Laws) Confidence(n float64) (x float64, lo, hi *float64) {
	return s.envelope(n, (*Fit).Confidence)
}

func (s *Laws) envelope(n float64, of func(*Fit, float64) (x float64, lo, hi *float64)) (x float64, lo, hi *float64) {
	if !s.beyond(n) {
		return of(s.Best(), n)
	}
	low, high := math.Inf(1), math.Inf(-1)
	defined, open := false, false
	for i, w := range s.Weights {
		if w < negligible {
			continue
		}
		value, l, h := of(s.Fits[i], n)
		low, high = min(low, value), max(high, value)
		if l != nil {
			defined = true
			low = min(low, *l)
			open = open || h == nil
		}
		if h != nil {
			high = max(high, *h)
		}
	}
	if !defined {
		return s.At(n), nil, nil
	}
	if open {
		return s.At(n), &low, nil
	}
	return s.At(n), &low, &high
}
