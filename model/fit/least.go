package fit

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// Problem is bounded nonlinear least squares: the θ in [Lo, Hi] with the smallest Σ rᵢ(θ)².
type Problem struct {
	Lo, Hi []float64
	// Size is the number of residuals.
	Size int
	// Eval stores rᵢ(θ) in r and, where jacobian is not nil, ∂rᵢ/∂θⱼ in jacobian[i·len(θ)+j].
	Eval func(theta, r, jacobian []float64) error
	// Project gives parameters that the residuals are linear in their best value; it may be nil.
	Project func(theta []float64)
	// Tolerance is the relative gain in loss below which a step is the last; 0 is as tight as a float64 allows.
	Tolerance float64
	// Secant tells that derivatives are dear: after a step J is changed by Broyden's rank-one formula (Broyden 1965, A class of methods for
	// solving nonlinear simultaneous equations, equation 4.5), and computed only at the start and where the changed one leads no further.
	Secant bool
	// Shortest and Longest bound the length of a step in θ where they are not 0: a shorter one would only chase the noise of r, a longer one
	// leaves the part that J describes.
	Shortest, Longest float64
	// Progress hears of each step taken; it may be nil.
	Progress func(Solution)
}

// Solution is where a descent ended.
type Solution struct {
	Theta []float64
	// Loss is Σ rᵢ².
	Loss  float64
	Steps int
	// Converged tells that no step made it better by more than the tolerance.
	Converged bool
}

// mostSteps is how many steps a descent may take.
const mostSteps = 500

// Descend goes down from a start by Levenberg's and Marquardt's method, with the scaling of Moré 1978 (The Levenberg-Marquardt algorithm,
// section 4, D = the largest norm that each column of J has had) and the bounds kept by projection (Kanzow, Yamashita & Fukushima 2004,
// algorithm 2.1): a parameter at a bound that the gradient pushes outwards is held there for the step. On an error the best so far is
// returned with it.
func (p Problem) Descend(start []float64) (Solution, error) {
	d := newDescent(p, start)
	if err := d.begin(); err != nil {
		return d.at, err
	}
	for d.at.Steps < mostSteps {
		taken, err := d.iterate()
		if err != nil || !taken {
			d.at.Converged = err == nil
			return d.at, err
		}
		if p.Progress != nil {
			p.Progress(d.at)
		}
		if d.at.Converged {
			break
		}
	}
	return d.at, nil
}

// descent is the state of Descend, with room for its matrices.
type descent struct {
	Problem
	at       Solution
	next     []float64
	r, j     []float64
	trial    []float64 // r at next
	fresh    bool      // J was computed at θ
	gradient []float64
	scale    []float64
	normal   *mat.SymDense // JᵀJ
	damped   *mat.SymDense
	step     blas64.General // a column
	damping  float64
}

func newDescent(p Problem, start []float64) *descent {
	n := len(start)
	d := &descent{
		Problem: p, next: make([]float64, n), r: make([]float64, p.Size), trial: make([]float64, p.Size), j: make([]float64, p.Size*n), gradient: make([]float64, n),
		scale: make([]float64, n), normal: mat.NewSymDense(n, nil), damped: mat.NewSymDense(n, nil),
		step: blas64.General{Rows: n, Cols: 1, Stride: 1, Data: make([]float64, n)}, damping: 1e-3,
	}
	d.at.Theta = append([]float64(nil), start...)
	return d
}

func (d *descent) begin() error {
	err := d.Eval(d.at.Theta, d.r, nil)
	d.at.Loss = squares(d.r)
	return err
}

func squares(r []float64) float64 {
	sum := 0.0
	for _, x := range r {
		sum += x * x
	}
	return sum
}

// iterate takes the next step that makes the loss smaller; false where there is none.
func (d *descent) iterate() (bool, error) {
	if d.Secant && d.at.Steps > 0 {
		taken, err := d.descend()
		if err != nil || taken && !d.at.Converged {
			return taken, err
		}
	}
	if err := d.Eval(d.at.Theta, d.r, d.j); err != nil {
		return false, err
	}
	d.fresh = true
	d.at.Loss = squares(d.r)
	return d.descend()
}

// descend tries steps with the present J, shorter and shorter ones, until one makes the loss smaller; false where none does.
func (d *descent) descend() (bool, error) {
	d.derive()
	if d.hold() == len(d.at.Theta) {
		return false, nil
	}
	growth := 3.0
	for tries := 0; d.damping < 1e15; tries++ {
		if !d.propose() {
			d.damping = max(d.damping, 1e-15) * 10
			continue
		}
		if err := d.Eval(d.next, d.trial, nil); err != nil {
			return false, err
		}
		loss := squares(d.trial)
		if loss < d.at.Loss {
			d.take(loss)
			return true, nil
		}
		if d.tiny() || !d.fresh && tries > 0 {
			return false, nil
		}
		d.damping *= growth
		growth *= 2
	}
	d.damping = 1e-3
	return false, nil
}

// take goes to the next θ.
func (d *descent) take(loss float64) {
	d.at.Converged = d.at.Loss-loss <= max(d.Tolerance, 1e-15)*d.at.Loss
	if d.Secant {
		d.update()
		d.fresh = false
	}
	copy(d.at.Theta, d.next)
	copy(d.r, d.trial)
	d.at.Loss = loss
	d.at.Steps++
	d.damping = max(d.damping/10, 1e-15)
}

// length is that of the step from θ to next.
func (d *descent) length() float64 {
	sum := 0.0
	for a, x := range d.at.Theta {
		sum += (d.next[a] - x) * (d.next[a] - x)
	}
	return math.Sqrt(sum)
}

// update is Broyden's: J + (Δr − J·Δθ)Δθᵀ / |Δθ|².
func (d *descent) update() {
	n := len(d.at.Theta)
	length := d.length()
	for i := range d.r {
		off := d.trial[i] - d.r[i]
		for a, x := range d.at.Theta {
			off -= d.j[i*n+a] * (d.next[a] - x)
		}
		for a, x := range d.at.Theta {
			d.j[i*n+a] += off * (d.next[a] - x) / length / length
		}
	}
}

// tiny tells that the step is shorter than the shortest, or moves no parameter by more than rounding.
func (d *descent) tiny() bool {
	if d.length() < d.Shortest {
		return true
	}
	for a, x := range d.at.Theta {
		if math.Abs(d.next[a]-x) > 1e-13*math.Abs(x) {
			return false
		}
	}
	return true
}

// derive computes JᵀJ, Jᵀr and the scale of each parameter.
func (d *descent) derive() {
	n := len(d.at.Theta)
	for a := range n {
		g := 0.0
		for i, r := range d.r {
			g += d.j[i*n+a] * r
		}
		d.gradient[a] = g
		for b := a; b < n; b++ {
			sum := 0.0
			for i := range d.r {
				sum += d.j[i*n+a] * d.j[i*n+b]
			}
			d.normal.SetSym(a, b, sum)
		}
		d.scale[a] = max(d.scale[a], d.normal.At(a, a))
	}
}

// hold takes the parameters that a bound holds out of the step, and counts them.
func (d *descent) hold() int {
	held := 0
	n := len(d.at.Theta)
	for a, x := range d.at.Theta {
		if (x > d.Lo[a] || d.gradient[a] < 0) && (x < d.Hi[a] || d.gradient[a] > 0) {
			continue
		}
		held++
		d.gradient[a] = 0
		for b := range n {
			d.normal.SetSym(a, b, 0)
		}
	}
	return held
}

// propose computes the damped step into next; false where the matrix is singular or the step is not a number.
func (d *descent) propose() bool {
	d.damped.CopySym(d.normal)
	for a := range d.at.Theta {
		d.damped.SetSym(a, a, d.normal.At(a, a)+d.damping*max(d.scale[a], 1e-300))
		d.step.Data[a] = -d.gradient[a]
	}
	// lapack64 instead of mat.Cholesky, which spends half the time of a small system on its condition.
	factor, ok := lapack64.Potrf(d.damped.RawSymmetric())
	if !ok {
		return false
	}
	lapack64.Potrs(factor, d.step)
	if long := blas64.Nrm2(blas64.Vector{N: d.step.Rows, Inc: 1, Data: d.step.Data}); d.Longest > 0 && long > d.Longest {
		blas64.Scal(d.Longest/long, blas64.Vector{N: d.step.Rows, Inc: 1, Data: d.step.Data})
	}
	for a, x := range d.at.Theta {
		d.next[a] = min(max(x+d.step.Data[a], d.Lo[a]), d.Hi[a])
	}
	if d.Project != nil {
		d.Project(d.next)
	}
	for _, x := range d.next {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return true
}

// Covariance is variance·(JᵀJ)⁻¹ at θ, nil where the residuals do not tell the parameters apart.
func (p Problem) Covariance(theta []float64, variance float64) (*mat.SymDense, error) {
	d := newDescent(p, theta)
	if err := p.Eval(theta, d.r, d.j); err != nil {
		return nil, err
	}
	d.derive()
	return inverted(d.normal, variance), nil
}

// inverted is factor·A⁻¹, computed with A's diagonal scaled to 1; nil where A is singular.
func inverted(a *mat.SymDense, factor float64) *mat.SymDense {
	n := a.SymmetricDim()
	scaled := mat.NewSymDense(n, nil)
	unit := func(i int) float64 { return math.Sqrt(max(a.At(i, i), 1e-300)) }
	for i := range n {
		for j := i; j < n; j++ {
			scaled.SetSym(i, j, a.At(i, j)/unit(i)/unit(j))
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(scaled) || chol.Cond() > 1e14 {
		return nil
	}
	out := mat.NewSymDense(n, nil)
	if chol.InverseTo(out) != nil {
		return nil
	}
	for i := range n {
		for j := i; j < n; j++ {
			out.SetSym(i, j, out.At(i, j)*factor/unit(i)/unit(j))
		}
	}
	return out
}
