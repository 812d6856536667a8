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

// placeLayouts draws each object's base address and finds the lines that its fields fall on.
func (s *simulation) placeLayouts(layouts model.Named[model.Layout]) {
	size := s.machine.Line.Size
	for i := range layouts {
		layout := &layouts[i].Value
		rng := s.stream(streamLayout, uint64(i))
		bases := layout.Bases(size)
		base := bases[rng.Below(uint64(len(bases)))]
		var lines []int32
		for f, numbers := range layout.Lines(base, size) {
			p := place{cause: s.addCause("line:" + layout.Fields[f].Name), straddles: len(numbers) > 1}
			for _, n := range numbers {
				if n == len(lines) {
					lines = append(lines, s.newLine(p.cause))
				}
				p.lines = append(p.lines, lines[n])
			}
			s.places = append(s.places, p)
		}
	}
}
