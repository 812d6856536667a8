package scenarios

import (
	"fmt"
	"strings"

	"contend/model"
)

// block reads a list of ops.
func (d *decoder) block(n *node, path string) []model.Op {
	if n.kind != sequence {
		d.f.problem(n.at, "%s is %s; expected a list of ops, each after a -", path, n.what())
		return nil
	}
	var out []model.Op
	for i, item := range n.items {
		if op, ok := d.op(item, fmt.Sprintf("%s[%d]", path, i)); ok {
			out = append(out, op)
		}
	}
	return out
}

func opNames() []string {
	var out []string
	for _, o := range model.Ops {
		out = append(out, o.Name)
	}
	return out
}

// op reads one op: its name alone, its name with the first argument, or its name with a mapping of arguments.
func (d *decoder) op(n *node, path string) (model.Op, bool) {
	name, at, value := n.text, n.at, (*node)(nil)
	if n.kind == mapping {
		if len(n.keys) != 1 {
			d.f.problem(n.at, "%s has the keys %s; expected one op a list item", path, strings.Join(n.names(), ", "))
			return model.Op{}, false
		}
		name, at, value = n.keys[0].name, n.keys[0].at, n.keys[0].value
	} else if n.kind != scalar {
		d.f.problem(n.at, "%s is %s; expected an op", path, n.what())
		return model.Op{}, false
	}
	spec := model.OpByName(name)
	if spec == nil {
		d.f.problem(at, "there is no op %s%s", short(name), hint(name, opNames()))
		return model.Op{}, false
	}
	op := model.Op{Name: name, Args: make([]model.Arg, len(spec.Args)), Path: path}
	d.arguments(&op, spec, value, at, path+"."+name)
	d.checkReads(&op, at, path+"."+name)
	return op, true
}

// arguments reads an op's arguments.
func (d *decoder) arguments(op *model.Op, spec *model.OpSpec, value *node, at place, path string) {
	given := make([]*node, len(spec.Args))
	switch {
	case value == nil || value.kind == scalar && value.text == "":
	case value.kind == mapping && !isWrapped(value):
		for _, e := range value.keys {
			i := argIndex(spec, e.name)
			switch {
			case i >= 0:
				given[i] = e.value
			case e.name != "from":
				d.f.problem(e.at, "%s has no argument %s%s", path, short(e.name), hint(e.name, argNames(spec)))
			}
		}
	case len(spec.Args) == 0:
		d.f.problem(value.at, "%s takes no argument, found %s", path, value.what())
	default:
		given[0] = value
	}
	for i, a := range spec.Args {
		switch {
		case given[i] != nil:
			op.Args[i] = d.argument(given[i], a, join(path, a.Name))
		case a.Required:
			d.f.problem(at, "%s needs %s: %s", path, a.Name, a.Doc)
		}
	}
}

// isWrapped tells {value: 3us, from: assumed} from a mapping of arguments.
func isWrapped(n *node) bool { return n.get("value") != nil }

func argIndex(spec *model.OpSpec, name string) int {
	for i, a := range spec.Args {
		if a.Name == name {
			return i
		}
	}
	return -1
}

func argNames(spec *model.OpSpec) []string {
	var out []string
	for _, a := range spec.Args {
		out = append(out, a.Name)
	}
	return out
}

// argument reads one argument.
func (d *decoder) argument(n *node, spec model.ArgSpec, path string) model.Arg {
	arg := model.Arg{Set: true}
	switch spec.Kind {
	case model.ArgBlock:
		arg.Ops = d.block(n, path)
	case model.ArgCases:
		arg.Cases = d.cases(n, path)
	case model.ArgTime:
		arg.Dist = d.drawn(n, duration, path)
	case model.ArgCount:
		arg.Dist = d.drawn(n, number, path)
	case model.ArgBytes:
		arg.Dist = d.drawn(n, size, path)
	case model.ArgWord:
		arg.Word = n.text
		if n.kind != scalar || !contains(spec.Words, n.text) {
			d.f.problem(n.at, "%s is %s; expected one of %s", path, n.what(), strings.Join(spec.Words, ", "))
		}
	default:
		arg.Ref = d.ref(n, spec, path)
	}
	return arg
}

// drawn reads a quantity that is drawn each time the op executes.
func (d *decoder) drawn(n *node, u unit, path string) model.Dist {
	value := d.wrapped(nil, n, path, n.kind == mapping)
	if value == nil {
		return model.Dist{}
	}
	if value.kind != scalar {
		d.f.problem(value.at, "%s is %s; expected %v, such as %s", path, value.what(), u, unitExamples[u])
		return model.Dist{}
	}
	q, ok := d.quantity(value, path)
	if !ok {
		return model.Dist{}
	}
	out := q.dist()
	switch {
	case q.unit != u && q.unit == number && !isExpression(value.text):
		d.f.problem(value.at, "%s is %s without a unit; expected %v, such as %s", path, value.what(), u, unitExamples[u])
	case q.unit != u:
		d.f.problem(value.at, "%s is %s, %v; expected %v, such as %s", path, value.what(), q.unit, u, unitExamples[u])
	case q.a < 0:
		d.f.problem(value.at, "%s is %s, which is below 0", path, value.what())
	case u == number && q.isConst() && q.a != float64(out.A):
		d.f.problem(value.at, "%s is %s, %g; expected a whole number", path, value.what(), q.a)
	case u == number && q.kind == model.Uniform:
		d.f.problem(value.at, "%s is %s; a count is drawn from whole numbers", path, value.what())
	case u == number && q.a > 1<<31-1:
		d.f.problem(value.at, "%s is %s; expected at most %d", path, value.what(), 1<<31-1)
	}
	return out
}

// cases reads the alternatives of a choice.
func (d *decoder) cases(n *node, path string) []model.Case {
	if n.kind != sequence || len(n.items) == 0 {
		d.f.problem(n.at, "%s is %s; expected a list of {weight: W, do: [ops]}", path, n.what())
		return nil
	}
	var out []model.Case
	total := 0.0
	for i, item := range n.items {
		at := fmt.Sprintf("%s[%d]", path, i)
		weight, do := item.get("weight"), item.get("do")
		if weight == nil || do == nil || len(item.keys) != 2 || weight.kind != scalar {
			d.f.problem(item.at, "%s is %s; expected {weight: W, do: [ops]}", at, item.what())
			continue
		}
		q, ok := d.quantity(weight, at+".weight")
		if ok && (q.unit != number || !q.isConst() || q.a < 0) {
			d.f.problem(weight.at, "%s.weight is %s; expected a number from 0 on", at, weight.what())
			continue
		}
		total += q.a
		out = append(out, model.Case{Weight: q.a, Ops: d.block(do, at+".do")})
	}
	if total == 0 && len(d.f.problems) == 0 {
		d.f.problem(n.at, "%s: all weights are 0", path)
	}
	return out
}

// ref looks a name up among the workload's things.
func (d *decoder) ref(n *node, spec model.ArgSpec, path string) int {
	names, kind := refNames(d.work, spec.Kind)
	for i, name := range names {
		if n.kind == scalar && name == n.text {
			return i
		}
	}
	d.f.problem(n.at, "%s: no %s is called %s%s", path, kind, n.what(), hint(n.text, names))
	return 0
}

// refNames lists what an argument may refer to, in the order of its references.
func refNames(w *model.Workload, kind model.ArgKind) (names []string, what string) {
	switch kind {
	case model.ArgLine:
		for _, e := range w.Lines {
			names = append(names, e.Name)
		}
		for _, l := range w.Layouts {
			for _, f := range l.Value.Fields {
				names = append(names, l.Name+"."+f.Name)
			}
		}
		return names, "line, and no layout's field,"
	case model.ArgLock:
		return namesOf(w.Locks), "lock"
	case model.ArgQueue:
		return namesOf(w.Queues), "queue"
	case model.ArgBarrier:
		return namesOf(w.Barriers), "barrier"
	case model.ArgPool:
		return namesOf(w.Pools), "pool"
	default:
		return namesOf(w.Devices), "device"
	}
}

func namesOf[T any](table model.Named[T]) []string {
	var out []string
	for _, e := range table {
		out = append(out, e.Name)
	}
	return out
}
