package sim

// clock is the speed of a socket's cores, which falls as more of them work (turbo bins: Intel SDM volume 3, "Opportunistic processor performance
// operation"). It follows the mean number of cores that worked in the last interval, as a power control unit does.
type clock struct {
	speed  float64 // against a core that works alone
	active int64   // cores that work
	sum    int64   // of active over the time since begun, up to since
	since  int64
	begun  int64
}

// clockEvery is the interval in which a clock is set anew.
const clockEvery = int64(1_000_000_000) // 1 ms

func (s *simulation) newClocks() {
	s.allCores = float64(s.topo.AllCores)
	if s.allCores <= 0 || s.allCores == 1 || s.topo.cores == s.topo.Sockets {
		return // a core is never in company, or does not mind
	}
	kind := s.engine.Handle(s.clockSet)
	for socket := range s.topo.Sockets {
		s.clocks = append(s.clocks, clock{speed: 1})
		s.clockTimers = append(s.clockTimers, s.engine.NewTimer(kind, uint32(socket)))
	}
}

// count counts cores in or out of those that work.
func (c *clock) count(by, now int64) {
	c.sum += c.active * (now - c.since)
	c.since = now
	c.active += by
}

// coreWorks counts a core of a socket in or out.
func (s *simulation) coreWorks(socket int32, by int64) {
	c := &s.clocks[socket]
	now := s.engine.Now()
	c.count(by, now)
	if !s.engine.Armed(s.clockTimers[socket]) {
		c.sum, c.begun = 0, now
		s.engine.Arm(s.clockTimers[socket], now+clockEvery, prioSlice)
	}
}

// clockSet gives a socket the speed of the last interval's load: in proportion between one core and all of them.
func (s *simulation) clockSet(socket uint32) {
	c := &s.clocks[socket]
	now := s.engine.Now()
	c.count(0, now)
	load := float64(c.sum) / float64(now-c.begun)
	if c.sum > 0 {
		s.engine.Arm(s.clockTimers[socket], now+clockEvery, prioSlice)
	}
	c.sum, c.begun = 0, now
	others := max(0, load-1) / float64(s.topo.Clusters*s.topo.Cores-1)
	speed := 1 - (1-s.allCores)*others
	if speed == c.speed {
		return
	}
	perSocket := int32(s.topo.cpus / s.topo.Sockets)
	first := int32(socket) * perSocket
	var slowed []*thread
	for cpu := first; cpu < first+perSocket; cpu++ {
		if os := s.cpus[cpu].running; os != nil && os.front().doing == working {
			s.settle(os.front())
			slowed = append(slowed, os.front())
		}
	}
	c.speed = speed
	for _, t := range slowed {
		t.speed = s.speedOn(t.os().cpu)
		s.armWork(t)
	}
}
