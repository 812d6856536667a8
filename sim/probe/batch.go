package probe

import (
	"math"
	"sync/atomic"
	"time"
)

// word is a number alone on its cache line, and on the one that is fetched beside it.
type word struct {
	_ [128]byte
	n atomic.Uint64
	_ [128]byte
}

// alone runs batches of n operations in a goroutine pinned to the first CPU, where that can be, and returns nanoseconds an operation.
func (p *prober) alone(n int, batch func(n int)) []float64 {
	var out []float64
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = pin(p.cpus[0]) // better pinned, but what one thread does alone can be timed without
		batch(n)           // warms up
		for over := p.until(); !over(); {
			began := time.Now()
			batch(n)
			out = append(out, float64(time.Since(began))/float64(n))
		}
	}()
	<-done
	return out
}

// together runs batches of n operations in two threads pinned to CPUs, both at the same time, and returns nanoseconds per operation
// of the first of them, for a time.
func (p *prober) together(a, b int, budget time.Duration, n int, batch func(id, n int)) ([]float64, error) {
	var out []float64
	var arrived word
	// last is the round that both stop at. A flag would not do: the first may raise it a round ahead of where the other looks.
	var last atomic.Uint64
	last.Store(math.MaxUint64)
	problems := make(chan error, 2)
	run := func(id, cpu int) {
		err := pin(cpu)
		// Both threads come to the start, pinned or not, so that neither waits for the other in vain.
		problems <- err
		if err != nil {
			last.Store(1)
		}
		end := time.Now().Add(budget)
		for round := uint64(1); ; round++ {
			if id == 0 && (p.ctx.Err() != nil || round > 2 && time.Now().After(end)) {
				last.CompareAndSwap(math.MaxUint64, round)
			}
			arrived.n.Add(1)
			for arrived.n.Load() < 2*round {
			}
			if round >= last.Load() {
				return
			}
			began := time.Now()
			batch(id, n)
			if id == 0 && round > 1 { // the first warms up
				out = append(out, float64(time.Since(began))/float64(n))
			}
		}
	}
	done := make(chan struct{}, 2)
	for id, cpu := range []int{a, b} {
		go func() {
			defer func() { done <- struct{}{} }()
			run(id, cpu)
		}()
	}
	<-done
	<-done
	for range 2 {
		if err := <-problems; err != nil {
			return nil, err
		}
	}
	return out, nil
}
