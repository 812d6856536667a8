package experiment

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// intervals are Student's, from JᵀJ in the logarithms; s2 is the residuals' variance.
func (s *search) intervals(out *Calibration, jacobian []float64, deviation, student float64) {
	n := len(s.free)
	j := mat.NewDense(len(s.targets), n, jacobian)
	known := information(j, nil)
	var eigen mat.EigenSym
	if !eigen.Factorize(known, true) {
		return
	}
	out.Directions = directions(&eigen, deviation*student)
	widths := widths(known, deviation*student)
	for i := range out.Numbers {
		c := &out.Numbers[i]
		if w := widths[i]; !math.IsInf(w, 1) {
			lo, hi := max(c.Best*math.Exp(-w), c.Free.Lo), min(c.Best*math.Exp(w), c.Free.Hi)
			c.Lo, c.Hi = &lo, &hi
		} else {
			lo, hi := c.Free.Lo, c.Free.Hi
			c.Lo, c.Hi = &lo, &hi
		}
	}
	out.Correlation = correlation(known)
	s.narrowed(out, j, widths, deviation*student)
}

// narrowed compares the intervals with those without each metric.
func (s *search) narrowed(out *Calibration, j *mat.Dense, with []float64, scale float64) {
	var metrics []string
	for _, t := range s.targets {
		if !slices.Contains(metrics, t.metric) {
			metrics = append(metrics, t.metric)
		}
	}
	if len(metrics) < 2 {
		return
	}
	for _, m := range metrics {
		without := widths(information(j, func(i int) bool { return s.targets[i].metric != m }), scale)
		for i := range out.Numbers {
			out.Numbers[i].Narrowed = append(out.Numbers[i].Narrowed, Narrowed{m, without[i] / with[i]})
		}
	}
}

// information is JᵀJ over the rows that are kept, all for nil.
func information(j *mat.Dense, keep func(row int) bool) *mat.SymDense {
	rows, n := j.Dims()
	out := mat.NewSymDense(n, nil)
	for i := range rows {
		if keep == nil || keep(i) {
			out.SymRankOne(out, 1, j.RowView(i))
		}
	}
	return out
}

// covariance is the inverse of the information, nil where that is singular.
func covariance(known *mat.SymDense) *mat.SymDense {
	var chol mat.Cholesky
	if !chol.Factorize(known) || chol.Cond() > 1e12 {
		return nil
	}
	var out mat.SymDense
	if chol.InverseTo(&out) != nil {
		return nil
	}
	return &out
}

// widths are the half widths of the logarithms' intervals, infinite where the data do not tell them.
func widths(known *mat.SymDense, scale float64) []float64 {
	c := covariance(known)
	out := make([]float64, known.SymmetricDim())
	for i := range out {
		out[i] = math.Inf(1)
		if c != nil {
			out[i] = scale * math.Sqrt(c.At(i, i))
		}
	}
	return out
}

func correlation(known *mat.SymDense) [][]float64 {
	c := covariance(known)
	if c == nil {
		return nil
	}
	out := make([][]float64, c.SymmetricDim())
	for i := range out {
		out[i] = make([]float64, len(out))
		for j := range out {
			out[i][j] = c.At(i, j) / math.Sqrt(c.At(i, i)*c.At(j, j))
		}
	}
	return out
}

// directions are the eigenvectors of the information, the best known first.
func directions(eigen *mat.EigenSym, scale float64) []Direction {
	values := eigen.Values(nil)
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	var out []Direction
	for k := len(values) - 1; k >= 0; k-- {
		d := Direction{Factor: math.Exp(min(scale/math.Sqrt(max(values[k], 1e-12)), 50))}
		for i := range values {
			d.Parts = append(d.Parts, vectors.At(i, k))
		}
		out = append(out, d)
	}
	return out
}
