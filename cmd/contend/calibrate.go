package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"contend/model"
	"contend/scenarios"
	"contend/sim"
	"contend/sim/experiment"
)

// calibrateFlags are the flags of contend calibrate.
type calibrateFlags struct {
	effortFlags
	format         *choice
	output, figure string
	set, holdout   []string
	starts         int
	profile        bool
}

func newCalibrateCommand(t *terminal) *cobra.Command {
	f := &calibrateFlags{}
	c := &cobra.Command{
		Use:   "calibrate SCENARIO",
		Short: "Fit a scenario's numbers to what was measured, with intervals",
		Long: `Calibrate changes the numbers that a scenario marks with fit: [LOWEST, HIGHEST] until what it simulates is as close
as can be to what it measured: throughput, and each metric under measured.metrics (times, waits, switches and transfers
per operation, latency quantiles, charges.CAUSE), weighed by measured.weights. Differences are those of the logarithms.

It prints each number with its 95 % interval, how they correlate, which combinations of them the data cannot separate,
and by how much each metric narrows each interval: what waiting costs on few cores tells more of many cores than
throughput does. With --profile the search is repeated with each number held at the ends of its interval, and the
figure shows by how much the loss grows.

--holdout leaves measured values out of the fit and reports the error on them: variant=NAME, or the swept value with
= != < <= > >=, such as threads>32. It may be repeated; what one of them names is left out.

-o writes the scenario with the values, intervals and correlations; everything else in the file stays as it is. Ctrl-C
keeps the best so far.

--reps is the number of replications of a point in the last steps of the search.`,
		Example: `  contend calibrate app.yaml
  contend calibrate app.yaml -o fitted.yaml --figure fitted.svg
  contend calibrate app.yaml --holdout variant=patched
  contend calibrate app.yaml --holdout 'threads>32' --starts 8 --profile`,
		Args:              wants(1, 1, "a scenario: a name from 'contend scenario list', a path, or - for stdin"),
		ValidArgsFunction: completeOneScenario,
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(c); err != nil {
				return err
			}
			return f.run(c.Context(), t, args[0])
		},
	}
	c.Long += exitStatus(statusDone, statusUsage, statusUntrusted, statusInterrupted)
	f.format = formatFlag(c, "text", "json")
	f.add(c)
	c.Flags().StringVarP(&f.output, "output", "o", "", "write the scenario with the values found to a `FILE`")
	c.Flags().StringVar(&f.figure, "figure", "", "draw the calibrated curves beside the laws fitted to the same points, into a `FILE` that ends in .svg or .png")
	c.Flags().StringArrayVar(&f.set, "set", nil, "`NAME=VALUE`: give a number another value, to start from where it is fitted")
	c.Flags().StringArrayVar(&f.holdout, "holdout", nil, "leave out the measured values that a `CONDITION` names, such as variant=patched or threads>32")
	c.Flags().IntVar(&f.starts, "starts", 8, "random starts that are tried beside the scenario's values")
	c.Flags().BoolVar(&f.profile, "profile", false, "search again with each number held at the ends of its interval")
	return c
}

func (f *calibrateFlags) check(c *cobra.Command) error {
	switch {
	case f.starts < 0:
		return complain(c, "--starts %d: want 0 or more", f.starts)
	case f.figure != "" && (!drawable(f.figure) || isReport(f.figure)):
		return complain(c, "--figure %s: want a name that ends in .svg or .png", f.figure)
	case c.Flags().Changed("level") && f.level != 95:
		return complain(c, "--level %g: the intervals of a calibration are of 95 %%", f.level)
	}
	return f.effortFlags.check(c)
}

// run calibrates one scenario.
func (f *calibrateFlags) run(ctx context.Context, t *terminal, ref string) error {
	source, err := t.readScenario(ref)
	if err != nil {
		return usage(err)
	}
	base, err := source.load(f.set)
	if err != nil {
		return usage(err)
	}
	free, err := scenarios.FreeNumbers(base)
	if err != nil {
		return usagef("%s: %v", source.name, err)
	}
	keep, err := f.keep(base)
	if err != nil {
		return err
	}
	o := experiment.CalibrationOptions{
		Options: experiment.Options{Seed: f.seed, Reps: f.reps, Workers: f.workers, Version: version()},
		Keep:    keep, Starts: f.starts, Profile: f.profile,
	}
	var erase func()
	o.Told, erase = t.calibrationProgress(base.Name)
	open := func(values []float64) (*model.Scenario, error) {
		return source.load(append(slices.Clone(f.set), sets(free, values)...))
	}
	got, err := experiment.Calibrate(ctx, numbersOf(free), open, simulate, o)
	erase()
	var wrong *sim.ProgramError
	switch {
	case errors.As(err, &wrong), errors.Is(err, experiment.ErrNothingToCalibrate):
		return usagef("%s: %v", source.name, err)
	case err != nil:
		return fmt.Errorf("%s: %w", source.name, err)
	}
	return f.report(t, source, base, free, got)
}

// report writes the file, the figure and the text.
func (f *calibrateFlags) report(t *terminal, source scenarioSource, base *model.Scenario, free []scenarios.Free, got *experiment.Calibration) error {
	if f.output != "" {
		if err := f.write(source, free, got); err != nil {
			return err
		}
	}
	if f.figure != "" && got.Run != nil {
		if err := drawCalibration(f.figure, got, f.keepOf(base)); err != nil {
			return err
		}
	}
	var b bytes.Buffer
	if f.format.value == "json" {
		if err := writeJSON(&b, newCalibrationJSON(base, free, got)); err != nil {
			return err
		}
	} else {
		writeCalibration(&b, t, base, free, got)
	}
	if _, err := b.WriteTo(t.out); err != nil {
		return err
	}
	for _, w := range calibrationWarnings(free, got) {
		fmt.Fprintf(t.err, "warning: %s: %s (%s)\n", base.Name, w.Text, w.Code)
	}
	switch {
	case got.Interrupted:
		return &exit{status: statusInterrupted}
	case f.strict && len(calibrationWarnings(free, got)) > 0:
		return &exit{status: statusUntrusted}
	}
	return nil
}

// write writes the scenario with the values found.
func (f *calibrateFlags) write(source scenarioSource, free []scenarios.Free, got *experiment.Calibration) error {
	var changes []scenarios.Change
	section := &model.Calibration{Points: got.Points, Correlation: got.Correlation}
	for i, n := range got.Numbers {
		c := scenarios.Change{Path: free[i].Path, Text: free[i].Text(n.Best)}
		if n.Lo != nil && free[i].Number(*n.Lo) != free[i].Number(*n.Hi) {
			c.Interval = &[2]string{free[i].Number(*n.Lo), free[i].Number(*n.Hi)}
		}
		changes = append(changes, c)
		section.Paths = append(section.Paths, free[i].Path)
	}
	if got.Correlation == nil {
		section = nil
	}
	data, err := scenarios.Rewrite(source.name, source.data, changes, section)
	if err != nil {
		return usage(err)
	}
	return replaceFile(f.output, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// scenarioSource is the bytes of a scenario, which are resolved again and again with other values.
type scenarioSource struct {
	name, dir string
	data      []byte
}

// readScenario reads a scenario of the library, a file, or stdin.
func (t *terminal) readScenario(ref string) (scenarioSource, error) {
	if ref == "-" {
		data, err := io.ReadAll(t.in)
		return scenarioSource{"stdin", ".", data}, err
	}
	data, err := scenarios.Source(ref)
	if err != nil {
		return scenarioSource{}, err
	}
	if slices.Contains(scenarios.List(), ref) {
		return scenarioSource{ref + ".yaml", "", data}, nil
	}
	return scenarioSource{ref, filepath.Dir(ref), data}, nil
}

func (s scenarioSource) load(set []string) (*model.Scenario, error) {
	return scenarios.Load(s.name, s.data, s.dir, scenarios.Options{Set: set})
}

// sets are the values as --set takes them.
func sets(free []scenarios.Free, values []float64) []string {
	var out []string
	for i, f := range free {
		out = append(out, f.Path+"="+f.Text(values[i]))
	}
	return out
}

// numbersOf are the free numbers as the search takes them.
func numbersOf(free []scenarios.Free) []experiment.Free {
	var out []experiment.Free
	for _, f := range free {
		out = append(out, experiment.Free{Path: f.Path, Value: f.Value, Lo: f.Lo, Hi: f.Hi})
	}
	return out
}

// calibrationProgress tells of a search on a terminal, a line that is written over.
func (t *terminal) calibrationProgress(name string) (tell func(stage string, evaluations int, rms float64), erase func()) {
	if !t.live {
		return nil, func() {}
	}
	wrote := false
	return func(stage string, evaluations int, rms float64) {
			wrote = true
			fmt.Fprintf(t.err, "\r\x1b[K%s: %s search, %d evaluations, differences of %.2f %%", name, stage, evaluations, rms)
		}, func() {
			if wrote {
				fmt.Fprint(t.err, "\r\x1b[K")
			}
		}
}
