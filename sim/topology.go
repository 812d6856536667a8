package sim

import "contend/model"

// class is how far a cache line travels.
type class = model.Distance

const (
	here        = model.Here
	smtSibling  = model.SMTSibling
	sameCluster = model.SameCluster
	classes     = model.Distances
)

// topology places hardware threads (CPUs) on cores, clusters and sockets. CPU numbers run through the
// hardware threads of a core, the cores of a cluster, the clusters of a socket, and the sockets.
type topology struct {
	model.Topology
	cpus, cores, clusters int
	hops                  [][]class // between sockets
	// Of each CPU, its core, cluster and socket, and of each pair of clusters how far apart they are: divisions would cost more.
	coreOf, clusterOf, socketOf []int32
	apartBy                     []class
}

func newTopology(t model.Topology) topology {
	n := t.Sockets
	out := topology{Topology: t, cpus: t.CPUs(), cores: t.Sockets * t.Clusters * t.Cores, clusters: t.Sockets * t.Clusters}
	for a := range n {
		row := make([]class, n)
		for b := range n {
			row[b] = t.Between(a, b)
		}
		out.hops = append(out.hops, row)
	}
	for cpu := range out.cpus {
		core := cpu / t.Threads
		out.coreOf = append(out.coreOf, int32(core))
		out.clusterOf = append(out.clusterOf, int32(core/t.Cores))
		out.socketOf = append(out.socketOf, int32(core/t.Cores/t.Clusters))
	}
	for a := range out.clusters {
		for b := range out.clusters {
			c := out.hops[a/t.Clusters][b/t.Clusters]
			// Where a socket is one cluster, all its cores are of the same socket.
			if a == b && t.Clusters > 1 {
				c = sameCluster
			}
			out.apartBy = append(out.apartBy, c)
		}
	}
	return out
}

func (t *topology) core(cpu int32) int32    { return t.coreOf[cpu] }
func (t *topology) cluster(cpu int32) int32 { return t.clusterOf[cpu] }
func (t *topology) socket(cpu int32) int32  { return t.socketOf[cpu] }

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

// apart is the class between different cores of two clusters.
func (t *topology) apart(a, b int32) class { return t.apartBy[int(a)*t.clusters+int(b)] }

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
