package sim

import "contend/model"

// ring is a bounded queue of many producers and consumers without a lock: an atomic on one of two counters gives a ticket, and with it a slot
// and the turn in which that may be filled or emptied; each slot has a line of its own (Vyukov, "Bounded MPMC queue"; with tickets as in Scott &
// Scherer 2004, "Scalable synchronous queues", and Rigtorp's MPMCQueue). Whoever comes to a slot before its turn watches its line.
type ring struct {
	cause cause
	ends  [2]ringEnd // where items go in, and where they come out
	slots []ringSlot
}

type ringEnd struct {
	line *line
	next uint32 // ticket
}

// ringSlot is free for round r at turn 2r, and holds an item of it at 2r + 1.
type ringSlot struct {
	line     *line
	turn     uint32
	watching queue
}

const (
	ringIn  = 0
	ringOut = 1
)

func (s *simulation) newRing(name string, q model.Queue) *ring {
	r := &ring{cause: s.addCause("queue:" + name)}
	for i := range r.ends {
		r.ends[i].line = s.lines[s.newLine(r.cause)]
	}
	for range q.Capacity {
		r.slots = append(r.slots, ringSlot{line: s.lines[s.newLine(r.cause)]})
	}
	return r
}

// opEnqueue puts an item into a queue, once there is room.
func opEnqueue(s *simulation, t *thread, in *instruction) bool { return s.passRing(t, in, ringIn) }

// opDequeue takes one out, once there is one.
func opDequeue(s *simulation, t *thread, in *instruction) bool { return s.passRing(t, in, ringOut) }

func (s *simulation) passRing(t *thread, in *instruction, end int) bool {
	r := s.rings[in.ref]
	e := &r.ends[end]
	capacity := uint32(len(r.slots))
	for {
		slot := &r.slots[t.ticket%capacity]
		switch t.phase {
		case 0: // take a ticket
			t.phase = 1
			if !s.touch(t, e.line, atomic, r.cause) {
				return false
			}
		case 1:
			t.ticket = e.next
			e.next++
			t.phase = 2
		case 2: // look at the slot
			t.phase = 3
			if !s.touch(t, slot.line, read, r.cause) {
				return false
			}
		case 3:
			if slot.turn != 2*(t.ticket/capacity)+uint32(end) {
				t.phase = 2
				s.watch(t, &slot.watching, r.cause, 0)
				return false
			}
			t.phase = 4
			if !s.touch(t, slot.line, update, r.cause) {
				return false
			}
		default:
			t.phase = 0
			t.pc++
			slot.turn++
			s.notify(&slot.watching)
			return true
		}
	}
}
