package model

// Layout is an object whose fields share cache lines, or straddle two, by where the object happens to lie. Its base
// address is drawn for each replication, aligned to Align, as each start of a process draws it in life.
type Layout struct {
	Align  Bytes        `key:"align" doc:"alignment of the base address" min:"1" max:"4096"`
	Base   Bytes        `key:"base" doc:"base address, a multiple of align; 0: drawn for each start of the program" min:"0" max:"1048576"`
	Pad    bool         `key:"pad" doc:"give every field lines of its own"`
	Fields Named[Field] `key:"fields" doc:"the fields, by name"`
}

// Field is a field of a Layout.
type Field struct {
	Offset Bytes `key:"offset" doc:"offset from the object's base" min:"0" max:"1073741824"`
	Size   Bytes `key:"size" doc:"size" min:"1" max:"4096"`
}

// Bases lists the base addresses that a start draws from, each as likely as the others: the multiples of Align that
// lie differently in a line of a size. An object with a base of its own has that alone.
func (l *Layout) Bases(line Bytes) []Bytes {
	if l.Base > 0 {
		return []Bytes{l.Base}
	}
	align := max(l.Align, 1)
	bases := make([]Bytes, line/gcd(align, line))
	for i := range bases {
		bases[i] = Bytes(i+len(bases)) * align
	}
	return bases
}

func gcd(a, b Bytes) Bytes {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Lines returns the lines of a size that each field falls on, for the object at a base address. Lines are numbered by
// first use, so that two bases give the same numbers exactly where they share lines alike.
func (l *Layout) Lines(base, line Bytes) [][]int {
	out := make([][]int, len(l.Fields))
	numbers := map[Bytes]int{}
	used := 0
	for i, f := range l.Fields {
		at := base + f.Value.Offset
		if l.Pad {
			at = 0
			clear(numbers)
		}
		for n := at / line; n <= (at+f.Value.Size-1)/line; n++ {
			number, ok := numbers[n]
			if !ok {
				number = used
				numbers[n] = number
				used++
			}
			out[i] = append(out[i], number)
		}
	}
	return out
}
