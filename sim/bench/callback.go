package main

import "contend/sim/engine"

// unit is a unit of the models in picoseconds: a microsecond.
const unit = 1_000_000

// callbacks are the models as handlers of contend's engine, without threads.
type callbacks struct {
	e      *engine.Engine
	rng    engine.Stream
	b      benchmark
	wanted int64
	served int64
	waited engine.Time
	busy   bool
	// The queue is a ring of the customers that wait, with the times at which they came.
	queue      []arrival
	head, tail uint32
	server     engine.Timer
	customers  []engine.Timer
}

type arrival struct {
	customer uint32
	at       engine.Time
}

// ring holds more customers than ever wait at a load of 0.9: the chance of a longer queue is 0.9^65536.
const ring = 1 << 16

// newCallbacks sets a model up.
func newCallbacks(b benchmark, customers int64, seed uint64) *callbacks {
	m := &callbacks{e: engine.New(), rng: engine.NewStream(seed), b: b, wanted: customers, queue: make([]arrival, ring)}
	m.server = m.e.NewTimer(m.e.Handle(m.departed), 0)
	switch b.model {
	case "mm1":
		m.populate(m.arrivedOpen, 1/arrivalRate)
	case "repairman":
		m.populate(m.arrived, thinkTime)
	default:
		m.populate(m.held, 1)
	}
	return m
}

// populate gives each customer a timer that calls h, the first time after an exponential time.
func (m *callbacks) populate(h engine.Handler, mean float64) {
	kind := m.e.Handle(h)
	for i := range m.b.size {
		m.customers = append(m.customers, m.e.NewTimer(kind, uint32(i)))
		m.after(m.customers[i], mean)
	}
}

func (m *callbacks) after(t engine.Timer, mean float64) {
	m.e.Arm(t, m.e.Now()+engine.Time(m.rng.Exp()*mean*unit), 0)
}

func (m *callbacks) arrivedOpen(i uint32) {
	m.after(m.e.Fired(), 1/arrivalRate)
	m.arrived(i)
}

func (m *callbacks) arrived(i uint32) {
	m.queue[m.tail%ring] = arrival{i, m.e.Now()}
	m.tail++
	if !m.busy {
		m.serve()
	}
}

func (m *callbacks) serve() {
	m.busy = true
	m.waited += m.e.Now() - m.queue[m.head%ring].at
	m.after(m.server, 1)
}

func (m *callbacks) departed(uint32) {
	i := m.queue[m.head%ring].customer
	m.head++
	m.count()
	m.busy = false
	if m.b.model == "repairman" {
		m.after(m.customers[i], thinkTime)
	}
	if m.head != m.tail {
		m.serve()
	}
}

func (m *callbacks) held(uint32) {
	m.count()
	m.after(m.e.Fired(), 1)
}

func (m *callbacks) count() {
	m.served++
	if m.served == m.wanted {
		m.e.Stop()
	}
}

// run serves the customers.
func (m *callbacks) run() outcome {
	m.e.Run(engine.Forever, nil)
	time := float64(m.e.Now()) / unit
	answer := float64(m.served) / time / float64(m.b.size)
	switch m.b.model {
	case "mm1":
		answer = float64(m.waited) / unit / float64(m.served)
	case "repairman":
		answer = float64(m.served) / time
	}
	return outcome{Customers: m.served, Events: int64(m.e.Events), Answer: answer}
}
