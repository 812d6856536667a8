package topology

import (
	"io/fs"

	"contend/model"
)

// Place is where a hardware thread is. Each number tells a part from others of its kind; 0 stands for none.
type Place struct{ CPU, Core, Cluster, Socket int }

// Places tells where CPUs are on the Linux system whose file system root holds, and how large the cache is that a cluster shares, 0
// where that is not known.
func Places(root fs.FS, cpus []int) ([]Place, model.Bytes) {
	l := &linux{root: root, machine: &Machine{}}
	nodes := l.nodes()
	pus := make([]pu, len(cpus))
	for i, cpu := range cpus {
		pus[i] = l.pu(cpu, nodes)
	}
	l.machine.socketsOf(pus)
	level := clusterLevel(pus)
	places := make([]Place, len(cpus))
	for i, p := range pus {
		places[i] = Place{CPU: cpus[i], Core: p.core, Cluster: p.caches[level], Socket: p.socket}
	}
	return places, l.machine.Caches[level]
}
