package sim

import (
	"math"

	"contend/model"
	"contend/sim/engine"
)

// Events of one instant run in this order: lines and memory before the threads they set free, time slices last.
const (
	prioLine uint8 = iota
	prioMemory
	prioThread
	prioArrival
	prioSlice
)

// simulation is one run of one point: the machine's state and the threads'.
type simulation struct {
	engine  *engine.Engine
	point   model.Point
	machine model.Machine
	options Options
	failed  error

	// Kinds of timers.
	threadTimer, lineTimer, memoryTimer, sliceTimer, arrivalTimer, deviceTimer engine.Kind

	topo        topology
	smtFactor   float64
	allCores    float64 // speed of a core while all of its socket work
	clocks      []clock // of the sockets, where their speed depends on how many cores work
	clockTimers []engine.Timer
	sharesSpeed bool   // what others do has a say in how fast a thread works
	busy        []int8 // threads that work on each core
	cpus        []processor
	slices      []engine.Timer
	order       []int32  // the CPUs in the order they are filled
	place       []int32  // of a CPU in order
	idle        []uint64 // bits of idle CPUs, by place
	shared      queue    // ready threads that may run anywhere
	service     queue    // ready threads of the runtime
	os          osCosts
	running     level // CPUs that run a thread
	switches    int64

	slabs      [][]thread
	population int
	spare      *thread // threads that ended, through their links, the last one first
	births     int
	services   int
	unfinished int // threads of a batch that have not ended

	line      lineCosts
	lines     []*line
	requests  []*request
	asked     uint64
	transfers int64
	places    []place
	memory    memory
	done      []*thread

	locks    []*lock
	sections []*section // that ended
	rings    []*ring
	barriers []*barrier
	pools    []*pool
	carriers carriers
	stacks   stacks
	devices  []*device
	channels []*channel

	root         *process
	zipf         []float64 // shares of a process's methods
	compilerCode [2]int32
	gc           *collector
	stopwatch    stopwatch
	others       others
	quota        quota
	slowness     float64 // of the machine's cores

	code       []instruction
	loops      int // loop counters of the program
	names      struct{ locks []string }
	threads    ledger // of the workload's threads
	apart      ledger // of carriers and of the runtime's threads
	world      world
	causeNames []string
	watcher    observer
	nominal    int64 // what an iteration takes one thread alone
	arrivals   arrivals
}

// osCosts are the machine's scheduler costs.
type osCosts struct {
	quantum, switching, migrate int64
	wake, wakeCall              model.Dist
}

// level integrates a number over time.
type level struct {
	value, since int64
	integral     model.Sum
}

func (l *level) add(by int64, now int64) {
	l.integral.Add(model.Time(l.value * (now - l.since)))
	l.value += by
	l.since = now
}

func newSimulation(p model.Point, o Options) (*simulation, error) {
	s := &simulation{engine: engine.New(), point: p, machine: p.Machine, options: o}
	s.threadTimer = s.engine.Handle(s.timerFired)
	s.lineTimer = s.engine.Handle(s.transferred)
	s.memoryTimer = s.engine.Handle(s.flowed)
	s.sliceTimer = s.engine.Handle(s.sliceEnded)
	s.arrivalTimer = s.engine.Handle(s.arrived)
	s.deviceTimer = s.engine.Handle(s.served)
	s.causeNames = append(s.causeNames, causeNames[:]...)
	s.newMachine()
	s.newThings()
	start := s.compile()
	s.threads.charges = make([]model.Sum, len(s.causeNames))
	s.apart.charges = make([]model.Sum, len(s.causeNames))
	s.root = s.newProcess(nil)
	s.newCollector(p.Runtime.GC)
	s.newCarriers()
	s.newOthers(p.Machine.OS)
	s.start(start)
	return s, s.failed
}

// newMachine sets up CPUs, costs and memory.
func (s *simulation) newMachine() {
	m := &s.machine
	s.topo = newTopology(m.Topology)
	s.slowness = 1
	if m.Topology.Speed > 0 {
		s.slowness = 1 / m.Topology.Speed
	}
	s.smtFactor = float64(m.SMT.Factor)
	if s.smtFactor == 0 {
		s.smtFactor = 1
	}
	s.busy = make([]int8, s.topo.cores)
	s.cpus = make([]processor, s.topo.cpus)
	placement := "compact"
	if w := s.point.Workload; w.Closed != nil && w.Closed.Placement == "scatter" || w.Batch != nil && w.Batch.Placement == "scatter" {
		placement = "scatter"
	}
	s.order = s.topo.order(placement)
	s.place = make([]int32, s.topo.cpus)
	s.idle = make([]uint64, (s.topo.cpus+63)/64)
	for place, cpu := range s.order {
		s.place[cpu] = int32(place)
	}
	for cpu := range s.cpus {
		s.cpus[cpu].stores.depth = m.Line.StoreBuffer
		s.slices = append(s.slices, s.engine.NewTimer(s.sliceTimer, uint32(cpu)))
		s.idle[cpu/64] |= 1 << (cpu % 64)
	}
	s.line = newLineCosts(m.Line)
	s.os = osCosts{int64(m.OS.Quantum), int64(m.OS.Switch), int64(m.OS.Migrate), m.OS.Wake, m.OS.WakeCall}
	s.newClocks()
	s.sharesSpeed = s.topo.Threads > 1 || len(s.clocks) > 0
	s.newWorld()
	s.newQuota(m.OS)
	s.stacks = stacks{os: m.OS, virtual: m.Virtual}
	s.stacks.os.AddressSpace, s.stacks.os.Memory = s.stackSpace(m.OS.AddressSpace), s.stackSpace(m.OS.Memory)
	s.newMemory(m.Memory)
}

// newThings sets up what the program uses: lines, locks, queues, barriers, pools.
func (s *simulation) newThings() {
	w := &s.point.Workload
	s.placeLines(w.Lines)
	s.placeLayouts(w.Layouts)
	for _, e := range w.Locks {
		s.locks = append(s.locks, s.newLock(e.Name, e.Value))
		s.names.locks = append(s.names.locks, e.Name)
	}
	for _, e := range w.Queues {
		s.rings = append(s.rings, s.newRing(e.Name, e.Value))
	}
	for _, e := range w.Barriers {
		b := &barrier{Barrier: e.Value}
		if b.Parties == 0 {
			b.Parties = w.Threads()
		}
		b.lock = s.newLock(e.Name, model.Lock{Kind: "futex"})
		b.lock.cause, b.lock.line.cause = barrierWait, barrierWait
		s.barriers = append(s.barriers, b)
	}
	for _, e := range w.Devices {
		s.devices = append(s.devices, s.newDevice(e.Value))
	}
	for _, e := range w.Pools {
		p := &pool{Pool: e.Value, stack: e.Value.Stack}
		if p.stack == 0 {
			p.stack = s.machine.OS.Stack
		}
		s.pools = append(s.pools, p)
	}
}

func (s *simulation) addCause(name string) cause {
	s.causeNames = append(s.causeNames, name)
	return cause(len(s.causeNames) - 1)
}

// stream returns a random stream of this replication.
func (s *simulation) stream(name, number uint64) engine.Stream {
	return engine.NewStream(s.options.Seed, uint64(s.options.Rep), name, number, math.Float64bits(s.point.N))
}
