package experiment

import (
	"fmt"
	"math"
	"slices"

	"contend/model/fit"
)

// profile searches again with each number held at the ends of its interval and halfway, and moves the ends to where the loss exceeds the
// smallest by what the level allows (Bates & Watts 1988, 6.1.2).
func (s *search) profile(out *Calibration, at fit.Solution, student float64) error {
	s.stage = "profile"
	variance := at.Loss / float64(len(s.targets)-len(s.free))
	for i := range out.Numbers {
		c := &out.Numbers[i]
		if c.Lo == nil {
			continue
		}
		c.Profile = []Held{{c.Best, 0}}
		for _, v := range []float64{*c.Lo, math.Sqrt(*c.Lo * c.Best), math.Sqrt(*c.Hi * c.Best), *c.Hi} {
			excess, err := s.held(at, i, v)
			if err != nil {
				return fmt.Errorf("profile of %s: %w", c.Path, err)
			}
			c.Profile = append(c.Profile, Held{v, max(0, excess) / variance})
		}
		slices.SortFunc(c.Profile, func(a, b Held) int {
			if a.Value < b.Value {
				return -1
			}
			return 1
		})
		c.widen(student * student)
	}
	return nil
}

// widen moves an end at which the loss is still allowed outwards, as if the excess grew with the square of the logarithm.
func (c *Calibrated) widen(allowed float64) {
	if first := c.Profile[0]; first.Excess < allowed && first.Value > c.Free.Lo {
		*c.Lo = max(c.Free.Lo, c.Best*math.Exp(math.Log(first.Value/c.Best)*stretch(first.Excess, allowed)))
	}
	if last := c.Profile[len(c.Profile)-1]; last.Excess < allowed && last.Value < c.Free.Hi {
		*c.Hi = min(c.Free.Hi, c.Best*math.Exp(math.Log(last.Value/c.Best)*stretch(last.Excess, allowed)))
	}
}

// stretch is by how much the distance grows to reach the allowed excess.
func stretch(excess, allowed float64) float64 { return math.Sqrt(allowed / max(excess, allowed/25)) }

// held is by how much the loss exceeds the smallest with a number held at a value and the others searched for again, in a few steps.
func (s *search) held(at fit.Solution, i int, value float64) (float64, error) {
	p := s.problem()
	p.Lo[i], p.Hi[i] = math.Log(value), math.Log(value)
	p.Tolerance = .05
	from := slices.Clone(at.Theta)
	from[i] = math.Log(value)
	central := s.central
	s.central, s.hold = false, i
	got, err := p.Descend(from)
	s.central, s.hold = central, -1
	return got.Loss - at.Loss, err
}
