package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"contend/scenarios"
	"contend/sim/probe"
)

// probeBase is the machine whose numbers stand for what a probe does not measure: Linux, two sockets, hardware threads.
const probeBase = "xeon-8275cl-2s"

func newMachineProbeCommand(t *terminal) *cobra.Command {
	var format *choice
	var output string
	var quick bool
	c := &cobra.Command{
		Use:   "probe",
		Short: "Measure this host and write it as a machine",
		Long: `Probe measures this host in less than a minute: what a cache line takes from CPU to CPU, atomics, sync.Mutex, system calls,
switches, wake-ups, threads, goroutines, and memory bandwidth. It needs no privileges, and uses the CPUs that the process may use.

A value is the lower quartile of many short batches; the range beside it is from the first decile to the ninth. Where half of
that range is more than the value, nothing is claimed. On a host that others use too, probe again and compare.

With -o the host becomes a machine file. Its measured numbers say how they were measured; the others are those of ` + probeBase + ` and
marked as assumed. Ctrl-C ends a probe without output.`,
		Example: `  contend machine probe
  contend machine probe -o host.yaml
  contend machine show host.yaml -o host.svg`,
		Args:              wants(0, 0, "no argument"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(c *cobra.Command, _ []string) error {
			tell, erase := t.progress("probing")
			host, err := probe.Run(c.Context(), quick, tell)
			erase()
			switch {
			case errors.Is(err, context.Canceled):
				return &exit{status: statusInterrupted}
			case err != nil:
				return err
			}
			if output != "" {
				base, err := scenarios.Machine(probeBase)
				if err != nil {
					return err
				}
				write := func(w io.Writer) error {
					_, err := io.WriteString(w, host.Machine("host", base))
					return err
				}
				if err := replaceFile(output, write); err != nil {
					return usage(err)
				}
			}
			if format.value == "json" {
				return writeJSON(t.out, newProbeJSON(host))
			}
			writeProbe(t.out, host)
			return nil
		},
	}
	c.Long += exitStatus(statusDone, statusUsage, statusInterrupted)
	c.Flags().StringVarP(&output, "output", "o", "", "write the host as a machine into a `FILE`")
	c.Flags().BoolVar(&quick, "quick", false, "take less than five seconds, with more noise")
	format = formatFlag(c, "text", "json")
	return c
}

// mostPairsShown bounds the table; JSON has every pair.
const mostPairsShown = 28

func writeProbe(w io.Writer, h *probe.Host) {
	table := newTable("<measure", "value", "<", "p10..p90", "batches", "<")
	row := func(name string, m probe.Measure) {
		if !m.Known() {
			table.add(name, "-", "", "", fmt.Sprint(m.Batches), m.Problem)
			return
		}
		table.add(name, significant(m.Value, 3), m.Unit, significant(m.Low, 3)+".."+significant(m.High, 3), fmt.Sprint(m.Batches), m.Method)
	}
	for _, m := range h.Measures {
		row(m.Name, m)
	}
	if len(h.Pairs) <= mostPairsShown {
		for _, p := range h.Pairs {
			row(fmt.Sprintf("CPU %d to %d", p.A, p.B), p.Transfer)
		}
	}
	table.write(w, "")
}

// probeJSON is the document of a probe.
type probeJSON struct {
	Schema    string        `json:"schema"`
	CPUs      []int         `json:"cpus"`
	Sockets   int           `json:"sockets"`
	Clusters  int           `json:"clusters_per_socket"`
	Cores     int           `json:"cores_per_cluster"`
	Threads   int           `json:"threads_per_core"`
	Irregular bool          `json:"irregular,omitempty"`
	Measures  []measureJSON `json:"measures"`
	Pairs     []pairJSON    `json:"pairs"`
}

// measureJSON has numbers only where they are claimed.
type measureJSON struct {
	Name    string   `json:"name"`
	Unit    string   `json:"unit"`
	Value   *float64 `json:"value"`
	P10     *float64 `json:"p10"`
	P90     *float64 `json:"p90"`
	Batches int      `json:"batches"`
	Method  string   `json:"method,omitempty"`
	Problem string   `json:"problem,omitempty"`
}

type pairJSON struct {
	A        int         `json:"a"`
	B        int         `json:"b"`
	Transfer measureJSON `json:"transfer"`
}

func newMeasureJSON(m probe.Measure) measureJSON {
	out := measureJSON{Name: m.Name, Unit: m.Unit, Batches: m.Batches, Method: m.Method, Problem: m.Problem}
	if m.Known() {
		out.Value, out.P10, out.P90 = &m.Value, &m.Low, &m.High
	}
	return out
}

func newProbeJSON(h *probe.Host) probeJSON {
	t := h.Topology
	out := probeJSON{
		Schema: "contend.probe/1", Sockets: t.Sockets, Clusters: t.Clusters, Cores: t.Cores, Threads: t.Threads, Irregular: t.Irregular,
		Measures: []measureJSON{}, Pairs: []pairJSON{},
	}
	for _, p := range t.Places {
		out.CPUs = append(out.CPUs, p.CPU)
	}
	for _, m := range h.Measures {
		out.Measures = append(out.Measures, newMeasureJSON(m))
	}
	for _, p := range h.Pairs {
		out.Pairs = append(out.Pairs, pairJSON{p.A, p.B, newMeasureJSON(p.Transfer)})
	}
	return out
}
