package model

// DistKind names a distribution.
type DistKind uint8

// The distributions a quantity can be drawn from.
const (
	Const      DistKind = iota // always A
	UniformInt                 // an integer in A..B, both included
	Uniform                    // real, A to B
	Exp                        // exponential, mean A
	Erlang                     // sum of Shape exponentials, mean A in all
)

// Dist is a duration (in picoseconds), a count or a size, or the distribution it is drawn from each
// time an op executes. The zero value is the constant 0.
type Dist struct {
	Kind  DistKind
	Shape int32
	A, B  int64
}

// Fixed returns the distribution that always gives v.
func Fixed[T ~int64 | ~int](v T) Dist { return Dist{A: int64(v)} }

// Mean returns the expected value.
func (d Dist) Mean() float64 {
	switch d.Kind {
	case UniformInt, Uniform:
		return (float64(d.A) + float64(d.B)) / 2
	default:
		return float64(d.A)
	}
}

// Max returns the largest value that can be drawn and whether there is one.
func (d Dist) Max() (int64, bool) {
	switch d.Kind {
	case Const:
		return d.A, true
	case UniformInt, Uniform:
		return d.B, true
	default:
		return 0, d.A == 0
	}
}

// IsZero reports whether the distribution can only give 0.
func (d Dist) IsZero() bool { return d.A == 0 && d.B == 0 }
