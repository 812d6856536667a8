// Package scenarios reads scenario and machine files, and holds the library of both.
//
// A file is read in three steps. Its YAML becomes a tree of nodes that know where they stand (node.go, tree.go). Overrides, those
// of a variant and those of --set, replace nodes of the tree (override.go). Then the tree is decoded into the model's
// values by the tags of the model's structs (decode.go), once for each variant and each point of the sweep, so that a variant is its
// overrides and nothing else. Quantities and expressions are read in quantity.go and expression.go. Every problem is
// reported, each with its place.
package scenarios

import "contend/model"

// Options change what a file says.
type Options struct {
	// Set holds NAME=VALUE: a parameter by its name, or a number of the machine, the runtime, the workload or the effort
	// by its path, such as machine.line.one_hop=200ns.
	Set []string
	// At are single points to resolve instead of the sweep's.
	At []float64
	// Machine puts another machine, a catalogue's or a file's, in the place of the scenario's and of all that the scenario changes of it.
	Machine string
	// Threads are the points of a closed workload or a batch, in the place of its threads; nil leaves those.
	Threads []int
}

// Load resolves the scenario in data. name is what errors call the file; a machine or a table of measurements that it names is looked for
// in dir, then in the library. The error is a Problems where the file is wrong.
func Load(name string, data []byte, dir string, o Options) (*model.Scenario, error) {
	f := &file{name: name, dir: dir}
	root := f.parse(data)
	if root == nil {
		return nil, f.problems.sorted()
	}
	s := f.resolve(root, o)
	if len(f.problems) > 0 {
		return nil, f.problems.sorted()
	}
	return s, nil
}
