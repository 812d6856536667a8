package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"contend/model"
	"contend/scenarios"
	"contend/scenarios/topology"
)

// command runs the command in this process.
func command(t *testing.T, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	var out, err bytes.Buffer
	status = Run(context.Background(), args, strings.NewReader(""), &out, &err)
	return out.String(), err.String(), status
}

const onMachine = `name: app
machine: {from: MACHINE}
params: {work: {value: 10us, from: assumed}}
workload:
  closed: {threads: 2}
  locks: {a: {kind: futex}}
  program: [{compute: $work}, {lock: a}, {unlock: a}]
measure: {warmup: 100us, window: 1ms, reps: 2}
`

// Every sample becomes a machine file that is read, drawn, and run on; all its costs say that they are assumed.
func TestImportRoundTrip(t *testing.T) {
	files, err := filepath.Glob("../../scenarios/topology/testdata/*.xml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	inputs := [][]string{{"--synthetic", "pack:8 l3:1 core:8 pu:1"}, {"--synthetic", "pack:2 l3:16 core:4 pu:2", "--relative", "xeon-2s8c"}, {"--synthetic", "pack:4 core:2 pu:2", "--relative", "core-duo-t2400"}}
	for _, file := range files {
		inputs = append(inputs, []string{file})
	}
	for _, name := range scenarios.Machines() {
		inputs = append(inputs, []string{"--synthetic", "pack:4 l3:2 core:2 pu:2", "--relative", name})
	}
	dir := t.TempDir()
	for _, input := range inputs {
		what := strings.Join(input, " ")
		file := filepath.Join(dir, "machine.yaml")
		if _, stderr, status := command(t, append([]string{"machine", "import", "-o", file}, input...)...); status != 0 {
			t.Errorf("%s: status %d: %s", what, status, stderr)
			continue
		}
		checkImported(t, what, file)
		if _, stderr, status := command(t, "machine", "show", file, "-o", filepath.Join(dir, "machine.svg")); status != 0 {
			t.Errorf("%s: show: status %d: %s", what, status, stderr)
		}
	}
}

func checkImported(t *testing.T, what, file string) {
	t.Helper()
	m, numbers, err := scenarios.MachineNumbers(file)
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	for _, n := range numbers {
		if !strings.HasPrefix(n.Path, "machine.topology.") && n.Path != "machine.line.size" && n.Path != "machine.price" && !strings.HasPrefix(n.From, "assumed: ") {
			t.Errorf("%s: %s is from %q, want assumed", what, n.Path, n.From)
		}
	}
	travels := m.Line.Transfers()
	for socket := 1; socket < m.Topology.Sockets; socket++ {
		if d := m.Topology.Between(0, socket); travels[d] == 0 {
			t.Errorf("%s: a line travels to socket %d in no time", what, socket)
		}
	}
	if m.Topology.Threads > 1 && travels[model.SMTSibling] == 0 || m.Topology.Clusters > 1 && travels[model.SameCluster] == 0 || travels[model.SameSocket] == 0 {
		t.Errorf("%s: a line travels in no time: %v", what, travels)
	}
	s, err := scenarios.Load("app", []byte(strings.Replace(onMachine, "MACHINE", file, 1)), filepath.Dir(file), scenarios.Options{})
	if err == nil && s.Variants[0].Points[0].Machine.Topology != m.Topology {
		t.Errorf("%s: a scenario on it got the topology %+v, want %+v", what, s.Variants[0].Points[0].Machine.Topology, m.Topology)
	}
	if err != nil {
		t.Errorf("%s: a scenario on it: %v", what, err)
	}
}

// The relative is the one that a person would take.
func TestNearestRelative(t *testing.T) {
	for _, c := range []struct {
		cpu, shape, want, why string
	}{
		{"Intel(R) Xeon(R) Platinum 8275CL CPU @ 3.00GHz", "pack:2 core:24 pu:2", "xeon-8275cl-2s", "model"},
		{"Intel(R) Xeon(R) CPU E5-2690 0 @ 2.90GHz", "pack:2 core:8 pu:2", "xeon-e5-2690-2s", "model"},
		{"Intel(R) Xeon(R) CPU E5-2680 v4 @ 2.40GHz", "pack:2 core:14 pu:2", "xeon-e5-2680v4-2s", "model"},
		{"Intel(R) Xeon(R) CPU E5-2640 v3 @ 2.60GHz", "pack:2 core:8 pu:2", "xeon-e5-2680v3-2s", "generation"},
		{"Intel(R) Xeon(R) CPU X5650 @ 2.67GHz", "pack:1 core:6 pu:1", "xeon-x5650-2s", "model"},
		{"Intel(R) Xeon(R) Gold 6346 CPU @ 3.10GHz", "pack:2 core:16 pu:2", "xeon-6336y-2s", "generation"},
		{"AMD EPYC 7742 64-Core Processor", "pack:2 l3:16 core:4 pu:2", "epyc-7742-2s", "model"},
		{"AMD EPYC 7713 64-Core Processor", "pack:2 l3:8 core:8 pu:2", "epyc-7763-2s", "generation"},
		{"AMD EPYC 9755 128-Core Processor", "pack:2 l3:16 core:8 pu:1", "epyc-9654-2s", "line"},
		{"AMD Ryzen 9 5950X 16-Core Processor", "l3:2 core:8 pu:2", "ryzen-5950x", "model"},
		{"AMD Ryzen 7 5700X 8-Core Processor", "core:8 pu:2", "ryzen-5800u", "generation"},
		{"Intel(R) Core(TM) i7-6700K CPU @ 4.00GHz", "core:4 pu:2", "i7-6700k", "model"},
		{"12th Gen Intel(R) Core(TM) i7-12700K", "core:8 pu:2", "i7-1165g7", "line"},
		{"Arm Neoverse-N1", "core:32 pu:1", "graviton2", "model"},
		{"Apple M2", "l2:2 core:4 pu:1", "m2-max", "generation"},
		{"", "pack:2 core:8 pu:2", "xeon-2s8c", "as many sockets, the same kind of shared caches, as many threads a core, the nearest number of cores"},
		{"", "pack:8 core:8 pu:1", "nehalem-ex-8s", "as many sockets"},
	} {
		m, err := topology.Synthetic("shape", c.shape)
		if err != nil {
			t.Fatal(err)
		}
		m.CPU = c.cpu
		r, err := nearestRelative(m)
		if err != nil {
			t.Fatal(err)
		}
		if r.name != c.want || !strings.Contains(r.why, c.why) {
			t.Errorf("%q of %s: got %s for %q, want %s for %q", c.cpu, c.shape, r.name, r.why, c.want, c.why)
		}
	}
}

// A text from elsewhere gets into the file as text, whatever it holds.
func TestImportForeignText(t *testing.T) {
	file := filepath.Join(t.TempDir(), "m.yaml")
	found := &topology.Machine{Sockets: 1, Clusters: 1, Cores: 2, Threads: 1, CPU: "a \"b\": {c} #d\n\x00\u2028<é> \\ 'x'", Source: "measured: hwloc"}
	r, err := nearestRelative(found)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := writeMachine(&b, "m", found.Source, found, r); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	m, err := scenarios.Machine(file)
	if err != nil || !strings.HasPrefix(m.Title, found.CPU) {
		t.Errorf("got %+v, %v; want the title to begin with %q", m, err, found.CPU)
	}
}
