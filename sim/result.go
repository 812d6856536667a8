package sim

import "contend/model"

// result measures the window: all of a batch; else from the end of the warm-up to the end of the run.
func (s *simulation) result() model.Result {
	var from mark
	if s.point.Workload.Batch != nil {
		from = mark{threads: ledger{charges: make([]model.Sum, len(s.causeNames))}, apart: ledger{charges: make([]model.Sum, len(s.causeNames))}}
	} else {
		from = s.watcher.at[s.warmup()]
	}
	to := s.mark()
	threads, apart := to.threads.since(from.threads), to.apart.since(from.apart)
	r := model.Result{
		Window: model.Time(to.at - from.at), Warmup: model.Time(from.at),
		Lifetime: threads.lifetime, Charges: s.named(threads),
		Latency: s.watcher.ended.latency(from.ended, to.ended),
		Events:  s.engine.Events,
	}
	switch {
	case s.point.Workload.Closed != nil:
		r.Iterations = s.iterations(from.at, to.at)
	case s.point.Workload.Open != nil:
		r.Iterations = float64(to.ended - from.ended)
	default:
		r.Iterations = float64(s.point.Workload.Batch.Threads)
	}
	r.Metrics = s.metrics(from, to, threads, apart, r)
	if s.stacks.limit > 0 {
		r.Warnings = append(r.Warnings, model.Warning{Code: "thread-limit", Text: s.limitText()})
	}
	return r
}

// warmup returns the mark at which the window begins.
func (s *simulation) warmup() int {
	e := s.point.Effort
	if !e.Auto && e.Window > 0 {
		return 1
	}
	w := &s.watcher
	series := make([]float64, len(w.at)-1)
	if s.point.Workload.Open != nil {
		for i := range series {
			series[i] = float64(w.at[i+1].ended - w.at[i].ended)
		}
	} else {
		s.spread(series)
	}
	return mser5(series, warmupMost)
}

// spread adds up the parts of iterations that lie in each interval.
func (s *simulation) spread(series []float64) {
	every := s.watcher.every
	s.eachIteration(every*int64(len(series)), func(e ended) {
		begin := e.at - e.took
		for i := begin / every; i <= e.at/every && i < int64(len(series)); i++ {
			series[i] += e.within(i*every, (i+1)*every)
		}
	})
}

// metrics are the named numbers of the window.
func (s *simulation) metrics(from, to mark, l, apart ledger, r model.Result) []model.Metric {
	elapsed := to.at - from.at - s.stopwatch.paused
	window := float64(max(elapsed, 1))
	ops := max(r.Iterations, 1e-300)
	running := to.running.Minus(from.running).Nanoseconds() * float64(model.Nanosecond)
	waiting := l.charges[runQueue].Nanoseconds() * float64(model.Nanosecond)
	out := []model.Metric{
		{Name: "threads_created", Value: float64(s.stacks.created)},
		{Name: "threads_peak", Value: float64(s.stacks.peak)},
		{Name: "stack_reserved_bytes", Value: float64(s.stacks.reserved.most)},
		{Name: "stack_committed_bytes", Value: float64(s.stacks.committed.most)},
		{Name: "run_queue", Value: (running + waiting) / window},
		{Name: "idle_pct", Value: 100 * (1 - running/window/float64(s.topo.cpus))},
		{Name: "switches_per_s", Value: float64(to.switches-from.switches) / (window / float64(model.Second))},
		{Name: "transfers_per_op", Value: float64(to.transfers-from.transfers) / ops},
	}
	user, system := l.user, l.system
	user.AddSum(apart.user)
	system.AddSum(apart.system)
	out = append(out, model.Metric{Name: "user_ns", Value: user.Nanoseconds()}, model.Metric{Name: "sys_ns", Value: system.Nanoseconds()})
	if len(s.locks) > 0 {
		wait := model.Sum{}
		for _, k := range s.locks {
			wait.AddSum(l.charges[k.cause])
		}
		out = append(out, model.Metric{Name: "lock_wait_ns_per_op", Value: wait.Nanoseconds() / ops})
	}
	if s.point.Workload.Batch != nil {
		real := model.Time(elapsed).Nanoseconds()
		out = append(out, model.Metric{Name: "makespan_ns", Value: r.Window.Nanoseconds()}, model.Metric{Name: "real_ns", Value: real})
		user.AddSum(system)
		out = append(out, s.stopwatch.perUnit(real, user.Nanoseconds())...)
	}
	if s.quota.limit > 0 {
		periods := to.quota.periods - from.quota.periods
		out = append(out, model.Metric{Name: "throttled_periods_pct", Value: 100 * float64(to.quota.throttled-from.quota.throttled) / float64(max(periods, 1))})
	}
	if s.gc != nil {
		out = append(out, to.collections.since(from.collections).metrics()...)
	}
	return append(out, s.stacks.limits()...)
}
