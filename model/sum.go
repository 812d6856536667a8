package model

import "math/bits"

// Sum is a 128-bit sum of times: the charges of a million threads overflow 63 bits of picoseconds
// after nine seconds.
type Sum struct {
	hi int64
	lo uint64
}

// Add adds t, which may be negative.
func (s *Sum) Add(t Time) {
	var carry uint64
	s.lo, carry = bits.Add64(s.lo, uint64(t), 0)
	s.hi += int64(t)>>63 + int64(carry)
}

// AddSum adds another sum.
func (s *Sum) AddSum(o Sum) {
	var carry uint64
	s.lo, carry = bits.Add64(s.lo, o.lo, 0)
	s.hi += o.hi + int64(carry)
}

// Minus returns s − o.
func (s Sum) Minus(o Sum) Sum {
	lo, borrow := bits.Sub64(s.lo, o.lo, 0)
	return Sum{s.hi - o.hi - int64(borrow), lo}
}

// IsZero reports whether the sum is exactly 0.
func (s Sum) IsZero() bool { return s == Sum{} }

// Nanoseconds returns the sum in nanoseconds.
func (s Sum) Nanoseconds() float64 {
	return (float64(s.hi)*(1<<64) + float64(s.lo)) / float64(Nanosecond)
}
