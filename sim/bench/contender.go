package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
)

// contender is one engine in one style of modelling.
type contender struct {
	name, style string
	// command runs a model when its arguments are appended; absent says why it cannot.
	command []string
	absent  string
	// customers is how many a run serves: enough for a second or so.
	customers int64
	// largest is the most pending events that it is asked for, and why says why.
	largest int
	why     string
}

const (
	callback  = "callbacks"
	processes = "processes" // one for each customer
)

// contenders are contend's two styles, then the peers. self is this program, built where the peers are to be built too.
func contenders(self, dir string) []contender {
	simgrid := native(dir, "simgrid", "SimGrid actors", processes, "simgrid", "libsimgrid-dev", 200_000)
	simgrid.largest, simgrid.why = 100_000, "10^6 actors take 17 GiB"
	return []contender{
		{name: "contend engine", style: callback, command: []string{self, "work", "callback"}, customers: 4_000_000},
		{name: "contend program", style: processes, command: []string{self, "work", "program"}, customers: 2_000_000},
		native(dir, "ns3", "ns-3 Simulator", callback, "ns3-core", "libns3-dev", 1_000_000),
		simgrid,
		python(dir, "pypy3", "SimPy on PyPy", []string{"pypy3"}, 300_000),
		python(dir, "python3", "SimPy on CPython", []string{"/usr/bin/python3", "python3"}, 100_000),
	}
}

// native is a peer in C++, compiled against a library of the system.
func native(dir, source, name, style, library, debian string, customers int64) contender {
	c := contender{name: name, style: style, customers: customers}
	missing := func(what string) contender {
		c.absent = what
		return c
	}
	compiler, err := exec.LookPath("g++")
	if err != nil {
		return missing("no g++")
	}
	flags, err := exec.Command("pkg-config", "--libs-only-l", library).Output()
	if err != nil {
		return missing("no " + debian)
	}
	binary := dir + "/" + source
	args := []string{"-O3", "-march=native", "-std=c++17", "-o", binary, "sim/bench/peers/" + source + ".cpp"}
	if out, err := exec.Command(compiler, append(args, strings.Fields(string(flags))...)...).CombinedOutput(); err != nil {
		return missing("does not compile: " + firstLine(out))
	}
	c.command = []string{binary}
	return c
}

// python is SimPy under the first of some interpreters that has it.
func python(_, debian, name string, interpreters []string, customers int64) contender {
	c := contender{name: name, style: processes, customers: customers}
	for _, i := range interpreters {
		if exec.Command(i, "-c", "import simpy").Run() == nil {
			c.command = []string{i, "sim/bench/peers/simpy_peer.py"}
			return c
		}
	}
	c.absent = "no " + debian + " with python3-simpy3"
	return c
}

// run serves customers of a model in a process of its own.
func (c *contender) run(b benchmark, seed uint64) (outcome, error) {
	args := append(append([]string(nil), c.command[1:]...), b.model, strconv.Itoa(b.size), fmt.Sprint(c.serves(b)), fmt.Sprint(seed))
	var stderr bytes.Buffer
	cmd := exec.Command(c.command[0], args...)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return outcome{}, fmt.Errorf("%s, %v: %w %s", c.name, b, err, firstLine(stderr.Bytes()))
	}
	return readOutcome(out)
}

// serves is how many customers a run serves: at least two for each that there is.
func (c *contender) serves(b benchmark) int64 { return max(c.customers, 2*int64(b.size)) }

func readOutcome(out []byte) (outcome, error) {
	var o outcome
	d := json.NewDecoder(bytes.NewReader(out))
	d.DisallowUnknownFields()
	if err := d.Decode(&o); err != nil {
		return o, fmt.Errorf("want a line of JSON, got %q: %w", firstLine(out), err)
	}
	if o.Customers <= 0 || !(o.Seconds > 0) {
		return o, fmt.Errorf("want customers and seconds above 0, got %q", firstLine(out))
	}
	return o, nil
}

func firstLine(b []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(b)), "\n")
	return line
}
