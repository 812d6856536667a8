package engine

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestOrder(t *testing.T) {
	e := New()
	var got []uint32
	k := e.Handle(func(arg uint32) { got = append(got, arg) })
	for _, in := range []struct {
		at   Time
		prio uint8
		arg  uint32
	}{{20, 0, 4}, {10, 1, 2}, {10, 0, 0}, {10, 1, 3}, {10, 0, 1}, {30, 9, 5}} {
		e.Arm(e.NewTimer(k, in.arg), in.at, in.prio)
	}
	e.Run(25, nil)
	if want := []uint32{0, 1, 2, 3, 4}; !slices.Equal(got, want) {
		t.Errorf("events until 25: got %v, want %v", got, want)
	}
	if e.Now() != 25 || e.Pending() != 1 {
		t.Errorf("after Run(25): now %d, pending %d; want 25 and 1", e.Now(), e.Pending())
	}
}

// A timer armed, moved and disarmed in any way fires exactly at its last arming, or not at all.
func TestLastArmingHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := New()
		const timers = 8
		want := map[uint32]Time{}
		got := map[uint32][]Time{}
		k := e.Handle(func(arg uint32) { got[arg] = append(got[arg], e.Now()) })
		var ts [timers]Timer
		for i := range ts {
			ts[i] = e.NewTimer(k, uint32(i))
		}
		for range rapid.IntRange(1, 400).Draw(t, "steps") {
			i := rapid.Uint32Range(0, timers-1).Draw(t, "timer")
			if rapid.Bool().Draw(t, "disarm") {
				e.Disarm(ts[i])
				delete(want, i)
				continue
			}
			at := rapid.Int64Range(0, 50).Draw(t, "at")
			e.Arm(ts[i], at, 0)
			want[i] = at
		}
		if e.Pending() != len(want) {
			t.Fatalf("pending %d, want %d", e.Pending(), len(want))
		}
		e.Run(Forever, nil)
		for i := range uint32(timers) {
			at, armed := want[i]
			if armed && !slices.Equal(got[i], []Time{at}) || !armed && len(got[i]) > 0 {
				t.Errorf("timer %d fired at %v, want %v (armed: %v)", i, got[i], at, armed)
			}
		}
	})
}

// The queue gives back what a sort by (time, priority, sequence) gives.
func TestQueueSorts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := New()
		type event struct {
			at   Time
			prio uint8
			seq  int
		}
		var want, got []event
		k := e.Handle(func(arg uint32) { got = append(got, want[arg]) })
		n := rapid.IntRange(0, 300).Draw(t, "events")
		for i := range n {
			ev := event{rapid.Int64Range(0, 40).Draw(t, "at"), rapid.Uint8Range(0, 3).Draw(t, "prio"), i}
			want = append(want, ev)
			e.Arm(e.NewTimer(k, uint32(i)), ev.at, ev.prio)
		}
		e.Run(Forever, nil)
		slices.SortFunc(want, func(a, b event) int {
			if a.at != b.at {
				return int(a.at - b.at)
			}
			if a.prio != b.prio {
				return int(a.prio) - int(b.prio)
			}
			return a.seq - b.seq
		})
		if !slices.Equal(got, want) {
			t.Errorf("order: got %v, want %v", got, want)
		}
	})
}

func TestPastPanics(t *testing.T) {
	e := New()
	e.Run(10, nil)
	defer func() {
		if recover() == nil {
			t.Error("an event at 9 when the clock stands at 10 was taken")
		}
	}()
	e.Arm(e.NewTimer(e.Handle(func(uint32) {}), 0), 9, 0)
}

func TestNoAllocations(t *testing.T) {
	m := newRepairman(64, 1)
	m.e.Run(2000*unit, nil)
	allocs := testing.AllocsPerRun(5, func() { m.e.Run(m.e.Now()+500*unit, nil) })
	if allocs > 0 {
		t.Errorf("%.1f allocations in 500 units of a repairman, want none", allocs)
	}
}

// Streams with different names must not be correlated, those with the same must be one.
func TestStreams(t *testing.T) {
	a, b, c := NewStream(1, 2, 3), NewStream(1, 2, 3), NewStream(1, 3, 2)
	var ab, ac int
	var mean float64
	const n = 10000
	for range n {
		x, y, z := a.Float(), b.Float(), c.Float()
		if x == y {
			ab++
		}
		if (x < .5) == (z < .5) {
			ac++
		}
		mean += x / n
	}
	if ab != n {
		t.Errorf("the same name gave different numbers %d times of %d", n-ab, n)
	}
	// Six standard deviations of a fair coin, and of the mean of uniforms.
	if d := ac - n/2; d > 300 || d < -300 {
		t.Errorf("streams of different names agree %d times of %d", ac, n)
	}
	if mean < .4827 || mean > .5173 {
		t.Errorf("mean of %d uniforms: %.4f, want 0.5", n, mean)
	}
}
