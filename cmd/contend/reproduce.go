package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"contend/model"
	"contend/scenarios"
	"contend/sim/experiment"
)

// reproduceFlags are the flags of contend reproduce.
type reproduceFlags struct {
	effortFlags
	format *choice
	dir    string
}

func newReproduceCommand(t *terminal) *cobra.Command {
	f := &reproduceFlags{}
	c := &cobra.Command{
		Use:   "reproduce",
		Short: "Run every documented scenario: figures, tables, a report, verdicts",
		Long: `Reproduce runs every scenario of the library that documents something: one that was measured, or that
expects something. Into the folder given with -o it writes a figure (SVG and PNG) and a table (CSV) for
each, and report.html, which holds everything and needs no other file. It prints a summary, and a verdict
for each expectation.`,
		Example: `  contend reproduce
  contend reproduce -o report --format json > report.json`,
		Args:              wants(0, 0, "no argument; 'contend run' runs single scenarios"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := f.check(c); err != nil {
				return err
			}
			return f.run(c.Context(), t)
		},
	}
	c.Long += exitStatus(statusDone, statusUsage, statusUnexpected, statusUntrusted, statusInterrupted)
	f.format = formatFlag(c, "text", "json", "csv")
	f.add(c)
	f.addCache(c)
	c.Flags().StringVarP(&f.dir, "output", "o", "reproduce", "the `DIR` that figures, tables and the report go to")
	_ = c.MarkFlagDirname("output")
	return c
}

func (f *reproduceFlags) run(ctx context.Context, t *terminal) error {
	all, err := t.documented()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(f.dir, 0o777); err != nil {
		return usage(err)
	}
	runs, err := f.simulateAll(ctx, t, all, experiment.Options{})
	if err != nil {
		return err
	}
	t.warn(runs)
	if err := f.writeFiles(runs); err != nil {
		return err
	}
	if err := f.print(t, runs); err != nil {
		return err
	}
	return outcome(runs, f.strict)
}

// documented opens the library's scenarios that have something to be held against.
func (t *terminal) documented() ([]*model.Scenario, error) {
	var out []*model.Scenario
	for _, name := range scenarios.List() {
		s, err := t.openScenario(name, scenarios.Options{})
		if err != nil {
			return nil, err
		}
		if s.Measured != nil || len(s.Expect) > 0 {
			out = append(out, s)
		}
	}
	return out, nil
}

// writeFiles writes the figures and the table of each run, and the report of all.
func (f *reproduceFlags) writeFiles(runs []*model.Run) error {
	for _, r := range runs {
		base := filepath.Join(f.dir, r.Scenario.Name)
		for _, ext := range []string{".svg", ".png"} {
			if err := draw(base+ext, []*model.Run{r}); err != nil {
				return err
			}
		}
		err := replaceFile(base+".csv", func(w io.Writer) error { return writeCSV(w, []*model.Run{r}) })
		if err != nil {
			return err
		}
	}
	return draw(filepath.Join(f.dir, "report.html"), runs)
}

// print writes the summary in the format asked for.
func (f *reproduceFlags) print(t *terminal, runs []*model.Run) error {
	var b bytes.Buffer
	var err error
	switch f.format.value {
	case "json":
		err = writeJSON(&b, newRunsJSON("contend.reproduce/1", runs))
	case "csv":
		err = writeCSV(&b, runs)
	default:
		t.writeSummary(&b, runs)
		fmt.Fprintf(&b, "\nfigures, tables and report.html are in %s\n", f.dir)
	}
	if err != nil {
		return err
	}
	_, err = b.WriteTo(t.out)
	return err
}

// writeSummary prints a line a scenario, then a line an expectation.
func (t *terminal) writeSummary(w io.Writer, runs []*model.Run) {
	summary := newTable("<scenario", "points", "measured", "fitted", "mean error", "largest", "expected", "hold")
	for _, r := range runs {
		points, hold := 0, 0
		for i := range r.Variants {
			points += len(r.Variants[i].Points)
		}
		for _, v := range r.Expectations {
			if v.OK {
				hold++
			}
		}
		mape, largest := "", ""
		if r.Fit != nil {
			mape, largest = percent(r.Fit.MAPE), percent(r.Fit.Max)
		}
		summary.add(r.Scenario.Name, fmt.Sprint(points), fmt.Sprint(measuredPoints(r.Scenario)), fmt.Sprint(len(fittedNumbers(r.Scenario))),
			mape, largest, fmt.Sprint(len(r.Expectations)), fmt.Sprint(hold))
	}
	summary.write(w, "")
	fmt.Fprintln(w)
	verdicts := newTable("<", "<", "<", "<")
	for _, r := range runs {
		for _, v := range r.Expectations {
			verdicts.add(t.verdict(v.OK), r.Scenario.Name, v.Text, v.Got)
		}
	}
	verdicts.write(w, "")
}
