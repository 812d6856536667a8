package sim

import "contend/model"

// place is where a named line or field lies: one line, one of several, or the two that a field straddles.
type place struct {
	cause     cause
	lines     []int32
	own       bool
	straddles bool
}

// placeLines lays the declared lines out.
func (s *simulation) placeLines(lines model.Named[model.Line]) {
	for _, e := range lines {
		p := place{cause: s.addCause("line:" + e.Name), own: e.Value.Pick == "own"}
		for range e.Value.Count {
			p.lines = append(p.lines, s.newLine(p.cause))
		}
		s.places = append(s.places, p)
	}
}

// placeLayouts draws each object's base address and finds the lines that its fields fall on. Fields that share an
// address's line share the line; a padded field has lines of its own.
func (s *simulation) placeLayouts(layouts model.Named[model.Layout]) {
	size := int64(s.machine.Line.Size)
	for i, e := range layouts {
		rng := s.stream(streamLayout, uint64(i))
		align := int64(e.Value.Align)
		base := int64(rng.Below(uint64(max(1, size/align)))) * align
		at := map[int64]int32{}
		for _, f := range e.Value.Fields {
			p := place{cause: s.addCause("line:" + f.Name)}
			first := (base + int64(f.Value.Offset)) / size
			last := (base + int64(f.Value.Offset+f.Value.Size) - 1) / size
			if e.Value.Pad {
				first, last = 0, (int64(f.Value.Size)-1)/size
				at = map[int64]int32{}
			}
			for n := first; n <= last; n++ {
				l, ok := at[n]
				if !ok {
					l = s.newLine(p.cause)
					at[n] = l
				}
				p.lines = append(p.lines, l)
			}
			p.straddles = len(p.lines) > 1
			s.places = append(s.places, p)
		}
	}
}
