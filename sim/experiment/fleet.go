package experiment

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"contend/model"
	"contend/sim"
)

// fastShare is the metric of a fleet: the share of its process starts that are in the fastest band, 1 where there is only one.
const fastShare = "fast_share"

// visible is the gap in pace, as a share of the fleet's mean, that parts two bands.
const visible = 0.1

// layouts lists what each replication of a point simulates: the distinct layouts of its fleet, or the point as it is.
func layouts(p model.Point, seed uint64) []sim.Layout {
	if p.Effort.Fleet > 0 {
		return sim.Layouts(p, seed, p.Effort.Fleet)
	}
	return []sim.Layout{{Point: p, Starts: 1, Chance: 1}}
}

// overLayouts is the mean over a fleet of one replication's results, one for each layout: Σ wᵢ·xᵢ with wᵢ the share of the process starts
// that have the layout. Times are those of one start on average; latencies count by how many each start had.
func overLayouts(each []model.Result, layouts []sim.Layout) model.Result {
	if len(each) == 1 {
		return each[0]
	}
	starts := 0
	for _, l := range layouts {
		starts += l.Starts
	}
	var out model.Result
	var window, warmup, rate float64
	for i := range each {
		r, w := &each[i], float64(layouts[i].Starts)/float64(starts)
		window += w * float64(r.Window)
		warmup += w * float64(r.Warmup)
		rate += w * r.Iterations / float64(max(r.Window, 1))
		for _, c := range r.Charges {
			out.Charges = addCharges(out.Charges, []model.Charge{{Cause: c.Cause, Time: c.Time.Part(int64(layouts[i].Starts), int64(starts))}})
		}
		out.Events += r.Events
		out.Warnings = addWarnings(out.Warnings, r.Warnings)
	}
	out.Window, out.Warmup = model.Time(math.Round(window)), model.Time(math.Round(warmup))
	out.Iterations = rate * window
	// Parts are whole picoseconds, so the lifetime is the sum of those.
	for _, c := range out.Charges {
		out.Lifetime.AddSum(c.Time)
	}
	out.Latency = latencyOver(each, layouts)
	out.Metrics = metricsOver(each, layouts)
	return out
}

// latencyOver averages the latencies, each layout by its starts and by how many latencies a start had.
func latencyOver(each []model.Result, layouts []sim.Layout) model.Latency {
	var out model.Latency
	var total, mean, p50, p90, p99 float64
	for i := range each {
		l := each[i].Latency
		w := float64(layouts[i].Starts) * float64(l.Count)
		total += w
		mean += w * l.Mean
		p50 += w * float64(l.P50)
		p90 += w * float64(l.P90)
		p99 += w * float64(l.P99)
		out.Count += l.Count
		out.Max = max(out.Max, l.Max)
	}
	if total > 0 {
		at := func(sum float64) model.Time { return model.Time(math.Round(sum / total)) }
		out.Mean, out.P50, out.P90, out.P99 = mean/total, at(p50), at(p90), at(p99)
	}
	return out
}

// metricsOver averages each metric over the starts whose layout has it.
func metricsOver(each []model.Result, layouts []sim.Layout) []model.Metric {
	var out []model.Metric
	var weights []float64
	for i := range each {
		w := float64(layouts[i].Starts)
		for _, m := range each[i].Metrics {
			k := slices.IndexFunc(out, func(o model.Metric) bool { return o.Name == m.Name })
			if k < 0 {
				k = len(out)
				out, weights = append(out, model.Metric{Name: m.Name}), append(weights, 0)
			}
			out[k].Value += w * m.Value
			weights[k] += w
		}
	}
	for k := range out {
		out[k].Value /= weights[k]
	}
	return out
}

func addWarnings(to, from []model.Warning) []model.Warning {
	for _, w := range from {
		if !slices.Contains(to, w) {
			to = append(to, w)
		}
	}
	return to
}

// bands groups the layouts by their pace, the fastest first: a gap of a visible share of the fleet's mean begins another band.
func (s *series) bands() []model.Band {
	alone, mean := make([]model.Band, len(s.layouts)), 0.0
	for l := range alone {
		alone[l] = s.band(l)
		mean += alone[l].Share * s.pace(alone[l])
	}
	slices.SortStableFunc(alone, func(a, b model.Band) int { return cmp.Compare(s.pace(b), s.pace(a)) })
	out := []model.Band{alone[0]}
	for i := 1; i < len(alone); i++ {
		if s.pace(alone[i-1])-s.pace(alone[i]) > visible*mean {
			out = append(out, alone[i])
			continue
		}
		out[len(out)-1] = join(out[len(out)-1], alone[i])
	}
	return out
}

// pace is how fast a band is: its throughput, or in an open workload, whose throughput is what arrives, one by its median latency.
func (s *series) pace(b model.Band) float64 {
	if s.point.Workload.Open == nil {
		return b.Throughput
	}
	return 1 / max(b.P50.Seconds(), math.SmallestNonzeroFloat64)
}

// band is one layout's: its share of the process starts, and the mean of its replications.
func (s *series) band(layout int) model.Band {
	out := model.Band{Layouts: 1, Share: float64(s.layouts[layout].Starts) / float64(s.point.Effort.Fleet)}
	for rep := range s.each {
		out.Sample = append(out.Sample, s.start(&s.each[rep][layout]))
	}
	out.Start = out.Sample[0]
	for i, one := range out.Sample[1:] {
		out.Start = between(out.Start, one, 1/float64(i+2))
	}
	return out
}

// start is what one process start gave.
func (s *series) start(r *model.Result) model.Start {
	out := model.Start{P50: r.Latency.P50, P99: r.Latency.P99}
	if r.Window > 0 {
		out.Throughput = s.unit.Throughput(r.Iterations, r.Window)
	}
	if idle, ok := r.Metric("idle_pct"); ok {
		out.CPU = 100 - idle
	}
	return out
}

// join makes one band of two.
func join(a, b model.Band) model.Band {
	both := a.Share + b.Share
	return model.Band{
		Share: both, Layouts: a.Layouts + b.Layouts,
		Start:  between(a.Start, b.Start, b.Share/both),
		Sample: append(slices.Clip(a.Sample), b.Sample...),
	}
}

// between is the mean of two starts, the second with a weight.
func between(a, b model.Start, weight float64) model.Start {
	mix := func(x, y float64) float64 { return x + weight*(y-x) }
	return model.Start{
		Throughput: mix(a.Throughput, b.Throughput),
		P50:        model.Time(math.Round(mix(float64(a.P50), float64(b.P50)))),
		P99:        model.Time(math.Round(mix(float64(a.P99), float64(b.P99)))),
		CPU:        mix(a.CPU, b.CPU),
	}
}

// share is the share of n independent starts with its interval (Wilson 1927, "Probable inference, the law of succession, and
// statistical inference"); nothing is uncertain where there was one band.
func share(p float64, n int, level float64) model.Estimate {
	if p == 1 {
		return around(1, 0)
	}
	z := distuv.UnitNormal.Quantile((1 + level) / 2)
	k := z * z / float64(n)
	middle := (p + k/2) / (1 + k)
	half := math.Sqrt(p*(1-p)*k+k*k/4) / (1 + k)
	lo, hi := middle-half, middle+half
	return model.Estimate{Mean: p, Lo: &lo, Hi: &hi}
}
