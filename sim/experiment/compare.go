package experiment

import (
	"math"
	"slices"

	"contend/model"
)

// compareAll compares every variant with the first that has no overrides, and then whatever else the
// expectations compare.
func compareAll(run *model.Run) []model.Comparison {
	var out []model.Comparison
	add := func(of, to *model.VariantRun) {
		if of == nil || to == nil || of == to || slices.ContainsFunc(out, func(c model.Comparison) bool { return c.Of == of.Name && c.To == to.Name }) {
			return
		}
		if c := compare(run, of, to); len(c.Points) > 0 {
			out = append(out, c)
		}
	}
	base := plain(run.Scenario)
	for i := range run.Variants {
		add(&run.Variants[i], curve(run, base))
	}
	for _, e := range run.Scenario.Expect {
		add(curve(run, e.Compare), curve(run, e.To))
	}
	return out
}

// plain is the name of the first variant without overrides, "" where there is none.
func plain(s *model.Scenario) string {
	for i := range s.Variants {
		if len(s.Variants[i].Overrides) == 0 {
			return s.Variants[i].Name
		}
	}
	return ""
}

// curve returns the variant of that name, or nil.
func curve(run *model.Run, name string) *model.VariantRun {
	for i := range run.Variants {
		if run.Variants[i].Name == name {
			return &run.Variants[i]
		}
	}
	return nil
}

// compare gives the boost at every N that two curves share.
func compare(run *model.Run, of, to *model.VariantRun) model.Comparison {
	c := model.Comparison{Of: of.Name, To: to.Name}
	for i := range of.Points {
		a := &of.Points[i]
		j := slices.IndexFunc(to.Points, func(p model.PointRun) bool { return p.N == a.N })
		if j < 0 || to.Points[j].Throughput.Mean == 0 {
			continue
		}
		b := &to.Points[j]
		boost := model.Boost{N: a.N, Pct: boostOf(a, b, run.Level), LinearPct: linear(cpus(run, of.Name, a.N), cpus(run, to.Name, a.N))}
		if a.Measured != nil && b.Measured != nil {
			pct := (*a.Measured / *b.Measured - 1) * 100
			boost.MeasuredPct = &pct
		}
		c.Points = append(c.Points, boost)
	}
	return c
}

// cpus is the number of hardware threads that a variant has at n.
func cpus(run *model.Run, variant string, n float64) int {
	for _, v := range run.Scenario.Variants {
		if v.Name != variant {
			continue
		}
		for i := range v.Points {
			if v.Points[i].N == n {
				return v.Points[i].Machine.Topology.CPUs()
			}
		}
	}
	return 0
}

// linear is the gain in percent that goes with a number of hardware threads, nil where it is the same.
func linear(of, to int) *float64 {
	if of == to || to == 0 {
		return nil
	}
	pct := (float64(of)/float64(to) - 1) * 100
	return &pct
}

// boostOf is the gain of a over b in percent. The estimate is the ratio of the two means; its interval is that of a
// ratio estimator over the pairs of replications that share their random numbers (Cochran 1977, "Sampling
// Techniques", 6.3): s² of aᵢ − R·bᵢ over n, relative to the mean of b.
func boostOf(a, b *model.PointRun, level float64) model.Estimate {
	ratio := a.Throughput.Mean / b.Throughput.Mean
	n := min(len(a.PerRep), len(b.PerRep))
	residual := make([]float64, n)
	mean := 0.0
	for i := range n {
		residual[i] = a.PerRep[i] - ratio*b.PerRep[i]
		mean += b.PerRep[i] / float64(n)
	}
	_, half := interval(residual, level)
	return around((ratio-1)*100, half/math.Abs(mean)*100)
}
