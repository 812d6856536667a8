package sim

import "math/bits"

// makeReady gives a thread that can run a CPU, or puts it into a run queue: the CPU's own for a pinned
// thread, else the one that all CPUs serve in FIFO order. The runtime's threads go before.
func (s *simulation) makeReady(t *thread) {
	if t.isVirtual && t.carrier == nil {
		s.carriers.makeReady(s, t)
		return
	}
	if s.world.stopped && !t.isService {
		s.turn(t, frozen, gcPause)
		s.world.frozen.push(t)
		return
	}
	if s.quota.isThrottled && !t.isOther {
		s.hold(t)
		return
	}
	s.turn(t, ready, runQueue)
	if cpu := s.idleFor(t); cpu >= 0 {
		s.dispatch(cpu, t)
		return
	}
	s.enqueue(t)
}

func (s *simulation) enqueue(t *thread) {
	if t.isService && !t.isFair {
		s.service.push(t)
		for cpu := range s.cpus {
			s.watchSlice(int32(cpu))
		}
		return
	}
	if t.pin >= 0 {
		s.cpus[t.pin].queue.push(t)
		s.watchSlice(t.pin)
		return
	}
	s.shared.push(t)
	if s.shared.n == 1 {
		for cpu := range s.cpus {
			s.watchSlice(int32(cpu))
		}
	}
}

// idleFor returns an idle CPU that may run the thread, the one it last ran on if it can, or −1.
func (s *simulation) idleFor(t *thread) int32 {
	if t.pin >= 0 {
		if s.cpus[t.pin].running == nil {
			return t.pin
		}
		return -1
	}
	if t.last >= 0 && s.cpus[t.last].running == nil {
		return t.last
	}
	for w, word := range s.idle {
		if word != 0 {
			return s.order[w*64+bits.TrailingZeros64(word)]
		}
	}
	return -1
}

func (s *simulation) setIdle(cpu int32, isIdle bool) {
	place := s.place[cpu]
	if isIdle {
		s.idle[place/64] |= 1 << (place % 64)
	} else {
		s.idle[place/64] &^= 1 << (place % 64)
	}
}

// dispatch puts an OS thread on a CPU. What it costs is charged to the thread as a switch.
func (s *simulation) dispatch(cpu int32, t *thread) {
	c := &s.cpus[cpu]
	cost := s.os.switching
	if t.last >= 0 && s.topo.core(t.last) != s.topo.core(cpu) {
		cost += s.os.migrate
	}
	c.running, c.last, c.overrun = t, t, false
	t.cpu, t.last = cpu, cpu
	c.sliceStart = s.engine.Now() + cost // a slice begins when the thread is there, so that each makes progress
	s.setIdle(cpu, false)
	s.running.add(+1, s.engine.Now())
	s.draws(t, +1)
	s.switches++
	s.watchSlice(cpu)
	if front := t.front(); front != t {
		s.turn(t, carrying, idle)
		s.work(front, cost, switching)
		return
	}
	s.work(t, cost, switching)
}

// yieldCPU takes a thread off its CPU, which goes to the next in the queue.
func (s *simulation) yieldCPU(t *thread) {
	cpu := t.cpu
	t.cpu = -1
	c := &s.cpus[cpu]
	c.running, c.overrun = nil, false
	s.engine.Disarm(s.slices[cpu])
	s.setIdle(cpu, true)
	s.running.add(-1, s.engine.Now())
	s.draws(t, -1)
	if next := s.nextFor(cpu); next != nil {
		s.dispatch(cpu, next)
	}
	s.seeStill()
}

// fillCPUs gives idle CPUs to ready threads.
func (s *simulation) fillCPUs() {
	for cpu := range s.cpus {
		if s.cpus[cpu].running == nil {
			if next := s.nextFor(int32(cpu)); next != nil {
				s.dispatch(int32(cpu), next)
			}
		}
	}
}

// interrupt takes a working thread off its work, which it owes from then on. One that was only being switched to owes what it did before.
func (s *simulation) interrupt(t *thread) {
	s.stopWork(t)
	if t.owed == 0 {
		t.owed, t.owedCause = t.left, t.cause
	}
}

// nextFor takes the next ready thread for a CPU.
func (s *simulation) nextFor(cpu int32) *thread {
	if s.quota.isThrottled {
		return s.service.popOther()
	}
	if t := s.service.pop(); t != nil || s.world.stopped {
		return t
	}
	if t := s.cpus[cpu].queue.pop(); t != nil {
		return t
	}
	return s.shared.pop()
}

// waits reports whether a thread waits for a CPU.
func (s *simulation) waits(cpu int32) bool {
	return !s.quota.isThrottled && (s.service.n > 0 || !s.world.stopped && (s.cpus[cpu].queue.n > 0 || s.shared.n > 0))
}

// watchSlice arms the end of a CPU's time slice, which matters only while somebody waits for the CPU.
func (s *simulation) watchSlice(cpu int32) {
	c := &s.cpus[cpu]
	if s.os.quantum == 0 || c.running == nil || s.engine.Armed(s.slices[cpu]) || c.overrun {
		return
	}
	if !s.waits(cpu) {
		return
	}
	s.engine.Arm(s.slices[cpu], max(s.engine.Now(), c.sliceStart+s.os.quantum), prioSlice)
}

// sliceEnded puts the running thread at the end of its queue if somebody waits for the CPU. A thread that waits for a
// cache line or for memory goes on until it has it.
func (s *simulation) sliceEnded(cpu uint32) {
	c := &s.cpus[cpu]
	if !s.waits(int32(cpu)) {
		return
	}
	switch t := c.running.front(); t.doing {
	case working:
		if t.cause == switching { // slowed by a sibling: it has done nothing yet
			c.sliceStart = s.engine.Now()
			s.watchSlice(int32(cpu))
			return
		}
		s.interrupt(t)
		s.preempt(t)
	case spinning:
		s.stopSpin(t)
		s.preempt(t)
	default:
		c.overrun = true
	}
}

// preempt sends a thread from its CPU to the end of the run queue.
func (s *simulation) preempt(t *thread) {
	os := t.os()
	s.turn(t, ready, runQueue)
	if os != t {
		s.turn(os, ready, runQueue)
	}
	s.enqueue(os)
	s.yieldCPU(os)
}

// block takes the CPU from a thread until something wakes it; a virtual thread leaves its carrier.
func (s *simulation) block(t *thread, as doing, c cause) {
	if t.isVirtual {
		s.carriers.unmount(s, t, as, c)
		return
	}
	s.turn(t, as, c)
	s.yieldCPU(t)
}

// call has a thread do what it takes to wake another: a call of the kernel, or to queue a virtual thread.
func (s *simulation) call(t, other *thread) {
	if other.isVirtual {
		s.work(t, t.draw(s.machine.Virtual.Submit), switching)
		return
	}
	s.work(t, t.draw(s.os.wakeCall), syscall)
}

// wake makes a parked thread runnable: a virtual one at once, an OS thread after the machine's wake-up latency.
func (s *simulation) wake(t *thread) {
	switch {
	case t.isVirtual && t.carrier != nil:
		t.wakePending = true // it is still being unmounted
	case t.isVirtual:
		s.carriers.makeReady(s, t)
	default:
		d := t.draw(s.os.wake)
		if d == 0 {
			s.makeReady(t)
			return
		}
		s.turn(t, waking, t.cause)
		s.engine.Arm(t.timer, s.engine.Now()+d, prioThread)
	}
}

// resume runs a thread on that has its CPU and has just finished what it did.
func (s *simulation) resume(t *thread) {
	if s.quota.isThrottled && !t.isOther {
		s.throttle(t.os())
		return
	}
	if t.isCarrier {
		s.carriers.serve(s, t)
		return
	}
	if c := &s.cpus[t.os().cpu]; c.overrun {
		c.overrun = false
		if s.waits(t.os().cpu) {
			s.preempt(t)
			return
		}
	}
	if s.world.stopped && !t.isService {
		s.freeze(t)
		return
	}
	if t.owed > 0 {
		d := t.owed
		t.owed = 0
		s.work(t, d, t.owedCause)
		return
	}
	if t.isLeaving {
		s.carriers.left(s, t)
		return
	}
	s.run(t)
}

// timerFired goes on with whatever the thread's timer was armed for.
func (s *simulation) timerFired(id uint32) {
	t := s.threadByID(id)
	switch t.doing {
	case working:
		s.worked(t)
	case sleeping:
		if t.isVirtual {
			s.carriers.makeReady(s, t)
			return
		}
		s.makeReady(t)
	case waking:
		s.makeReady(t)
	case spinning:
		s.spunOut(t)
	case stalled:
		s.settle(t)
		s.resume(t)
	}
}
