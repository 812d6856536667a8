package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"regexp"
	"strconv"

	"github.com/spf13/cobra"

	"contend/model"
	"contend/scenarios"
)

// catalogued is what a list says of a machine. A cost of 0 is unknown or does not occur.
type catalogued struct {
	Name        string  `json:"name"`
	Title       string  `json:"title"`
	Sockets     int     `json:"sockets"`
	Clusters    int     `json:"clusters"`
	Cores       int     `json:"cores"`
	CPUs        int     `json:"cpus"`
	ClockGHz    float64 `json:"clock_ghz,omitempty"`
	SameCluster float64 `json:"same_cluster_ns,omitempty"`
	SameSocket  float64 `json:"same_socket_ns,omitempty"`
	OneHop      float64 `json:"one_hop_ns,omitempty"`
	TwoHops     float64 `json:"two_hops_ns,omitempty"`
	Price       float64 `json:"usd_per_hour,omitempty"`
}

func newCatalogued(m *model.Machine) catalogued {
	t := m.Topology
	out := catalogued{
		Name: m.Name, Title: m.Title, Sockets: t.Sockets, Clusters: t.Clusters * t.Sockets, Cores: t.Sockets * t.Clusters * t.Cores, CPUs: t.CPUs(),
		ClockGHz: float64(t.Clock) / 1e9, SameSocket: m.Line.SameSocket.Nanoseconds(), Price: m.Price,
	}
	if t.Clusters > 1 {
		out.SameCluster = m.Line.SameCluster.Nanoseconds()
	}
	for b := 1; b < t.Sockets; b++ {
		switch t.Between(0, b) {
		case model.OneHop:
			out.OneHop = m.Line.OneHop.Nanoseconds()
		case model.TwoHops:
			out.TwoHops = m.Line.TwoHops.Nanoseconds()
		}
	}
	return out
}

// bound is a flag such as --cores '>=32'; a number alone asks for that number.
type bound struct {
	op    string
	limit float64
	text  string
}

var boundText = regexp.MustCompile(`^\s*(<=|>=|!=|=|<|>)?\s*([0-9.]+)\s*$`)

// String is the condition as it was given.
func (b *bound) String() string { return b.text }

// Type is how help shows the value.
func (b *bound) Type() string { return "CONDITION" }

// Set takes a condition.
func (b *bound) Set(s string) error {
	m := boundText.FindStringSubmatch(s)
	if m == nil {
		return fmt.Errorf("want a number, or one behind = != < <= > >=, such as '>=32'")
	}
	limit, err := strconv.ParseFloat(m[2], 64)
	if err != nil {
		return fmt.Errorf("%q is not a number", m[2])
	}
	b.op, b.limit, b.text = m[1], limit, s
	if b.op == "" {
		b.op = "="
	}
	return nil
}

func (b *bound) allows(n float64) bool { return b.op == "" || compares(n, b.op, b.limit) }

// machineFilter chooses machines of the catalogue.
type machineFilter struct {
	sockets, cores, cpus, price bound
}

func (f *machineFilter) add(c *cobra.Command) {
	c.Flags().Var(&f.sockets, "sockets", "only machines with so many sockets, such as '>=2'")
	c.Flags().Var(&f.cores, "cores", "only machines with so many cores, such as '>=32'")
	c.Flags().Var(&f.cpus, "cpus", "only machines with so many hardware threads")
	c.Flags().Var(&f.price, "price", "only machines of a known price that is so high, in dollars an hour")
}

func (f *machineFilter) allows(m catalogued) bool {
	return f.sockets.allows(float64(m.Sockets)) && f.cores.allows(float64(m.Cores)) && f.cpus.allows(float64(m.CPUs)) &&
		(f.price.op == "" || m.Price > 0 && f.price.allows(m.Price))
}

func newMachineListCommand(t *terminal) *cobra.Command {
	var format *choice
	var filter machineFilter
	c := &cobra.Command{
		Use:   "list",
		Short: "List the machines of the catalogue",
		Long: `List prints the catalogue's machines: sockets, cores, hardware threads (CPUs), clock, what a cache line takes between
cores of a cluster, of a socket, and of two sockets (one way, less the atomic), and dollars an hour.`,
		Example: `  contend machine list
  contend machine list --cores '>=32' --sockets 1
  contend machine list --price '<=2' --format csv`,
		Args:              wants(0, 0, "no argument"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			chosen := []catalogued{}
			for _, name := range scenarios.Machines() {
				m, err := scenarios.Machine(name)
				if err != nil {
					return err
				}
				if row := newCatalogued(m); filter.allows(row) {
					chosen = append(chosen, row)
				}
			}
			if len(chosen) == 0 {
				fmt.Fprintln(t.err, "no machine of the catalogue meets these conditions")
			}
			return writeMachines(t.out, chosen, format.value)
		},
	}
	c.Long += exitStatus(statusDone, statusUsage)
	format = formatFlag(c, "text", "json", "csv")
	filter.add(c)
	return c
}

func writeMachines(w io.Writer, all []catalogued, format string) error {
	switch format {
	case "json":
		names := []string{}
		for _, m := range all {
			names = append(names, m.Name)
		}
		return writeJSON(w, struct {
			Schema   string       `json:"schema"`
			Machines []string     `json:"machines"`
			Details  []catalogued `json:"details"`
		}{"contend.machines/1", names, all})
	case "csv":
		out := csv.NewWriter(w)
		_ = out.Write([]string{"name", "sockets", "clusters", "cores", "cpus", "clock_ghz", "same_cluster_ns", "same_socket_ns", "one_hop_ns", "two_hops_ns", "usd_per_hour", "title"})
		for _, m := range all {
			_ = out.Write(append(m.cells(), m.Title))
		}
		out.Flush()
		return out.Error()
	}
	table := newTable("<name", "sockets", "clusters", "cores", "CPUs", "GHz", "cluster ns", "socket ns", "hop ns", "two hops", "$/h", "<")
	for _, m := range all {
		table.add(append(m.cells(), m.Title)...)
	}
	table.write(w, "")
	return nil
}

// cells are a machine's numbers as text, empty where they are unknown or do not occur.
func (m catalogued) cells() []string {
	known := func(x float64) string {
		if x == 0 {
			return ""
		}
		return strconv.FormatFloat(x, 'g', 4, 64)
	}
	return []string{
		m.Name, strconv.Itoa(m.Sockets), strconv.Itoa(m.Clusters), strconv.Itoa(m.Cores), strconv.Itoa(m.CPUs), known(m.ClockGHz),
		known(m.SameCluster), known(m.SameSocket), known(m.OneHop), known(m.TwoHops), known(m.Price),
	}
}
