package probe

import "sync"

// The names of the measures.
const (
	Mutex          = "mutex"
	ContendedMutex = "mutex contended"
)

// measureMutex measures Lock and Unlock of a sync.Mutex around one addition.
func measureMutex(p *prober) {
	var m struct {
		_ [128]byte
		sync.Mutex
		n int
		_ [128]byte
	}
	batch := func(_, n int) {
		for range n {
			m.Lock()
			m.n++
			m.Unlock()
		}
	}
	p.add(Mutex, "sync.Mutex locked and unlocked by one thread", p.alone(20000, func(n int) { batch(0, n) }), nil)
	method := "sync.Mutex locked and unlocked by two threads, per pair of calls of one thread"
	a, b, ok := p.host.Topology.neighbours()
	if !ok {
		p.add(ContendedMutex, method, nil, errSingle)
		return
	}
	// Long batches: the threads change over seldom, since whoever runs takes the lock again while the other still spins or parks.
	batches, err := p.together(a, b, p.budget, 50000, batch)
	p.add(ContendedMutex, method, batches, err)
}
