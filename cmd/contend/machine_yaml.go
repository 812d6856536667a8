package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"contend/model"
	"contend/scenarios/topology"
)

// cost is a number of a machine file: a value, and where it is from.
type cost struct{ key, value, from string }

// costSections are those of a machine file that hold costs, in its order.
var costSections = []string{"line", "memory", "smt", "os", "virtual"}

// writeMachine writes a machine file with a topology that was found. What else a machine costs is that of its relative, each number marked as
// assumed.
func writeMachine(w io.Writer, name, source string, found *topology.Machine, r *relative) error {
	var b strings.Builder
	fmt.Fprintf(&b, "name: %s\ntitle: %s\nabout: %s\n", quoted(name), quoted(titleOf(found)), quoted(aboutOf(found, r)))
	fmt.Fprintf(&b, "from: %s\n%s", r.name, topologyText(source, found, r))
	for _, section := range costSections {
		costs := r.costs(section)
		if section == "line" {
			var err error
			if costs, err = lineCosts(source, found, r); err != nil {
				return err
			}
		}
		if len(costs) > 0 {
			fmt.Fprintf(&b, "%s:\n", section)
		}
		for _, c := range costs {
			fmt.Fprintf(&b, "  %s: {value: %s, from: %s}\n", c.key, c.value, quoted(c.from))
		}
	}
	if r.machine.Price > 0 {
		fmt.Fprintln(&b, "price: 0")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// quoted writes text as YAML reads it in any place: JSON's strings are YAML's.
func quoted(text string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		panic(err) // a string always has a form
	}
	return strings.TrimSpace(b.String())
}

func titleOf(found *topology.Machine) string {
	cpu := found.CPU
	if cpu == "" {
		cpu = "a machine whose processor is not told"
	}
	var parts []string
	for _, part := range []struct {
		n    int
		unit string
	}{{found.Sockets, "socket"}, {found.Sockets * found.Clusters * found.Cores, "core"}, {found.Threads, "hardware thread"}} {
		parts = append(parts, plural(part.n, part.unit))
	}
	return fmt.Sprintf("%s, %s, %s, %s a core", cpu, parts[0], parts[1], parts[2])
}

func plural(n int, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return strconv.Itoa(n) + " " + unit + "s"
}

// aboutOf says what a reader has to know, and what is known but has no place in the file.
func aboutOf(found *topology.Machine, r *relative) string {
	texts := []string{fmt.Sprintf("Only the topology was imported. Every cost is assumed to be that of %s: %s. Measure those that matter.", r.name, r.why)}
	for level, size := range found.Caches {
		if size > 0 {
			texts = append(texts, fmt.Sprintf("A cache of level %d has %v.", level, size))
		}
	}
	if n := len(found.Memory); n > 0 {
		var sum model.Bytes
		for _, size := range found.Memory {
			sum += size
		}
		texts = append(texts, fmt.Sprintf("%s of memory on %s.", sum, plural(n, "NUMA node")))
	}
	for _, w := range found.Warnings {
		texts = append(texts, strings.ToUpper(w[:1])+w[1:]+".")
	}
	return strings.Join(texts, " ")
}

func topologyText(source string, found *topology.Machine, r *relative) string {
	t := r.machine.Topology
	links := cost{"links", "full", "assumed: every socket is the neighbour of every other"}
	if t.Links != "" && t.Sockets == found.Sockets && t.Sockets > 2 {
		links.value, links.from = t.Links, "assumed: of "+r.name
	}
	speed := ""
	if t.Speed != 1 {
		speed = ", speed: 1"
	}
	ghz := strconv.FormatFloat(float64(found.Clock)/1e9, 'f', -1, 64)
	return fmt.Sprintf("topology: {sockets: %d, clusters: %d, cores: %d, threads: %d, clock: %sGHz%s, links: {value: %s, from: %s}, from: %s}\n",
		found.Sockets, found.Clusters, found.Cores, found.Threads, ghz, speed, links.value, quoted(links.from), quoted(source))
}

// costs lists the numbers of a section of a relative.
func (r *relative) costs(section string) []cost {
	var out []cost
	for _, n := range r.numbers {
		if key, ok := strings.CutPrefix(n.Path, "machine."+section+"."); ok {
			out = append(out, cost{key, quotedValue(n.Value), "assumed: of " + r.name})
		}
	}
	return out
}

// cost is a number of a relative as a file writes it, "" where no file does.
func (r *relative) cost(section, key string) string {
	for _, c := range r.costs(section) {
		if c.key == key {
			return c.value
		}
	}
	return ""
}

// quotedValue leaves plain what YAML takes plain within braces: erlang(4, 51us) has a comma.
func quotedValue(value string) string {
	if strings.ContainsAny(value, ",{}[]#:&*!|>'\"%@`") {
		return quoted(value)
	}
	return value
}
