package experiment

import (
	"math"
	"slices"

	"contend/model"
)

// The metrics that a batch gets from its makespans.
const (
	makespan     = "makespan_ns"      // mean of the fastest replications, as many as the effort says
	makespanMean = "makespan_mean_ns" // mean of all
)

// summary merges the replications of a point in their order.
func (s *series) summary(level float64) model.PointRun {
	x := s.throughputs()
	p := model.PointRun{
		N:          s.point.N,
		Reps:       len(s.results),
		Throughput: estimate(x, level),
		PerRep:     x,
	}
	for i := range s.results {
		r := &s.results[i]
		p.Lifetime.AddSum(r.Lifetime)
		p.Charges = addCharges(p.Charges, r.Charges)
		p.Events += r.Events
		p.Window += r.Window / model.Time(len(s.results))
		p.Warmup += r.Warmup / model.Time(len(s.results))
	}
	p.P50 = meanLatency(s.results, func(l model.Latency) model.Time { return l.P50 })
	p.P99 = meanLatency(s.results, func(l model.Latency) model.Time { return l.P99 })
	if s.point.Workload.Batch != nil {
		p.Metrics, p.Ranked = makespans(s.results, s.point.Effort.Fastest, level)
	}
	p.Metrics = append(p.Metrics, metrics(s.results, level)...)
	if s.point.Effort.Fleet > 0 {
		p.Bands = s.bands()
		p.Metrics = append(p.Metrics, model.MetricRun{Name: fastShare, Estimate: share(p.Bands[0].Share, s.point.Effort.Fleet, level)})
	}
	return p
}

// addCharges adds the charges of another replication; a cause that is new comes last.
func addCharges(to, from []model.Charge) []model.Charge {
	for _, c := range from {
		i := slices.IndexFunc(to, func(t model.Charge) bool { return t.Cause == c.Cause })
		if i < 0 {
			to = append(to, c)
			continue
		}
		to[i].Time.AddSum(c.Time)
	}
	return to
}

// meanLatency is the mean of a latency quantile over the replications, each counted by its number of
// latencies.
func meanLatency(results []model.Result, of func(model.Latency) model.Time) model.Time {
	sum, count := 0.0, 0.0
	for i := range results {
		l := results[i].Latency
		sum += float64(of(l)) * float64(l.Count)
		count += float64(l.Count)
	}
	if count == 0 {
		return 0
	}
	return model.Time(math.Round(sum / count))
}

// makespans ranks the makespans of a batch and returns them as metrics.
func makespans(results []model.Result, fastest int, level float64) ([]model.MetricRun, []model.Time) {
	x := make([]float64, len(results))
	ranked := make([]model.Time, len(results))
	for i := range results {
		x[i] = results[i].Window.Nanoseconds()
		ranked[i] = results[i].Window
	}
	slices.Sort(ranked)
	if fastest > 0 && fastest < len(ranked) {
		ranked = ranked[:fastest]
	}
	return []model.MetricRun{
		{Name: makespan, Estimate: estimateFastest(x, fastest, level)},
		{Name: makespanMean, Estimate: estimate(x, level)},
	}, ranked
}

// metrics averages the simulator's metrics over the replications that have them, in the order in which they
// first appear.
func metrics(results []model.Result, level float64) []model.MetricRun {
	var names []string
	values := map[string][]float64{}
	for i := range results {
		for _, m := range results[i].Metrics {
			if m.Name == makespan || m.Name == makespanMean {
				continue
			}
			if values[m.Name] == nil {
				names = append(names, m.Name)
			}
			values[m.Name] = append(values[m.Name], m.Value)
		}
	}
	var out []model.MetricRun
	for _, name := range names {
		out = append(out, model.MetricRun{Name: name, Estimate: estimate(values[name], level)})
	}
	return out
}
