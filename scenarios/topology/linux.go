package topology

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"contend/model"
)

const (
	cpuFolder  = "sys/devices/system/cpu"
	nodeFolder = "sys/devices/system/node"
	cpuinfo    = "proc/cpuinfo"
)

// Linux reads the machine that a Linux system runs on, or the virtual one it was given. root is the file system from / on.
func Linux(root fs.FS) (*Machine, error) {
	l := &linux{root: root, machine: &Machine{Source: "measured: Linux, /sys/devices/system/cpu"}}
	online, err := l.cpus(path.Join(cpuFolder, "online"))
	if err != nil {
		return nil, fmt.Errorf("%w; detecting the machine takes Linux, elsewhere import what 'lstopo FILE.xml' writes", err)
	}
	nodes := l.nodes()
	var pus []pu
	for _, cpu := range online {
		pus = append(pus, l.pu(cpu, nodes))
	}
	l.cpuinfo()
	l.offline()
	l.kinds()
	if len(online) > 0 {
		l.clock(online[0])
	}
	if err := l.machine.arrange(pus); err != nil {
		return nil, fmt.Errorf("%s: %w", cpuFolder, err)
	}
	return l.machine, nil
}

// linux is a system that is read. Files that a kernel does not have leave things unknown.
type linux struct {
	root    fs.FS
	machine *Machine
}

// text returns what a file holds, "" where there is none.
func (l *linux) text(elems ...string) string {
	data, err := fs.ReadFile(l.root, path.Join(elems...))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(data))
}

// cpus reads a list of CPUs such as "0-3,8".
func (l *linux) cpus(name string) ([]int, error) {
	data, err := fs.ReadFile(l.root, name)
	if err != nil {
		var wrong *fs.PathError
		if errors.As(err, &wrong) {
			err = wrong.Err
		}
		return nil, fmt.Errorf("/%s: %w", name, err)
	}
	list, ok := cpuList(strings.TrimSpace(string(data)))
	if !ok {
		return nil, fmt.Errorf("/%s: %q is no list of CPUs such as 0-3,8", name, cut(string(data)))
	}
	return list, nil
}

// cpuList reads "0-3,8", of which the empty list is "".
func cpuList(text string) ([]int, bool) {
	if text == "" {
		return nil, true
	}
	var out []int
	for _, part := range strings.Split(text, ",") {
		from, to, isRange := strings.Cut(part, "-")
		if !isRange {
			to = from
		}
		a, err1 := strconv.Atoi(from)
		b, err2 := strconv.Atoi(to)
		if err1 != nil || err2 != nil || a < 0 || b < a || b >= 1<<20 || len(out)+b-a >= mostPUs {
			return nil, false
		}
		for cpu := a; cpu <= b; cpu++ {
			out = append(out, cpu)
		}
	}
	return out, true
}

// firstOf numbers a group by its first CPU, from 1 on; 0 where there is no list of its CPUs.
func (l *linux) firstOf(elems ...string) int {
	list, ok := cpuList(l.text(elems...))
	if !ok || len(list) == 0 {
		return 0
	}
	return slices.Min(list) + 1
}

func (l *linux) pu(cpu int, nodes map[int]int) pu {
	folder := path.Join(cpuFolder, "cpu"+strconv.Itoa(cpu))
	p := pu{core: l.firstOf(folder, "topology/thread_siblings_list"), node: nodes[cpu]}
	if p.core == 0 {
		p.core = cpu + 1
	}
	if socket, err := strconv.Atoi(l.text(folder, "topology/physical_package_id")); err == nil && socket >= 0 {
		p.socket = socket + 1
	}
	for i := range 2 * levels {
		l.cache(&p, path.Join(folder, "cache/index"+strconv.Itoa(i)))
	}
	return p
}

func (l *linux) cache(p *pu, folder string) {
	level, err := strconv.Atoi(l.text(folder, "level"))
	if err != nil || level < 1 || level >= levels || l.text(folder, "type") == "Instruction" {
		return
	}
	p.caches[level] = l.firstOf(folder, "shared_cpu_list")
	size, _ := sizeOf(strings.Replace(l.text(folder, "size"), "K", "KiB", 1))
	line, _ := strconv.ParseInt(l.text(folder, "coherency_line_size"), 10, 32)
	l.machine.setCache(level, size, model.Bytes(max(line, 0)))
}

// nodes returns the NUMA node of each CPU, from 1 on, and notes the nodes' memory.
func (l *linux) nodes() map[int]int {
	out := map[int]int{}
	list, _ := cpuList(l.text(nodeFolder, "online"))
	for _, node := range list {
		folder := path.Join(nodeFolder, "node"+strconv.Itoa(node))
		cpus, _ := cpuList(l.text(folder, "cpulist"))
		for _, cpu := range cpus {
			out[cpu] = node + 1
		}
		for _, line := range strings.Split(l.text(folder, "meminfo"), "\n") {
			_, value, ok := strings.Cut(line, "MemTotal:")
			kib, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(value, "kB")), 10, 50)
			if ok && err == nil && kib > 0 {
				l.machine.Memory = append(l.machine.Memory, model.Bytes(kib)*model.KiB)
			}
		}
	}
	return out
}

// cpuinfo finds the processor's name: each architecture calls it something else.
func (l *linux) cpuinfo() {
	found := map[string]string{}
	for _, line := range strings.Split(l.text(cpuinfo), "\n") {
		key, value, _ := strings.Cut(line, ":")
		if key = strings.ToLower(strings.TrimSpace(key)); found[key] == "" {
			found[key] = strings.TrimSpace(value)
		}
	}
	for _, key := range []string{"model name", "cpu model", "cpu"} {
		if l.machine.CPU == "" {
			l.machine.setCPU(found[key])
		}
	}
	if l.machine.CPU == "" {
		l.machine.setCPU(armName(found["cpu implementer"], found["cpu part"]))
	}
	l.machine.Clock = clockIn(l.machine.CPU)
	if l.machine.Clock == 0 {
		l.machine.Clock = mhz(strings.TrimSuffix(found["clock"], "MHz"))
	}
}

// clock takes the base clock that the driver tells, where the name does not hold it. The clock of the moment says nothing.
func (l *linux) clock(cpu int) {
	khz := l.text(cpuFolder, "cpu"+strconv.Itoa(cpu), "cpufreq/base_frequency")
	if l.machine.Clock == 0 && khz != "" {
		l.machine.Clock = mhz(khz[:max(0, len(khz)-3)])
	}
}

func (l *linux) offline() {
	isPresent := map[int]bool{} // the kernel lists CPUs as offline that could be plugged in, too
	present, _ := cpuList(l.text(cpuFolder, "present"))
	for _, cpu := range present {
		isPresent[cpu] = true
	}
	n := 0
	list, _ := cpuList(l.text(cpuFolder, "offline"))
	for _, cpu := range list {
		if isPresent[cpu] {
			n++
		}
	}
	if n > 0 {
		l.machine.warn("%d hardware threads are offline: they are left out", n)
	}
}

// kinds warns of cores that are not alike: those that Intel's hybrid processors list apart, and capacities that differ.
func (l *linux) kinds() {
	kinds := map[string]int{}
	for _, kind := range []string{"cpu_core", "cpu_atom", "cpu_lowpower"} {
		if list, _ := cpuList(l.text("sys/devices", kind, "cpus")); len(list) > 0 {
			kinds[kind] = len(list)
		}
	}
	if len(kinds) == 0 {
		online, _ := cpuList(l.text(cpuFolder, "online"))
		for _, cpu := range online {
			if capacity := l.text(cpuFolder, "cpu"+strconv.Itoa(cpu), "cpu_capacity"); capacity != "" {
				kinds["capacity "+cut(capacity)]++
			}
		}
	}
	if len(kinds) > 1 {
		l.machine.warn("cores are of several kinds (%s): taken as alike", cut(kindsText(kinds)))
	}
}
