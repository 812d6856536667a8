package topology

import (
	"errors"
	"fmt"
)

// core is a core and the groups it belongs to.
type core struct {
	socket, cluster int
	threads         int
}

// arrange makes of hardware threads a machine whose sockets, clusters and cores are all alike.
func (m *Machine) arrange(pus []pu) error {
	if len(pus) == 0 {
		return errors.New("there is no hardware thread in it")
	}
	if len(pus) > mostPUs {
		return fmt.Errorf("there are more than %d hardware threads, the most that are read", mostPUs)
	}
	m.socketsOf(pus)
	cores := coresOf(pus, clusterLevel(pus))
	perCluster, perSocket := map[[2]int]int{}, map[int]int{}
	var threads []int
	for _, c := range cores {
		perCluster[[2]int{c.socket, c.cluster}]++
		threads = append(threads, c.threads)
	}
	for key := range perCluster {
		perSocket[key[0]]++
	}
	m.Sockets = len(perSocket)
	m.Clusters = m.alike("sockets", "groups of cores that share a cache", values(perSocket), len(perCluster))
	m.Cores = m.alike("groups of cores that share a cache", "cores", values(perCluster), len(cores))
	m.Threads = m.alike("cores", "hardware threads", threads, len(pus))
	if total := m.Sockets * m.Clusters * m.Cores * m.Threads; total != len(pus) {
		m.warn("%d hardware threads stand for the %d there are", total, len(pus))
	}
	return m.fits()
}

// fits holds a machine against what machine files take.
func (m *Machine) fits() error {
	const mostGroups, mostThreads = 1024, 8
	switch {
	case m.Sockets > mostGroups:
		return fmt.Errorf("there are %d sockets; a machine file takes %d at most", m.Sockets, mostGroups)
	case m.Clusters > mostGroups:
		return fmt.Errorf("a socket has %d groups of cores that share a cache; a machine file takes %d at most", m.Clusters, mostGroups)
	case m.Threads > mostThreads:
		return fmt.Errorf("a core has %d hardware threads; a machine file takes %d at most", m.Threads, mostThreads)
	}
	return nil
}

// socketsOf puts NUMA nodes in the place of sockets where there are none: virtual machines and old files may know nodes only.
func (m *Machine) socketsOf(pus []pu) {
	nodes := map[int]bool{}
	for _, p := range pus {
		if p.socket != 0 {
			return
		}
		nodes[p.node] = true
	}
	for i := range pus {
		pus[i].socket = pus[i].node
	}
	if len(nodes) > 1 {
		m.warn("no sockets are told: taken as the %d NUMA nodes", len(nodes))
	}
}

// clusterLevel is the level of the caches that make clusters: the third; where there is none, the highest whose caches several cores
// share; 0 where all are private.
func clusterLevel(pus []pu) int {
	const third = 3
	for _, p := range pus {
		if p.caches[third] != 0 {
			return third
		}
	}
	for level := levels - 1; level > 0; level-- {
		if isShared(pus, level) {
			return level
		}
	}
	return 0
}

// isShared reports whether two cores have a cache of a level in common.
func isShared(pus []pu, level int) bool {
	users := map[int]int{} // a core of each cache
	for _, p := range pus {
		id := p.caches[level]
		if first, known := users[id]; known && first != p.core && id != 0 {
			return true
		}
		users[id] = p.core
	}
	return false
}

func coresOf(pus []pu, level int) []core {
	var cores []core
	index := map[int]int{}
	for _, p := range pus {
		i, known := index[p.core]
		if !known {
			i = len(cores)
			index[p.core] = i
			cores = append(cores, core{socket: p.socket, cluster: p.caches[level]})
		}
		cores[i].threads++
	}
	return cores
}

// alike returns how many parts each whole has, rounded where they differ.
func (m *Machine) alike(wholes, parts string, counts []int, total int) int {
	least, most := counts[0], counts[0]
	for _, n := range counts {
		least, most = min(least, n), max(most, n)
	}
	each := max(1, (2*total+len(counts))/(2*len(counts)))
	if least != most {
		m.warn("%s have %d to %d %s, %d in all: taken as %d each", wholes, least, most, parts, total, each)
	}
	return each
}

func values[K comparable](m map[K]int) []int {
	var out []int
	for _, n := range m {
		out = append(out, n)
	}
	return out
}
