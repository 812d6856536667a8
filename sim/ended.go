package sim

import (
	"math/bits"
	"slices"

	"contend/model"
)

// ended is one iteration or job that ended.
type ended struct{ at, took int64 }

// within is the part of it that lies between two times; one that took no time lies where it ended.
func (e ended) within(from, to int64) float64 {
	if e.took == 0 && from <= e.at && e.at < to {
		return 1
	}
	if part := min(e.at, to) - max(e.at-e.took, from); part > 0 {
		return float64(part) / float64(e.took)
	}
	return 0
}

// endings are those of a run in the order in which they ended, in pieces, so that none is moved when there are more.
type endings struct {
	pieces [][]ended
	n      int
}

const piece = 1 << 12

func (e *endings) add(one ended) {
	if e.n%piece == 0 {
		e.pieces = append(e.pieces, make([]ended, 0, piece))
	}
	last := &e.pieces[len(e.pieces)-1]
	*last = append(*last, one)
	e.n++
}

// each calls do for those from one on up to before another.
func (e *endings) each(from, to int, do func(ended)) {
	for from < to {
		end := min(to, from/piece*piece+piece)
		for _, one := range e.pieces[from/piece][from%piece : end-from/piece*piece] {
			do(one)
		}
		from = end
	}
}

// latency sums up the durations of some; quantiles are exact.
func (e *endings) latency(from, to int) model.Latency {
	out := model.Latency{Count: int64(to - from)}
	if from == to {
		return out
	}
	var counts [64 << classBits]int
	sum := 0.0
	e.each(from, to, func(one ended) {
		counts[sizeClass(one.took)]++
		sum += float64(one.took)
		out.Max = max(out.Max, model.Time(one.took))
	})
	out.Mean = sum / float64(to-from)
	quantile := func(p float64) model.Time {
		rank := int(p*float64(to-from-1) + .5)
		k := 0
		for rank >= counts[k] {
			rank -= counts[k]
			k++
		}
		members := make([]int64, 0, counts[k])
		e.each(from, to, func(one ended) {
			if sizeClass(one.took) == k {
				members = append(members, one.took)
			}
		})
		slices.Sort(members)
		return model.Time(members[rank])
	}
	out.P50, out.P90, out.P99 = quantile(.5), quantile(.9), quantile(.99)
	return out
}

// classBits is how many bits below the highest tell the classes of durations apart: a class is 1/64 wide.
const classBits = 6

// sizeClass numbers durations by size, the longer the higher.
func sizeClass(d int64) int {
	exponent := max(bits.Len64(uint64(d))-1-classBits, 0)
	return exponent<<classBits + int(d>>exponent)
}
