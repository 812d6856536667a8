package probe

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"contend/model"
)

const sysfs = "/sys/devices/system/cpu"

// Topology is the part of the machine that this process may use.
type Topology struct {
	// Places has each allowed CPU.
	Places []Place
	// Sockets, Clusters, Cores and Threads are as in model.Topology. Where the allowed CPUs do not make a regular machine they are
	// one socket of so many cores, and Irregular is set.
	Sockets, Clusters, Cores, Threads int
	Irregular                         bool
}

// Place is where a CPU is. Cores are told apart by the CPUs on them, clusters by those that share their last cache.
type Place struct {
	CPU           int
	Socket        string
	Cluster, Core string
}

// readTopology reads where CPUs are. What cannot be read makes each CPU a core of one socket.
func readTopology(root string, cpus []int) Topology {
	var t Topology
	for _, cpu := range cpus {
		dir := filepath.Join(root, "cpu"+strconv.Itoa(cpu))
		t.Places = append(t.Places, Place{
			CPU:     cpu,
			Socket:  readWord(filepath.Join(dir, "topology/physical_package_id"), "0"),
			Cluster: readWord(filepath.Join(dir, "cache/index3/shared_cpu_list"), "all"),
			Core:    readWord(filepath.Join(dir, "topology/thread_siblings_list"), strconv.Itoa(cpu)),
		})
	}
	sockets := count(t.Places, func(p Place) string { return p.Socket })
	clusters := count(t.Places, func(p Place) string { return p.Socket + "/" + p.Cluster })
	cores := count(t.Places, func(p Place) string { return p.Socket + "/" + p.Cluster + "/" + p.Core })
	t.Sockets, t.Clusters, t.Cores, t.Threads = sockets, clusters/sockets, cores/clusters, len(cpus)/cores
	regular := model.Topology{Sockets: t.Sockets, Clusters: t.Clusters, Cores: t.Cores, Threads: t.Threads}
	if regular.CPUs() != len(cpus) {
		t.Irregular = true
		t.Sockets, t.Clusters, t.Cores, t.Threads = 1, 1, len(cpus), 1
	}
	return t
}

// count is how many different names places have.
func count(places []Place, name func(Place) string) int {
	seen := map[string]bool{}
	for _, p := range places {
		seen[name(p)] = true
	}
	return len(seen)
}

func readWord(path, otherwise string) string {
	data, err := os.ReadFile(path)
	if word := strings.TrimSpace(string(data)); err == nil && word != "" {
		return word
	}
	return otherwise
}

// distance is how far two CPUs are apart. The file system does not say how sockets are linked: all are one hop apart.
func (t *Topology) distance(a, b Place) model.Distance {
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

// lastCache is the size of all last caches together, 0 where that is unknown.
func (t *Topology) lastCache(root string) model.Bytes {
	text := readWord(fmt.Sprintf("%s/cpu%d/cache/index3/size", root, t.Places[0].CPU), "")
	kib, err := strconv.ParseInt(strings.TrimSuffix(text, "K"), 10, 64)
	if err != nil {
		return 0
	}
	return model.Bytes(kib) * model.KiB * model.Bytes(count(t.Places, func(p Place) string { return p.Cluster }))
}
