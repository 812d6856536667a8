package sim

import (
	"math"

	"contend/model"
)

// The names of the random streams: a stream is (seed, replication, one of these and its number, point).
const (
	streamThread uint64 = iota + 1
	streamLayout
	streamStart
	streamArrivals
	streamService
)

// draw returns a value of a distribution from the thread's own stream.
func (t *thread) draw(d model.Dist) int64 {
	switch d.Kind {
	case model.Const:
		return d.A
	case model.UniformInt:
		return d.A + int64(t.rng.Below(uint64(d.B-d.A)+1))
	case model.Uniform:
		return d.A + int64(math.Round(t.rng.Float()*float64(d.B-d.A)))
	case model.Exp:
		return int64(math.Round(t.rng.Exp() * float64(d.A)))
	default:
		sum := 0.0
		for range d.Shape {
			sum += t.rng.Exp()
		}
		return int64(math.Round(sum * float64(d.A) / float64(d.Shape)))
	}
}
