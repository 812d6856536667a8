package sim

import (
	"testing"

	"contend/model"
)

// A signal that comes while a waiter still releases the lock, and has not parked yet, counts for it.
func TestSignalDuringRelease(t *testing.T) {
	for _, name := range []string{"signal", "broadcast"} {
		m := bare(4)
		m.OS.WakeCall = model.Fixed(100 * us)
		locked := func(do ...model.Op) []model.Op {
			return append(append([]model.Op{op("lock", args{"name": 0})}, do...), op("unlock", args{"name": 0}))
		}
		submit := func(do []model.Op) model.Op { return op("submit", args{"to": 0, "do": do}) }
		w := batchOf(1,
			submit(locked(computing(10*us), op("wait", args{"on": 0}))),                        // wakes the next, which takes 10us to 110us
			submit(append([]model.Op{computing(1 * us)}, locked()...)),                         // parks
			submit(append([]model.Op{computing(50 * us)}, locked(op(name, args{"on": 0}))...)), // finds the lock free
			op("await", args{"pool": 0}),
		)
		w.Locks = model.Named[model.Lock]{{Name: "m", Value: model.Lock{Kind: "futex"}}}
		w.Pools = model.Named[model.Pool]{{Name: "p", Value: model.Pool{Kind: "per_job"}}}
		if r := simulate(t, m, w, model.Effort{}, 0); r.Window > 500*us {
			t.Errorf("%s: it takes %v", name, r.Window)
		}
	}
}

// A barrier of the monitor kind opens for one that still releases its lock when the last one comes.
func TestMonitorOpensDuringRelease(t *testing.T) {
	for _, kind := range []string{"os", "virtual"} {
		m := bare(2)
		m.OS.WakeCall = model.Fixed(3 * us)
		m.Line.Atomic = 1 * us
		w := batchOf(3, computing(1*us), op("barrier", args{"name": 0}))
		w.Batch.Kind, w.Batch.Placement = kind, "free"
		w.Barriers = model.Named[model.Barrier]{{Name: "b", Value: model.Barrier{Kind: "monitor"}}}
		if r := simulate(t, m, w, model.Effort{}, 0); r.Window > 100*us {
			t.Errorf("%s: it takes %v", kind, r.Window)
		}
	}
}
