package fit

import (
	"math"
	"slices"
	"sort"

	"contend/model/law"
)

// lawProblem is least squares for one law over points whose X is scaled to at most 1.
type lawProblem struct {
	law    law.Law
	points []Point
	// weight is what each residual is multiplied with.
	weight   []float64
	response Response
}

// residual is the weighted difference at point i: of throughput, or of latency N/X.
func (p *lawProblem) residual(i int, theta []float64) float64 {
	q := p.points[i]
	x := p.law.Eval(q.N, theta)
	if p.response == Latency {
		return p.weight[i] * (q.N/x - q.N/q.X)
	}
	return p.weight[i] * (x - q.X)
}

// eval is the residuals and their derivatives, as Problem wants them.
func (p *lawProblem) eval(theta, r, jacobian []float64) error {
	n := len(theta)
	for i, q := range p.points {
		r[i] = p.residual(i, theta)
		if jacobian == nil {
			continue
		}
		row := jacobian[i*n : (i+1)*n]
		p.law.Gradient(q.N, theta, row)
		factor := p.weight[i]
		if p.response == Latency {
			x := p.law.Eval(q.N, theta)
			factor *= -q.N / (x * x)
		}
		for a := range row {
			row[a] *= factor
			if math.IsNaN(row[a]) || math.IsInf(row[a], 0) {
				row[a] = 0
			}
		}
	}
	return nil
}

// project gives γ its best value for a shape: throughput is linear in γ, latency in 1/γ.
func (p *lawProblem) project(theta []float64) {
	var cx, cc float64
	for i, q := range p.points {
		c, x := p.law.Capacity(q.N, theta[1:]), q.X
		if p.response == Latency {
			c, x = q.N/c, q.N/q.X
		}
		c *= p.weight[i]
		cx += c * p.weight[i] * x
		cc += c * c
	}
	best := cx / cc
	if p.response == Latency {
		best = 1 / best
	}
	if math.IsNaN(best) || math.IsInf(best, 0) {
		best = 0
	}
	theta[0] = best
}

// pooled has a point for each N: Σ wᵢ²(f − yᵢ)² = W(f − ȳ)² + rest, with W = Σ wᵢ², and ȳ the mean of the responses that share the N,
// weighted with wᵢ². Where no N repeats that is p itself.
func (p *lawProblem) pooled() (out *lawProblem, rest float64) {
	at := make(map[float64]int, len(p.points))
	for _, q := range p.points {
		if _, ok := at[q.N]; !ok {
			at[q.N] = len(at)
		}
	}
	if len(at) == len(p.points) {
		return p, 0
	}
	out = &lawProblem{law: p.law, response: p.response, points: make([]Point, len(at)), weight: make([]float64, len(at))}
	total := make([]float64, len(at))
	for i, q := range p.points {
		k, w := at[q.N], p.weight[i]*p.weight[i]
		out.points[k].N = q.N
		out.points[k].X += w * p.observed(q)
		total[k] += w
	}
	for k := range out.points {
		out.points[k].X /= total[k]
		out.weight[k] = math.Sqrt(total[k])
	}
	for i, q := range p.points {
		d := p.weight[i] * (p.observed(q) - out.points[at[q.N]].X)
		rest += d * d
	}
	if p.response == Latency {
		for k, q := range out.points {
			out.points[k].X = q.N / q.X
		}
	}
	return out, rest
}

// observed is the response that was measured.
func (p *lawProblem) observed(q Point) float64 {
	if p.response == Latency {
		return q.N / q.X
	}
	return q.X
}

// problem is the general form, of pooled points and a last residual that no parameter changes.
func (p *lawProblem) problem() Problem {
	pooled, rest := p.pooled()
	out := Problem{Size: len(pooled.points), Eval: pooled.eval, Project: pooled.project}
	if rest > 0 {
		out.Size++
		out.Eval = func(theta, r, jacobian []float64) error {
			last := len(r) - 1
			r[last] = math.Sqrt(rest)
			if jacobian != nil {
				clear(jacobian[last*len(theta):])
			}
			return pooled.eval(theta, r, jacobian)
		}
	}
	for _, q := range p.law.Params {
		out.Lo, out.Hi = append(out.Lo, q.Lo), append(out.Hi, q.Hi)
	}
	return out
}

// loss is the sum of the squared residuals.
func (p *lawProblem) loss(theta []float64) float64 {
	sum := 0.0
	for i := range p.points {
		r := p.residual(i, theta)
		sum += r * r
	}
	return sum
}

// starts are the shape values that the search begins from; losses may have several minima.
var starts = []float64{0, 1e-6, 1e-5, 1e-4, 1e-3, 3e-3, .01, .03, .1, .3, .7, 1, 3, 10, 100}

// thorough and quick are how many starts are followed down for a result, and for one of many trials.
const thorough, quick = 5, 2

// minimise searches from the best of the starts, so many of them, and returns the best parameters.
func (p *lawProblem) minimise(descents int) []float64 {
	pooled, _ := p.pooled()
	all := pooled.grid()
	problem := p.problem()
	best := Solution{Theta: append([]float64{0}, problem.Lo[1:]...), Loss: math.Inf(1)} // where no loss is finite
	for _, s := range all[:min(descents, len(all))] {
		if got, _ := problem.Descend(s.Theta); got.Loss < best.Loss { // a law has no errors
			best = got
		}
	}
	return best.Theta
}

// follow goes down from near a solution, as of a problem that differs little.
func (p *lawProblem) follow(from []float64) []float64 {
	start := slices.Clone(from)
	p.project(start)
	got, _ := p.problem().Descend(start) // a law has no errors
	return got.Theta
}

// grid evaluates every combination of starts, the best first.
func (p *lawProblem) grid() []Solution {
	shapes := [][]float64{nil}
	for _, q := range p.law.Params[1:] {
		var next [][]float64
		for _, shape := range shapes {
			for _, s := range starts {
				if s >= q.Lo && s <= q.Hi {
					next = append(next, append(append([]float64(nil), shape...), s))
				}
			}
		}
		shapes = next
	}
	var all []Solution
	for _, shape := range shapes {
		theta := append([]float64{0}, shape...)
		p.project(theta)
		if l := p.loss(theta); !math.IsNaN(l) && !math.IsInf(l, 0) {
			all = append(all, Solution{Theta: theta, Loss: l})
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].Loss < all[j].Loss })
	return all
}
