package probe

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"contend/model"
)

// Bandwidth names the measure of a number of threads.
func Bandwidth(threads int) string { return fmt.Sprintf("memory of %d", threads) }

// measureMemory measures how fast threads read an array that no cache holds, for 1, 2, 4, … and all CPUs. Each thread sums a part of its own.
func measureMemory(p *prober) {
	const least, most = 64 * model.MiB, model.GiB
	cache := p.host.Topology.cache
	size := min(max(4*cache, 2*least), most)
	if free := model.Bytes(available() / 4); free > 0 && free < size {
		size = free
	}
	method := fmt.Sprintf("threads sum parts of an array of %s", size)
	if size < least || size < 2*cache {
		p.add(Bandwidth(1), method, nil, fmt.Errorf("an array that no cache holds (%s) does not fit", 2*max(cache, least)))
		return
	}
	array := make([]uint64, size/8)
	for i := range array {
		array[i] = uint64(i)
	}
	for threads := 1; ; threads = min(2*threads, len(p.cpus)) {
		p.stream(threads, array, method)
		if threads == len(p.cpus) || p.ctx.Err() != nil {
			return
		}
	}
}

// stream has threads read their parts, pinned where that can be, until the time is over. A batch is a stretch of time in which the
// blocks that all threads have read are counted, so that no thread waits for another.
func (p *prober) stream(threads int, array []uint64, method string) {
	const block = 1 << 14 // words
	counts, totals := make([]word, threads), make([]word, threads)
	var stopped atomic.Bool
	var all sync.WaitGroup
	for id := range threads {
		part := array[id*len(array)/threads : (id+1)*len(array)/threads]
		all.Add(1)
		go func() {
			defer all.Done()
			_ = pin(p.cpus[id])
			var total uint64
			for at := 0; !stopped.Load(); at += block {
				if at+block > len(part) {
					at = 0
				}
				total += sum(part[at : at+block])
				counts[id].n.Add(1)
			}
			totals[id].n.Store(total) // else the compiler leaves the loads out
		}()
	}
	read := func() (blocks uint64) {
		for id := range counts {
			blocks += counts[id].n.Load()
		}
		return blocks
	}
	var rates []float64
	stretch := p.budget / 30
	time.Sleep(stretch)
	for over := p.until(); !over(); {
		before, began := read(), time.Now()
		time.Sleep(stretch)
		rates = append(rates, float64(read()-before)*block*8/float64(time.Since(began)))
	}
	stopped.Store(true)
	all.Wait()
	p.host.Measures = append(p.host.Measures, rated(Bandwidth(threads), method, rates))
}

// rated makes a measure in GB/s, which are bytes a nanosecond; what disturbs a batch makes its rate smaller.
func rated(name, method string, rates []float64) Measure {
	m := Measure{Name: name, Unit: "GB/s", Method: method, Batches: len(rates)}
	if len(rates) < fewest {
		m.Problem = fmt.Sprintf("only %d batches", len(rates))
		return m
	}
	slices.Sort(rates)
	m.Value, m.Low, m.High = quantile(rates, .75), quantile(rates, .1), quantile(rates, .9)
	return m.judged()
}

// sum adds in four chains, so that memory and not the adder bounds it.
func sum(a []uint64) uint64 {
	var s0, s1, s2, s3 uint64
	for ; len(a) >= 8; a = a[8:] {
		s0 += a[0] + a[4]
		s1 += a[1] + a[5]
		s2 += a[2] + a[6]
		s3 += a[3] + a[7]
	}
	return s0 + s1 + s2 + s3
}
