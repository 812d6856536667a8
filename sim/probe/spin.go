package probe

import _ "unsafe" // for linkname

// Spin is the name of the measure.
const Spin = "mutex spin"

// spin is what a sync.Mutex does between two looks while it spins: some pauses of the processor. The runtime lets packages link to it.
//
//go:linkname spin sync.runtime_doSpin
func spin()

func measureSpin(p *prober) {
	p.add(Spin, "what a sync.Mutex does between two looks while it spins", p.alone(1000, func(n int) {
		for range n {
			spin()
		}
	}), nil)
}
