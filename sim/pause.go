package sim

import "contend/model"

// stopwatch leaves out of a batch's elapsed time what the program means to wait, and what it counts as done.
type stopwatch struct {
	pausing int   // threads in a pause
	since   int64 // when the first of them began
	paused  int64
	counted int64
}

// opPause sleeps while the clock of the elapsed time is stopped.
func opPause(s *simulation, t *thread, in *instruction) bool {
	w := &s.stopwatch
	if t.phase == 0 {
		d := t.draw(in.amount)
		if d == 0 {
			t.pc++
			return true
		}
		t.phase = 1
		if w.pausing == 0 {
			w.since = s.engine.Now()
		}
		w.pausing++
		s.sleepFor(t, d)
		return false
	}
	t.phase = 0
	w.pausing--
	if w.pausing == 0 {
		w.paused += s.engine.Now() - w.since
	}
	t.pc++
	return true
}

// opCount counts work as done, for the figures that are per unit of it.
func opCount(s *simulation, t *thread, in *instruction) bool {
	s.stopwatch.counted += t.draw(in.amount)
	t.pc++
	return true
}

// perUnit are the elapsed and the CPU time for each unit of work that the program counted.
func (w *stopwatch) perUnit(real, cpu float64) []model.Metric {
	if w.counted == 0 {
		return nil
	}
	n := float64(w.counted)
	return []model.Metric{{Name: "real_per_unit_ns", Value: real / n}, {Name: "cpu_per_unit_ns", Value: cpu / n}}
}
