package sim

import "contend/model"

// class is how far a cache line travels.
type class uint8

const (
	here class = iota // the same hardware thread
	smtSibling
	sameCluster
	sameSocket
	oneHop
	twoHops
	classes
)

// topology places hardware threads (CPUs) on cores, clusters and sockets. CPU numbers run through the
// hardware threads of a core, the cores of a cluster, the clusters of a socket, and the sockets.
type topology struct {
	model.Topology
	cpus, cores, clusters int
	hops                  [][]class // between sockets
}

func newTopology(t model.Topology) topology {
	n := t.Sockets
	out := topology{Topology: t, cpus: t.CPUs(), cores: t.Sockets * t.Clusters * t.Cores, clusters: t.Sockets * t.Clusters}
	for a := range n {
		row := make([]class, n)
		for b := range n {
			row[b] = hop(t.Links, a, b, n)
		}
		out.hops = append(out.hops, row)
	}
	return out
}

// hop is the class between two sockets. In a hypercube, neighbours differ in one bit of their number; in
// a ring, by one place.
func hop(links string, a, b, n int) class {
	if a == b {
		return sameSocket
	}
	near := true
	switch links {
	case "hypercube":
		d := a ^ b
		near = d&(d-1) == 0
	case "ring":
		d := (a - b + n) % n
		near = d == 1 || d == n-1
	}
	if near {
		return oneHop
	}
	return twoHops
}

func (t *topology) core(cpu int32) int32    { return cpu / int32(t.Threads) }
func (t *topology) cluster(cpu int32) int32 { return t.core(cpu) / int32(t.Cores) }
func (t *topology) socket(cpu int32) int32  { return t.cluster(cpu) / int32(t.Clusters) }

// between is the class of a transfer between two CPUs.
func (t *topology) between(a, b int32) class {
	if a == b {
		return here
	}
	if t.core(a) == t.core(b) {
		return smtSibling
	}
	return t.apart(t.cluster(a), t.cluster(b))
}

// apart is the class between different cores of two clusters. Where a socket is one cluster, all its cores
// are of the same socket.
func (t *topology) apart(a, b int32) class {
	if a == b && t.Clusters > 1 {
		return sameCluster
	}
	return t.hops[a/int32(t.Clusters)][b/int32(t.Clusters)]
}

// order lists the CPUs in the order that a placement fills them: compact fills the cores of a cluster,
// then the next cluster, then the next socket; scatter deals cores over the sockets. Both give every core one
// thread before any gets a second.
func (t *topology) order(placement string) []int32 {
	out := make([]int32, 0, t.cpus)
	perSocket := t.cores / t.Sockets
	for sibling := range t.Threads {
		for i := range t.cores {
			core := i
			if placement == "scatter" {
				core = i%t.Sockets*perSocket + i/t.Sockets
			}
			out = append(out, int32(core*t.Threads+sibling))
		}
	}
	return out
}
