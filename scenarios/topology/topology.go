// Package topology reads the shape of real machines: what hwloc's lstopo wrote as XML (xml.go), hwloc's synthetic strings
// (synthetic.go), and what Linux shows below /sys and /proc (linux.go). Each reader lists hardware threads; arrange.go makes of them the
// sockets, clusters, cores and threads of a machine file, which are all alike, and says what that took.
package topology

import (
	"fmt"
	"slices"
	"strings"

	"contend/model"
)

// Machine is what is known of a machine's hardware. What is 0 or "" is not known.
type Machine struct {
	Sockets  int
	Clusters int // per socket: groups of cores with a shared last cache
	Cores    int // per cluster
	Threads  int // hardware threads per core

	CPU    string // the model's name, as the processor gives it
	Clock  model.Frequency
	Memory []model.Bytes // of each NUMA node that has some
	Caches [levels]model.Bytes
	Line   model.Bytes

	// Source says where all this is from, as machine files do.
	Source string
	// Warnings say what was rounded or left out.
	Warnings []string
}

// levels is one more than the highest level of a cache; index 0 is not used.
const levels = 6

// mostPUs is how many hardware threads are read: more than any machine has, and few enough to list.
const mostPUs = 1 << 16

// pu is a hardware thread (hwloc's processing unit) and what it is part of. Each part has a number from 1 on that differs from those of
// its kind; 0 stands for none.
type pu struct {
	core, socket, node int
	caches             [levels]int
}

func (m *Machine) warn(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(m.Warnings, text) {
		m.Warnings = append(m.Warnings, text)
	}
}

// setCPU takes the name of a processor; machines have one.
func (m *Machine) setCPU(name string) {
	name = strings.Join(strings.Fields(strings.ToValidUTF8(name, "")), " ")
	const longest = 120
	if r := []rune(name); len(r) > longest {
		name = string(r[:longest])
	}
	switch {
	case m.CPU == "":
		m.CPU = name
	case name != "" && name != m.CPU:
		m.warn("there are processors of several models: taken as %s", m.CPU)
	}
}

// setCache notes the size of a cache and of its lines; the first of each level counts.
func (m *Machine) setCache(level int, size, line model.Bytes) {
	if level < 1 || level >= levels {
		return
	}
	if m.Caches[level] == 0 {
		m.Caches[level] = size
	}
	const longestLine = 4096 // what a machine file takes
	if m.Line == 0 && line <= longestLine {
		m.Line = line
	}
}
