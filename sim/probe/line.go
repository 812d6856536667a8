package probe

import (
	"errors"
	"runtime"
	"slices"
	"time"
	"unsafe"

	"contend/model"
)

// Pair is a line's transfer between two CPUs.
type Pair struct {
	A, B     int
	Distance model.Distance
	Transfer Measure
}

// errSingle is the problem of measures that need two CPUs.
var errSingle = errors.New("needs two CPUs, and this process may use one")

// The names of the measures.
const (
	Hit             = "hit"
	Atomic          = "atomic"
	ContendedAtomic = "atomic contended"
	InRow           = "adds in a row"
)

// TransferNames are the measures of a transfer over each distance, and the machine's keys for them.
var TransferNames = [model.Distances]string{
	model.SMTSibling: "smt_sibling", model.SameCluster: "same_cluster", model.SameSocket: "same_socket", model.OneHop: "one_hop", model.TwoHops: "two_hops",
}

// measureLocal measures a line that the core has: loads that each need the one before, and an atomic add, hit included.
func measureLocal(p *prober) {
	var self unsafe.Pointer
	self = unsafe.Pointer(&self)
	p.add(Hit, "loads, each of the address that the one before gave", p.alone(20000, func(n int) {
		at := self
		for range n {
			at = *(*unsafe.Pointer)(at)
		}
		runtime.KeepAlive(at)
	}), nil)
	var w word
	p.add(Atomic, "atomic adds to a line of one thread, the access included", p.alone(20000, func(n int) {
		for range n {
			w.n.Add(1)
		}
	}), nil)
}

// mostPairs bounds the pairs that are measured on a host with many CPUs, and pairsTake the time for all of them.
const (
	mostPairs = 4000
	pairsTake = 12 // budgets
)

// measurePairs measures the way between each two CPUs, and of each distance the median pair.
func measurePairs(p *prober) {
	pairs := p.host.Topology.pairs()
	if len(pairs) == 0 {
		p.add(TransferNames[model.SameSocket], "", nil, errSingle)
		return
	}
	step := (len(pairs) + mostPairs - 1) / mostPairs
	budget := min(p.budget, pairsTake*p.budget/time.Duration(len(pairs)))
	atomic := p.host.Get(Atomic)
	for i := 0; i < len(pairs) && p.ctx.Err() == nil; i += step {
		pair := pairs[i]
		batches, err := p.pingPong(pair.A, pair.B, budget)
		pair.Transfer = transfer(summarize(TransferNames[pair.Distance], "", batches, err), atomic)
		p.host.Pairs = append(p.host.Pairs, pair)
	}
	for d, name := range TransferNames {
		if m, ok := medianPair(p.host.Pairs, model.Distance(d)); ok {
			m.Name = name
			m.Method = "compare-and-swap ping-pong of two pinned threads, half a round trip less the atomic; the median pair"
			p.host.Measures = append(p.host.Measures, m)
		}
	}
}

// medianPair is the transfer of the median pair at a distance, among those that claim one.
func medianPair(pairs []Pair, d model.Distance) (Measure, bool) {
	var known, all []Measure
	for _, pair := range pairs {
		if pair.Distance != d {
			continue
		}
		all = append(all, pair.Transfer)
		if pair.Transfer.Known() {
			known = append(known, pair.Transfer)
		}
	}
	switch {
	case len(all) == 0:
		return Measure{}, false
	case len(known) == 0:
		return all[0], true
	}
	slices.SortFunc(known, func(a, b Measure) int {
		if a.Value < b.Value {
			return -1
		}
		return 1
	})
	return known[len(known)/2], true
}

// pingPong times round trips of a word that two threads change in turn, each by a compare-and-swap that it tries until the other has
// changed the word: the line moves once for each change. Watching by loads would fetch the line twice, once to share and once to own it.
func (p *prober) pingPong(a, b int, budget time.Duration) ([]float64, error) {
	var w word
	return p.together(a, b, budget, 500, func(id, n int) {
		for i := range n {
			from := uint64(2*i + id)
			to := from + 1
			if to == uint64(2*n) {
				to = 0
			}
			for !w.n.CompareAndSwap(from, to) {
			}
		}
	})
}

// measureContended measures an atomic that two threads do at once, as each of them sees it, and how many adds each does before the
// other's line request is served.
func measureContended(p *prober) {
	method, inRow := "atomic adds of two threads to one line, per add of one thread", "adds that one thread does before the other does one, where two add to one line"
	a, b, ok := p.host.Topology.neighbours()
	if !ok {
		p.add(ContendedAtomic, method, nil, errSingle)
		p.add(InRow, inRow, nil, errSingle)
		return
	}
	var w word
	batches, err := p.together(a, b, p.budget, 5000, func(_, n int) {
		for range n {
			w.n.Add(1)
		}
	})
	p.add(ContendedAtomic, method, batches, err)
	rows, err := p.rows(a, b)
	m := summarize(InRow, inRow, rows, err)
	m.Unit = "adds"
	p.host.Measures = append(p.host.Measures, m)
}

// rows returns the mean number of adds that one of two threads does in a row, in many batches. A sum that is more than one above the
// last one tells that the other has added.
func (p *prober) rows(a, b int) ([]float64, error) {
	const each = 5000
	var w word
	var out []float64
	_, err := p.together(a, b, p.budget, each, func(id, n int) {
		began := w.n.Add(1)
		last, changes := began, 1
		for range n - 1 {
			sum := w.n.Add(1)
			if sum != last+1 {
				changes++
			}
			last = sum
		}
		if others := last - began + 1 - uint64(n); id == 0 && others > uint64(n)/2 { // both were at it
			out = append(out, float64(n)/float64(changes))
		}
	})
	return out, err
}
