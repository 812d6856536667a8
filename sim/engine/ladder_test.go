package engine

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// churn runs an engine whose timers arm each other, and themselves anew, with times of a mixture of spans, and returns an error where an
// event comes out of order, twice, or not at all.
func churn(e *Engine, timers int, events uint64, seed uint64, spans []Time) error {
	rng := NewStream(seed)
	due := make([]Time, timers) // when each fires, −1 when it is not armed
	armed := 0
	var wrong error
	last := Time(0)
	var all []Timer
	arm := func(i int) {
		span := spans[rng.Below(uint64(len(spans)))]
		due[i] = e.Now() + Time(rng.Exp()*float64(span))
		e.Arm(all[i], due[i], uint8(rng.Below(4)))
	}
	k := e.Handle(func(arg uint32) {
		if due[arg] != e.Now() || e.Now() < last || e.Fired() != all[arg] {
			wrong = fmt.Errorf("timer %d, due at %d, fires at %d after %d", arg, due[arg], e.Now(), last)
			e.Stop()
		}
		last = e.Now()
		due[arg] = -1
		if e.Events > events {
			return // the others run out
		}
		for range 1 + rng.Below(2) {
			arm(int(rng.Below(uint64(timers))))
		}
		if rng.Below(4) == 0 {
			i := rng.Below(uint64(timers))
			due[i] = -1
			e.Disarm(all[i])
		}
	})
	for i := range timers {
		all = append(all, e.NewTimer(k, uint32(i)))
		arm(i)
	}
	e.Run(Forever, nil)
	for i, at := range due {
		if at >= 0 && wrong == nil {
			wrong = fmt.Errorf("timer %d, due at %d, never fired", i, at)
		}
		if e.Armed(all[i]) {
			armed++
		}
	}
	if wrong == nil && (armed != 0 || e.Pending() != 0) {
		wrong = fmt.Errorf("%d timers are armed and %d events pending at the end", armed, e.Pending())
	}
	return wrong
}

// Whatever the times are, a queue so long that it stands on a ladder loses nothing and keeps the order.
func TestLadderKeepsOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spans := rapid.SliceOfN(rapid.Int64Range(0, 1<<40), 1, 4).Draw(t, "spans")
		e := New()
		if err := churn(e, rapid.IntRange(1, 3*mostNear).Draw(t, "timers"), 20_000, rapid.Uint64().Draw(t, "seed"), spans); err != nil {
			t.Fatal(err)
		}
	})
}

// Events that are all of one time, and one that is far from all others, are the extremes of a bucket's fill.
func TestLadderExtremes(t *testing.T) {
	for _, spans := range [][]Time{{0}, {1}, {1, 1 << 55}, {1 << 20, 1 << 20, 1 << 20, 1 << 58}} {
		e := New()
		if err := churn(e, 2*mostNear, 50_000, 1, spans); err != nil {
			t.Errorf("%v: %v", spans, err)
		}
		if spans[0] > 1 && len(e.far.heads) == 0 {
			t.Errorf("%v: no ladder was used", spans)
		}
	}
}

// New numbers leave the order of events as it was.
func TestRenumber(t *testing.T) {
	order := func(seq uint64) []uint32 {
		e := New()
		e.seq = seq
		var out []uint32
		k := e.Handle(func(arg uint32) {
			out = append(out, arg)
			if e.Events < 3*pollEvery {
				e.Arm(e.Fired(), e.Now()+Time(arg%7), uint8(arg%3))
			}
		})
		for i := range uint32(2 * mostNear) {
			e.Arm(e.NewTimer(k, i), Time(i%11), uint8(i%3))
		}
		e.Run(Forever, nil)
		if seq > 0 && e.seq >= seq {
			t.Errorf("no new numbers were given: the sequence stands at %d", e.seq)
		}
		return out
	}
	want, got := order(0), order(mostSeq/2-2*mostNear-100)
	if len(want) != len(got) {
		t.Fatalf("%d events, want %d", len(got), len(want))
	}
	for i := range want {
		if want[i] != got[i] {
			t.Fatalf("event %d is of timer %d, want %d", i, got[i], want[i])
		}
	}
}
