package fit

import "math"

// profile is the interval of a parameter by profile likelihood: the values v at which
//
//	τ(v)² = (S(v) − S) / s² ≤ t²,   S(v) the smallest loss with the parameter held at v, s² = S/(n−p),
//
// with Student's t(n−p) (Bates & Watts 1988, 6.1.2). Unlike the interval from the Jacobian it follows a curved loss, and stops at a
// parameter's bound. An end that no value reaches is infinite.
func (f *Fit) profile(i int) (lo, hi float64) {
	q := f.Law.Params[i]
	held := f.problem.problem()
	held.Lo, held.Hi = append([]float64(nil), held.Lo...), append([]float64(nil), held.Hi...)
	if i == 0 {
		held.Project = nil
	}
	excess := func() func(v float64) float64 {
		from := append([]float64(nil), f.values...)
		return func(v float64) float64 {
			held.Lo[i], held.Hi[i], from[i] = v, v, v
			if i > 0 {
				held.Project(from)
			}
			got, _ := held.Descend(from) // a law has no errors
			copy(from, got.Theta)
			return got.Loss - f.loss
		}
	}
	width := f.width(i)
	lo = crossing(excess(), f.values[i], -width, q.Lo, f.allowed())
	hi = crossing(excess(), f.values[i], width, q.Hi, f.allowed())
	return lo, hi
}

// allowed is how much the loss may exceed the smallest: s²t².
func (f *Fit) allowed() float64 {
	s2 := f.loss / float64(f.free())
	return s2 * f.student * f.student
}

// width is the half width of the interval from the Jacobian, or a first guess where that does not exist.
func (f *Fit) width(i int) float64 {
	guess := max(math.Abs(f.values[i])*.1, 1e-6)
	s2 := f.loss / float64(f.free())
	c, err := f.problem.problem().Covariance(f.values, s2)
	if err != nil || c == nil {
		return guess
	}
	if w := f.student * math.Sqrt(c.At(i, i)); w > 0 && !math.IsInf(w, 0) {
		return w
	}
	return guess
}

// mostDoublings bounds the search for the far side of a crossing.
const mostDoublings = 40

// crossing is where excess(v) first reaches allowed on the way from v0, at which it is 0, in the direction of step; the bound where it
// does not get there before; infinite where no value does. excess grows like a square, so its root is what is interpolated.
func crossing(excess func(float64) float64, v0, step, bound, allowed float64) float64 {
	if !(allowed > 0) {
		return v0 // a perfect fit
	}
	target := math.Sqrt(allowed)
	tau := func(v float64) float64 {
		e := excess(v)
		if math.IsNaN(e) {
			return math.Inf(1)
		}
		return math.Sqrt(max(0, e)) - target
	}
	near, nearTau := v0, -target
	far, farTau := v0, -target
	for k := 0; farTau < 0; k++ {
		if k == mostDoublings {
			return math.Inf(sign(step))
		}
		near, nearTau = far, farTau
		far = far + step
		if step < 0 && far <= bound || step > 0 && far >= bound {
			far = bound
		}
		if math.IsInf(far, 0) {
			return far
		}
		farTau = tau(far)
		if far == bound && farTau <= 0 {
			return bound
		}
		step *= 1.6
	}
	root := illinois(tau, near, nearTau, far, farTau)
	return min(max(root, min(near, far)), max(near, far)) // rounding may put it outside of its ends
}

func sign(x float64) int {
	if x < 0 {
		return -1
	}
	return 1
}

// illinois finds a root between two ends by regula falsi with the Illinois rule (Dowell & Jarratt 1971).
func illinois(f func(float64) float64, a, fa, b, fb float64) float64 {
	for range 60 {
		var c float64
		if fb != fa && !math.IsInf(fb, 0) {
			c = (a*fb - b*fa) / (fb - fa)
		} else {
			c = (a + b) / 2
		}
		if math.Abs(c-b) <= 1e-4*math.Abs(b-a) && math.Abs(b-a) < 1e-3*(math.Abs(a)+math.Abs(b)) || c == a || c == b {
			return c
		}
		fc := f(c)
		if math.Abs(fc) <= 1e-4*math.Abs(fa-fb) {
			return c
		}
		if (fc < 0) != (fb < 0) {
			a, fa = b, fb
		} else {
			fa /= 2
		}
		b, fb = c, fc
	}
	return b
}
