package engine

import "math/bits"

// entry is one arming of a timer. key is, from the top, the priority in 4 bits, the sequence in 36 and the timer in 24: entries of one
// time are ordered by it, and it tells an arming from every other.
type entry struct {
	at  Time
	key uint64
}

const (
	timerBits = 24
	prioShift = 60
	// mostTimers and mostSeq are what fits.
	mostTimers = 1 << timerBits
	mostSeq    = 1 << (prioShift - timerBits)
)

func (a *entry) timer() Timer { return Timer(a.key & (mostTimers - 1)) }

// before is 1 where a comes before b, else 0, without a branch: which of two events is the earlier one is as hard to foresee for a
// processor as for anybody else.
func (a *entry) before(b *entry) int {
	_, borrow := bits.Sub64(a.key, b.key, 0)
	_, borrow = bits.Sub64(uint64(a.at), uint64(b.at), borrow)
	return int(borrow)
}

// heap is a 4-ary min-heap: half as deep as a binary one, and four children are as long as a cache line (LaMarca & Ladner 1996, "The
// influence of caches on the performance of heaps").
type heap []entry

const arity = 4

// push adds an entry.
func (h *heap) push(in entry) {
	*h = append(*h, in)
	a := *h
	i := len(a) - 1
	for i > 0 {
		parent := (i - 1) / arity
		if in.before(&a[parent]) == 0 {
			break
		}
		a[i] = a[parent]
		i = parent
	}
	a[i] = in
}

// replaceFirst puts an entry in the place of the first one: a pop and a push in one sift.
func (h heap) replaceFirst(in entry) { h.down(0, in) }

// removeFirst removes the first entry.
func (h *heap) removeFirst() {
	a := *h
	last := a[len(a)-1]
	*h = a[:len(a)-1]
	if len(*h) > 0 {
		h.down(0, last)
	}
}

// down sifts an entry down from place i.
func (h heap) down(i int, in entry) {
	child := arity*i + 1
	for child+arity <= len(h) {
		four := (*[arity]entry)(h[child:])
		left := four[1].before(&four[0])
		right := 2 + four[3].before(&four[2])
		least := left + (right-left)*four[right&3].before(&four[left&3])
		if four[least&3].before(&in) == 0 {
			h[i] = in
			return
		}
		h[i] = four[least&3]
		i = child + least
		child = arity*i + 1
	}
	if child < len(h) {
		least := child
		for c := child + 1; c < len(h); c++ {
			if h[c].before(&h[least]) == 1 {
				least = c
			}
		}
		if h[least].before(&in) == 1 {
			h[i] = h[least]
			i = least
		}
	}
	h[i] = in
}

// order makes a heap of entries in any order (Floyd 1964, "Algorithm 245: Treesort").
func (h heap) order() {
	for i := (len(h) - 2) / arity; i >= 0 && len(h) > 1; i-- {
		h.down(i, h[i])
	}
}
