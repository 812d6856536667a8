package experiment

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"contend/model"
)

// The codes of the warnings that come from here.
const (
	NotConverged     = "not-converged"     // the interval is wider than the effort wants it
	FewReplications  = "few-replications"  // fewer than the fastest are to be picked from
	NotSimulated     = "not-simulated"     // measured, but not a point of the sweep
	CompressedWindow = "compressed-window" // the documented run is longer than what was simulated
	Interrupted      = "interrupted"       // points are missing
	Overloaded       = "overloaded"        // less is done than arrives
)

// notes are the codes that a reader should know of, but that take nothing away from the numbers.
var notes = []string{CompressedWindow, NotSimulated, "thread-limit"}

// Untrusted reports whether a warning says that a number must not be trusted; others are notes.
func Untrusted(w model.Warning) bool { return !slices.Contains(notes, w.Code) }

// warnings collects what the scenario and the simulator warned of, and what the replications show.
func warnings(run *model.Run, all []*series, o Options) []model.Warning {
	out := slices.Clone(run.Scenario.Warnings)
	if run.Interrupted {
		out = append(out, model.Warning{Code: Interrupted, Text: "stopped before every point was done"})
	}
	out = append(out, fromSimulator(all)...)
	out = append(out, fewer(all)...)
	out = append(out, notConverged(run, all)...)
	out = append(out, overloaded(run)...)
	out = append(out, compressed(run, all)...)
	if !o.Partial && !run.Interrupted {
		out = append(out, notSimulated(run)...)
	}
	return out
}

// fromSimulator says each of the simulator's warnings once, with the points it is about.
func fromSimulator(all []*series) []model.Warning {
	var out []model.Warning
	places := map[model.Warning][]string{}
	for _, s := range all {
		if !s.complete {
			continue
		}
		for i := range s.results {
			for _, w := range s.results[i].Warnings {
				at := places[w]
				if at == nil {
					out = append(out, w)
				}
				if len(at) == 0 || at[len(at)-1] != s.place {
					places[w] = append(at, s.place)
				}
			}
		}
	}
	for i, w := range out {
		out[i].Text = fmt.Sprintf("%s: %s", few(places[w]), w.Text)
	}
	return out
}

// few names the first of several places and counts the others.
func few(places []string) string {
	const shown = 3
	if len(places) <= shown {
		return strings.Join(places, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(places[:shown], ", "), len(places)-shown)
}

// fewer says where a batch's figure was picked from fewer replications than the scenario says.
func fewer(all []*series) []model.Warning {
	var out []model.Warning
	for _, s := range all {
		if e := s.point.Effort; s.complete && e.Fastest > 0 && len(s.results) < e.MaxReps {
			out = append(out, model.Warning{Code: FewReplications, Text: fmt.Sprintf("%s: %s is the mean of the %d fastest of %d replications, not of %d",
				s.place, makespan, min(e.Fastest, len(s.results)), len(s.results), e.MaxReps)})
		}
	}
	return out
}

// notConverged says for each variant how many of its means are not known as well as they should be, and
// which is known least.
func notConverged(run *model.Run, all []*series) []model.Warning {
	var out []model.Warning
	for v := range run.Scenario.Variants {
		var wide []*series
		for _, s := range all {
			if s.variant == v && s.tooWide() {
				wide = append(wide, s)
			}
		}
		if len(wide) == 0 {
			continue
		}
		widest := slices.MaxFunc(wide, func(a, b *series) int { return cmp.Compare(a.relativeHalfWidth(), b.relativeHalfWidth()) })
		text := fmt.Sprintf("%s: throughput is known to ±%.2g %% after %d replications, not to ±%.2g %%",
			widest.place, widest.relativeHalfWidth()*100, len(widest.results), widest.point.Effort.Precision*100)
		if n := len(wide) - 1; n > 0 {
			text += fmt.Sprintf("; %d more points of %s miss theirs by less", n, run.Scenario.Variants[v].Name)
		}
		out = append(out, model.Warning{Code: NotConverged, Text: text})
	}
	return out
}

// tooWide reports whether a finished point has an interval, wider than the effort wants it.
func (s *series) tooWide() bool {
	e := s.point.Effort
	return s.complete && e.Fastest == 0 && e.Precision > 0 && len(s.results) > 1 && !s.converged()
}

// compressed notes how much was simulated of something that was measured, where windows were measured.
func compressed(run *model.Run, all []*series) []model.Warning {
	if run.Fit == nil {
		return nil
	}
	for _, s := range all {
		if s.complete && s.point.Workload.Batch == nil {
			return []model.Warning{{Code: CompressedWindow, Text: fmt.Sprintf("each replication simulates %s after %s of warm-up, however long the measured runs were",
				s.results[0].Window, s.results[0].Warmup)}}
		}
	}
	return nil
}

// notSimulated names the measured points that the sweep leaves out.
func notSimulated(run *model.Run) []model.Warning {
	if run.Scenario.Measured == nil {
		return nil
	}
	var out []model.Warning
	for _, column := range run.Scenario.Measured.Columns {
		v := curve(run, column.Variant)
		if v == nil {
			continue
		}
		var left []string
		for _, m := range column.Points {
			if pointAt(v, m.N) == nil {
				left = append(left, fmt.Sprintf("%g", m.N))
			}
		}
		if len(left) > 0 {
			out = append(out, model.Warning{Code: NotSimulated, Text: fmt.Sprintf("%s was measured at %s %s, which the sweep leaves out",
				column.Variant, few(left), run.Scenario.X)})
		}
	}
	return out
}

// kept is the share of what arrives that has to be done, or else the queue grows; a window ends with some jobs under way.
const kept = 0.97

// overloaded names the points at which less is done than arrives.
func overloaded(run *model.Run) []model.Warning {
	var places []string
	for i := range run.Variants {
		v := &run.Variants[i]
		for j := range v.Points {
			p := &v.Points[j]
			open := openAt(&run.Scenario.Variants[i], p.N)
			if open != nil && p.Throughput.Mean < kept*run.Scenario.Unit.Throughput(float64(open.Rate), model.Second) {
				places = append(places, fmt.Sprintf("%s at %g", v.Name, p.N))
			}
		}
	}
	if len(places) == 0 {
		return nil
	}
	return []model.Warning{{Code: Overloaded, Text: few(places) + ": less is done than arrives, so that latencies grow for as long as one looks"}}
}

// openAt is the open workload of a variant's point, nil where it has none.
func openAt(v *model.Variant, n float64) *model.Open {
	for i := range v.Points {
		if v.Points[i].N == n {
			return v.Points[i].Workload.Open
		}
	}
	return nil
}
