package main

import (
	"fmt"
	"io"
	"strings"

	"contend/model"
)

// writeRun prints a run for a reader: each variant's curve beside its measurements, the boosts, the
// verdicts, and what was fitted to how much.
func (t *terminal) writeRun(w io.Writer, r *model.Run) {
	s := r.Scenario
	title := s.Name
	if s.Title != "" {
		title += ": " + s.Title
	}
	fmt.Fprintln(w, t.strong(title))
	fmt.Fprintf(w, "throughput in %s; seed %d, %s %% intervals, hash %s\n", unitName(s.Unit), r.Seed, plainNumber(r.Level*100), s.Hash)
	if len(s.Sets) > 0 {
		fmt.Fprintf(w, "set: %s; what was measured and is expected is of the scenario as it stands\n", strings.Join(s.Sets, ", "))
	}
	if n := s.Unit.Iterations; n != 1 {
		fmt.Fprintf(w, "latencies are of an iteration, of which a %s has %s\n", s.Unit.Name, plainNumber(n))
	}
	if single(r) {
		t.writeSingle(w, r)
	} else {
		t.writeCurves(w, r)
	}
	for _, c := range r.Comparisons {
		t.writeComparison(w, s, c)
	}
	t.writeVerdicts(w, r)
	fmt.Fprintf(w, "\n%s\n", provenance(s))
}

// single reports whether no variant has more than one point, so that there are values but no curves.
func single(r *model.Run) bool {
	for i := range r.Variants {
		if len(r.Variants[i].Points) > 1 {
			return false
		}
	}
	return true
}

// writeCurves prints a table a variant, a line a point.
func (t *terminal) writeCurves(w io.Writer, r *model.Run) {
	for i := range r.Variants {
		v := &r.Variants[i]
		fmt.Fprintf(w, "\n%s%s\n", t.strong(v.Name), accuracy(v.Fit))
		curve := newTable(r.Scenario.X, "simulated", "±", "measured", "error", "p50", "p99", "reps")
		for j := range v.Points {
			p := &v.Points[j]
			curve.add(plainNumber(p.N), significant(p.Throughput.Mean, 4), halfWidth(p.Throughput, 2), optional(p.Measured, plainNumber),
				optional(p.ErrorPct, signed), duration(p.P50), duration(p.P99), fmt.Sprint(p.Reps))
		}
		curve.write(w, "  ")
		writeCharges(w, r.Scenario.X, &v.Points[len(v.Points)-1])
		t.writeMeasuredMetrics(w, r.Scenario.X, v)
	}
}

// accuracy says in a few words how well a variant meets its measurements.
func accuracy(e *model.Error) string {
	if e == nil {
		return ""
	}
	return fmt.Sprintf("   mean error %s, largest %s over %d points", percent(e.MAPE), percent(e.Max), e.Points)
}

func duration(d model.Time) string {
	if d == 0 {
		return ""
	}
	return d.String()
}

// writeMeasuredMetrics prints those metrics of a curve that were measured; the others are in JSON and CSV.
func (t *terminal) writeMeasuredMetrics(w io.Writer, x string, v *model.VariantRun) {
	rows := newTable(x, "<metric", "simulated", "±", "measured", "error")
	for i := range v.Points {
		for _, m := range v.Points[i].Metrics {
			if m.Measured != nil {
				rows.add(append([]string{plainNumber(v.Points[i].N)}, metricCells(m)...)...)
			}
		}
	}
	rows.write(w, "  ")
}

// writeSingle prints the values of every variant's one point.
func (t *terminal) writeSingle(w io.Writer, r *model.Run) {
	for i := range r.Variants {
		v := &r.Variants[i]
		for j := range v.Points {
			p := &v.Points[j]
			at := ""
			if p.N != 1 || r.Scenario.X != "" {
				at = fmt.Sprintf(" at %s %s", plainNumber(p.N), r.Scenario.X)
			}
			fmt.Fprintf(w, "\n%s, %d replications\n", t.strong(v.Name+at), p.Reps)
			values := newTable("<", "simulated", "±", "measured", "error")
			values.add(metricCells(model.MetricRun{Name: "throughput", Estimate: p.Throughput, Measured: p.Measured})...)
			for _, l := range []struct {
				name  string
				value model.Time
			}{{"latency p50", p.P50}, {"latency p99", p.P99}} {
				if l.value != 0 {
					values.add(l.name, l.value.String(), "", "", "")
				}
			}
			for _, m := range p.Metrics {
				values.add(metricCells(m)...)
			}
			values.write(w, "  ")
			writeCharges(w, "", p)
			writeRanked(w, p)
		}
	}
}

// metricCells are a metric's name, value, half-width, measurement and error.
func metricCells(m model.MetricRun) []string {
	half, difference := "", ""
	if m.Lo != nil && m.Hi != nil && *m.Hi > *m.Lo {
		half = quantity(m.Name, (*m.Hi-*m.Lo)/2)
	}
	if m.Measured != nil && *m.Measured != 0 {
		difference = signed((m.Mean / *m.Measured - 1) * 100)
	}
	return []string{quantityName(m.Name), quantity(m.Name, m.Mean), half, optional(m.Measured, func(x float64) string { return quantity(m.Name, x) }), difference}
}

// writeRanked prints the fastest makespans, where the figure is their mean.
func writeRanked(w io.Writer, p *model.PointRun) {
	if len(p.Ranked) == 0 || len(p.Ranked) == p.Reps {
		return
	}
	var each []string
	for _, m := range p.Ranked {
		each = append(each, m.String())
	}
	fmt.Fprintf(w, "  the %d fastest of %d: %s\n", len(p.Ranked), p.Reps, strings.Join(each, " "))
}

// writeComparison prints the boost of one variant over another.
func (t *terminal) writeComparison(w io.Writer, s *model.Scenario, c model.Comparison) {
	fmt.Fprintf(w, "\n%s\n", t.strong(c.Of+" over "+c.To))
	rows := newTable(s.X, "boost", "±", "measured")
	for _, b := range c.Points {
		rows.add(plainNumber(b.N), signed(b.Pct.Mean), halfWidth(b.Pct, 2), optional(b.MeasuredPct, signed))
	}
	rows.write(w, "  ")
}

// writeVerdicts prints what was expected and what came.
func (t *terminal) writeVerdicts(w io.Writer, r *model.Run) {
	if len(r.Scenario.Expect) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s\n", t.strong("expected"))
	rows := newTable("<", "<", "<")
	for _, v := range r.Expectations {
		rows.add(t.verdict(v.OK), v.Text, v.Got)
	}
	rows.write(w, "  ")
	if left := len(r.Scenario.Expect) - len(r.Expectations); left > 0 {
		fmt.Fprintf(w, "  %d not judged: they need the points and variants that are not in this run\n", left)
	}
}

// verdict is a word for whether an expectation holds.
func (t *terminal) verdict(ok bool) string {
	if ok {
		return t.good("holds")
	}
	return t.bad("FAILS")
}
