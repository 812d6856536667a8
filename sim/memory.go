package sim

import (
	"math"
	"slices"

	"contend/model"
	"contend/sim/engine"
)

// memory is bandwidth under processor sharing: the flows through a station share it equally, each at most at
// a core's own rate, and all stations in series share one capacity (a chipset or a snoop fabric) by max-min
// fairness (Bertsekas & Gallager 1992, Data Networks, 6.5.2). A flow's size is its time at a core's own rate. All flows
// of a station have the same speed, so each station keeps a virtual time that advances at that speed, and a
// flow ends when it has advanced by its size (Kleinrock 1976, Queueing Systems II, 4.4).
type memory struct {
	perCore         float64 // bytes per picosecond
	station, shared float64 // capacities in cores' own rates; infinite without a limit
	interleaved     bool
	stations        []station
	at              int64  // when the virtual times were last advanced
	full            []bool // scratch of level
}

type station struct {
	virtual int64
	speed   float64 // of each flow, against a core's own rate
	flows   []flow  // in the order of their ends
	timer   engine.Timer
	// armed is the time the timer is set to.
	armed int64
}

type flow struct {
	end    int64 // virtual time
	thread *thread
}

// insert puts a flow among those of a station in the order of their ends, then of their starts. There are at most as many as CPUs.
func (st *station) insert(f flow) {
	at, _ := slices.BinarySearchFunc(st.flows, f.end, func(g flow, end int64) int {
		if g.end > end {
			return 1
		}
		return -1
	})
	st.flows = slices.Insert(st.flows, at, f)
}

func (s *simulation) newMemory(m model.Memory) {
	s.memory = memory{perCore: float64(m.PerCore) / float64(model.Second), interleaved: m.Placement == "interleaved"}
	limit := func(b model.Bandwidth) float64 {
		if b == 0 {
			return math.Inf(1)
		}
		return float64(b) / float64(m.PerCore)
	}
	s.memory.station, s.memory.shared = limit(m.Station), limit(m.Shared)
	s.memory.stations = make([]station, s.topo.Sockets)
	s.memory.full = make([]bool, s.topo.Sockets)
	for i := range s.memory.stations {
		s.memory.stations[i].timer = s.engine.NewTimer(s.memoryTimer, uint32(i))
		s.memory.stations[i].speed = 1
	}
}

// flow has a thread stream bytes from memory and go on afterwards.
func (s *simulation) flow(t *thread, bytes int64) {
	m := &s.memory
	size := int64(math.Round(float64(bytes) / m.perCore))
	to := s.topo.socket(t.os().cpu)
	if m.interleaved {
		to = int32(t.rng.Below(uint64(len(m.stations))))
	}
	m.advance(s.engine.Now())
	s.turn(t, flowing, compute)
	st := &m.stations[to]
	t.left, t.station, t.mark = size, to, st.virtual
	st.insert(flow{st.virtual + size, t})
	s.share()
}

// progress is how far a thread's flow has come since it was last asked.
func (m *memory) progress(t *thread) int64 {
	v := m.stations[t.station].virtual
	d := v - t.mark
	t.mark = v
	return d
}

// advance brings all virtual times up to now.
func (m *memory) advance(now int64) {
	dt := float64(now - m.at)
	m.at = now
	for i := range m.stations {
		if st := &m.stations[i]; len(st.flows) > 0 {
			st.virtual += int64(dt * st.speed)
		}
	}
}

// share gives every station its speed and sets its timer to the end of its first flow.
func (s *simulation) share() {
	m := &s.memory
	now := s.engine.Now()
	level := m.level()
	for i := range m.stations {
		st := &m.stations[i]
		if len(st.flows) == 0 {
			s.engine.Disarm(st.timer)
			continue
		}
		st.speed = min(1, m.station/float64(len(st.flows)), level)
		left := st.flows[0].end - st.virtual
		end := now + int64(math.Ceil(float64(left)/st.speed))
		if !s.engine.Armed(st.timer) || st.armed != end {
			st.armed = end
			s.engine.Arm(st.timer, end, prioMemory)
		}
	}
}

// level is the most that a flow can have of the shared capacity so that all get the same or what their station
// gives them: the water level of max-min fairness.
func (m *memory) level() float64 {
	if math.IsInf(m.shared, 1) {
		return math.Inf(1)
	}
	left, flows := m.shared, 0
	for i := range m.stations {
		flows += len(m.stations[i].flows)
	}
	// Stations that ask for less than an equal share get what they ask for; the others share the rest.
	full := m.full
	clear(full)
	for {
		level := left / float64(flows)
		again := false
		for i := range m.stations {
			n := len(m.stations[i].flows)
			if n == 0 || full[i] {
				continue
			}
			if own := min(1, m.station/float64(n)); own <= level {
				full[i], again = true, true
				left -= own * float64(n)
				flows -= n
			}
		}
		if flows == 0 {
			return math.Inf(1)
		}
		if !again {
			return left / float64(flows)
		}
	}
}

// flowed ends the flows of a station that are done.
func (s *simulation) flowed(id uint32) {
	m := &s.memory
	now := s.engine.Now()
	m.advance(now)
	st := &m.stations[id]
	// The first flow is done; rounding may leave its virtual end some picoseconds ahead.
	st.virtual = max(st.virtual, st.flows[0].end)
	n := 0
	for n < len(st.flows) && st.flows[n].end <= st.virtual {
		s.done = append(s.done, st.flows[n].thread)
		n++
	}
	st.flows = slices.Delete(st.flows, 0, n)
	s.share()
	done := s.done
	s.done = s.done[:0]
	for _, t := range done {
		s.settle(t)
		t.doing = stalled
		s.resume(t)
	}
}
