package model

import (
	"fmt"
	"math/bits"
	"strconv"
)

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

// Part returns the whole part of s·num/den, for s ≥ 0, 0 ≤ num ≤ den < 2⁶³ and den > 0.
func (s Sum) Part(num, den int64) Sum {
	n, d := uint64(num), uint64(den)
	// s = (high·2⁶⁴ + low)·den + rest, so that no product needs more than 128 bits.
	high, rest := bits.Div64(0, uint64(s.hi), d)
	low, rest := bits.Div64(rest, s.lo, d)
	hi, lo := bits.Mul64(low, n)
	hi += high * n
	restHi, restLo := bits.Mul64(rest, n)
	last, _ := bits.Div64(restHi, restLo, d)
	lo, carry := bits.Add64(lo, last, 0)
	return Sum{int64(hi + carry), lo}
}

// Minus returns s − o.
func (s Sum) Minus(o Sum) Sum {
	lo, borrow := bits.Sub64(s.lo, o.lo, 0)
	return Sum{s.hi - o.hi - int64(borrow), lo}
}

// IsZero reports whether the sum is exactly 0.
func (s Sum) IsZero() bool { return s == Sum{} }

// MarshalText writes the sum exactly, as 32 hexadecimal digits.
func (s Sum) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%016x%016x", uint64(s.hi), s.lo), nil
}

// UnmarshalText reads what MarshalText writes.
func (s *Sum) UnmarshalText(text []byte) error {
	if len(text) != 32 {
		return fmt.Errorf("a sum has 32 digits, not %d", len(text))
	}
	hi, err := strconv.ParseUint(string(text[:16]), 16, 64)
	if err != nil {
		return err
	}
	lo, err := strconv.ParseUint(string(text[16:]), 16, 64)
	s.hi, s.lo = int64(hi), lo
	return err
}

// Nanoseconds returns the sum in nanoseconds.
func (s Sum) Nanoseconds() float64 {
	return (float64(s.hi)*(1<<64) + float64(s.lo)) / float64(Nanosecond)
}
