package engine

import (
	"math/bits"
	"math/rand/v2"
)

// Stream is a random stream of its own, named by numbers: two variants of a scenario that name the same
// stream draw the same numbers (common random numbers). It is a PCG-DXSM generator of 128 bits of state
// (O'Neill 2014, "PCG: a family of simple fast space-efficient statistically good algorithms").
type Stream struct{ pcg rand.PCG }

// NewStream returns the stream with that name.
func NewStream(name ...uint64) Stream {
	a, b := uint64(0x9e3779b97f4a7c15), uint64(0xd1b54a32d192ed03)
	for _, n := range name {
		a = mix(a ^ n)
		b = mix(b + n)
	}
	var s Stream
	s.pcg.Seed(a, b)
	return s
}

// mix is the finaliser of SplitMix64 (Steele, Lea & Flood 2014, "Fast splittable pseudorandom number generators").
func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Float returns a number in [0, 1).
func (s *Stream) Float() float64 { return float64(s.pcg.Uint64()>>11) / (1 << 53) }

// Below returns a whole number in [0, n), n > 0, unbiased (Lemire 2019, "Fast random integer generation in an interval").
func (s *Stream) Below(n uint64) uint64 {
	for {
		hi, lo := bits.Mul64(s.pcg.Uint64(), n)
		if lo >= n || lo >= -n%n {
			return hi
		}
	}
}
