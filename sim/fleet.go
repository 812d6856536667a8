package sim

import (
	"encoding/binary"
	"fmt"
	"slices"

	"contend/model"
	"contend/sim/engine"
)

// Layout is one way in which the objects of a workload can share cache lines, and how often it comes.
type Layout struct {
	// Point is the point with a base address for each object that gives this layout.
	Point model.Point
	// Starts is how many of a fleet's process starts drew this layout.
	Starts int
	// Chance is its exact probability.
	Chance float64
}

// Layouts draws the base addresses of a fleet of process starts, each from a stream of its own, and returns the distinct layouts
// that came, in the order of their base addresses. The fleet is the same for every point of a scenario that has the same
// objects. A workload without objects has one layout.
func Layouts(p model.Point, seed uint64, starts int) []Layout {
	objects := newObjects(p)
	drawn := map[string]*Layout{}
	for start := range starts {
		kinds := make([]int, len(objects))
		var key []byte // big-endian, so that keys sort as the kinds do
		for i := range objects {
			rng := engine.NewStream(seed, uint64(start), streamLayout, uint64(i))
			kinds[i] = objects[i].kind[rng.Below(uint64(len(objects[i].kind)))]
			key = binary.BigEndian.AppendUint16(key, uint16(kinds[i]))
		}
		l := drawn[string(key)]
		if l == nil {
			l = &Layout{Point: placed(p, objects, kinds), Chance: chance(objects, kinds)}
			drawn[string(key)] = l
		}
		l.Starts++
	}
	keys := make([]string, 0, len(drawn))
	for k := range drawn {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	out := make([]Layout, len(keys))
	for i, k := range keys {
		out[i] = *drawn[k]
	}
	return out
}

// object is one object of a workload. Bases that share lines alike are of one kind.
type object struct {
	bases []model.Bytes
	kind  []int // of each base
	first []int // the first base of each kind
}

func newObjects(p model.Point) []object {
	line := p.Machine.Line.Size
	out := make([]object, len(p.Workload.Layouts))
	for i := range out {
		l := &p.Workload.Layouts[i].Value
		o := object{bases: l.Bases(line)}
		kinds := map[string]int{}
		for b, base := range o.bases {
			shape := fmt.Sprint(l.Lines(base, line))
			kind, ok := kinds[shape]
			if !ok {
				kind = len(o.first)
				kinds[shape] = kind
				o.first = append(o.first, b)
			}
			o.kind = append(o.kind, kind)
		}
		out[i] = o
	}
	return out
}

// chance is the probability that each object is of its kind: a count of bases.
func chance(objects []object, kinds []int) float64 {
	p := 1.0
	for i, kind := range kinds {
		n := 0
		for _, k := range objects[i].kind {
			if k == kind {
				n++
			}
		}
		p *= float64(n) / float64(len(objects[i].kind))
	}
	return p
}

// placed is the point with each object at the first base of its kind.
func placed(p model.Point, objects []object, kinds []int) model.Point {
	p.Workload.Layouts = slices.Clone(p.Workload.Layouts)
	for i, kind := range kinds {
		o := &objects[i]
		p.Workload.Layouts[i].Value.Base = o.bases[o.first[kind]]
	}
	return p
}
