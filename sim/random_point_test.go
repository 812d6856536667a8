package sim

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"contend/model"
)

// drawPoint draws a machine, a workload that cannot deadlock on it, and a short window.
func drawPoint(t *rapid.T) model.Point {
	m := drawMachine(t)
	w := drawWorkload(t, &m)
	p := model.Point{N: float64(w.Threads()), Machine: m, Workload: w}
	if w.Closed != nil {
		p.Effort = window(drawTime(t, "warmup", 0, 20*us), drawTime(t, "window", 1*us, 100*us))
	}
	return p
}

func drawTime(t *rapid.T, name string, least, most model.Time) model.Time {
	return model.Time(rapid.Int64Range(int64(least), int64(most)).Draw(t, name))
}

// drawDist draws a distribution with about a mean.
func drawDist(t *rapid.T, name string, least, most int64) model.Dist {
	a := rapid.Int64Range(least, most).Draw(t, name)
	switch kind := rapid.SampledFrom([]model.DistKind{model.Const, model.Uniform, model.UniformInt, model.Exp, model.Erlang}).Draw(t, name+" kind"); kind {
	case model.Uniform, model.UniformInt:
		return model.Dist{Kind: kind, A: a, B: a + rapid.Int64Range(0, most-least).Draw(t, name+" range")}
	case model.Erlang:
		return model.Dist{Kind: kind, A: a, Shape: 4}
	default:
		return model.Dist{Kind: kind, A: a}
	}
}

func drawMachine(t *rapid.T) model.Machine {
	m := model.Machine{
		Topology: model.Topology{
			Sockets:  rapid.IntRange(1, 4).Draw(t, "sockets"),
			Clusters: rapid.IntRange(1, 2).Draw(t, "clusters"),
			Cores:    rapid.IntRange(1, 4).Draw(t, "cores"),
			Threads:  rapid.IntRange(1, 2).Draw(t, "hardware threads"),
			Speed:    rapid.SampledFrom([]float64{0, .5, 1, 1.7}).Draw(t, "speed"),
			AllCores: model.Fraction(rapid.SampledFrom([]float64{0, .7, 1}).Draw(t, "clock of all cores")),
			Links:    rapid.SampledFrom([]string{"full", "hypercube", "ring"}).Draw(t, "links"),
		},
		SMT: model.SMT{Factor: model.Fraction(rapid.SampledFrom([]float64{0, .5, .63, 1}).Draw(t, "smt factor"))},
		Memory: model.Memory{
			PerCore:   model.Bandwidth(rapid.IntRange(1, 20).Draw(t, "GB/s of a core")) * 1e9,
			Station:   model.Bandwidth(rapid.IntRange(0, 30).Draw(t, "GB/s of a station")) * 1e9,
			Shared:    model.Bandwidth(rapid.IntRange(0, 60).Draw(t, "GB/s shared")) * 1e9,
			Placement: rapid.SampledFrom([]string{"local", "interleaved"}).Draw(t, "memory placement"),
		},
		OS: model.OS{
			Quantum: rapid.SampledFrom([]model.Time{0, 1 * us, 10 * us, 3000 * us}).Draw(t, "quantum"),
		},
	}
	m.Line = drawLineCosts(t)
	drawSoftwareCosts(t, &m)
	return m
}

// drawLineCosts draws latencies that grow with the distance. One machine in a few has lines that cost nothing.
func drawLineCosts(t *rapid.T) model.LineCosts {
	l := model.LineCosts{
		Size:        64,
		Arbitration: rapid.SampledFrom([]string{"fifo", "nearest"}).Draw(t, "arbitration"),
		Bound:       rapid.IntRange(0, 4).Draw(t, "bound"),
		Overlap:     rapid.SampledFrom([]model.Fraction{0, 0, .3, 1}).Draw(t, "overlap"),
		StoreBuffer: rapid.SampledFrom([]int{0, 1, 2, 8}).Draw(t, "store buffer"),
	}
	if rapid.IntRange(0, 4).Draw(t, "lines are free") == 4 {
		return l
	}
	l.Hit = drawTime(t, "hit", 0, 2*ns)
	at := l.Hit
	for _, d := range []struct {
		of   *model.Time
		name string
	}{{&l.SMTSibling, "smt_sibling"}, {&l.SameCluster, "same_cluster"}, {&l.SameSocket, "same_socket"}, {&l.Memory, "memory"}, {&l.OneHop, "one_hop"}, {&l.TwoHops, "two_hops"}} {
		at += drawTime(t, d.name+" more", 0, 50*ns)
		*d.of = at
	}
	l.Atomic, l.Occupancy = drawTime(t, "atomic", 0, 20*ns), drawTime(t, "occupancy", 0, 5*ns)
	return l
}

// drawSoftwareCosts draws those of the scheduler and of virtual threads.
func drawSoftwareCosts(t *rapid.T, m *model.Machine) {
	m.Virtual.Carriers = rapid.IntRange(0, 4).Draw(t, "carriers")
	if rapid.Bool().Draw(t, "software is free") {
		return
	}
	m.OS.Switch, m.OS.Migrate = drawTime(t, "switch", 0, 2*us), drawTime(t, "migrate", 0, 1*us)
	m.OS.Wake, m.OS.WakeCall = drawDist(t, "wake", 0, int64(3*us)), drawDist(t, "wake call", 0, int64(1*us))
	m.OS.Syscall = drawTime(t, "syscall", 0, 1*us)
	m.OS.Others = model.Fraction(rapid.SampledFrom([]float64{0, 0, .1, .4}).Draw(t, "others"))
	m.OS.OthersBurst = drawDist(t, "others' burst", int64(1*us), int64(10*us))
	v := &m.Virtual
	v.Mount, v.Unmount, v.PerFrame = drawTime(t, "mount", 0, 1*us), drawTime(t, "unmount", 0, 1*us), drawTime(t, "per frame", 0, 50*ns)
	v.Submit = drawDist(t, "submit", 0, int64(1*us))
}

// drawWorkload draws threads and their program. Threads that spin for one without a CPU need time slices, which the machine gets.
func drawWorkload(t *rapid.T, m *model.Machine) model.Workload {
	var w model.Workload
	n := rapid.IntRange(1, 24).Draw(t, "threads")
	placement := rapid.SampledFrom([]string{"compact", "scatter", "free"}).Draw(t, "placement")
	kind := rapid.SampledFrom([]string{"os", "os", "virtual"}).Draw(t, "kind of threads")
	if rapid.Bool().Draw(t, "closed") {
		w.Closed = &model.Closed{Threads: n, Placement: placement, Kind: kind}
	} else {
		w.Batch = &model.Batch{Threads: n, Placement: placement, Kind: kind}
	}
	cpus := m.Topology.CPUs()
	if m.OS.Quantum == 0 && (m.OS.Others > 0 || n > cpus || kind == "virtual" && m.Virtual.Carriers > cpus) {
		m.OS.Quantum = 5 * us
	}
	for i := range rapid.IntRange(1, 3).Draw(t, "kinds of lines") {
		l := model.Line{Count: rapid.IntRange(1, 3).Draw(t, "lines"), Pick: rapid.SampledFrom([]string{"random", "own"}).Draw(t, "pick")}
		w.Lines = append(w.Lines, model.Entry[model.Line]{Name: fmt.Sprintf("line%d", i), Value: l})
	}
	for i := range rapid.IntRange(0, 3).Draw(t, "locks") {
		w.Locks = append(w.Locks, model.Entry[model.Lock]{Name: fmt.Sprintf("lock%d", i), Value: drawLock(t, m)})
	}
	b := &programmer{T: t, workload: &w, isVirtual: kind == "virtual"}
	w.Program = b.block(2)
	if rapid.IntRange(0, 3).Draw(t, "queue") == 3 && !b.isVirtual { // waiters spin, which would keep the carriers
		w.Queues = model.Named[model.Queue]{{Name: "queue", Value: model.Queue{Capacity: rapid.IntRange(1, 8).Draw(t, "capacity")}}}
		w.Program = append(w.Program, op("enqueue", args{"to": 0}), op("dequeue", args{"from": 0}))
	}
	if rapid.IntRange(0, 3).Draw(t, "barrier") == 3 {
		w.Barriers = model.Named[model.Barrier]{{Name: "barrier", Value: model.Barrier{Kind: rapid.SampledFrom([]string{"spin", "monitor"}).Draw(t, "kind of barrier")}}}
		if b.isVirtual {
			w.Barriers[0].Value.Kind = "monitor" // those that spin would keep the carriers
		}
		w.Program = append(w.Program, op("barrier", args{"name": 0}))
	}
	return w
}

func drawLock(t *rapid.T, m *model.Machine) model.Lock {
	l := model.Lock{Kind: rapid.SampledFrom(slices.Sorted(slices.Values(kinds()))).Draw(t, "kind of lock")}
	if l.Kind == "tas" && m.Line.Arbitration == "nearest" {
		l.Kind = "ttas" // swaps of near waiters would keep the line from a far holder for ever
	}
	if l.Parks() {
		l.Spin = rapid.SampledFrom([]model.Time{0, 100 * ns, 2 * us}).Draw(t, "spin")
	}
	if l.BacksOff() {
		l.Backoff = rapid.SampledFrom([]model.Time{0, 50 * ns}).Draw(t, "backoff")
	}
	return l
}

// programmer draws programs.
type programmer struct {
	*rapid.T
	workload  *model.Workload
	isVirtual bool
	// locked is the lowest lock that may be taken, as all take them in one order; alert tells that a CPU may not be given up, because
	// virtual threads that spin would keep all carriers.
	locked int
	alert  bool
}

// block draws ops, of which the first takes time.
func (b *programmer) block(depth int) []model.Op {
	ops := []model.Op{op("compute", args{"for": drawDist(b.T, "first compute", int64(1*ns), int64(1*us))})}
	for range rapid.IntRange(0, 4).Draw(b.T, "ops") {
		ops = append(ops, b.op(depth)...)
	}
	return ops
}

func (b *programmer) op(depth int) []model.Op {
	names := []string{"compute", "memory", "read", "write", "update", "atomic", "syscall"}
	if !b.alert {
		names = append(names, "sleep", "yield")
	}
	if depth > 0 {
		names = append(names, "repeat", "choose", "call")
		if b.locked < len(b.workload.Locks) {
			names = append(names, "lock", "lock", "lock")
		}
	}
	switch name := rapid.SampledFrom(names).Draw(b.T, "op"); name {
	case "compute", "syscall":
		return []model.Op{op(name, args{"for": drawDist(b.T, name, 0, int64(2*us))})}
	case "sleep":
		return []model.Op{op(name, args{"for": drawDist(b.T, name, 0, int64(10*us))})}
	case "memory":
		return []model.Op{op(name, args{"bytes": drawDist(b.T, "bytes", 0, 5000)})}
	case "yield":
		return []model.Op{op(name, nil)}
	case "repeat":
		return []model.Op{op(name, args{"times": drawDist(b.T, "times", 0, 3), "do": b.block(depth - 1)})}
	case "call":
		do := append(b.block(depth-1), op("walk", args{"each": 20 * ns, "update": b.line()}))
		return []model.Op{op(name, args{"frames": drawDist(b.T, "frames", 0, 5), "do": do})}
	case "choose":
		return []model.Op{op(name, args{"of": []model.Case{{Weight: 1, Ops: b.block(depth - 1)}, {Weight: 2.5, Ops: b.block(depth - 1)}}})}
	case "lock":
		return b.section(depth)
	default:
		return []model.Op{op(name, args{"line": b.line(), "times": drawDist(b.T, "times", 0, 3)})}
	}
}

func (b *programmer) line() int {
	return rapid.IntRange(0, len(b.workload.Lines)-1).Draw(b.T, "line")
}

// section draws a block under a lock.
func (b *programmer) section(depth int) []model.Op {
	i := rapid.IntRange(b.locked, len(b.workload.Locks)-1).Draw(b.T, "lock")
	l := b.workload.Locks[i].Value
	take := args{"name": i}
	if l.HasReaders() {
		take["to"] = rapid.SampledFrom([]string{"read", "write"}).Draw(b.T, "to")
	}
	was := *b
	b.locked = i + 1
	if b.isVirtual && !l.Parks() {
		b.alert, b.locked = true, len(b.workload.Locks)
	}
	do := b.block(depth - 1)
	b.locked, b.alert = was.locked, was.alert
	return append(append([]model.Op{op("lock", take)}, do...), op("unlock", args{"name": i}))
}
