package scenarios

import (
	"math"
	"reflect"
	"slices"
	"strings"

	"contend/model"
)

// topKeys are the keys of a scenario file.
var topKeys = []string{"name", "title", "about", "source", "machine", "runtime", "unit", "params", "workload", "sweep", "variants", "measure", "measured", "calibration", "expect"}

// paths are the sections that --set and variants reach by a path.
var paths = []string{"machine", "runtime", "workload", "measure"}

// resolve turns a scenario's tree into the model's: each variant at each point.
func (f *file) resolve(root *node, o Options) *model.Scenario {
	if root.kind != mapping {
		f.problem(root.at, "the file is %s; expected a mapping that begins with name:", root.what())
		return nil
	}
	for _, e := range root.keys {
		if !contains(topKeys, e.name) {
			f.problem(e.at, "a scenario has no key %s%s", short(e.name), hint(e.name, topKeys))
		}
	}
	s := &model.Scenario{Name: f.word(root, "name"), Title: f.text(root, "title"), About: f.text(root, "about"), Source: f.text(root, "source")}
	s.Sets = slices.Clone(o.Set)
	f.move(root, o)
	f.override(root, setsOf(o.Set))
	d := &decoder{f: f, params: &params{}}
	s.Unit = d.unit(root.get("unit"))
	variants := f.variants(root.get("variants"))
	for i, v := range variants {
		if o.Machine != "" {
			v.sets = slices.DeleteFunc(v.sets, func(o override) bool { return o.name == "machine" })
		}
		s.Variants = append(s.Variants, model.Variant{Name: v.name, Overrides: v.texts()})
		f.resolveVariant(root, v, s, i, o.At)
		if len(f.problems) > 0 {
			break
		}
	}
	names := variantNames(variants)
	s.Measured = d.measured(root.get("measured"), names)
	s.Calibration = d.calibration(root.get("calibration"))
	s.Expect = d.expectations(root.get("expect"), names)
	if len(f.problems) > 0 {
		return nil
	}
	s.Hash = hashOf(s)
	s.Warnings = unsourced(s.Numbers)
	return s
}

// override replaces nodes of the tree.
func (f *file) override(root *node, sets []override) {
	for _, o := range sets {
		o.name = spelledOut(o.name)
		head, _, isPath := strings.Cut(o.name, ".")
		switch {
		case o.name == "machine":
			f.overrideMachine(root, o)
		case isPath && contains(paths, head):
			if m := root.get("machine"); head == "machine" && m != nil && m.kind == scalar {
				root.put("machine", m.at, &node{kind: mapping, at: m.at, keys: []entry{{"from", m.at, m}}})
			}
			root.setPath(o.name, &node{text: o.text, at: o.at})
		default:
			f.overrideParam(root, o)
		}
	}
}

// overrideMachine puts another machine in the place of the one that the file names; what the file changes of it stays.
func (f *file) overrideMachine(root *node, o override) {
	value := &node{text: o.text, at: o.at}
	if m := root.get("machine"); m != nil && m.kind == mapping {
		m.put("from", o.at, value)
		return
	}
	root.put("machine", o.at, value)
}

func (f *file) overrideParam(root *node, o override) {
	params := root.get("params")
	var names []string
	if params != nil && params.kind == mapping {
		names = params.names()
	}
	if !contains(names, o.name) {
		f.problem(o.at, "there is no parameter %s%s", short(o.name), hint(o.name, append(names, "machine.…", "workload.…", "runtime.…")))
		return
	}
	params.setPath(o.name, &node{text: o.text, at: o.at})
}

// resolveVariant decodes one variant at its points. The first one tells the numbers and the sweep.
func (f *file) resolveVariant(root *node, v variant, s *model.Scenario, i int, at []float64) {
	tree := root.clone()
	f.override(tree, v.sets)
	if m := tree.get("machine"); m == nil {
		f.problem(root.at, "machine is missing: a name, a path, or a mapping")
	} else if machine := f.machineTree(m, f.dir, 0); machine != nil {
		tree.put("machine", m.at, machine)
	} else {
		tree.drop("machine")
	}
	var numbers *[]model.Number
	if i == 0 {
		numbers = &s.Numbers
	}
	first, sw := f.point(tree, nil, numbers)
	if len(f.problems) > 0 {
		return
	}
	points := f.pointsOf(tree, sw, at)
	if len(f.problems) > 0 {
		return
	}
	if i == 0 {
		s.X, s.Effort = "threads", first.Effort
		if sw != nil {
			s.X = sw.name
		}
	}
	for _, n := range points {
		p := first
		if sw != nil {
			p, _ = f.point(tree, &n, nil)
		}
		p.N = n
		s.Variants[i].Points = append(s.Variants[i].Points, p)
		if len(f.problems) > 0 {
			return
		}
	}
}

// pointsOf lists the points of a curve: those asked for, or the sweep's.
func (f *file) pointsOf(tree *node, sw *sweep, at []float64) []float64 {
	switch {
	case len(at) == 0 && sw == nil:
		return []float64{1}
	case len(at) == 0:
		return sw.points
	}
	for _, n := range at {
		if sw == nil && n != 1 {
			f.problem(place{file: f.name}, "the scenario has no sweep, so its only point is 1, not %g", n)
		}
		if math.IsNaN(n) || math.IsInf(n, 0) || n <= 0 {
			f.problem(place{file: f.name}, "there is no point %g", n)
		}
	}
	return at
}

// point decodes everything that one simulation needs. at is the sweep's value, nil for its first.
func (f *file) point(tree *node, at *float64, numbers *[]model.Number) (model.Point, *sweep) {
	d := &decoder{f: f, at: at, numbers: numbers}
	paramSweep := d.sweepParam(tree)
	d.readParams(tree.get("params"))
	if paramSweep != nil {
		d.sweepTo(tree, paramSweep)
	}
	var p model.Point
	if m := tree.get("machine"); m != nil {
		d.decodeMachine(m, &p.Machine)
	}
	d.section(tree.get("runtime"), reflect.ValueOf(&p.Runtime).Elem(), "runtime")
	d.work = &p.Workload
	d.workload(tree.get("workload"), &p.Workload)
	p.Effort = d.effort(tree.get("measure"))
	if len(f.problems) == 0 {
		arrange(&p.Workload)
		p.N = 1
		if d.sweep != nil {
			p.N = d.sweep.points[0]
		}
	}
	return p, d.sweep
}

func (d *decoder) decodeMachine(n *node, m *model.Machine) {
	d.section(n, reflect.ValueOf(m).Elem(), "machine")
}

// sweepParam reads a sweep over a parameter.
func (d *decoder) sweepParam(tree *node) *sweep {
	n := tree.get("sweep")
	if n == nil {
		return nil
	}
	name, values := n.get("param"), n.get("values")
	if name == nil || values == nil || len(n.keys) != 2 || name.kind != scalar {
		d.f.problem(n.at, "sweep is %s; expected {param: NAME, values: FIRST..LAST/STEP}", n.what())
		return nil
	}
	value := tree.get("params").get(name.text)
	if value == nil {
		var names []string
		if p := tree.get("params"); p != nil {
			names = p.names()
		}
		d.f.problem(name.at, "sweep.param: there is no parameter %s%s", short(name.text), hint(name.text, names))
		return nil
	}
	points, ok := d.sweepPoints(values, number, "sweep.values")
	if !ok {
		return nil
	}
	d.sweep = &sweep{name.text, points, values.at}
	return d.sweep
}

// sweepTo gives the swept parameter the point's value.
func (d *decoder) sweepTo(tree *node, s *sweep) {
	n := s.points[0]
	if d.at != nil {
		n = *d.at
	}
	d.params.done = map[string]quantity{s.name: constant(number, n)}
}

// workload decodes what runs. The program comes last, for it refers to the rest.
func (d *decoder) workload(n *node, w *model.Workload) {
	if n == nil {
		d.f.problem(place{d.f.name, 1, 1}, "workload is missing: what runs")
		return
	}
	d.section(n, reflect.ValueOf(w).Elem(), "workload")
	kinds := 0
	for _, is := range []bool{w.Closed != nil, w.Open != nil, w.Batch != nil} {
		if is {
			kinds++
		}
	}
	switch {
	case len(d.f.problems) > 0:
	case kinds != 1:
		d.f.problem(n.at, "workload has %d of closed, open and batch; expected exactly one", kinds)
	case len(w.Program) == 0:
		d.f.problem(n.at, "workload.program is missing or empty: what each thread does")
	case w.Open != nil && w.Pools.Index(w.Open.Pool) < 0:
		d.f.problem(n.get("open").at, "workload.open.pool: no pool is called %s%s", short(w.Open.Pool), hint(w.Open.Pool, namesOf(w.Pools)))
	case w.Open != nil && w.Open.Rate <= 0:
		d.f.problem(n.get("open").at, "workload.open.rate is missing or 0; expected a rate, such as 500/s")
	default:
		d.checkLocks(n, w)
	}
}

// unsourced warns of parameters that do not say where they are from.
func unsourced(numbers []model.Number) []model.Warning {
	var names []string
	for _, n := range numbers {
		if name, ok := strings.CutPrefix(n.Path, "params."); ok && n.From == "" && !isWord(n.Value) && !isExpression(n.Value) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return []model.Warning{{Code: "no-source", Text: "these parameters do not say where they are from: " + strings.Join(names, ", ")}}
}
