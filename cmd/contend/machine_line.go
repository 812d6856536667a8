package main

import (
	"slices"

	"contend/scenarios/topology"
)

// standIn is the machine whose costs are taken where a relative tells none.
const standIn = "xeon-8275cl-2s"

// lineCosts fits a relative's line costs to a shape that may differ from its own: with other groups of cores a distance is called
// otherwise, and distances that the relative does not have cost something.
func lineCosts(source string, found *topology.Machine, r *relative) ([]cost, error) {
	out := r.costs("line")
	t, line := r.machine.Topology, r.machine.Line
	if found.Line > 0 {
		out = replaceCost(out, cost{"size", found.Line.String(), source})
	}
	switch {
	case found.Clusters == 1 && t.Clusters > 1 && line.SameCluster > 0:
		out = replaceCost(out, cost{"same_socket", r.cost("line", "same_cluster"), "assumed: same_cluster of " + r.name + ", whose sockets have several"})
	case found.Clusters > 1 && t.Clusters == 1 && line.SameSocket > 0:
		out = replaceCost(out, cost{"same_cluster", r.cost("line", "same_socket"), "assumed: same_socket of " + r.name + ", whose sockets have one cluster"})
	}
	for _, d := range []struct {
		key           string
		occurs, there bool // on the machine that was found, and on its relative
	}{
		{"smt_sibling", found.Threads > 1, t.Threads > 1},
		{"one_hop", found.Sockets > 1, t.Sockets > 1},
		{"two_hops", found.Sockets > 2, t.Sockets > 2},
	} {
		switch value := r.cost("line", d.key); {
		case !d.occurs || d.there && value != "":
		case value != "":
			out = replaceCost(out, cost{d.key, value, "assumed: of " + r.name + ", where it does not occur"})
		default:
			other, err := openRelative(standIn, "")
			if err != nil {
				return nil, err
			}
			out = replaceCost(out, cost{d.key, other.cost("line", d.key), "assumed: of " + standIn + ", for " + r.name + " does not tell"})
		}
	}
	return out, nil
}

// replaceCost puts a cost in the place of the one of its key, or behind all.
func replaceCost(costs []cost, c cost) []cost {
	if i := slices.IndexFunc(costs, func(old cost) bool { return old.key == c.key }); i >= 0 {
		costs[i] = c
		return costs
	}
	return append(costs, c)
}
