package sim

import (
	"math"

	"contend/model"
)

// heap is the heap's state: sizes and what is in use, in bytes.
type heap struct {
	*model.GC
	eden, edenLeast, edenMost int64
	survivor, old             int64 // capacity of one survivor space, and of the old generation
	used, oldUsed             int64
	aged                      []int64 // survivors by the number of collections behind them, less one
	cost                      float64 // share of the time in collections, a moving average
	supplement                float64
	count                     int64
}

const (
	// costWeight is the weight of the last collection in the average (HotSpot's AdaptiveSizePolicyWeight).
	costWeight = 0.10
	// supplementDecay is after how many collections the supplement is halved (YoungGenerationSizeSupplementDecay).
	supplementDecay = 8
)

// newHeap sizes the generations. A parallel collector's eden begins at its share of the least heap and may grow to its share of the
// largest; that of the others, or of a young generation of fixed size, stays.
func newHeap(g *model.GC) heap {
	h := heap{GC: g, supplement: float64(g.GrowFirst), aged: make([]int64, g.Tenure)}
	young := func(heap model.Bytes) float64 {
		if g.Young > 0 {
			return float64(g.Young)
		}
		return float64(heap) / (g.NewRatio + 1)
	}
	most := young(g.HeapMin)
	if g.Collector == "parallel" {
		most = young(g.HeapMax)
	}
	share := 1.0
	if g.Tenure > 0 {
		share = g.SurvivorRatio / (g.SurvivorRatio + 2)
		h.survivor = int64(most / (g.SurvivorRatio + 2))
	}
	h.eden = max(1, int64(young(g.HeapMin)*share))
	h.edenLeast, h.edenMost = h.eden, max(1, int64(most*share))
	h.old = int64(float64(g.HeapMax) - most)
	return h
}

// take allocates what fits into eden and returns what does not.
func (h *heap) take(bytes int64) (rest int64) {
	n := min(bytes, h.eden-h.used)
	h.used += n
	return bytes - n
}

// survivors returns what is alive in the young generation: what its collection copies.
func (h *heap) survivors() int64 {
	n := share(h.Survival, h.used)
	for _, b := range h.aged {
		n += share(h.Again, b)
	}
	return n
}

// empty ends a collection of the young generation: survivors are a collection older, and those that are old enough, or that the
// survivor space does not hold, are tenured, the oldest first. It returns how much was.
func (h *heap) empty() (tenured int64) {
	young := share(h.Survival, h.used)
	h.used = 0
	h.count++
	if h.Tenure == 0 {
		h.oldUsed += young
		return young
	}
	kept := young
	tenured = share(h.Again, h.aged[h.Tenure-1])
	for i := h.Tenure - 1; i > 0; i-- {
		h.aged[i] = share(h.Again, h.aged[i-1])
		kept += h.aged[i]
	}
	h.aged[0] = young
	for i := h.Tenure - 1; i >= 0 && kept > h.survivor; i-- {
		over := min(kept-h.survivor, h.aged[i])
		h.aged[i] -= over
		kept -= over
		tenured += over
	}
	h.oldUsed += tenured
	return tenured
}

// compact leaves in the old generation what is alive for good.
func (h *heap) compact() { h.oldUsed = min(h.oldUsed, int64(h.Live)) }

// isFull tells that the old generation might not hold what a collection of the young one tenures.
func (h *heap) isFull() bool { return h.oldUsed+h.survivors() > h.old }

// adapt grows eden while collections take more of the time than the goal, and shrinks it while they take less
// (PSAdaptiveSizePolicy; "Garbage Collection Tuning", "Generation Size Adjustments").
func (h *heap) adapt(pause, between int64) {
	if h.Collector != "parallel" || h.Young > 0 {
		return
	}
	weight := max(costWeight, 1/float64(h.count))
	h.cost += weight * (float64(pause)/float64(max(1, pause+between)) - h.cost)
	by := -float64(h.Shrink)
	if h.cost > float64(h.Goal) {
		by = float64(h.Grow) + h.supplement
	}
	if h.count%supplementDecay == 0 {
		h.supplement /= 2
	}
	h.eden = min(max(int64(math.Round(float64(h.eden)*(1+by))), h.edenLeast), h.edenMost)
}

func share(f model.Fraction, of int64) int64 { return int64(math.Round(float64(f) * float64(of))) }
