package experiment

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"contend/model/fit"
)

// seen is what was simulated at θ.
type seen struct{ theta, r []float64 }

const (
	// polishRounds is how often the surface is fitted anew, and nearby how far from the best the evaluations may lie, in logarithms.
	polishRounds = 6
	nearby       = .25
)

// polish goes on from the best by response surfaces (Box & Wilson 1951): every residual is taken for a quadratic without mixed terms in the
// numbers' logarithms, fitted to all evaluations near the best, whose noise so averages out; where the surface's loss is smallest is
// evaluated next. A descent by single differences stops where the noise of one evaluation hides the slope.
func (s *search) polish(at fit.Solution) (fit.Solution, error) {
	radius := nearby
	for range polishRounds {
		surface := s.surface(at.Theta, radius)
		if surface == nil {
			return at, nil
		}
		p := s.problem()
		p.Eval, p.Secant, p.Shortest, p.Tolerance = surface.eval, false, 0, 0
		for a, t := range at.Theta {
			p.Lo[a], p.Hi[a] = max(p.Lo[a], t-radius/2), min(p.Hi[a], t+radius/2)
		}
		next, err := p.Descend(at.Theta)
		if err != nil {
			return at, err
		}
		r := make([]float64, len(s.targets))
		if err := s.evaluate(next.Theta, r); err != nil {
			return at, err
		}
		if loss := squares(r); loss < at.Loss {
			at.Theta, at.Loss = next.Theta, loss
		} else {
			radius *= .7
		}
	}
	return at, nil
}

// surface holds a quadratic for each residual: c[0] + Σ c[1+a]·d + Σ c[1+n+a]·d², d = θ − center.
type surface struct {
	center []float64
	c      *mat.Dense // a column for each residual
}

// surface fits to the evaluations within a radius; nil where there are too few.
func (s *search) surface(center []float64, radius float64) *surface {
	n := len(center)
	out := &surface{center: center}
	var near []seen
	for _, e := range s.seen {
		if apartBy(e.theta, center) <= radius {
			near = append(near, e)
		}
	}
	terms := 1 + 2*n
	if len(near) < terms+n {
		return nil
	}
	x, y := mat.NewDense(len(near), terms, nil), mat.NewDense(len(near), len(s.targets), nil)
	for i, e := range near {
		x.SetRow(i, out.terms(e.theta))
		y.SetRow(i, e.r)
	}
	out.c = new(mat.Dense)
	if out.c.Solve(x, y) != nil {
		return nil
	}
	return out
}

func (f *surface) terms(theta []float64) []float64 {
	n := len(theta)
	row := make([]float64, 1+2*n)
	row[0] = 1
	for a := range theta {
		d := theta[a] - f.center[a]
		row[1+a], row[1+n+a] = d, d*d
	}
	return row
}

// eval is the surface as Problem wants it.
func (f *surface) eval(theta, r, jacobian []float64) error {
	n := len(theta)
	row := f.terms(theta)
	for i := range r {
		r[i] = 0
		for k, t := range row {
			r[i] += t * f.c.At(k, i)
		}
		if jacobian == nil {
			continue
		}
		for a := range theta {
			jacobian[i*n+a] = f.c.At(1+a, i) + 2*f.c.At(1+n+a, i)*row[1+a]
		}
	}
	return nil
}

// apartBy is the largest difference of two θ.
func apartBy(a, b []float64) float64 {
	d := 0.0
	for i := range a {
		d = max(d, math.Abs(a[i]-b[i]))
	}
	return d
}
