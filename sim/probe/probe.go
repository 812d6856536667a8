// Package probe measures the machine it runs on: what cache lines, locks, the scheduler, threads, goroutines and memory cost there.
//
// Every measure is taken in many short batches, in three passes over all measures, of which the best counts: what disturbs a host may last for
// seconds. Its value is the lower quartile of the batches, since what disturbs a batch makes it longer;
// its noise half the range from the first decile to the ninth. A measure that could not be taken, or whose noise is larger than its value,
// has a Problem and claims nothing.
//
// Threads are pinned where the operating system allows it (Linux); elsewhere the measures that need pinning say so.
package probe

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"time"
)

// Host is what was measured.
type Host struct {
	Topology Topology
	Pairs    []Pair
	Measures []Measure
}

// Measure is one quantity in nanoseconds or GB/s.
type Measure struct {
	Name string
	Unit string
	// Value is the lower quartile of the batches, or of their rates the upper one; Low and High are the deciles around them.
	Value, Low, High float64
	Batches          int
	// Method says how it was measured, in words that stand behind "measured: ".
	Method string
	// Problem says why there is no value; empty where there is one.
	Problem string
}

// Known tells whether the measure claims a value.
func (m Measure) Known() bool { return m.Problem == "" }

// Get returns a measure by its name; one that was not taken has a Problem.
func (h *Host) Get(name string) Measure {
	for _, m := range h.Measures {
		if m.Name == name {
			return m
		}
	}
	return Measure{Name: name, Problem: "not measured"}
}

// prober carries what the measures share.
type prober struct {
	ctx  context.Context
	cpus []int // those this process may use
	// budget is how long one measure takes.
	budget time.Duration
	host   *Host
}

// The longest that one measure takes. With some fifteen measures, the pairs and a doubling of threads that stream memory, the whole
// stays below a minute, and below five seconds when quick.
const (
	patient = 1500 * time.Millisecond
	quick   = 100 * time.Millisecond
)

// Run measures this host. When ctx ends it stops within a batch and returns ctx's error. Tell, if not nil, hears how much is done.
func Run(ctx context.Context, isQuick bool, tell func(done, expected int)) (*Host, error) {
	cpus, err := allowedCPUs()
	if err != nil {
		return nil, err
	}
	budget, passes := patient/3, 3
	if isQuick {
		budget, passes = quick, 1
	}
	// Threads that spin for each other each need a P, however small the quota that the runtime set them by, and so does the one
	// that reads the clock. A collection would stop them in the middle of a batch.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(len(cpus) + 1))
	defer debug.SetGCPercent(debug.SetGCPercent(-1))

	families := []func(*prober){
		measureLocal, measurePairs, measureContended, measureMutex, measureSpin, measureSyscall, measureSwitch, measureWake, measureThreads,
		measureGoroutines, measureMemory,
	}
	host := &Host{Topology: readTopology(os.DirFS("/"), cpus)}
	for pass := range passes {
		p := &prober{ctx: ctx, cpus: cpus, budget: budget, host: &Host{Topology: host.Topology}}
		for i, measure := range families {
			if tell != nil {
				tell(pass*len(families)+i, passes*len(families))
			}
			measure(p)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
		}
		host.keepBest(p.host)
		debug.FreeOSMemory() // the array of this pass
	}
	return host, nil
}

// keepBest takes the better of each measure and pair from another pass.
func (h *Host) keepBest(other *Host) {
	if len(h.Measures) == 0 {
		h.Measures, h.Pairs = other.Measures, other.Pairs
		return
	}
	for i := range min(len(h.Measures), len(other.Measures)) {
		h.Measures[i] = better(h.Measures[i], other.Measures[i])
	}
	for i := range min(len(h.Pairs), len(other.Pairs)) {
		h.Pairs[i].Transfer = better(h.Pairs[i].Transfer, other.Pairs[i].Transfer)
	}
}

// add judges the batches of a measure and keeps it. Batches are nanoseconds an operation.
func (p *prober) add(name, method string, batches []float64, err error) Measure {
	m := summarize(name, method, batches, err)
	p.host.Measures = append(p.host.Measures, m)
	return m
}

// until tells when a measure's time is over.
func (p *prober) until() func() bool {
	end := time.Now().Add(p.budget)
	return func() bool { return p.ctx.Err() != nil || time.Now().After(end) }
}
