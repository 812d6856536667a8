package topology

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"contend/model"
)

// shape is a machine's shape as text, such as "2 × 1 × 8 × 2".
func shape(m *Machine) string {
	return fmt.Sprintf("%d × %d × %d × %d", m.Sockets, m.Clusters, m.Cores, m.Threads)
}

func TestXML(t *testing.T) {
	const gib = model.GiB
	for _, c := range []struct {
		file, shape, cpu string
		clock            model.Frequency
		memory           []model.Bytes
		l3               model.Bytes
		warnings         []string
	}{
		{file: "two-socket-16c32t.xml", shape: "2 × 1 × 8 × 2", memory: []model.Bytes{gib}},
		{file: "one-socket-two-l3-8c16t.xml", shape: "1 × 2 × 4 × 2", memory: []model.Bytes{16 * gib}, l3: 16 * model.MiB},
		{file: "four-socket-24c.xml", shape: "4 × 1 × 6 × 1", memory: []model.Bytes{64 * gib, 64 * gib, 64 * gib, 64 * gib}, l3: 12 * model.MiB},
		{file: "v1-nodes-around-sockets.xml", shape: "2 × 2 × 2 × 2", memory: []model.Bytes{8 * gib, 8 * gib}, l3: 16 * model.MiB},
		{
			file: "unequal-sockets.xml", shape: "2 × 1 × 3 × 1", memory: []model.Bytes{8 * gib, 8 * gib}, l3: 8 * model.MiB,
			warnings: []string{"groups of cores that share a cache have 2 to 4 cores, 6 in all: taken as 3 each"},
		},
		{file: "virtual-machine-2c.xml", shape: "1 × 1 × 2 × 1", cpu: "AMD EPYC", memory: []model.Bytes{25276182528}, l3: 32 * model.MiB},
		{
			file: "hybrid.xml", shape: "1 × 1 × 5 × 1", cpu: "12th Gen Intel(R) Core(TM) i7-12650H", clock: 2.3e9, memory: []model.Bytes{16 * gib}, l3: 24 * model.MiB,
			warnings: []string{
				"1 of 7 hardware threads are not allowed to be used there: they are counted all the same",
				"2 hardware threads are offline or hidden: they are left out",
				"cores are of several kinds (IntelAtom: 3 CPUs, IntelCore: 4 CPUs): taken as alike",
				"cores have 1 to 2 hardware threads, 7 in all: taken as 1 each",
				"5 hardware threads stand for the 7 there are",
			},
		},
	} {
		data, err := os.ReadFile(filepath.Join("testdata", c.file))
		if err != nil {
			t.Fatal(err)
		}
		m, err := XML(c.file, data)
		if err != nil {
			t.Errorf("%s: %v", c.file, err)
			continue
		}
		if got := shape(m); got != c.shape || m.CPU != c.cpu || m.Clock != c.clock || m.Caches[3] != c.l3 {
			t.Errorf("%s: got %s, CPU %q, clock %g, third cache %v; want %s, %q, %g, %v", c.file, got, m.CPU, m.Clock, m.Caches[3], c.shape, c.cpu, c.clock, c.l3)
		}
		if diff := cmp.Diff(c.memory, m.Memory); diff != "" {
			t.Errorf("%s: memory (-want +got):\n%s", c.file, diff)
		}
		if diff := cmp.Diff(c.warnings, m.Warnings); diff != "" {
			t.Errorf("%s: warnings (-want +got):\n%s", c.file, diff)
		}
	}
}

// What is wrong with a file is told with its place.
func TestXMLErrors(t *testing.T) {
	const head = "<topology>\n<object type=\"Machine\">\n"
	for _, c := range []struct{ text, want string }{
		{"", "m.xml:1:1: there is no <topology>"},
		{"pack:2 core:4 pu:2", "m.xml:1:19: there is no <topology>"},
		{"<html></html>", "m.xml:1:1: the file begins with <html>"},
		{"<topology>\n<object", "m.xml:2:8: this is not XML"},
		{head + " <object type=\"PU\" os_index=\"x\"/>", "m.xml:3:2: os_index of PU is \"x\""},
		{head + "<object/>", "m.xml:3:1: an <object> has no type="},
		{head + "<object type=\"Cache\" depth=\"9\"/>", "m.xml:3:1: depth of Cache is \"9\""},
		{head + "</object></topology>", "m.xml: there is no hardware thread"},
		{head + strings.Repeat("<object type=\"Group\">", 100), "elements stand more than 64 deep"},
		{head + "<object type=\"Core\">" + strings.Repeat("<object type=\"PU\" os_index=\"1\"/>", 16) + "</object></object></topology>", "m.xml: a core has 16 hardware threads"},
		{head + strings.Repeat("<object type=\"PU\" os_index=\"1\"/>", mostPUs+1), "more than 65536 hardware threads"},
	} {
		_, err := XML("m.xml", []byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.80q: got the error %v, want %q", c.text, err, c.want)
		}
	}
}

func TestSynthetic(t *testing.T) {
	for _, c := range []struct{ text, shape, memory, warning string }{
		{"pack:2 l3:2 core:4 pu:2", "2 × 2 × 4 × 2", "", ""},
		{"Package:2 NUMANode:3 L2Cache:4 Core:5 PU:6", "2 × 12 × 5 × 6", "", ""},
		{"node:2 socket:1 core:4 pu:2", "2 × 1 × 4 × 2", "", ""},
		{"node:2 sock:1 cache:1 core:2 pu:1", "2 × 1 × 2 × 1", "", ""},
		{"node:2 pack:1 cache:2 cache:2 core:2 pu:1", "2 × 2 × 4 × 1", "", "no"},
		{"numa:4 core:8 pu:1", "4 × 1 × 8 × 1", "", "no sockets are told: taken as the 4 NUMA nodes"},
		{"core:4 pu:2", "1 × 1 × 4 × 2", "", ""},
		{"pack:2 pu:4", "2 × 1 × 4 × 1", "", ""},
		{"pack:2 l2:4 core:1 pu:2", "2 × 1 × 4 × 2", "", ""},
		{"pack:1 [numa(memory=17179869184)] l3:2(size=16777216) l2:4(size=1048576) l1d:1(size=32768) core:1 pu:2", "1 × 2 × 4 × 2", "16GiB", ""},
		{"(memory=1GB) pack:2[numa:2(memory=8GiB)] l3:1(size=16MB indexes=0,1) core:2 pu:1(indexes=0,2,1,3)", "2 × 1 × 2 × 1", "8GiB 8GiB 8GiB 8GiB", ""},
	} {
		m, err := Synthetic("s", c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		var memory []string
		for _, size := range m.Memory {
			memory = append(memory, size.String())
		}
		if got := shape(m); got != c.shape || strings.Join(memory, " ") != c.memory {
			t.Errorf("%s: got %s with memory %v, want %s with %s", c.text, got, memory, c.shape, c.memory)
		}
		if got := strings.Join(m.Warnings, "; "); got != c.warning && c.warning != "no" {
			t.Errorf("%s: got the warnings %q, want %q", c.text, got, c.warning)
		}
	}
}

func TestSyntheticErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "s: the string is empty"},
		{"2 4 2", "s:1:1: 2 is a number without a kind"},
		{"pack:2 cpu:4 pu:2", "s:1:8: there is no kind of level \"cpu\""},
		{"pack:2 core", "s:1:8: \"core\" is no level"},
		{"pack:2 core:0 pu:1", "s:1:8: \"core:0\" asks for 0"},
		{"pack:2 core:8", "expected hardware threads at its end, such as pack:2 core:8 pu:1"},
		{"core:2 core:2 pu:1", "core:2 is the second level of its kind"},
		{"core:2 pack:2 pu:1", "pack:2 stands below cores"},
		{"pack:1 l3:1(size=big) core:1 pu:1", "s:1:8: size is \"big\""},
		{"pack:1 [core:1] core:1 pu:1", "in brackets stands \"core\""},
		{"pack:60000 core:60000 pu:2", "more than 65536 hardware threads"},
		{"pack:2000 core:1 pu:1", "there are 2000 sockets"},
		{"core:1 pu:9", "a core has 9 hardware threads"},
		{"pack:1 (size=1", "s:1:8"},
		{strings.Repeat("group:1 ", 1000), "more than the 4096"},
	} {
		_, err := Synthetic("s", c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.80q: got the error %v, want %q", c.text, err, c.want)
		}
	}
}

// A random machine is read back from its synthetic string.
func TestSyntheticRoundTrip(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		draw := func(name string, most int) int { return rapid.IntRange(1, most).Draw(r, name) }
		sockets, clusters, cores, threads := draw("sockets", 16), draw("clusters", 12), draw("cores", 16), draw("threads", 8)
		pack := rapid.SampledFrom([]string{"pack", "Package", "socket", "PACK"}).Draw(r, "word")
		text := fmt.Sprintf("%s:%d l3:%d core:%d pu:%d", pack, sockets, clusters, cores, threads)
		if rapid.Bool().Draw(r, "node") {
			text = "node:1 " + text
		}
		m, err := Synthetic("s", text)
		if err != nil {
			r.Fatalf("%s: %v", text, err)
		}
		if got, want := shape(m), fmt.Sprintf("%d × %d × %d × %d", sockets, clusters, cores, threads); got != want || m.Warnings != nil {
			r.Fatalf("%s: got %s with warnings %q, want %s", text, got, m.Warnings, want)
		}
	})
}

// system is a tree below / as Linux shows it; each CPU has its lists of siblings and of sharers of the third cache, and its socket.
func system(cpus [][3]string) fstest.MapFS {
	tree := fstest.MapFS{}
	put := func(path, text string) { tree[path] = &fstest.MapFile{Data: []byte(text + "\n")} }
	put(cpuFolder+"/online", fmt.Sprintf("0-%d", len(cpus)-1))
	for i, c := range cpus {
		folder := fmt.Sprintf("%s/cpu%d/", cpuFolder, i)
		put(folder+"topology/thread_siblings_list", c[0])
		put(folder+"topology/physical_package_id", c[2])
		for j, cache := range [][3]string{{"1", "Data", "32K"}, {"1", "Instruction", "32K"}, {"2", "Unified", "1024K"}, {"3", "Unified", "32768K"}} {
			index := fmt.Sprintf("%scache/index%d/", folder, j)
			put(index+"level", cache[0])
			put(index+"type", cache[1])
			put(index+"size", cache[2])
			put(index+"coherency_line_size", "64")
			if sharers := c[0]; cache[0] == "3" {
				put(index+"shared_cpu_list", c[1])
			} else {
				put(index+"shared_cpu_list", sharers)
			}
		}
	}
	return tree
}

func TestLinux(t *testing.T) {
	two := system([][3]string{
		{"0,4", "0-1,4-5", "0"},
		{"1,5", "0-1,4-5", "0"},
		{"2,6", "2-3,6-7", "1"},
		{"3,7", "2-3,6-7", "1"},
		{"0,4", "0-1,4-5", "0"},
		{"1,5", "0-1,4-5", "0"},
		{"2,6", "2-3,6-7", "1"},
		{"3,7", "2-3,6-7", "1"},
	})
	two[cpuinfo] = &fstest.MapFile{Data: []byte("processor\t: 0\nmodel name\t: Intel(R) Xeon(R) CPU E5-2680 v4 @ 2.40GHz\ncpu MHz\t\t: 1200.000\n")}
	two[nodeFolder+"/online"] = &fstest.MapFile{Data: []byte("0-1\n")}
	two[nodeFolder+"/node0/meminfo"] = &fstest.MapFile{Data: []byte("Node 0 MemTotal:       33554432 kB\n")}
	two[nodeFolder+"/node1/meminfo"] = &fstest.MapFile{Data: []byte("Node 1 MemTotal:       33554432 kB\n")}
	two[cpuFolder+"/offline"] = &fstest.MapFile{Data: []byte("8-15\n")}
	two[cpuFolder+"/present"] = &fstest.MapFile{Data: []byte("0-9\n")}

	hybrid := system([][3]string{{"0-1", "0-3", "0"}, {"0-1", "0-3", "0"}, {"2", "0-3", "0"}, {"3", "0-3", "0"}})
	hybrid["sys/devices/cpu_core/cpus"] = &fstest.MapFile{Data: []byte("0-1\n")}
	hybrid["sys/devices/cpu_atom/cpus"] = &fstest.MapFile{Data: []byte("2-3\n")}
	hybrid[cpuFolder+"/cpu0/cpufreq/base_frequency"] = &fstest.MapFile{Data: []byte("2500000\n")}

	arm := fstest.MapFS{
		cpuFolder + "/online": {Data: []byte("0-3\n")},
		cpuinfo:               {Data: []byte("processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n")},
	}
	for _, c := range []struct {
		name string
		tree fstest.MapFS
		want Machine
	}{
		{"two sockets", two, Machine{
			Sockets: 2, Clusters: 1, Cores: 2, Threads: 2, CPU: "Intel(R) Xeon(R) CPU E5-2680 v4 @ 2.40GHz", Clock: 2.4e9, Memory: []model.Bytes{32 * model.GiB, 32 * model.GiB},
			Caches: [levels]model.Bytes{0, 32 * model.KiB, model.MiB, 32 * model.MiB}, Line: 64, Warnings: []string{"2 hardware threads are offline: they are left out"},
		}},
		{"hybrid", hybrid, Machine{
			Sockets: 1, Clusters: 1, Cores: 3, Threads: 1, Clock: 2.5e9, Caches: [levels]model.Bytes{0, 32 * model.KiB, model.MiB, 32 * model.MiB}, Line: 64,
			Warnings: []string{
				"cores are of several kinds (cpu_atom: 2 CPUs, cpu_core: 2 CPUs): taken as alike",
				"cores have 1 to 2 hardware threads, 4 in all: taken as 1 each", "3 hardware threads stand for the 4 there are",
			},
		}},
		{"Arm without lists", arm, Machine{Sockets: 1, Clusters: 1, Cores: 4, Threads: 1, CPU: "Arm Neoverse-N1"}},
	} {
		c.want.Source = "measured: Linux, /sys/devices/system/cpu"
		m, err := Linux(c.tree)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if diff := cmp.Diff(&c.want, m); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestLinuxErrors(t *testing.T) {
	for _, c := range []struct {
		tree fstest.MapFS
		want string
	}{
		{fstest.MapFS{}, "/sys/devices/system/cpu/online: file does not exist; detecting the machine takes Linux"},
		{fstest.MapFS{cpuFolder + "/online": {Data: []byte("all")}}, `"all" is no list of CPUs`},
		{fstest.MapFS{cpuFolder + "/online": {Data: []byte("0-999999999")}}, "is no list of CPUs"},
		{fstest.MapFS{cpuFolder + "/online": {}}, "there is no hardware thread"},
	} {
		if _, err := Linux(c.tree); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got the error %v, want %q", err, c.want)
		}
	}
}

// check holds what a reader returns for any input: an error with the input's name, or a machine that a file takes.
func check(t *testing.T, m *Machine, err error) {
	switch {
	case err != nil && m != nil:
		t.Errorf("got a machine and the error %v", err)
	case err != nil && !strings.HasPrefix(err.Error(), "in:") && !strings.HasPrefix(err.Error(), "/sys/") && !strings.HasPrefix(err.Error(), "sys/"):
		t.Errorf("the error does not say where: %v", err)
	case err == nil && (m.Sockets < 1 || m.Sockets > 1024 || m.Clusters < 1 || m.Clusters > 1024 || m.Cores < 1 || m.Threads < 1 || m.Threads > 8 || m.Line < 0):
		t.Errorf("got a machine that no file takes: %+v", m)
	}
}

func FuzzXML(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.xml")
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := XML("in", data)
		check(t, m, err)
	})
}

func FuzzSynthetic(f *testing.F) {
	for _, text := range []string{"pack:2 l3:2 core:4 pu:2", "node:2 socket:1 cache:1 core:4 pu:2", "(memory=1GB) pack:2[numa:2(memory=8GiB)] l1d:1(size=32KiB) core:2 pu:1(indexes=0,1)"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Synthetic("in", text)
		check(t, m, err)
	})
}

func FuzzLinux(f *testing.F) {
	f.Add("0-3", "0-1", "0", "3", "32K", "64", "model name\t: AMD EPYC", "Node 0 MemTotal: 5 kB")
	f.Fuzz(func(t *testing.T, online, list, socket, level, size, line, info, memory string) {
		tree := system([][3]string{{list, list, socket}, {list, online, socket}})
		for path, text := range map[string]string{
			cpuFolder + "/online": online, cpuFolder + "/cpu0/cache/index3/level": level, cpuFolder + "/cpu0/cache/index3/size": size,
			cpuFolder + "/cpu0/cache/index3/coherency_line_size": line, cpuinfo: info, nodeFolder + "/online": list, nodeFolder + "/node0/meminfo": memory,
			cpuFolder + "/offline": list,
		} {
			tree[path] = &fstest.MapFile{Data: []byte(text)}
		}
		m, err := Linux(tree)
		check(t, m, err)
	})
}
