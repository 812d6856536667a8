package sim

import (
	"fmt"
	"math"

	"contend/model"
)

// stacks keeps the memory that stacks take and the number of OS threads alive, against the machine's limits. Running out is an
// outcome: the creation fails, and the result says at how many threads and for what reason.
type stacks struct {
	os                  model.OS
	virtual             model.Virtual
	live, peak, created int
	reserved, committed high
	limit               int // threads alive when a creation first failed, 0 if none did
	reason              string
	refused             int
}

// stackSpace is what heap and runtime leave of the address space, or of the memory, for stacks; 0 stands for no limit.
func (s *simulation) stackSpace(of model.Bytes) model.Bytes {
	if of == 0 {
		return 0
	}
	taken := s.point.Runtime.Reserved()
	if taken >= of {
		s.fail("runtime", "heap and runtime take %v of %v, and leave nothing for stacks", taken, of)
	}
	return of - taken
}

// high is a level and the highest it has been.
type high struct{ now, most model.Bytes }

func (h *high) add(b model.Bytes) {
	h.now += b
	h.most = max(h.most, h.now)
}

// allows reports whether one more OS thread with that stack fits.
func (k *stacks) allows(stack model.Bytes) bool {
	reason := ""
	switch {
	case k.os.MaxThreads > 0 && k.live >= k.os.MaxThreads:
		reason = "max_threads"
	case k.os.AddressSpace > 0 && k.reserved.now+stack > k.os.AddressSpace:
		reason = "address_space"
	case k.os.Memory > 0 && k.committed.now+k.os.StackTouched > k.os.Memory:
		reason = "memory"
	default:
		return true
	}
	k.refused++
	if k.limit == 0 {
		k.limit, k.reason = k.live, reason
	}
	return false
}

// add counts a thread's stack in.
func (k *stacks) add(t *thread, stack model.Bytes) {
	if t.isCarrier {
		return
	}
	k.created++
	if t.isVirtual {
		t.committed = k.virtual.Stack
	} else {
		k.live++
		k.peak = max(k.peak, k.live)
		t.reserved = stack
		k.reserved.add(stack)
		t.committed = k.os.StackTouched
	}
	k.committed.add(t.committed)
}

// release gives a thread's stack back.
func (k *stacks) release(t *thread) {
	if t.isCarrier || t.isService {
		return
	}
	if !t.isVirtual {
		k.live--
	}
	k.reserved.add(-t.reserved)
	k.committed.add(-t.committed)
}

// grow commits what a depth of frames needs. An OS stack keeps what it once committed.
func (k *stacks) grow(t *thread) {
	need := k.os.StackTouched + k.os.Frame*model.Bytes(t.depth)
	if t.isVirtual {
		need = k.virtual.Stack + k.virtual.Frame*model.Bytes(t.depth)
	}
	if need > t.committed || t.isVirtual {
		k.committed.add(need - t.committed)
		t.committed = need
	}
}

// opCall pushes frames; loops[reg] remembers how many.
func opCall(s *simulation, t *thread, in *instruction) bool {
	n := int32(t.draw(in.amount))
	t.loops[in.reg] = n
	t.depth += n
	s.stacks.grow(t)
	t.pc++
	return true
}

// opReturn pops them.
func opReturn(s *simulation, t *thread, in *instruction) bool {
	t.depth -= t.loops[in.reg]
	s.stacks.grow(t)
	t.pc++
	return true
}

// opDepth starts a walk over all frames: loops[reg] becomes their number, and an empty stack skips the walk.
func opDepth(_ *simulation, t *thread, in *instruction) bool {
	t.loops[in.reg] = t.depth
	t.pc++
	if t.depth == 0 {
		t.pc = in.to
	}
	return true
}

// limits are the numbers of threads that the machine's limits allow, with stacks as large as they were on average: of each, and the
// least of them, or that at which a creation failed.
func (k *stacks) limits() []model.Metric {
	if k.peak == 0 {
		return nil
	}
	var out []model.Metric
	least := 0.0
	allow := func(name string, limit, each float64) {
		if limit <= 0 || each <= 0 {
			return
		}
		n := math.Floor(limit / each)
		out = append(out, model.Metric{Name: "thread_limit_" + name, Value: n})
		if least == 0 || n < least {
			least = n
		}
	}
	allow("address_space", float64(k.os.AddressSpace), float64(k.reserved.most)/float64(k.peak))
	allow("memory", float64(k.os.Memory), float64(k.committed.most)/float64(k.peak))
	allow("max_threads", float64(k.os.MaxThreads), 1)
	if k.limit > 0 {
		least = float64(k.limit)
		out = append(out, model.Metric{Name: "threads_refused", Value: float64(k.refused)})
	}
	if least > 0 {
		out = append(out, model.Metric{Name: "thread_limit", Value: least})
	}
	return out
}

// limitText says how many threads fit and what stopped the next one.
func (s *simulation) limitText() string {
	k := &s.stacks
	limit := map[string]string{
		"address_space": fmt.Sprintf("the address space of %v holds no more stacks", k.os.AddressSpace),
		"memory":        fmt.Sprintf("the memory of %v holds no more stacks", k.os.Memory),
		"max_threads":   fmt.Sprintf("the system allows %d", k.os.MaxThreads),
	}[k.reason]
	return fmt.Sprintf("no thread could be created beyond %d: %s; %d creations failed", k.limit, limit, k.refused)
}
