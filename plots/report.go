package plots

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"contend/model"
)

//go:embed report.html
var reportText string

var reportTemplate = template.Must(template.New("report").Parse(reportText))

// Report writes a page that holds the figures and tables of runs. It needs no other file and no script, follows a light or dark
// setting, and prints.
func Report(w io.Writer, runs []*model.Run) error {
	page := reportPage{
		Light: template.CSS(themeCSS(false)), // #nosec G203: our colours
		Dark:  template.CSS(themeCSS(true)),  // #nosec G203
	}
	for i, r := range runs {
		section, err := newSection(r, fmt.Sprintf("run%d", i+1))
		if err != nil {
			return err
		}
		page.Runs = append(page.Runs, section)
		page.Expected += len(r.Expectations)
		page.Hold += section.Hold
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
	Light, Dark    template.CSS
	Runs           []reportSection
	Expected, Hold int
}

type reportSection struct {
	ID, Title, About, Basis      string
	Name, Hash, Version, Source  string
	Seed                         uint64
	Interrupted                  bool
	Measured, Fitted, Hold       int
	MeanError, LargestError      string
	Verdicts                     []model.Verdict
	Warnings                     []model.Warning
	Numbers                      []numberRow
	Figures                      []reportFigure
	Throughput, Boosts, Measures []reportTable
	Charges                      []reportTable
}

type reportFigure struct {
	SVG     template.HTML
	Caption string
}

// numberRow is a number of the scenario with its origin: one word, and the rest of what the file says.
type numberRow struct {
	Path, Value, Kind, Note, Bounds string
}

func newSection(r *model.Run, id string) (reportSection, error) {
	s := reportSection{
		ID: id, Title: titleOf(r.Scenario), About: r.Scenario.About, Basis: basisOf(r.Scenario),
		Name: r.Scenario.Name, Hash: r.Scenario.Hash, Version: r.Version, Source: r.Scenario.Source, Seed: r.Seed, Interrupted: r.Interrupted,
		Measured: measuredPoints(r.Scenario), Verdicts: r.Expectations, Warnings: r.Warnings, Numbers: numberRows(r.Scenario),
		Throughput: throughputTables(r), Boosts: boostTables(r), Measures: metricTables(r), Charges: chargeTables(r),
	}
	for _, n := range s.Numbers {
		if n.Kind == "fitted" {
			s.Fitted++
		}
	}
	for _, v := range r.Expectations {
		if v.OK {
			s.Hold++
		}
	}
	if r.Fit != nil {
		s.MeanError, s.LargestError = percent(r.Fit.MAPE), percent(r.Fit.Max)
	}
	for _, f := range figuresOf(r) {
		svg, err := f.inline()
		if err != nil {
			return s, err
		}
		s.Figures = append(s.Figures, reportFigure{template.HTML(svg), f.title}) // #nosec G203: drawn here, its text escaped
	}
	return s, nil
}

// figuresOf lists what is drawn of a run.
func figuresOf(r *model.Run) []*Figure {
	out := []*Figure{Curve(r)}
	for _, f := range []*Figure{Bands(r), Charges(r)} {
		if f != nil {
			out = append(out, f)
		}
	}
	return out
}

// basisOf says what the numbers of a scenario rest on: so many fitted to so many points, the others by where they are from.
func basisOf(s *model.Scenario) string {
	var order []string
	count := map[string]int{}
	for _, n := range numberRows(s) {
		if count[n.Kind] == 0 && n.Kind != "fitted" {
			order = append(order, n.Kind)
		}
		count[n.Kind]++
	}
	text := fittedTo(s)
	for i, kind := range order {
		if i == 0 {
			text += "; of the other numbers, "
		} else {
			text += ", "
		}
		text += fmt.Sprintf("%d %s", count[kind], kind)
	}
	return text + "."
}

func numberRows(s *model.Scenario) []numberRow {
	var out []numberRow
	for _, n := range s.Numbers {
		row := numberRow{Path: n.Path, Value: n.Value, Kind: kindOf(n)}
		if row.Kind == "" {
			row.Kind = "not said"
		}
		row.Note = strings.TrimLeft(strings.TrimPrefix(n.From, row.Kind), ":, ")
		if n.Fit != nil {
			row.Bounds = n.Fit[0] + " … " + n.Fit[1]
		}
		out = append(out, row)
	}
	return out
}

// AllHold reports whether every expectation of the run holds.
func (s reportSection) AllHold() bool { return s.Hold == len(s.Verdicts) }
