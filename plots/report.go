package plots

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"strconv"
	"strings"

	"contend/model"
)

//go:embed report.html
var reportText string

var reportTemplate = template.Must(template.New("report").Parse(reportText))

// Report writes a page that holds the figures and tables of runs and needs no other file.
func Report(w io.Writer, runs []*model.Run) error {
	page := reportPage{}
	for _, r := range runs {
		section, err := newSection(r)
		if err != nil {
			return err
		}
		page.Runs = append(page.Runs, section)
		page.Expected += len(section.Verdicts)
		for _, v := range section.Verdicts {
			if v.OK {
				page.Hold++
			}
		}
	}
	var b bytes.Buffer
	if err := reportTemplate.Execute(&b, page); err != nil {
		return err
	}
	_, err := b.WriteTo(w)
	return err
}

// reportPage is what the template draws.
type reportPage struct {
	Runs           []reportSection
	Expected, Hold int
}

type reportSection struct {
	Name, Title, About, Hash, Version, Accuracy string
	Seed                                        uint64
	Figures                                     []template.HTML
	Tables                                      []reportTable
	Verdicts                                    []model.Verdict
	Warnings                                    []model.Warning
	Numbers                                     []model.Number
	Source                                      string
}

type reportTable struct {
	Title string
	Head  []string
	Rows  [][]string
}

func newSection(r *model.Run) (reportSection, error) {
	s := reportSection{
		Name: r.Scenario.Name, Title: titleOf(r.Scenario), About: r.Scenario.About, Hash: r.Scenario.Hash, Version: r.Version, Seed: r.Seed,
		Verdicts: r.Expectations, Warnings: r.Warnings, Source: strings.Join(sourcesOf(r), ". "),
	}
	for _, n := range r.Scenario.Numbers {
		if n.From != "" || n.Fit != nil {
			s.Numbers = append(s.Numbers, n)
		}
	}
	for _, f := range figuresOf(r) {
		var b bytes.Buffer
		if err := f.Write(&b, "svg"); err != nil {
			return s, err
		}
		svg := b.Bytes()
		if i := bytes.Index(svg, []byte("<svg")); i > 0 {
			svg = svg[i:] // without the XML declaration, which a page must not repeat
		}
		s.Figures = append(s.Figures, template.HTML(svg)) // #nosec G203: drawn here
	}
	for i := range r.Variants {
		s.Tables = append(s.Tables, curveTable(r, &r.Variants[i]))
		if t := metricTable(r, &r.Variants[i]); len(t.Rows) > 0 {
			s.Tables = append(s.Tables, t)
		}
	}
	for _, c := range r.Comparisons {
		s.Tables = append(s.Tables, boostTable(r, c))
	}
	return s, nil
}

// figuresOf lists what is drawn of a run.
func figuresOf(r *model.Run) []*Figure {
	out := []*Figure{Curve(r)}
	if f := Charges(r); f != nil {
		out = append(out, f)
	}
	if f := Bands(r); f != nil {
		out = append(out, f)
	}
	return out
}

func curveTable(r *model.Run, v *model.VariantRun) reportTable {
	t := reportTable{Title: v.Name + ": throughput in " + perUnit(r.Scenario.Unit), Head: []string{r.Scenario.X, "simulated", "95 %", "measured", "error", "replications"}}
	if v.Fit != nil {
		t.Title += fmt.Sprintf(" (mean error %.1f %%, largest %.1f %%)", v.Fit.MAPE, v.Fit.Max)
	}
	for _, p := range v.Points {
		t.Rows = append(t.Rows, []string{short(p.N), short(p.Throughput.Mean), interval(p.Throughput), optional(p.Measured, short), optional(p.ErrorPct, signed), strconv.Itoa(p.Reps)})
	}
	return t
}

func metricTable(r *model.Run, v *model.VariantRun) reportTable {
	t := reportTable{Title: v.Name + ": what else was measured", Head: []string{"metric", r.Scenario.X, "simulated", "95 %", "measured", "error"}}
	for _, p := range v.Points {
		for _, m := range p.Metrics {
			if m.Measured == nil {
				continue
			}
			label, scale := metricLabel(m.Name, *m.Measured)
			e, want := scaled(m.Estimate, scale), *m.Measured*scale
			t.Rows = append(t.Rows, []string{label, short(p.N), short(e.Mean), interval(e), short(want), signed((e.Mean/want - 1) * 100)})
		}
	}
	return t
}

func boostTable(r *model.Run, c model.Comparison) reportTable {
	t := reportTable{Title: c.Of + " over " + c.To, Head: []string{r.Scenario.X, "simulated", "95 %", "measured"}}
	for _, b := range c.Points {
		t.Rows = append(t.Rows, []string{short(b.N), signed(b.Pct.Mean), interval(b.Pct), optional(b.MeasuredPct, signed)})
	}
	return t
}

// short prints four digits.
func short(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	if math.Abs(x) >= 1000 {
		return thousands(strconv.FormatFloat(math.Round(x), 'f', 0, 64))
	}
	return strconv.FormatFloat(x, 'g', 4, 64)
}

func signed(pct float64) string { return strconv.FormatFloat(pct, 'f', 1, 64) + " %" }

func interval(e model.Estimate) string {
	if e.Lo == nil {
		return ""
	}
	return short(*e.Lo) + " … " + short(*e.Hi)
}

func optional(x *float64, print func(float64) string) string {
	if x == nil {
		return ""
	}
	return print(*x)
}
