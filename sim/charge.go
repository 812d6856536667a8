package sim

import "contend/model"

// cause is an index into the causes that time is charged to: the fixed ones, then one for each line, then
// one for each lock.
type cause uint16

const (
	compute cause = iota
	smt
	clocked
	bandwidth
	runQueue
	switching
	create
	barrierWait
	gcPause
	throttled
	jitCompile
	syscall
	deviceIO
	park
	sleep
	idle
	fixedCauses
)

var causeNames = [fixedCauses]string{
	"compute", "smt", "clock", "bandwidth", "run_queue", "switch", "create", "barrier", "gc", "throttled", "jit",
	"syscall", "io", "park", "sleep", "idle",
}

// ledger is where the time of the threads went, and how long they lived. Carriers of virtual threads and
// the runtime's own threads (collectors, compilers) have a ledger apart.
type ledger struct {
	charges  []model.Sum
	lifetime model.Sum
	// user and system are the time on a CPU, in the program and in the kernel, as time(1) reports them.
	user, system model.Sum
}

func (l *ledger) clone() ledger {
	out := *l
	out.charges = append([]model.Sum(nil), l.charges...)
	return out
}

// since returns what was added since an earlier clone.
func (l *ledger) since(before ledger) ledger {
	out := l.clone()
	for i := range before.charges {
		out.charges[i] = out.charges[i].Minus(before.charges[i])
	}
	out.lifetime = out.lifetime.Minus(before.lifetime)
	out.user, out.system = out.user.Minus(before.user), out.system.Minus(before.system)
	return out
}

// named returns the charges that are not 0.
func (s *simulation) named(l ledger) []model.Charge {
	var out []model.Charge
	for i, sum := range l.charges {
		if !sum.IsZero() {
			out = append(out, model.Charge{Cause: s.causeNames[i], Time: sum})
		}
	}
	return out
}

// settle charges the time since the thread's last change up to now. Work that a shared resource slows is
// split: what it would have taken alone goes to its own cause, the rest to the resource.
func (s *simulation) settle(t *thread) {
	now := s.engine.Now()
	dt := now - t.since
	t.since = now
	if dt == 0 && t.doing != flowing {
		return
	}
	switch t.doing {
	case working:
		done := dt
		if t.speed < 1 {
			done = min(int64(float64(dt)*t.speed), t.left)
		}
		t.left -= done
		s.chargeWork(t, done)
		s.chargeSlowed(t, dt, dt-done)
	case flowing:
		s.memory.advance(now)
		done := min(s.memory.progress(t), dt, t.left)
		t.left -= done
		s.charge(t, t.cause, done)
		s.charge(t, bandwidth, dt-done)
	default:
		s.charge(t, t.cause, dt)
	}
}

// chargeSlowed charges what a time of work lost: to the socket's clock its part of that time, to siblings the rest.
func (s *simulation) chargeSlowed(t *thread, dt, lost int64) {
	if len(s.clocks) > 0 && lost > 0 {
		byClock := min(lost, int64(float64(dt)*(1-s.clocks[s.topo.socket(t.os().cpu)].speed)))
		s.charge(t, clocked, byClock)
		lost -= byClock
	}
	s.charge(t, smt, lost)
}

// chargeWork charges work that was done: in slow code, what it takes in the fastest is its own, the rest the compiler's.
func (s *simulation) chargeWork(t *thread, done int64) {
	if t.slow > 1 && t.cause == compute {
		own := int64(float64(done) / t.slow)
		s.charge(t, jitCompile, done-own)
		done = own
	}
	s.charge(t, t.cause, done)
}

// charge adds time to a cause.
func (s *simulation) charge(t *thread, c cause, dt int64) {
	if dt == 0 {
		return
	}
	l := s.ledgerOf(t)
	l.charges[c].Add(model.Time(dt))
	if t.doing < working || t.doing > flowing {
		return
	}
	if c == switching || c == create || c == syscall {
		l.system.Add(model.Time(dt))
	} else {
		l.user.Add(model.Time(dt))
	}
}

// ledgerOf returns the ledger that a thread's time goes to.
func (s *simulation) ledgerOf(t *thread) *ledger {
	if t.isOther {
		return &s.others.ledger
	}
	if t.isCarrier || t.isService {
		return &s.apart
	}
	return &s.threads
}

// turn settles the thread and gives its time from now on to another cause.
func (s *simulation) turn(t *thread, to doing, c cause) {
	s.settle(t)
	t.doing, t.cause = to, c
}
