package probe

import (
	"runtime"
	"sync"
	"time"
)

// The names of the measures.
const (
	ThreadCycle       = "thread"
	GoroutineCreation = "goroutine"
	Handoff           = "goroutine handoff"
	HandoffAlone      = "goroutine handoff on one P"
)

// here runs batches of n operations in goroutines that the runtime places as it likes.
func (p *prober) here(n int, batch func(n int)) []float64 {
	var out []float64
	batch(n)
	for over := p.until(); !over(); {
		began := time.Now()
		batch(n)
		out = append(out, float64(time.Since(began))/float64(n))
	}
	return out
}

// measureThreads measures an OS thread's life. A goroutine that ends while it is locked to its thread takes the thread with it, so
// that the runtime makes another for the next: one clone and one exit a turn, without cgo.
func measureThreads(p *prober) {
	p.add(ThreadCycle, "goroutines that end locked to their thread: a thread made, run and ended, the runtime's part included", p.here(10, func(n int) {
		for range n {
			ran := make(chan struct{})
			go func() {
				runtime.LockOSThread()
				close(ran)
			}()
			<-ran
		}
	}), nil)
}

// measureGoroutines measures goroutines that are made and end, and two that hand a value to and fro: with other Ps, of which one looks
// for work, and on a P of their own, where each hand-off looks for an idle one in vain.
func measureGoroutines(p *prober) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(len(p.cpus)))
	p.add(GoroutineCreation, "goroutines that end at once, made and waited for", p.here(1000, func(n int) {
		var all sync.WaitGroup
		all.Add(n)
		for range n {
			go all.Done()
		}
		all.Wait()
	}), nil)
	p.handOffs(Handoff, "two goroutines hand a value to and fro over unbuffered channels, half a round trip")
	runtime.GOMAXPROCS(1)
	p.handOffs(HandoffAlone, "the same on one P")
}

func (p *prober) handOffs(name, method string) {
	there, back := make(chan int), make(chan int)
	go func() {
		for x := range there {
			back <- x
		}
	}()
	defer close(there)
	p.host.Measures = append(p.host.Measures, summarize(name, method, p.here(500, func(n int) {
		for i := range n {
			there <- i
			<-back
		}
	}), nil).times(.5))
}
