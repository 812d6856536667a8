package plots

import (
	"fmt"
	"strconv"

	"contend/model"
)

// reportTable is a table of text. Groups are its bodies, each under the name of a variant.
type reportTable struct {
	Title  string
	Head   []string
	Groups []tableGroup
	Open   bool
}

type tableGroup struct {
	Name string
	Note string
	Rows [][]string
}

// swept is the first column of a table, which only a run with curves has.
func swept(r *model.Run, n float64) []string {
	if longest(r) < 2 {
		return nil
	}
	return []string{sweepNumber(n)}
}

func head(r *model.Run, columns ...string) []string {
	if longest(r) < 2 {
		return columns
	}
	return append([]string{r.Scenario.X}, columns...)
}

func throughputTables(r *model.Run) []reportTable {
	t := reportTable{
		Title: "Throughput, " + perUnit(r.Scenario.Unit), Open: true,
		Head: head(r, "measured", "simulated", intervalOf(r.Level), "error", "replications"),
	}
	for i := range r.Variants {
		v := &r.Variants[i]
		g := tableGroup{Name: v.Name}
		if v.Fit != nil {
			g.Note = fmt.Sprintf("mean error %s, largest %s", percent(v.Fit.MAPE), percent(v.Fit.Max))
		}
		for _, p := range v.Points {
			g.Rows = append(g.Rows, append(swept(r, p.N), optional(p.Measured, short), short(p.Throughput.Mean), interval(p.Throughput, short), optional(p.ErrorPct, signed), strconv.Itoa(p.Reps)))
		}
		t.Groups = append(t.Groups, g)
	}
	return []reportTable{t}
}

// metricTables is a table for each metric, those that were measured first.
func metricTables(r *model.Run) []reportTable {
	measured := func(m model.MetricRun) bool { return m.Measured != nil }
	var out []reportTable
	names := metricNames(r, measured)
	first := len(names)
	for _, name := range metricNames(r, func(model.MetricRun) bool { return true }) {
		if !contains(names, name) {
			names = append(names, name)
		}
	}
	for i, name := range names {
		t := metricTable(r, name)
		t.Open = i < first
		out = append(out, t)
	}
	return out
}

func contains(names []string, name string) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}

func metricTable(r *model.Run, name string) reportTable {
	label, scale := metricLabel(name, largestOf(r, name))
	t := reportTable{Title: label, Head: head(r, "measured", "simulated", intervalOf(r.Level), "error")}
	for i := range r.Variants {
		v := &r.Variants[i]
		g := tableGroup{Name: v.Name}
		for _, p := range v.Points {
			for _, m := range p.Metrics {
				if m.Name != name {
					continue
				}
				e := scaled(m.Estimate, scale)
				want, off := "", ""
				if m.Measured != nil {
					want = short(*m.Measured * scale)
					if *m.Measured != 0 {
						off = signed((m.Mean / *m.Measured - 1) * 100)
					}
				}
				g.Rows = append(g.Rows, append(swept(r, p.N), want, short(e.Mean), interval(e, short), off))
			}
		}
		if len(g.Rows) > 0 {
			t.Groups = append(t.Groups, g)
		}
	}
	return t
}

// boostTables is one table of all comparisons.
func boostTables(r *model.Run) []reportTable {
	if len(r.Comparisons) == 0 {
		return nil
	}
	t := reportTable{Title: "Gain of one variant over another", Open: true, Head: head(r, "measured", "simulated", intervalOf(r.Level))}
	for _, c := range r.Comparisons {
		g := tableGroup{Name: c.Of + " over " + c.To}
		for _, b := range c.Points {
			g.Rows = append(g.Rows, append(swept(r, b.N), optional(b.MeasuredPct, signed), signed(b.Pct.Mean), interval(b.Pct, signed)))
		}
		t.Groups = append(t.Groups, g)
	}
	return []reportTable{t}
}

// chargeTables is the figure of the charges in numbers.
func chargeTables(r *model.Run) []reportTable {
	causes := causesOf(r)
	if len(causes) == 0 {
		return nil
	}
	var names []string
	for _, c := range causes {
		names = append(names, causeName(c))
	}
	t := reportTable{Title: "Where the threads' time goes, %", Head: head(r, names...)}
	for i := range r.Variants {
		v := &r.Variants[i]
		g := tableGroup{Name: v.Name}
		for j := range v.Points {
			row := swept(r, v.Points[j].N)
			for _, s := range sharesOf(&v.Points[j], causes) {
				row = append(row, strconv.FormatFloat(s, 'f', 1, 64))
			}
			g.Rows = append(g.Rows, row)
		}
		t.Groups = append(t.Groups, g)
	}
	return []reportTable{t}
}

func percent(x float64) string {
	if !finite(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'f', 1, 64) + "\u00a0%"
}

func interval(e model.Estimate, print func(float64) string) string {
	if e.Lo == nil || e.Hi == nil {
		return ""
	}
	return print(*e.Lo) + " … " + print(*e.Hi)
}

func optional(x *float64, print func(float64) string) string {
	if x == nil {
		return ""
	}
	return print(*x)
}
