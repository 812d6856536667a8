package scenarios

import "contend/model"

// machineTree returns a machine's tree: a catalogue's or a file's, by its name, or one that changes another, named by from.
// The machine may itself be from another.
func (f *file) machineTree(n *node, dir string, depth int) *node {
	const chain = 8
	switch {
	case depth > chain:
		f.problem(n.at, "machines are from one another more than %d times in a row", chain)
		return nil
	case n.kind == scalar:
		return f.namedMachine(n, dir, depth)
	case n.kind != mapping:
		f.problem(n.at, "machine is %s; expected a name, a path, or a mapping", n.what())
		return nil
	}
	from := n.get("from")
	if from == nil {
		return n.clone()
	}
	if from.kind != scalar {
		f.problem(from.at, "machine.from is %s; expected a name or a path", from.what())
		return nil
	}
	base := f.namedMachine(from, dir, depth)
	if base == nil {
		return nil
	}
	over := n.clone()
	over.drop("from")
	return merge(base, over)
}

func (f *file) namedMachine(n *node, dir string, depth int) *node {
	if n.text == "" {
		f.problem(n.at, "machine is empty; expected a name or a path")
		return nil
	}
	data, at, err := find(n.text, "machines", dir, "machine", Machines())
	if err != nil {
		f.problem(n.at, "%v", err)
		return nil
	}
	other := &file{name: at.name, dir: at.dir}
	tree := other.parse(data)
	f.problems = append(f.problems, other.problems...)
	if tree == nil || len(other.problems) > 0 {
		return nil
	}
	return f.machineTree(tree, at.dir, depth+1)
}

func (n *node) drop(key string) {
	for i := range n.keys {
		if n.keys[i].name == key {
			n.keys = append(n.keys[:i], n.keys[i+1:]...)
			return
		}
	}
}

// Machine resolves a machine of the catalogue or of a file.
func Machine(ref string) (*model.Machine, error) {
	m, _, err := MachineNumbers(ref)
	return m, err
}

// MachineNumbers resolves a machine, and lists its numbers as the files write them.
func MachineNumbers(ref string) (*model.Machine, []model.Number, error) {
	f := &file{name: ref, dir: "."}
	tree := f.namedMachine(&node{text: ref, at: place{file: "machine"}}, ".", 0)
	m := &model.Machine{}
	var numbers []model.Number
	if tree != nil {
		d := &decoder{f: f, params: &params{}, numbers: &numbers}
		d.decodeMachine(tree, m)
	}
	if len(f.problems) > 0 {
		return nil, nil, f.problems.sorted()
	}
	return m, numbers, nil
}
