package sim

import (
	"math"

	"contend/model"
	"contend/sim/engine"
)

// device serves I/O requests, Concurrency at a time, the others in FIFO order.
type device struct {
	model.Device
	free  []*channel
	queue []ioRequest
}

// channel is one of the requests that a device serves at a time.
type channel struct {
	device *device
	serves *thread
	timer  engine.Timer
}

type ioRequest struct {
	thread *thread
	took   int64
}

func (s *simulation) newDevice(m model.Device) *device {
	d := &device{Device: m}
	for range max(1, m.Concurrency) {
		c := &channel{device: d, timer: s.engine.NewTimer(s.deviceTimer, uint32(len(s.channels)))}
		s.channels = append(s.channels, c)
		d.free = append(d.free, c)
	}
	return d
}

// opIO parks a thread until the device has served it.
func opIO(s *simulation, t *thread, in *instruction) bool {
	t.pc++
	d := s.devices[in.ref]
	took := t.draw(d.Latency)
	if bytes := t.draw(in.amount); d.Bandwidth > 0 {
		took += int64(math.Round(float64(bytes) / float64(d.Bandwidth) * float64(model.Second)))
	}
	d.ask(s, ioRequest{t, took})
	s.block(t, parked, deviceIO)
	return false
}

// ask serves a request at once, or when a channel is free.
func (d *device) ask(s *simulation, r ioRequest) {
	if len(d.free) == 0 {
		d.queue = append(d.queue, r)
		return
	}
	c := d.free[len(d.free)-1]
	d.free = d.free[:len(d.free)-1]
	c.serve(s, r)
}

func (c *channel) serve(s *simulation, r ioRequest) {
	c.serves = r.thread
	s.engine.Arm(c.timer, s.engine.Now()+r.took, prioThread)
}

// served wakes the thread whose request is done, and serves the next.
func (s *simulation) served(number uint32) {
	c := s.channels[number]
	d := c.device
	s.wake(c.serves)
	if len(d.queue) == 0 {
		c.serves = nil
		d.free = append(d.free, c)
		return
	}
	next := d.queue[0]
	d.queue = d.queue[1:]
	c.serve(s, next)
}
