package sim

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"contend/model"
)

// TestEdenGrows follows eden of a parallel collector: it doubles at first, by less once the supplement is halved, up to its share of
// the largest heap; when collections take less than the goal, it shrinks.
func TestEdenGrows(t *testing.T) {
	h := newHeap(&model.GC{
		Collector: "parallel", HeapMin: 48 * model.MiB, HeapMax: 3 * model.GiB * 10, NewRatio: 2, SurvivorRatio: 6, Tenure: 15,
		Goal: 0.01, Grow: 0.2, GrowFirst: 0.8, Shrink: 0.05,
	})
	if want := 12 * int64(model.MiB); h.eden != want {
		t.Fatalf("eden begins at %d, want %d: 6/8 of a third of the heap", h.eden, want)
	}
	want := float64(h.eden)
	for i := 1; i <= 20; i++ {
		h.used = h.eden
		h.empty()
		h.adapt(100, 100)
		want *= 1.2 + 0.8/float64(int(1)<<((i-1)/8))
		if limit := 0.75 * 10 * 1024 * float64(model.MiB); want > limit {
			want = limit
		}
		if math.Abs(float64(h.eden)-want) > float64(i) {
			t.Fatalf("after %d collections eden is %d, want %.0f", i, h.eden, want)
		}
	}
	most := h.eden
	for range 200 {
		h.used = h.eden
		h.empty()
		h.adapt(1, 1e6)
	}
	if h.eden >= most || h.eden < h.edenLeast {
		t.Errorf("with cheap collections eden went from %d to %d; its least is %d", most, h.eden, h.edenLeast)
	}
}

// TestEdenStays holds eden where no collector is parallel, or the young generation's size is fixed.
func TestEdenStays(t *testing.T) {
	for _, g := range []model.GC{
		{Collector: "serial", HeapMin: 48 * model.MiB, HeapMax: model.GiB, NewRatio: 2, Grow: 1},
		{Collector: "concurrent", HeapMin: 48 * model.MiB, HeapMax: model.GiB, NewRatio: 2, Grow: 1},
		{Collector: "parallel", HeapMin: 48 * model.MiB, HeapMax: model.GiB, Young: 16 * model.MiB, NewRatio: 2, Grow: 1},
	} {
		h := newHeap(&g)
		h.count = 1
		h.adapt(100, 100)
		if want := 16 * int64(model.MiB); h.eden != want {
			t.Errorf("%s: eden %d, want all of the young generation, %d", g.Collector, h.eden, want)
		}
	}
}

// TestAges compares what is copied and tenured in the steady state with the sums of the geometric series: of S bytes that survive a
// full eden, S·aⁱ are alive i collections later; with age n they are tenured.
func TestAges(t *testing.T) {
	for _, n := range []int{0, 1, 3, 8} {
		g := &model.GC{Collector: "serial", HeapMin: model.GiB, HeapMax: model.GiB, NewRatio: 1, SurvivorRatio: 2, Tenure: n, Survival: 0.1, Again: 0.5}
		h := newHeap(g)
		var tenured, copied int64
		for range 40 {
			h.used = h.eden
			copied = h.survivors()
			tenured = h.empty()
		}
		survive := 0.1 * float64(h.eden)
		if want := survive * math.Pow(0.5, float64(n)); math.Abs(float64(tenured)-want) > 10 {
			t.Errorf("age %d: %d bytes tenured a collection, want %.0f", n, tenured, want)
		}
		if want := survive * (1 - math.Pow(0.5, float64(n+1))) / 0.5; math.Abs(float64(copied)-want) > 10 {
			t.Errorf("age %d: %d bytes copied a collection, want %.0f", n, copied, want)
		}
	}
}

// TestHeapBounds checks, for any heap, that survivors never take more than their space, that nothing is tenured that was not alive,
// and that eden stays between its bounds.
func TestHeapBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		least := model.Bytes(rapid.IntRange(1, 1<<20).Draw(t, "least"))
		g := &model.GC{
			Collector: rapid.SampledFrom([]string{"serial", "parallel", "concurrent"}).Draw(t, "collector"),
			HeapMin:   least, HeapMax: least * model.Bytes(rapid.IntRange(1, 100).Draw(t, "growth")),
			NewRatio: rapid.Float64Range(0.1, 10).Draw(t, "ratio"), SurvivorRatio: rapid.Float64Range(0.5, 20).Draw(t, "survivors"),
			Tenure: rapid.IntRange(0, 15).Draw(t, "tenure"), Goal: 0.1, Grow: 0.5, GrowFirst: 1, Shrink: 0.3,
			Survival: model.Fraction(rapid.Float64Range(0, 1).Draw(t, "survival")), Again: model.Fraction(rapid.Float64Range(0, 1).Draw(t, "again")),
		}
		h := newHeap(g)
		for range 30 {
			h.take(h.eden * 2)
			alive, before, tenured := h.survivors(), int64(0), int64(0)
			for _, b := range h.aged {
				before += b
			}
			tenured = h.empty()
			after := int64(0)
			for _, b := range h.aged {
				after += b
			}
			if tenured < 0 || tenured+after != alive {
				t.Fatalf("%d tenured and %d kept of %d alive", tenured, after, alive)
			}
			if after > h.survivor {
				t.Fatalf("%d bytes in a survivor space of %d", after, h.survivor)
			}
			h.adapt(int64(rapid.IntRange(0, 100).Draw(t, "pause")), 100)
			if h.eden < h.edenLeast || h.eden > h.edenMost {
				t.Fatalf("eden %d outside %d..%d", h.eden, h.edenLeast, h.edenMost)
			}
		}
	})
}
