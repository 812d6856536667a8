package sim

// carriers run virtual threads: OS threads that take the next ready virtual thread, in FIFO order, mount it,
// and run it until it blocks. A preempted carrier keeps its virtual thread mounted. Mounting and unmounting
// copy the stack between the heap and the carrier, at a cost that grows with its frames, and are charged to the
// virtual thread as a switch.
type carriers struct {
	all   []*thread
	idle  queue // carriers with nothing to mount
	ready queue // virtual threads with nothing to run on
	// The machine's costs.
	mountCost, unmountCost, frameCost int64
}

// makeReady queues a virtual thread and wakes an idle carrier for it.
func (c *carriers) makeReady(s *simulation, v *thread) {
	s.turn(v, ready, runQueue)
	c.ready.push(v)
	if carrier := c.idle.pop(); carrier != nil {
		s.wake(carrier)
	}
}

// serve has a carrier that has its CPU mount the next virtual thread, or park.
func (c *carriers) serve(s *simulation, carrier *thread) {
	v := c.ready.pop()
	if v == nil {
		c.idle.push(carrier)
		s.block(carrier, parked, idle)
		return
	}
	carrier.mounted, v.carrier = v, carrier
	s.turn(carrier, carrying, idle)
	s.work(v, c.mountCost+c.frameCost*int64(v.depth), switching)
}

// unmount takes a virtual thread off its carrier, after which it stands as the caller says, and the carrier
// serves the next one.
func (c *carriers) unmount(s *simulation, v *thread, as doing, why cause) {
	v.isLeaving, v.leaving, v.leavingCause = true, as, why
	s.work(v, c.unmountCost+c.frameCost*int64(v.depth), switching)
}

// left ends an unmount. A wake-up that came in the meantime counts.
func (c *carriers) left(s *simulation, v *thread) {
	as, why := v.leaving, v.leavingCause
	v.isLeaving = false
	carrier := v.carrier
	v.carrier, carrier.mounted = nil, nil
	switch {
	case as == dead:
		s.end(v)
	case v.wakePending:
		v.wakePending = false
		c.makeReady(s, v)
	default:
		s.turn(v, as, why)
		if as == sleeping {
			s.engine.Arm(v.timer, max(v.deadline, s.engine.Now()), prioThread)
		}
		if as == ready {
			c.makeReady(s, v)
		}
	}
	s.turn(carrier, working, switching)
	c.serve(s, carrier)
}
