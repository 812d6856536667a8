package sim

import (
	"math"

	"contend/model"
	"contend/sim/engine"
)

// quota is a limit on the CPU time that the program and its runtime take in each period, as a container has it (Turner, Rao & Rao 2010,
// "CPU bandwidth control for CFS"). Running threads draw from one pool; when it is empty they are throttled until the
// next period fills it. A thread that waits for a cache line or for memory goes on until it has it, and the pool owes that. The kernel hands the pool
// out to CPUs in slices of 5 ms; here they draw as they run, so that nothing of it lies unused on a CPU.
type quota struct {
	limit, period int64 // CPU time of a period, 0 without a limit
	left          int64 // below 0 where more was taken
	since         int64 // when left was last settled
	drawing       int64 // CPUs that run threads of the program
	isThrottled   bool
	held          queue // threads that are throttled, in the order they came
	empty, refill engine.Timer
	counts        quotaCounts
}

// quotaCounts are the periods in which time was drawn, and those of them that were throttled.
type quotaCounts struct{ periods, throttled int64 }

// leastQuota is the least CPU time of a period; less is gone before a thread is switched to.
const leastQuota = model.Millisecond

func (s *simulation) newQuota(os model.OS) {
	if os.Quota <= 0 {
		return
	}
	q := &s.quota
	q.period = int64(os.QuotaPeriod)
	q.limit = int64(math.Round(os.Quota * float64(q.period)))
	if q.limit < int64(leastQuota) {
		s.fail("machine.os.quota", "%g CPUs of %v are less than the %v that a kernel grants", os.Quota, os.QuotaPeriod, leastQuota)
		return
	}
	q.left = q.limit
	q.empty = s.engine.NewTimer(s.engine.Handle(s.quotaEmpty), 0)
	q.refill = s.engine.NewTimer(s.engine.Handle(s.quotaRefill), 0)
	s.point.Effort = wholePeriods(s.point.Effort, os.QuotaPeriod)
}

// wholePeriods is an effort whose warm-up and window are whole periods, so that what is left of a quota at their ends is no noise.
func wholePeriods(e model.Effort, period model.Time) model.Effort {
	const warmup, window = 2, 8 // at least
	whole := func(t model.Time, least model.Time) model.Time { return max(least, (t+period-1)/period) * period }
	e.Auto = false
	e.Warmup, e.Window = whole(e.Warmup, warmup), whole(e.Window, window)
	return e
}

// runtimeCPUs is the number of CPUs that runtimes size their threads by: a quota counts, rounded up.
func (s *simulation) runtimeCPUs() int {
	return int(math.Ceil(s.machine.UsableCPUs()))
}

// draws counts CPUs in or out of those that draw from the quota.
func (s *simulation) draws(t *thread, by int64) {
	q := &s.quota
	if q.limit == 0 || t.isOther {
		return
	}
	q.settle(s.engine.Now())
	q.drawing += by
	s.watchQuota()
}

// settle takes off what was drawn up to now.
func (q *quota) settle(now int64) {
	q.left -= q.drawing * (now - q.since)
	q.since = now
}

// watchQuota arms the times at which the quota is empty and is filled again. Where it is full and nobody draws from it, no event is needed.
func (s *simulation) watchQuota() {
	q := &s.quota
	now := s.engine.Now()
	switch {
	case q.isThrottled || q.drawing == 0:
		s.engine.Disarm(q.empty)
	default:
		s.engine.Arm(q.empty, now+max(0, (q.left+q.drawing-1)/q.drawing), prioSlice)
	}
	if (q.drawing > 0 || q.left < q.limit) && !s.engine.Armed(q.refill) {
		q.counts.periods++
		s.engine.Arm(q.refill, (now/q.period+1)*q.period, prioSlice)
	}
}

// quotaEmpty throttles the threads that run.
func (s *simulation) quotaEmpty(uint32) {
	q := &s.quota
	q.isThrottled = true
	q.counts.throttled++
	for cpu := range s.cpus {
		t := s.cpus[cpu].running
		if t == nil || t.isOther {
			continue
		}
		switch front := t.front(); front.doing {
		case working:
			s.interrupt(front)
			s.throttle(t)
		case spinning:
			s.stopSpin(front)
			s.throttle(t)
		}
	}
}

// throttle takes the CPU from an OS thread until the quota is filled.
func (s *simulation) throttle(t *thread) {
	s.hold(t)
	s.yieldCPU(t)
}

// hold keeps an OS thread, and the virtual one that it carries, among those that are throttled.
func (s *simulation) hold(t *thread) {
	s.turn(t, frozen, throttled)
	if t.mounted != nil {
		s.turn(t.mounted, frozen, throttled)
	}
	s.quota.held.push(t)
}

// quotaRefill begins a period. Time left over is lost; time owed is taken off.
func (s *simulation) quotaRefill(uint32) {
	q := &s.quota
	q.settle(s.engine.Now())
	q.left = min(q.left, 0) + q.limit
	if !q.isThrottled || q.left <= 0 {
		s.watchQuota()
		return
	}
	q.isThrottled = false
	s.watchQuota()
	for n := q.held.n; n > 0; n-- {
		t := q.held.pop()
		if t.mounted != nil {
			s.turn(t.mounted, ready, runQueue)
		}
		s.makeReady(t)
	}
	s.fillCPUs()
}
