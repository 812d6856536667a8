package engine

import (
	"math/bits"
	"slices"
)

// ladder holds the events that are far off, unsorted, so that an event costs the same however many are pending: those of the near future
// lie in buckets by time, one of which at a time is sorted when its turn comes, and those beyond in a list that is dealt to buckets
// when these are used up (Tang, Goh & Thng 2005, "Ladder queue: an O(1) priority queue structure for large-scale discrete event
// simulation", here with one rung and a heap at the bottom).
type ladder struct {
	// from is the time at which the buckets begin; each is 1<<shift long; next is the first that is left.
	from  Time
	shift uint
	next  int
	// heads are the buckets' first chunks, −1 for an empty one.
	heads  []int32
	chunks []chunk
	spare  int32
	top    []entry
	n      int
}

// chunk is a piece of a bucket: buckets grow and shrink without an allocation.
type chunk struct {
	n, next int32
	entries [15]entry
}

const (
	// bucketful is how many events a bucket has where they are spread evenly.
	bucketful = 48
	// mostNear is from how many pending events on a ladder pays, and leastTop how few are not worth one.
	mostNear, leastTop = 4096, 1024
)

// add takes an event that comes after those of the heap.
func (l *ladder) add(in entry) {
	l.n++
	at := uint64(in.at-l.from) >> l.shift
	if at >= uint64(len(l.heads)) {
		l.top = append(l.top, in)
		return
	}
	head := l.heads[at]
	if head < 0 || l.chunks[head].n == int32(len(chunk{}.entries)) {
		head = l.newChunk(head)
		l.heads[at] = head
	}
	c := &l.chunks[head]
	c.entries[c.n] = in
	c.n++
}

// newChunk returns an empty chunk before another.
func (l *ladder) newChunk(next int32) int32 {
	at := l.spare
	if at < 0 {
		l.chunks = append(l.chunks, chunk{})
		at = int32(len(l.chunks) - 1)
	} else {
		l.spare = l.chunks[at].next
	}
	l.chunks[at].n, l.chunks[at].next = 0, next
	return at
}

// take appends the next bucket that is not empty to a list, and returns the time of its end; false where all are used up.
func (l *ladder) take(to []entry) ([]entry, Time, bool) {
	for ; l.next < len(l.heads); l.next++ {
		at := l.heads[l.next]
		if at < 0 {
			continue
		}
		for at >= 0 {
			c := &l.chunks[at]
			to = append(to, c.entries[:c.n]...)
			l.n -= int(c.n)
			following := c.next
			c.next, l.spare = l.spare, at
			at = following
		}
		l.heads[l.next] = -1
		l.next++
		return to, l.from + Time(l.next)<<l.shift - 1, true
	}
	return to, 0, false
}

// deal spreads the top over new buckets: as far as nine tenths of a sample of it, so that a few events far off do not make them wide. It
// returns the time before the buckets.
func (l *ladder) deal() Time {
	all := l.top
	l.from = all[0].at
	for i := range all {
		l.from = min(l.from, all[i].at)
	}
	var sample [61]Time
	for i := range sample {
		sample[i] = all[i*len(all)/len(sample)].at
	}
	slices.Sort(sample[:])
	span := uint64(sample[len(sample)*9/10] - l.from)
	l.shift = uint(bits.Len64(span / uint64(len(all)/bucketful+1)))
	buckets := int(span>>l.shift) + 1
	l.heads = slices.Grow(l.heads[:0], buckets)[:buckets]
	for i := range l.heads {
		l.heads[i] = -1
	}
	l.next = 0
	l.n -= len(all)
	// Of a bucket's chunks half of one is empty on average, so that this many hold all.
	if most := len(all)/len(chunk{}.entries) + buckets/2; most > cap(l.chunks) {
		l.chunks = slices.Grow(l.chunks, most-len(l.chunks))
	}
	l.top = all[:0]
	for _, in := range all {
		l.add(in)
	}
	return l.from - 1
}

// empty takes everything out.
func (l *ladder) empty(to []entry) []entry {
	for {
		var ok bool
		if to, _, ok = l.take(to); !ok {
			break
		}
	}
	to = append(to, l.top...)
	l.top, l.n = l.top[:0], 0
	return to
}
