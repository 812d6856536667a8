package sim

import "contend/model"

// pool runs jobs that are submitted to it: on threads that wait for the next job (cached, fixed), or on one made for
// each job (per_job, virtual).
type pool struct {
	model.Pool
	stack   model.Bytes
	loops   int
	idle    []*thread // the one that came last is taken first
	jobs    []job     // those no thread of a fixed pool is free for
	head    int
	workers int
	all     group
}

// job is a submitted job.
type job struct {
	pc        int32
	submitted int64
	home      *group
	process   *process
}

// group counts jobs, and threads wait in it until there are none.
type group struct {
	pending int
	waiters queue
	outer   *group
}

func (g *group) done(s *simulation) {
	g.pending--
	if g.pending > 0 {
		return
	}
	for w := g.waiters.pop(); w != nil; w = g.waiters.pop() {
		s.wake(w)
	}
}

// opSubmit gives a job to a pool. The submitter pays for the thread it makes or wakes.
func opSubmit(s *simulation, t *thread, in *instruction) bool {
	p := s.pools[in.ref]
	if t.phase == 0 {
		t.phase = 1
		t.hand = nil
		switch {
		case p.Kind == "virtual":
			s.work(t, t.draw(s.machine.Virtual.Create)+t.draw(s.machine.Virtual.Submit), create)
			return false
		case len(p.idle) > 0:
			t.hand = p.takeIdle()
			s.call(t, t.hand)
			return false
		case p.Kind != "fixed" || p.workers < p.Size:
			s.work(t, t.draw(s.machine.OS.Create)+int64(s.machine.OS.CreatePerLive)*int64(s.stacks.live), create)
			return false
		}
	}
	t.phase = 0
	t.pc++
	j := job{pc: in.to, submitted: s.engine.Now(), home: t.group, process: t.process}
	if t.hand != nil {
		s.hand(p, t.hand, j)
		t.hand = nil
		return true
	}
	s.submit(p, j)
	return true
}

func (p *pool) takeIdle() *thread {
	w := p.idle[len(p.idle)-1]
	p.idle = p.idle[:len(p.idle)-1]
	return w
}

// submit gives a job to a pool without a submitter's cost.
func (s *simulation) submit(p *pool, j job) {
	switch {
	case p.Kind == "virtual":
		v := s.newThread(j.pc, p.loops)
		v.isVirtual = true
		s.stacks.add(v, 0)
		s.begins(p, v, j)
		s.carriers.makeReady(s, v)
	case len(p.idle) > 0:
		s.hand(p, p.takeIdle(), j)
	case p.Kind == "fixed" && p.workers >= p.Size:
		p.all.pending++
		if j.home != nil {
			j.home.pending++
		}
		p.jobs = append(p.jobs, j)
	default:
		s.startWorker(p, j)
	}
}

// startWorker makes an OS thread for a job, if the machine's limits allow it.
func (s *simulation) startWorker(p *pool, j job) {
	if !s.stacks.allows(p.stack) {
		return
	}
	p.workers++
	w := s.newThread(j.pc, p.loops)
	s.stacks.add(w, p.stack)
	s.begins(p, w, j)
	s.turn(w, waking, create)
	s.engine.Arm(w.timer, s.engine.Now()+w.draw(s.machine.OS.Start), prioThread)
}

// hand gives a job to an idle worker and wakes it.
func (s *simulation) hand(p *pool, w *thread, j job) {
	s.begins(p, w, j)
	s.wake(w)
}

// begins counts a job in and makes a thread its own.
func (s *simulation) begins(p *pool, w *thread, j job) {
	p.all.pending++
	if j.home != nil {
		j.home.pending++
	}
	s.takes(p, w, j)
}

// takes makes a thread run a job.
func (s *simulation) takes(p *pool, w *thread, j job) {
	w.pool, w.home, w.group, w.process = p, j.home, nil, j.process
	w.pc, w.started = j.pc, j.submitted
	w.depth = int32(p.Frames)
	s.stacks.grow(w)
}

// opJobDone ends a job: its thread takes the next, waits for one, or ends.
func opJobDone(s *simulation, t *thread, _ *instruction) bool {
	p := t.pool
	s.iterated(t, t.started)
	p.all.done(s)
	if t.home != nil {
		t.home.done(s)
	}
	switch {
	case p.head < len(p.jobs):
		s.takes(p, t, p.jobs[p.head])
		p.head++
		if p.head > 1024 && p.head > len(p.jobs)/2 {
			p.jobs = append(p.jobs[:0], p.jobs[p.head:]...)
			p.head = 0
		}
		return true
	case p.Kind == "cached" || p.Kind == "fixed":
		p.idle = append(p.idle, t)
		s.block(t, parked, idle)
	default:
		p.workers--
		s.finish(t)
	}
	return false
}

// finish ends a thread that is on its CPU or mounted.
func (s *simulation) finish(t *thread) {
	if t.isVirtual {
		s.carriers.unmount(s, t, dead, idle)
		return
	}
	s.end(t)
	s.yieldCPU(t)
}

// opAwait waits until every job submitted to a pool is done.
func opAwait(s *simulation, t *thread, in *instruction) bool {
	t.pc++
	return s.waitFor(t, &s.pools[in.ref].all)
}

// waitFor parks a thread until a group is empty, and reports whether it is already.
func (s *simulation) waitFor(t *thread, g *group) bool {
	if g.pending == 0 {
		return true
	}
	g.waiters.push(t)
	s.block(t, parked, park)
	return false
}

// opScope opens a scope: jobs that the thread submits from now on count in it.
func opScope(_ *simulation, t *thread, _ *instruction) bool {
	t.group = &group{outer: t.group}
	t.pc++
	return true
}

// opJoin closes a scope when every job submitted in it is done.
func opJoin(s *simulation, t *thread, _ *instruction) bool {
	g := t.group
	if g.pending > 0 {
		return s.waitFor(t, g) // called again when woken
	}
	t.group = g.outer
	t.pc++
	return true
}
