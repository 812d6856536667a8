package probe

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"contend/model"
)

// Machine writes the host as a machine file. What was not measured is taken from a machine of the catalogue and marked as assumed.
func (h *Host) Machine(name string, base *model.Machine) string {
	b := &strings.Builder{}
	fmt.Fprintf(b, "name: %s\n", name)
	fmt.Fprintf(b, "title: %q\n", fmt.Sprintf("a host that was probed, %d CPUs", len(h.Topology.Places)))
	fmt.Fprintf(b, "about: >-\n  Measured by contend machine probe: lower quartiles of many short batches. What is assumed is that of %s.\n", base.Name)
	fmt.Fprintf(b, "from: %s\n", base.Name)
	h.writeTopology(b)
	h.writeLine(b, base)
	h.writeMemory(b, base)
	fmt.Fprintf(b, "smt: {factor: %s}\n", assumed(plain(float64(base.SMT.Factor)), base))
	h.writeOS(b, base)
	h.writeVirtual(b, base)
	return b.String()
}

func (h *Host) writeTopology(b *strings.Builder) {
	t := h.Topology
	from := "measured: the CPUs that the process may use, as the operating system tells"
	if t.Irregular {
		from = "assumed: the CPUs that the process may use are not as many in each core, cluster or socket; taken as one socket"
	}
	fmt.Fprintf(b, "topology: {sockets: %d, clusters: %d, cores: %d, threads: %d, clock: 0GHz, links: full, from: %q}\n", t.Sockets, t.Clusters, t.Cores, t.Threads, from)
}

func (h *Host) writeLine(b *strings.Builder, base *model.Machine) {
	fmt.Fprintf(b, "line:\n")
	hit := h.Get(Hit)
	write(b, "hit", hit, base.Line.Hit, base)
	for d, t := range base.Line.Transfers() {
		if name := TransferNames[d]; name != "" {
			m := h.Get(name)
			if far := h.Get(TransferNames[model.OneHop]); d == int(model.TwoHops) && far.Known() {
				m = far // the host's sockets are taken as all linked
			}
			write(b, name, m, t, base)
		}
	}
	write(b, "memory", Measure{Problem: "not measured"}, base.Line.Memory, base)
	write(b, "atomic", without(h.Get(Atomic), hit), base.Line.Atomic, base)
	write(b, "occupancy", Measure{Problem: "not measured"}, base.Line.Occupancy, base)
	if in := h.overlap(); in.Known() {
		fmt.Fprintf(b, "  overlap: %s\n", marked(plain(in.Value), "measured: "+in.Method))
	}
	fmt.Fprintf(b, "  arbitration: %s\n", cmp.Or(base.Line.Arbitration, "fifo"))
	fmt.Fprintf(b, "  store_buffer: %s\n", assumed(strconv.Itoa(base.Line.StoreBuffer), base))
}

// overlap is the share of a transfer in which the core that gives a line away goes on with it: so many more adds than one it does.
func (h *Host) overlap() Measure {
	row, each, a := h.Get(InRow), h.Get(Atomic), h.way()
	if !row.Known() || !each.Known() || !a.Known() {
		return Measure{Problem: "not measured"}
	}
	row.Value = min((row.Value-1)*each.Value/a.Value, 1)
	row.Method += ", less one, times an atomic, by a transfer"
	return row
}

// way is the transfer between the CPUs that measures of two threads run on.
func (h *Host) way() Measure {
	a, b, _ := h.Topology.neighbours()
	for _, p := range h.Pairs {
		if p.A == a && p.B == b {
			return p.Transfer
		}
	}
	return Measure{Problem: "not measured"}
}

// writeMemory takes a core's bandwidth from one thread, and a station's from the most that any number of threads had.
func (h *Host) writeMemory(b *strings.Builder, base *model.Machine) {
	one, most := h.Get(Bandwidth(1)), Measure{Problem: "not measured"}
	for _, m := range h.Measures {
		if m.Unit == "GB/s" && m.Known() && (!most.Known() || m.Value > most.Value) {
			most = m
		}
	}
	rate := func(m Measure, otherwise model.Bandwidth) string {
		if m.Known() {
			return marked(plain(m.Value)+"GB/s", "measured: "+m.Method)
		}
		return assumed(plain(float64(otherwise)/1e9)+"GB/s", base)
	}
	fmt.Fprintf(b, "memory:\n  per_core: %s\n  station: %s\n  placement: local\n",
		rate(one, base.Memory.PerCore), rate(most.times(1/float64(h.Topology.Sockets)), base.Memory.Station))
}

func (h *Host) writeOS(b *strings.Builder, base *model.Machine) {
	mean := func(d model.Dist) model.Time { return model.Time(d.Mean()) }
	thread := h.Get(ThreadCycle)
	start := assumed(mean(base.OS.Start).String(), base)
	if thread.Known() {
		start = marked("0ns", "assumed: is in create, which was measured until the thread had run")
	}
	fmt.Fprintf(b, "os:\n")
	fmt.Fprintf(b, "  quantum: %s\n", assumed(base.OS.Quantum.String(), base))
	write(b, "switch", h.Get(Switch), base.OS.Switch, base)
	write(b, "wake", without(h.Get(WakeToRun), h.Get(Switch)), mean(base.OS.Wake), base)
	write(b, "wake_call", h.Get(WakeCall), mean(base.OS.WakeCall), base)
	write(b, "create", thread, mean(base.OS.Create), base)
	fmt.Fprintf(b, "  start: %s\n", start)
	write(b, "syscall", h.Get(Syscall), base.OS.Syscall, base)
	fmt.Fprintf(b, "  stack: %s\n", assumed(base.OS.Stack.String(), base))
	fmt.Fprintf(b, "  stack_touched: %s\n", assumed(base.OS.StackTouched.String(), base))
}

// writeVirtual takes goroutines for virtual threads. A hand-off takes and releases a channel's lock twice, makes one runnable, takes one
// off and puts one on, each at a third of the rest; a goroutine's life has these three beside its creation. With other
// Ps a hand-off is cheaper than without; a machine has one cost, which is the mean.
func (h *Host) writeVirtual(b *strings.Builder, base *model.Machine) {
	v := base.Virtual
	three := h.Get(Handoff).less(h.Get(Atomic).times(4))
	third := mean(h.Get(Handoff), h.Get(HandoffAlone)).less(h.Get(Atomic).times(4)).times(1. / 3)
	third.Method = "a third of a hand-off less four atomics, the mean of both measures: " + h.Get(Handoff).Method
	fmt.Fprintf(b, "virtual:\n")
	write(b, "create", without(h.Get(GoroutineCreation), three), model.Time(v.Create.Mean()), base)
	write(b, "submit", third, model.Time(v.Submit.Mean()), base)
	write(b, "mount", third, v.Mount, base)
	write(b, "unmount", third, v.Unmount, base)
	fmt.Fprintf(b, "  per_frame: %s\n", marked("0ns", "assumed: a goroutine keeps its stack, nothing is copied"))
	fmt.Fprintf(b, "  stack: %s\n  frame: %s\n", assumed(v.Stack.String(), base), assumed(v.Frame.String(), base))
}

// write adds a time: the measured one where it is claimed, the catalogue's otherwise, nothing where that has none.
func write(b *strings.Builder, key string, m Measure, otherwise model.Time, base *model.Machine) {
	value := assumed(otherwise.String(), base)
	switch {
	case m.Known():
		value = marked(model.Time(m.Value*float64(model.Nanosecond)).String(), "measured: "+m.Method)
	case otherwise == 0: // neither has it
		return
	}
	fmt.Fprintf(b, "  %s: %s\n", key, value)
}

// without is a measure less another, and says so.
func without(m, other Measure) Measure {
	m = m.less(other)
	m.Method += "; less " + other.Name
	return m
}

func marked(value, from string) string { return fmt.Sprintf("{value: %s, from: %q}", value, from) }

func assumed(value string, base *model.Machine) string {
	return marked(value, "assumed: that of "+base.Name)
}

func plain(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }
