package fit

import "slices"

// choose returns the index of the fit that describes the curve best: the lowest AICc. AICc at six or seven points prefers fewer parameters
// even on a curve that plainly falls, so where the curve's tail falls, a law that can fall is chosen. With so few points that AICc is
// undefined for a law, the one that foretold best decides, among those with fewer parameters than points.
func (s *Laws) choose() int {
	better := s.lowerAICc
	for _, f := range s.Fits {
		if f.AICc == nil {
			better = s.foretoldBetter
		}
	}
	best := -1
	for i, f := range s.Fits {
		if falls(s.Points) && f.Law.PeakN == nil {
			continue
		}
		if best < 0 || better(i, best) {
			best = i
		}
	}
	return max(best, 0)
}

func (s *Laws) lowerAICc(a, b int) bool { return *s.Fits[a].AICc < *s.Fits[b].AICc }

func (s *Laws) foretoldBetter(a, b int) bool {
	if fa, fb := s.Fits[a].free() > 0, s.Fits[b].free() > 0; fa != fb {
		return fa
	}
	ra, rb := s.Backward[a].Rolling, s.Backward[b].Rolling
	if ra == nil || rb == nil || *ra == *rb {
		return len(s.Fits[a].Params) < len(s.Fits[b].Params)
	}
	return *ra < *rb
}

// falls reports whether the last points lie below the highest by more than a twentieth.
func falls(points []Point) bool {
	means := byN(points)
	top := 0
	for i := range means {
		if means[i].X > means[top].X {
			top = i
		}
	}
	return len(means) > 2 && top < len(means)-1 && means[len(means)-1].X < .95*means[top].X
}

// byN returns the mean X at each different N, ascending.
func byN(points []Point) []Point {
	sorted := slices.Clone(points)
	slices.SortStableFunc(sorted, func(a, b Point) int {
		switch {
		case a.N < b.N:
			return -1
		case a.N > b.N:
			return 1
		}
		return 0
	})
	var out []Point
	for i := 0; i < len(sorted); {
		j, sum := i, 0.0
		for ; j < len(sorted) && sorted[j].N == sorted[i].N; j++ {
			sum += sorted[j].X
		}
		out = append(out, Point{sorted[i].N, sum / float64(j-i)})
		i = j
	}
	return out
}
