package engine

// entry is one arming of a timer. key is the priority in the top byte and the sequence below it.
type entry struct {
	at    Time
	key   uint64
	timer Timer
	gen   uint32
}

// before orders entries by time, priority and sequence.
func (a *entry) before(b *entry) bool {
	return a.at < b.at || a.at == b.at && a.key < b.key
}

// heap is a 4-ary min-heap: half as deep as a binary one, and the four children of 24 bytes lie on two
// cache lines, so that a sift touches fewer lines (LaMarca & Ladner 1996, "The influence of caches on
// the performance of heaps").
type heap []entry

const arity = 4

// push adds an entry.
func (h *heap) push(in entry) {
	*h = append(*h, in)
	a := *h
	i := len(a) - 1
	for i > 0 {
		parent := (i - 1) / arity
		if !in.before(&a[parent]) {
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
	n := len(h)
	for {
		child := arity*i + 1
		if child >= n {
			break
		}
		least := child
		end := min(child+arity, n)
		for c := child + 1; c < end; c++ {
			if h[c].before(&h[least]) {
				least = c
			}
		}
		if !h[least].before(&in) {
			break
		}
		h[i] = h[least]
		i = least
	}
	h[i] = in
}

// order makes a heap of entries in any order (Floyd 1964, "Algorithm 245: Treesort").
func (h heap) order() {
	for i := (len(h) - 2) / arity; i >= 0 && len(h) > 1; i-- {
		h.down(i, h[i])
	}
}
