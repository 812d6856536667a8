package sim

import (
	"math"

	"contend/model"
	"contend/sim/engine"
)

// compile flattens the workload's program and returns its first instruction.
func (s *simulation) compile() int32 {
	c := &compiler{s: s}
	end := instruction{do: opIterate}
	switch w := s.point.Workload; {
	case w.Batch != nil:
		end = instruction{do: opFinish}
	case w.Open != nil:
		end = instruction{do: opJobDone}
	}
	start := c.compile(s.point.Workload.Program, end)
	s.compileCompilers()
	s.nominal = int64(s.alone(s.point.Workload.Program, 0))
	return start
}

// start puts the workload's threads on the machine.
func (s *simulation) start(pc int32) {
	w := s.point.Workload
	switch {
	case w.Open != nil:
		s.openArrivals(pc)
	case w.Closed != nil:
		s.startThreads(pc, w.Closed.Threads, w.Closed.Placement, w.Closed.Kind, true)
	default:
		s.unfinished = w.Batch.Threads
		s.startThreads(pc, w.Batch.Threads, w.Batch.Placement, w.Batch.Kind, false)
	}
}

// startThreads makes n threads that are there from the beginning. Those of a closed workload start at a uniform phase of
// one iteration, else they would march in lockstep.
func (s *simulation) startThreads(pc int32, n int, placement, kind string, phased bool) {
	s.engine.Reserve(n)
	phase := s.stream(streamStart, 0)
	for i := range n {
		t := s.newThread(pc, s.loops)
		t.isVirtual = kind == "virtual"
		if placement != "free" && !t.isVirtual {
			t.pin = s.order[i%len(s.order)]
		}
		s.stacks.add(t, s.machine.OS.Stack)
		s.turn(t, waking, idle)
		if phased {
			t.started = int64(phase.Float() * float64(s.nominal))
			s.engine.Arm(t.timer, t.started, prioThread)
		}
	}
	if !phased { // one event for all, since there may be a million
		from := s.population - n
		begin := s.engine.Handle(func(uint32) {
			for id := from; id < from+n; id++ {
				s.makeReady(s.threadByID(uint32(id)))
			}
		})
		s.engine.Arm(s.engine.NewTimer(begin, 0), 0, prioThread)
	}
}

// newCarriers makes the OS threads that virtual threads run on, where there are any.
func (s *simulation) newCarriers() {
	v := s.machine.Virtual
	c := &s.carriers
	c.mountCost, c.unmountCost, c.frameCost = int64(v.Mount), int64(v.Unmount), int64(v.PerFrame)
	if !s.point.Workload.HasVirtual() {
		return
	}
	n := v.Carriers
	if n == 0 {
		n = s.runtimeCPUs()
	}
	for range n {
		t := s.newThread(-1, 0)
		t.isCarrier = true
		c.all = append(c.all, t)
		c.idle.push(t)
	}
}

// opIterate ends an iteration of a closed workload and begins the next.
func opIterate(s *simulation, t *thread, in *instruction) bool {
	s.iterated(t, t.started)
	t.started = s.engine.Now()
	t.pc = in.to
	return true
}

// opFinish ends a thread of a batch; the last one ends the run.
func opFinish(s *simulation, t *thread, _ *instruction) bool {
	s.iterated(t, t.started)
	s.unfinished--
	s.finish(t)
	if s.unfinished == 0 {
		s.engine.Stop()
	}
	return false
}

// arrivals is the Poisson stream of an open workload.
type arrivals struct {
	rng   engine.Stream
	mean  float64 // picoseconds between arrivals
	timer engine.Timer
	pool  *pool
	pc    int32
}

func (s *simulation) openArrivals(pc int32) {
	w := &s.point.Workload
	p := s.pools[w.Pools.Index(w.Open.Pool)]
	p.loops = max(p.loops, s.loops)
	s.arrivals = arrivals{
		rng: s.stream(streamArrivals, 0), mean: float64(model.Second) / float64(w.Open.Rate), pool: p, pc: pc,
		timer: s.engine.NewTimer(s.arrivalTimer, 0),
	}
	s.nextArrival()
}

func (s *simulation) nextArrival() {
	a := &s.arrivals
	s.engine.Arm(a.timer, s.engine.Now()+int64(math.Round(a.rng.Exp()*a.mean)), prioArrival)
}

// arrived submits a job and waits for the next.
func (s *simulation) arrived(uint32) {
	s.nextArrival()
	s.submit(s.arrivals.pool, job{pc: s.arrivals.pc, submitted: s.engine.Now(), process: s.root})
}

// alone is the expected time of ops for one thread that shares nothing, at a depth of frames: the sum of its parts.
func (s *simulation) alone(ops []model.Op, depth float64) float64 {
	sum := 0.0
	for _, op := range ops {
		switch op.Name {
		case "sleep", "pause", "syscall":
			sum += op.Arg("for").Dist.Mean()
		case "compute", "execute":
			sum += op.Arg("for").Dist.Mean() * s.slowness
		case "alloc":
			sum += s.allocationTime(op.Arg("bytes").Dist.Mean()) * s.slowness
		case "memory":
			sum += op.Arg("bytes").Dist.Mean() / s.memory.perCore
		case "walk":
			n := depth
			if d := op.Arg("depth"); d.Set {
				n = d.Dist.Mean()
			}
			sum += n * op.Arg("each").Dist.Mean() * s.slowness
		case "repeat":
			sum += op.Arg("times").Dist.Mean() * s.alone(op.Arg("do").Ops, depth)
		case "call":
			sum += s.alone(op.Arg("do").Ops, depth+op.Arg("frames").Dist.Mean())
		case "scope", "process":
			sum += s.alone(op.Arg("do").Ops, depth)
		case "choose":
			total, part := 0.0, 0.0
			for _, k := range op.Arg("of").Cases {
				total += k.Weight
				part += k.Weight * s.alone(k.Ops, depth)
			}
			sum += part / total
		}
	}
	return sum
}
