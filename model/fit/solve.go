package fit

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/mat"

	"contend/model/law"
)

// problem is bounded least squares for one law: residuals wᵢ(X(Nᵢ; θ) − xᵢ).
type problem struct {
	law    law.Law
	points []Point // X over scale
	weight []float64
	scale  float64
}

func newProblem(points []Point, l law.Law, loss Loss) *problem {
	p := &problem{law: l}
	for _, q := range points {
		p.scale = max(p.scale, q.X)
	}
	for _, q := range points {
		x := q.X / p.scale
		p.points = append(p.points, Point{q.N, x})
		w := 1.0
		if loss == Relative {
			w = 1 / x
		}
		p.weight = append(p.weight, w)
	}
	return p
}

// loss is the sum of the squared residuals.
func (p *problem) loss(values []float64) float64 {
	sum := 0.0
	for i, q := range p.points {
		r := p.weight[i] * (p.law.Eval(q.N, values) - q.X)
		sum += r * r
	}
	return sum
}

// best is the γ that fits best for a shape: the law is linear in it.
func (p *problem) best(shape []float64) float64 {
	var cx, cc float64
	for i, q := range p.points {
		c := p.weight[i] * p.law.Capacity(q.N, shape)
		cx += c * p.weight[i] * q.X
		cc += c * c
	}
	if cc == 0 || math.IsInf(cc, 0) || math.IsNaN(cx) {
		return 0
	}
	return cx / cc
}

// starts are the shape values that the search begins from; losses may have several minima.
var starts = []float64{0, 1e-6, 1e-5, 1e-4, 1e-3, 3e-3, .01, .03, .1, .3, .7, 1, 3, 10, 100}

// most is how many of the best starts are followed down.
const most = 6

// minimise searches from several starts and returns the best parameters.
func (p *problem) minimise() []float64 {
	candidates := [][]float64{nil}
	for _, q := range p.law.Params[1:] {
		var next [][]float64
		for _, shape := range candidates {
			for _, s := range starts {
				if s >= q.Lo && s <= q.Hi {
					next = append(next, append(append([]float64(nil), shape...), s))
				}
			}
		}
		candidates = next
	}
	type start struct {
		values []float64
		loss   float64
	}
	var all []start
	for _, shape := range candidates {
		values := append([]float64{p.best(shape)}, shape...)
		if l := p.loss(values); !math.IsNaN(l) && !math.IsInf(l, 0) {
			all = append(all, start{values, l})
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].loss < all[j].loss })
	best := start{loss: math.Inf(1)}
	for _, s := range all[:min(most, len(all))] {
		values := p.descend(s.values)
		if l := p.loss(values); l < best.loss {
			best = start{values, l}
		}
	}
	return best.values
}

const iterations = 500

// descend is Levenberg's and Marquardt's method with the scaling of Moré 1978 (The Levenberg-Marquardt algorithm, 4), kept inside the
// bounds by projection: a parameter at a bound that the gradient pushes outwards is held there for the step. After each step γ takes its
// best value in closed form.
func (p *problem) descend(values []float64) []float64 {
	n := len(values)
	at := append([]float64(nil), values...)
	loss := p.loss(at)
	damping := 1e-3
	scale := make([]float64, n)
	for range iterations {
		normal, gradient := p.normal(at)
		free := p.free(at, gradient)
		if len(free) == 0 {
			return at
		}
		for i := range n {
			scale[i] = max(scale[i], normal.At(i, i))
		}
		moved := false
		for damping < 1e15 {
			next := p.step(at, normal, gradient, free, scale, damping)
			if next == nil {
				damping *= 10
				continue
			}
			l := p.loss(next)
			if l < loss {
				small := loss-l <= 1e-15*loss
				at, loss, moved = next, l, true
				damping = max(damping/10, 1e-15)
				if small {
					return at
				}
				break
			}
			damping *= 5
		}
		if !moved {
			return at
		}
	}
	return at
}

// normal returns JᵀJ and Jᵀr.
func (p *problem) normal(values []float64) (*mat.SymDense, []float64) {
	n := len(values)
	jtj := mat.NewSymDense(n, nil)
	gradient := make([]float64, n)
	row := make([]float64, n)
	for i, q := range p.points {
		p.law.Gradient(q.N, values, row)
		r := p.weight[i] * (p.law.Eval(q.N, values) - q.X)
		for a := range n {
			row[a] *= p.weight[i]
			gradient[a] += row[a] * r
		}
		for a := range n {
			for b := a; b < n; b++ {
				jtj.SetSym(a, b, jtj.At(a, b)+row[a]*row[b])
			}
		}
	}
	return jtj, gradient
}

// free lists the parameters that may move.
func (p *problem) free(at, gradient []float64) []int {
	var out []int
	for i, q := range p.law.Params {
		if at[i] <= q.Lo && gradient[i] >= 0 || at[i] >= q.Hi && gradient[i] <= 0 {
			continue
		}
		out = append(out, i)
	}
	return out
}

// step solves for the damped step of the free parameters; nil where it cannot.
func (p *problem) step(at []float64, normal *mat.SymDense, gradient []float64, free []int, scale []float64, damping float64) []float64 {
	a := mat.NewSymDense(len(free), nil)
	b := mat.NewVecDense(len(free), nil)
	for i, fi := range free {
		b.SetVec(i, -gradient[fi])
		for j := i; j < len(free); j++ {
			v := normal.At(fi, free[j])
			if i == j {
				v += damping * max(scale[fi], 1e-300)
			}
			a.SetSym(i, j, v)
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(a) {
		return nil
	}
	var d mat.VecDense
	if err := chol.SolveVecTo(&d, b); err != nil {
		return nil
	}
	next := append([]float64(nil), at...)
	for i, fi := range free {
		q := p.law.Params[fi]
		next[fi] = min(max(next[fi]+d.AtVec(i), q.Lo), q.Hi)
	}
	next[0] = p.best(next[1:])
	for _, v := range next {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
	}
	return next
}

// covariance is s²(JᵀJ)⁻¹, nil where the points do not tell the parameters apart.
func (p *problem) covariance(values []float64, variance float64) [][]float64 {
	normal, _ := p.normal(values)
	var chol mat.Cholesky
	if !chol.Factorize(normal) || chol.Cond() > 1e14 {
		return nil
	}
	var inverse mat.SymDense
	if err := chol.InverseTo(&inverse); err != nil {
		return nil
	}
	out := make([][]float64, len(values))
	for i := range out {
		out[i] = make([]float64, len(values))
		for j := range out[i] {
			out[i][j] = inverse.At(i, j) * variance
		}
	}
	return out
}
