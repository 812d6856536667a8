package score

import (
	"math"
	"slices"
)

// What a prediction aims at: the median error of the shape, and the shares of pairs ordered and of knees met, in percent.
const (
	MedianTarget  = 30
	RankingTarget = 85
	KneeTarget    = 85
)

// noise is the relative difference up to which two values count as equal.
const noise = .05

// Score is how well simulated curves meet measured ones. Scores of several tables add up.
type Score struct {
	// Shape are the relative errors of the normalised values, in percent, and Absolute those of the values as they are.
	Shape, Absolute []float64
	// Pairs of variants at one point whose measured values differ by more than noise; Ordered are those that are simulated in that order.
	Pairs, Ordered int
	// Knees are the curves of three points and more; KneesMet those whose knee is at most one point beside the measured one.
	Knees, KneesMet int
}

// Of scores curves of one table.
func Of(curves []Curve) Score {
	var s Score
	for i, c := range curves {
		for j, p := range c.Normalised() {
			if j > 0 {
				s.Shape = append(s.Shape, errorPct(p))
			}
			s.Absolute = append(s.Absolute, errorPct(c.Points[j]))
		}
		for _, other := range curves[i+1:] {
			s.rank(c, other)
		}
		if len(c.Points) >= 3 {
			s.Knees++
			measured, simulated := c.knees()
			if math.Abs(float64(measured-simulated)) <= 1 {
				s.KneesMet++
			}
		}
	}
	return s
}

// Add adds the score of another table.
func (s *Score) Add(other Score) {
	s.Shape = append(s.Shape, other.Shape...)
	s.Absolute = append(s.Absolute, other.Absolute...)
	s.Pairs += other.Pairs
	s.Ordered += other.Ordered
	s.Knees += other.Knees
	s.KneesMet += other.KneesMet
}

func errorPct(p Point) float64 { return math.Abs(p.Simulated/p.Measured-1) * 100 }

// rank compares two variants at the points they share.
func (s *Score) rank(a, b Curve) {
	for _, p := range a.Points {
		i := slices.IndexFunc(b.Points, func(q Point) bool { return q.N == p.N })
		if i < 0 {
			continue
		}
		q := b.Points[i]
		if max(p.Measured, q.Measured) <= (1+noise)*min(p.Measured, q.Measured) {
			continue
		}
		s.Pairs++
		if p.Measured > q.Measured == (p.Simulated > q.Simulated) && p.Simulated != q.Simulated {
			s.Ordered++
		}
	}
}

// knees are the indices of the first points that come within noise of the highest.
func (c Curve) knees() (measured, simulated int) {
	var m, s []float64
	for _, p := range c.Points {
		m, s = append(m, p.Measured), append(s, p.Simulated)
	}
	return knee(m), knee(s)
}

func knee(x []float64) int {
	highest := slices.Max(x)
	return slices.IndexFunc(x, func(v float64) bool { return v >= (1-noise)*highest })
}

// Median is the median error of the shape in percent; ok is false where no point is judged.
func (s Score) Median() (pct float64, ok bool) { return median(s.Shape) }

// MedianAbsolute is the median error of the values as they are.
func (s Score) MedianAbsolute() (pct float64, ok bool) { return median(s.Absolute) }

// Ranking is the share of pairs in the measured order, in percent.
func (s Score) Ranking() (pct float64, ok bool) { return share(s.Ordered, s.Pairs) }

// Knee is the share of curves whose knee is met, in percent.
func (s Score) Knee() (pct float64, ok bool) { return share(s.KneesMet, s.Knees) }

// Holds reports whether every target that can be judged is met.
func (s Score) Holds() bool {
	median, isJudged := s.Median()
	ranking, isRanked := s.Ranking()
	knee, isBent := s.Knee()
	return (!isJudged || median <= MedianTarget) && (!isRanked || ranking >= RankingTarget) && (!isBent || knee >= KneeTarget)
}

func share(n, of int) (pct float64, ok bool) {
	if of == 0 {
		return 0, false
	}
	return 100 * float64(n) / float64(of), true
}

func median(x []float64) (float64, bool) {
	if len(x) == 0 {
		return 0, false
	}
	x = slices.Sorted(slices.Values(x))
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2, true
}
