package scenarios

import (
	"cmp"
	"slices"

	"contend/model"
)

// arrange puts the workload's things in the order that the program first uses them, unused ones last, by name: the order of a
// file's keys has no say in what is simulated.
func arrange(w *model.Workload) {
	for i := range w.Layouts {
		arrangeFields(w, i)
	}
	lines, fields := len(w.Lines), 0
	for _, l := range w.Layouts {
		fields += len(l.Value.Fields)
	}
	used := firstUses(w.Program)
	lineOf := order(len(w.Lines), used[model.ArgLine], namesOf(w.Lines))
	layoutOf := layoutOrder(w, used[model.ArgLine])
	refs := make([]int, lines+fields) // from old references to new ones
	for now, old := range lineOf {
		refs[old] = now
	}
	starts := fieldStarts(w)
	at := lines
	for _, old := range layoutOf {
		for i := range w.Layouts[old].Value.Fields {
			refs[starts[old]+i] = at
			at++
		}
	}
	w.Lines, w.Layouts = pick(w.Lines, lineOf), pick(w.Layouts, layoutOf)
	moved := map[model.ArgKind][]int{model.ArgLine: refs}
	w.Locks, moved[model.ArgLock] = inOrder(w.Locks, used[model.ArgLock])
	w.Queues, moved[model.ArgQueue] = inOrder(w.Queues, used[model.ArgQueue])
	w.Barriers, moved[model.ArgBarrier] = inOrder(w.Barriers, used[model.ArgBarrier])
	w.Pools, moved[model.ArgPool] = inOrder(w.Pools, used[model.ArgPool])
	w.Devices, moved[model.ArgDevice] = inOrder(w.Devices, used[model.ArgDevice])
	eachRef(w.Program, func(kind model.ArgKind, ref *int) { *ref = moved[kind][*ref] })
}

// eachRef calls do for every reference of a program to a thing.
func eachRef(ops []model.Op, do func(kind model.ArgKind, ref *int)) {
	for i := range ops {
		spec := model.OpByName(ops[i].Name)
		for j := range ops[i].Args {
			a := &ops[i].Args[j]
			switch kind := spec.Args[j].Kind; kind {
			case model.ArgLine, model.ArgLock, model.ArgQueue, model.ArgBarrier, model.ArgPool, model.ArgDevice:
				if a.Set {
					do(kind, &a.Ref)
				}
			case model.ArgBlock:
				eachRef(a.Ops, do)
			case model.ArgCases:
				for c := range a.Cases {
					eachRef(a.Cases[c].Ops, do)
				}
			}
		}
	}
}

// firstUses lists, for each kind, the references in the order of their first use.
func firstUses(ops []model.Op) map[model.ArgKind][]int {
	out := map[model.ArgKind][]int{}
	eachRef(ops, func(kind model.ArgKind, ref *int) {
		if !slices.Contains(out[kind], *ref) {
			out[kind] = append(out[kind], *ref)
		}
	})
	return out
}

// order lists the indices of n things: used ones in order of first use, then the others by name.
func order(n int, used []int, names []string) []int {
	var out []int
	for _, ref := range used {
		if ref < n {
			out = append(out, ref)
		}
	}
	var rest []int
	for i := range n {
		if !slices.Contains(out, i) {
			rest = append(rest, i)
		}
	}
	slices.SortFunc(rest, func(a, b int) int { return cmp.Compare(names[a], names[b]) })
	return append(out, rest...)
}

func fieldStarts(w *model.Workload) []int {
	at := len(w.Lines)
	var out []int
	for _, l := range w.Layouts {
		out = append(out, at)
		at += len(l.Value.Fields)
	}
	return out
}

// layoutOrder orders layouts by the first use of any of their fields.
func layoutOrder(w *model.Workload, used []int) []int {
	starts := fieldStarts(w)
	var layouts []int
	for _, ref := range used {
		for l := len(starts) - 1; l >= 0; l-- {
			if ref >= starts[l] {
				if !slices.Contains(layouts, l) {
					layouts = append(layouts, l)
				}
				break
			}
		}
	}
	return order(len(w.Layouts), layouts, namesOf(w.Layouts))
}

// arrangeFields orders a layout's fields by their offset, then size, then name.
func arrangeFields(w *model.Workload, layout int) {
	start := fieldStarts(w)[layout]
	fields := w.Layouts[layout].Value.Fields
	by := make([]int, len(fields))
	for i := range by {
		by[i] = i
	}
	slices.SortStableFunc(by, func(a, b int) int {
		return cmp.Or(cmp.Compare(fields[a].Value.Offset, fields[b].Value.Offset), cmp.Compare(fields[a].Value.Size, fields[b].Value.Size),
			cmp.Compare(fields[a].Name, fields[b].Name))
	})
	refs := make([]int, len(fields))
	for now, old := range by {
		refs[old] = now
	}
	w.Layouts[layout].Value.Fields = pick(fields, by)
	eachRef(w.Program, func(kind model.ArgKind, ref *int) {
		if kind == model.ArgLine && *ref >= start && *ref < start+len(fields) {
			*ref = start + refs[*ref-start]
		}
	})
}

func pick[T any](table model.Named[T], by []int) model.Named[T] {
	var out model.Named[T]
	for _, i := range by {
		out = append(out, table[i])
	}
	return out
}

// inOrder orders a table, and returns where each old index went.
func inOrder[T any](table model.Named[T], used []int) (model.Named[T], []int) {
	by := order(len(table), used, namesOf(table))
	moved := make([]int, len(table))
	for now, old := range by {
		moved[old] = now
	}
	return pick(table, by), moved
}
