package probe

import (
	"io/fs"
	"slices"

	"contend/model"
	"contend/scenarios/topology"
)

// Topology is the part of the machine that this process may use.
type Topology struct {
	// Places has each allowed CPU.
	Places []topology.Place
	// Sockets, Clusters, Cores and Threads are as in model.Topology. Where the allowed CPUs do not make a regular machine they are
	// one socket of so many cores, and Irregular is set.
	Sockets, Clusters, Cores, Threads int
	Irregular                         bool
	// cache is the size of all last caches together, 0 where that is unknown.
	cache model.Bytes
}

// readTopology reads where CPUs are. What is not known makes each CPU a core of one socket.
func readTopology(root fs.FS, cpus []int) Topology {
	var t Topology
	t.Places, t.cache = topology.Places(root, cpus)
	sockets, clusters, cores := map[int]bool{}, map[[2]int]bool{}, map[int]bool{}
	for _, p := range t.Places {
		sockets[p.Socket], clusters[[2]int{p.Socket, p.Cluster}], cores[p.Core] = true, true, true
	}
	t.cache *= model.Bytes(len(clusters))
	t.Sockets, t.Clusters, t.Cores, t.Threads = len(sockets), len(clusters)/len(sockets), len(cores)/len(clusters), len(cpus)/len(cores)
	regular := model.Topology{Sockets: t.Sockets, Clusters: t.Clusters, Cores: t.Cores, Threads: t.Threads}
	if regular.CPUs() != len(cpus) {
		t.Irregular = true
		t.Sockets, t.Clusters, t.Cores, t.Threads = 1, 1, len(cpus), 1
	}
	return t
}

// distance is how far two CPUs are apart. The file system does not say how sockets are linked: all are one hop apart.
func (t *Topology) distance(a, b topology.Place) model.Distance {
	switch {
	case t.Irregular:
		return model.SameSocket
	case a.Socket != b.Socket:
		return model.OneHop
	case a.Core == b.Core:
		return model.SMTSibling
	case a.Cluster == b.Cluster && t.Clusters > 1:
		return model.SameCluster
	}
	return model.SameSocket
}

func (t *Topology) pairs() []Pair {
	var out []Pair
	for i, a := range t.Places {
		for _, b := range t.Places[i+1:] {
			out = append(out, Pair{A: a.CPU, B: b.CPU, Distance: t.distance(a, b)})
		}
	}
	return out
}

// neighbours are the two CPUs that measures of two threads run on: the nearest that are not siblings of one core, where there are such.
func (t *Topology) neighbours() (a, b int, ok bool) {
	pairs := t.pairs()
	if len(pairs) == 0 {
		return 0, 0, false
	}
	rank := func(p Pair) int {
		if p.Distance == model.SMTSibling {
			return int(model.Distances)
		}
		return int(p.Distance)
	}
	nearest := slices.MinFunc(pairs, func(a, b Pair) int { return rank(a) - rank(b) })
	return nearest.A, nearest.B, true
}
