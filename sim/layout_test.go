package sim

import (
	"math"
	"testing"

	"contend/model"
)

// words is a workload of two threads with an object of two neighbouring words, aligned to one.
func words(program ...model.Op) model.Workload {
	w := closed(2, program...)
	w.Layouts = model.Named[model.Layout]{{Name: "object", Value: model.Layout{Align: 8, Fields: model.Named[model.Field]{
		{Name: "a", Value: model.Field{Offset: 32, Size: 8}}, {Name: "b", Value: model.Field{Offset: 40, Size: 8}},
	}}}}
	return w
}

// The frequencies of a fleet's layouts are binomial about the exact chances.
func TestFleet(t *testing.T) {
	w := words(computing(us))
	w.Layouts = append(w.Layouts, model.Entry[model.Layout]{Name: "other", Value: model.Layout{Align: 16, Fields: w.Layouts[0].Value.Fields[:1:1]}})
	w.Layouts[1].Value.Fields = model.Named[model.Field]{{Name: "c", Value: model.Field{Offset: 8, Size: 16}}}
	const starts = 10000
	want := []float64{7. / 8 * 3 / 4, 7. / 8 / 4, 1. / 8 * 3 / 4, 1. / 8 / 4} // of a and b together, or not, and c in one line, or in two
	got := Layouts(model.Point{Machine: bare(2), Workload: w}, 7, starts)
	if len(got) != len(want) {
		t.Fatalf("%d layouts, want %d", len(got), len(want))
	}
	total := 0
	for i, l := range got {
		total += l.Starts
		if math.Abs(l.Chance-want[i]) > 1e-15 {
			t.Errorf("layout %d: chance %v, want %v", i, l.Chance, want[i])
		}
		sd := math.Sqrt(want[i] * (1 - want[i]) / starts)
		if off := float64(l.Starts)/starts - want[i]; math.Abs(off) > 4*sd {
			t.Errorf("layout %d came %d times of %d: off by %.1f standard deviations", i, l.Starts, starts, off/sd)
		}
		for k, e := range l.Point.Workload.Layouts {
			if e.Value.Base == 0 || w.Layouts[k].Value.Base != 0 {
				t.Errorf("layout %d: object %d is at base %d, in the given point at %d", i, k, e.Value.Base, w.Layouts[k].Value.Base)
			}
		}
	}
	if total != starts {
		t.Errorf("%d starts in all, want %d", total, starts)
	}
}

func TestFleetWithoutObjects(t *testing.T) {
	got := Layouts(model.Point{Machine: bare(2), Workload: closed(2, computing(us))}, 7, 100)
	if len(got) != 1 || got[0].Starts != 100 || got[0].Chance != 1 {
		t.Errorf("layouts %+v, want one of all starts", got)
	}
}

// Two threads that read one word and update the other pass the updated word's line to and fro, one transfer an iteration. Where the
// other word shares that line, a round of the two is a transfer to the reader that comes first (the other reads in parallel), what it
// computes before its update, and two transfers for the updates. Alone, a thread does not care.
func TestFalseSharing(t *testing.T) {
	m := bare(2)
	m.Line.SameSocket = 40 * model.Nanosecond
	took := func(threads int, base model.Bytes, pad bool) float64 {
		w := words(computing(5*model.Nanosecond), op("read", args{"line": 1}), computing(5*model.Nanosecond), op("update", args{"line": 0}))
		w.Closed.Threads = threads
		w.Layouts[0].Value.Base, w.Layouts[0].Value.Pad = base, pad
		return 1e9 / rate(simulate(t, m, w, window(10*us, 400*us), 0))
	}
	const together, apart = 64, 64 + 24
	for _, c := range []struct {
		name    string
		threads int
		base    model.Bytes
		pad     bool
		want    float64 // ns an iteration
	}{
		{"alone, together", 1, together, false, 10},
		{"alone, apart", 1, apart, false, 10},
		{"two, apart", 2, apart, false, 40},
		{"two, padded", 2, together, true, 40},
		{"two, together", 2, together, false, (40 + 5 + 40 + 40) / 2.},
	} {
		if got := took(c.threads, c.base, c.pad); math.Abs(got/c.want-1) > .01 {
			t.Errorf("%s: %.4g ns an iteration, want %.4g", c.name, got, c.want)
		}
	}
}

// A load is served by a posted store to the same variable; one of its neighbour on that line waits until the line has come.
func TestForwarding(t *testing.T) {
	m := bare(1)
	m.Line.Memory, m.Line.StoreBuffer = 100*model.Nanosecond, 8
	for _, c := range []struct {
		read int
		want model.Time
	}{{0, 0}, {1, 100 * model.Nanosecond}} {
		w := words(op("write", args{"line": 0}), op("read", args{"line": c.read}))
		w.Closed, w.Batch = nil, &model.Batch{Threads: 1, Placement: "compact", Kind: "os"}
		w.Layouts[0].Value.Base = 64
		if r := simulate(t, m, w, model.Effort{}, 0); r.Window != c.want {
			t.Errorf("store to word 0, load of word %d: %v, want %v", c.read, r.Window, c.want)
		}
	}
}
