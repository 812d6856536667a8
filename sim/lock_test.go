package sim

import (
	"math"
	"testing"

	"contend/model"
)

const ns = model.Nanosecond

// kinds is every kind of lock.
func kinds() []string {
	var out []string
	for kind := range lockKinds {
		out = append(out, kind)
	}
	return out
}

// locking is a loop of think, lock, hold, unlock.
func locking(n int, l model.Lock, think, hold model.Dist) model.Workload {
	w := closed(n, op("compute", args{"for": think}), op("lock", args{"name": 0}), op("compute", args{"for": hold}), op("unlock", args{"name": 0}))
	w.Locks = model.Named[model.Lock]{{Name: "m", Value: l}}
	return w
}

// costly is a machine on which lines, switches and wake-ups take time.
func costly(cores int) model.Machine {
	m := bare(cores)
	m.Line.Hit, m.Line.SameSocket, m.Line.Atomic, m.Line.Occupancy, m.Line.Memory = 1*ns, 40*ns, 5*ns, 3*ns, 80*ns
	m.OS.Switch, m.OS.Wake, m.OS.WakeCall, m.OS.Quantum = 1*us, model.Fixed(3*us), model.Fixed(1*us), 50*us
	return m
}

// Whatever the kind, a lock held for an exponential time by threads that think is a machine repairman where lines take no time.
func TestEveryLockIsARepairman(t *testing.T) {
	for _, kind := range kinds() {
		w := locking(16, model.Lock{Kind: kind}, exp(20*us), exp(2*us))
		covers(t, kind, replicate(t, 20, bare(16), w, window(1000*us, 20000*us), rate), mva(16, 20e-6, 2e-6), .02)
	}
}

// Two threads inside at once would be faster than the lock can be; a lost wake-up would stop the run. Also with more
// threads than CPUs, where waiters and holders lose their CPU.
func TestMutualExclusion(t *testing.T) {
	for _, kind := range kinds() {
		for _, placement := range []string{"compact", "free"} {
			l := model.Lock{Kind: kind}
			if l.Parks() {
				l.Spin = 2 * us
			}
			w := locking(12, l, exp(1*us), model.Fixed(1*us))
			w.Closed.Placement = placement
			cores := 12
			if placement == "free" {
				cores = 4
			}
			r := simulate(t, costly(cores), w, window(2000*us, 10000*us), 0)
			if got := rate(r); got > 1e6 || got < 1e3 {
				t.Errorf("%s, %s: %.4g sections a second of 1us each", kind, placement, got)
			}
		}
	}
}

// A section may take no time, so that a waiter that is notified releases the lock, and notifies the others, before they were.
func TestSectionsThatTakeNoTime(t *testing.T) {
	for _, kind := range kinds() {
		l := model.Lock{Kind: kind}
		if l.Parks() {
			l.Spin = 1 * us
		}
		hold := model.Dist{Kind: model.UniformInt, B: 3}
		r := simulate(t, bare(6), locking(6, l, model.Fixed(model.Time(2)), hold), window(0, 10*ns), 0)
		if r.Iterations < 1000 {
			t.Errorf("%s: %g sections", kind, r.Iterations)
		}
	}
}

// saturated is the time from one section's begin to the next one's under a lock that always has waiters.
func saturated(t *testing.T, m model.Machine, n int, l model.Lock, hold model.Time) float64 {
	t.Helper()
	return sectionTime(t, m, locking(n, l, model.Fixed(200*ns), model.Fixed(hold)))
}

func sectionTime(t *testing.T, m model.Machine, w model.Workload) float64 {
	t.Helper()
	return 1e9 / rate(simulate(t, m, w, window(1000*us, 4000*us), 0))
}

// A saturated queue lock hands over in the time of two transfers, the store that tells the next and its read, at any number of
// waiters (Mellor-Crummey & Scott 1991, 2.4). An MCS holder first reads its own node, which it has, and its store invalidates two
// copies: the waiter's, and that of the one that linked itself behind.
func TestSaturatedQueueLocks(t *testing.T) {
	m := costly(64)
	for _, n := range []int{8, 32, 64} {
		for kind, want := range map[string]float64{"mcs": 1000 + 1 + 40 + 3 + 40, "clh": 1000 + 40 + 40} {
			if got := saturated(t, m, n, model.Lock{Kind: kind}, 1*us); math.Abs(got/want-1) > 1e-3 {
				t.Errorf("%s with %d threads: %.5g ns a section, want %.5g", kind, n, got, want)
			}
		}
	}
}

// A saturated ticket lock invalidates every waiter's copy and has all of them read again, one an occupancy after the other: a
// hand-off grows with the number of waiters (Boyd-Wickizer et al. 2012, 3.2). On average half the others read before the next.
func TestSaturatedTicketLock(t *testing.T) {
	m := costly(64)
	const o = 3.
	for _, n := range []int{8, 16, 32, 64} {
		waiting := float64(n - 1)
		invalidate := 40 + (waiting-1)*o
		low, high := 1000+invalidate+40, 1000+invalidate+40+waiting*o
		if got := saturated(t, m, n, model.Lock{Kind: "ticket"}, 1*us); got < low*.99 || got > high*1.01 {
			t.Errorf("%d threads: %.5g ns a section, want %.5g to %.5g", n, got, low, high)
		}
	}
}

// Under a saturated test-and-set lock a holder's release queues behind the waiters' swaps, so that it is slower by far than one
// which spins on its own copy; and backing off helps that one.
func TestSpinningOnSwapsIsSlow(t *testing.T) {
	m := costly(32)
	tas := saturated(t, m, 32, model.Lock{Kind: "tas"}, 1*us)
	ttas := saturated(t, m, 32, model.Lock{Kind: "ttas"}, 1*us)
	mcs := saturated(t, m, 32, model.Lock{Kind: "mcs"}, 1*us)
	if !(tas > ttas*1.2 && ttas > mcs*1.2) {
		t.Errorf("sections take %.4g ns under tas, %.4g under ttas, %.4g under mcs; want this order", tas, ttas, mcs)
	}
	if calm := saturated(t, m, 32, model.Lock{Kind: "ttas", Backoff: 200 * ns}, 1*us); calm > ttas {
		t.Errorf("with a pause %.4g ns, without %.4g", calm, ttas)
	}
}

// With more threads than CPUs a first-come lock is handed to waiters that have no CPU, and collapses; one that may be overtaken
// or that parks does not (Boyd-Wickizer et al. 2012; Dice 2017, "Malthusian locks").
func TestWaiterPreemption(t *testing.T) {
	m := costly(4)
	section := func(l model.Lock) float64 {
		w := locking(8, l, model.Fixed(200*ns), model.Fixed(1*us))
		w.Closed.Placement = "free"
		return 1e9 / rate(simulate(t, m, w, window(5000*us, 20000*us), 0))
	}
	for _, fair := range []string{"ticket", "mcs", "clh"} {
		for _, other := range []model.Lock{{Kind: "ttas"}, {Kind: "adaptive", Spin: 2 * us}} {
			if f, o := section(model.Lock{Kind: fair}), section(other); f < 3*o {
				t.Errorf("a section takes %.4g ns under %s and %.4g under %s; want at least three times", f, fair, o, other.Kind)
			}
		}
	}
}

// reading is a loop of reading under a lock; a share of the iterations writes.
func reading(n int, kind string, section model.Time, writes float64) model.Workload {
	read := []model.Op{{Name: "lock", Args: []model.Arg{{Set: true}, {Set: true, Word: "read"}}}, computing(section), op("unlock", args{"name": 0})}
	write := []model.Op{op("lock", args{"name": 0}), computing(section), op("unlock", args{"name": 0})}
	w := closed(n, op("choose", args{"of": []model.Case{{Weight: 1 - writes, Ops: read}, {Weight: writes, Ops: write}}}))
	w.Locks = model.Named[model.Lock]{{Name: "m", Value: model.Lock{Kind: kind}}}
	return w
}

// Readers of long sections go side by side; of short ones those that share a counter wait for its line, the others do not.
func TestReaders(t *testing.T) {
	m := costly(16)
	for _, kind := range []string{"rw", "rw_percore", "seqlock", "rcu"} {
		r := simulate(t, m, reading(16, kind, 100*us, 0), window(2000*us, 10000*us), 0)
		if got := rate(r) * 100e-6; got < 15.5 || got > 16 {
			t.Errorf("%s: %.4g readers side by side, want nearly 16", kind, got)
		}
	}
	// Two atomics of a transfer each bound the shared counter.
	r := simulate(t, m, reading(16, "rw", 50*ns, 0), window(1000*us, 4000*us), 0)
	if got, want := rate(r), 1/(2*45e-9); math.Abs(got/want-1) > .02 {
		t.Errorf("rw: %.4g short sections a second, want %.4g", got, want)
	}
	for kind, own := range map[string]float64{"rw_percore": 50 + 6 + 1 + 6, "seqlock": 50 + 2, "rcu": 50} {
		r := simulate(t, m, reading(16, kind, 50*ns, 0), window(1000*us, 4000*us), 0)
		if got, want := rate(r), 16e9/own; math.Abs(got/want-1) > .02 {
			t.Errorf("%s: %.4g short sections a second, want %.4g", kind, got, want)
		}
	}
}

// A thread may read under several locks at once, and each of their sections is its own: a change of either has it read again.
func TestReadersOfTwoLocks(t *testing.T) {
	in := func(lock int, to string, do ...model.Op) []model.Op {
		return append(append([]model.Op{op("lock", args{"name": lock, "to": to})}, do...), op("unlock", args{"name": lock}))
	}
	for _, kind := range []string{"rw", "rw_percore", "seqlock", "rcu"} {
		both := in(0, "read", append([]model.Op{computing(300 * ns)}, in(1, "read", computing(100*ns))...)...)
		w := closed(8, computing(1*us), op("choose", args{"of": []model.Case{
			{Weight: 8, Ops: both}, {Weight: 1, Ops: in(0, "write", computing(100*ns))}, {Weight: 1, Ops: in(1, "write", computing(50*ns))},
		}}))
		w.Locks = model.Named[model.Lock]{{Name: "outer", Value: model.Lock{Kind: kind}}, {Name: "inner", Value: model.Lock{Kind: kind}}}
		if got := rate(simulate(t, costly(8), w, window(100*us, 2000*us), 0)); got < 5e5 || got > 6e6 {
			t.Errorf("%s: %.4g iterations a second", kind, got)
		}
	}
}

// A writer costs readers more the more it has to gather: all of them go on, and none sees a change under way.
func TestReadersAndWriters(t *testing.T) {
	for _, kind := range []string{"rw", "rw_percore", "seqlock", "rcu"} {
		none := rate(simulate(t, costly(16), reading(16, kind, 1*us, 0), window(2000*us, 10000*us), 0))
		some := rate(simulate(t, costly(16), reading(16, kind, 1*us, .1), window(2000*us, 10000*us), 0))
		if some >= none || some < 1e4 {
			t.Errorf("%s: %.4g sections a second with a tenth of writers, %.4g without", kind, some, none)
		}
	}
}

// Where a section is much shorter than a system call, the waiters of a pthread lock find it free when they come to the kernel's queue, and
// hardly any sleeps: two threads wait for system calls, not for wake-ups. Where it is much longer they sleep.
func TestPthreadSleepsRarely(t *testing.T) {
	m := costly(2)
	m.OS.Syscall = 1 * us
	asleep := func(hold model.Time) float64 {
		r := simulate(t, m, locking(2, model.Lock{Kind: "pthread"}, exp(100*ns), model.Fixed(hold)), window(500*us, 4000*us), 0)
		return charge(r, "lock:m") / (2 * r.Window.Nanoseconds())
	}
	if short, long := asleep(20*ns), asleep(20*us); short > .2 || long < .3 {
		t.Errorf("threads wait for the lock in %.2g of the time at short sections and %.2g at long ones", short, long)
	}
}

// A lock that looks at its word now and then leaves it to its holder meanwhile, one that watches it does not.
func TestPausesBetweenLooks(t *testing.T) {
	m := costly(8)
	watches := saturated(t, m, 8, model.Lock{Kind: "futex", Spin: 100 * us}, 50*ns)
	pauses := saturated(t, m, 8, model.Lock{Kind: "futex", Spin: 100 * us, Backoff: 500 * ns, MaxBackoff: 500 * ns}, 50*ns)
	if pauses > watches {
		t.Errorf("a section takes %.4g ns with pauses, %.4g without", pauses, watches)
	}
}
