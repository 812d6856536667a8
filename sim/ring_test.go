package sim

import (
	"context"
	"math"
	"strings"
	"testing"

	"contend/model"
)

// passing is n threads that put an item into a queue and take one out.
func passing(n, capacity int, between model.Time) model.Workload {
	w := closed(n, op("enqueue", args{"to": 0}), op("dequeue", args{"from": 0}))
	if between > 0 {
		w.Program = append(w.Program, op("compute", args{"for": exp(between)}))
	}
	w.Queues = model.Named[model.Queue]{{Name: "q", Value: model.Queue{Capacity: capacity}}}
	return w
}

// A saturated queue passes an item in the time that a counter's line takes from core to core with its atomic, however many wait.
func TestQueueSaturates(t *testing.T) {
	m := costly(32)
	for _, n := range []int{16, 32} {
		r := simulate(t, m, passing(n, 1024, 0), window(100*us, 500*us), 0)
		want := 1 / (m.Line.SameSocket + m.Line.Atomic).Seconds()
		if got := rate(r); math.Abs(got/want-1) > .01 {
			t.Errorf("%d threads pass %.4g items a second, want %.4g", n, got, want)
		}
	}
	// Without anybody in the way, an iteration is its two atomics and four accesses to its slot, all of which hit.
	r := simulate(t, m, passing(1, 1, 0), window(10*us, 100*us), 0)
	if got, want := r.Latency.P50, 2*(m.Line.Hit+m.Line.Atomic)+4*m.Line.Hit; got != want {
		t.Errorf("a lone thread takes %v, want %v", got, want)
	}
}

// Where lines take no time and there is room, a queue costs nothing.
func TestQueueIsFree(t *testing.T) {
	r := simulate(t, bare(8), passing(8, 64, 10*us), window(1000*us, 20_000*us), 0)
	if got, want := rate(r), 8/(10*us).Seconds(); math.Abs(got/want-1) > .05 || charge(r, "queue:q") != 0 {
		t.Errorf("%.4g items a second, want %.4g; %v ns in the queue", got, want, charge(r, "queue:q"))
	}
}

// A queue of one place passes items one at a time; also where waiters and whoever they wait for share a CPU.
func TestQueueOfOne(t *testing.T) {
	for _, m := range []model.Machine{bare(4), costly(4)} {
		m.OS.Quantum = 20 * us
		for _, n := range []int{2, 4, 12} {
			w := passing(n, 1, 0)
			w.Closed.Placement = "free"
			w.Program = []model.Op{w.Program[0], computing(1 * us), w.Program[1]}
			r := simulate(t, m, w, window(1000*us, 20_000*us), 0)
			if got := rate(r) * (1 * us).Seconds(); got > 1.0001 || n <= 4 && got < .8 {
				t.Errorf("%d threads on %d CPUs: %.3f items in the time that the only place is taken for one", n, m.Topology.Cores, got)
			}
		}
	}
}

func TestEmptyQueueIsADeadlock(t *testing.T) {
	w := passing(4, 8, 0)
	w.Program[0], w.Program[1] = w.Program[1], w.Program[0]
	_, err := Run(context.Background(), model.Point{N: 4, Machine: costly(4), Workload: w, Effort: window(0, 1000*us)}, Options{})
	if err == nil || !strings.Contains(err.Error(), "4 in queue:q") {
		t.Errorf("error %v, want a deadlock", err)
	}
}
