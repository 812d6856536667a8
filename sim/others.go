package sim

import "contend/model"

// others are the other programs of the machine: for each CPU a thread that works in bursts, which come in a Poisson stream, so that they take their
// share of the CPUs in the long run whatever the workload does. They go before the workload, as programs that mostly sleep do, and no
// figure of the workload's counts their time; only the CPUs are less idle (OS noise: Petrini, Kerbyson & Pakin 2003, "The case of the
// missing supercomputer performance").
type others struct {
	threads []*thread
	ledger  ledger
	between model.Dist // from the beginning of a burst to the next
}

func (s *simulation) newOthers(os model.OS) {
	s.others.ledger.charges = make([]model.Sum, len(s.causeNames))
	mean := os.OthersBurst.Mean()
	if os.Others <= 0 || mean <= 0 {
		return
	}
	s.others.between = model.Dist{Kind: model.Exp, A: int64(mean / float64(os.Others))}
	s.code = append(s.code, instruction{do: opOther, amount: os.OthersBurst, path: "machine.os.others"})
	for range s.topo.cpus {
		t := s.newServiceThread(int32(len(s.code) - 1))
		t.isOther = true
		s.others.threads = append(s.others.threads, t)
		s.sleepUntilBurst(t)
	}
}

// sleepUntilBurst has a thread without a CPU sleep until its next burst, however late it came to the last.
func (s *simulation) sleepUntilBurst(t *thread) {
	t.deadline += t.draw(s.others.between)
	s.turn(t, sleeping, idle)
	s.engine.Arm(t.timer, max(t.deadline, s.engine.Now()), prioThread)
}

// opOther is their program. Where nothing else will ever happen, it ends.
func opOther(s *simulation, t *thread, in *instruction) bool {
	if t.phase == 0 {
		t.phase = 1
		return s.spend(t, t.draw(in.amount), compute)
	}
	t.phase = 0
	if s.isQuiet() {
		s.block(t, parked, idle)
		return false
	}
	s.sleepUntilBurst(t)
	s.yieldCPU(t)
	return false
}

// isQuiet reports whether nothing but the other programs has anything to do, now or later.
func (s *simulation) isQuiet() bool {
	sleepers := 0
	for _, t := range s.others.threads {
		if t.doing == sleeping {
			sleepers++
		}
	}
	for _, t := range s.clockTimers { // which the other programs keep going
		if s.engine.Armed(t) {
			sleepers++
		}
	}
	if s.engine.Pending() > sleepers {
		return false
	}
	for cpu := range s.cpus {
		if t := s.cpus[cpu].running; t != nil && !t.isOther {
			return false
		}
	}
	return true
}
