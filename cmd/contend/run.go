package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"contend/model"
	"contend/scenarios"
	"contend/sim"
	"contend/sim/experiment"
)

// runFlags are the flags of contend run.
type runFlags struct {
	effortFlags
	format   *choice
	output   string
	set      []string
	at       []float64
	variants []string
}

func newRunCommand(t *terminal) *cobra.Command {
	f := &runFlags{}
	c := &cobra.Command{
		Use:   "run SCENARIO…",
		Short: "Simulate a scenario and hold it against its measurements",
		Long: `Run simulates every variant of a scenario at every point of its sweep. It prints each curve beside
the measurements with error and interval, the gain of the variants over the first one without overrides,
and whether what the scenario expects holds.

SCENARIO is a name of the library (contend scenario list), a path, or - for stdin.

A point is replicated until the 95 % interval of its throughput is as narrow as the scenario wants it.
Variants share their random numbers, so their difference is known better than either curve. The same
seed gives the same bytes on any number of CPUs.

--set changes a number: a parameter by its name, a machine value by its path, such as
machine.line.one_hop=200ns. --at runs single points; each equals the sweep's. With --at, expectations
about whole curves are not judged.`,
		Example: `  contend run app.yaml
  contend run app.yaml --at 8,64 --format json
  contend run app.yaml --set calls=16 --variant original -o app.svg
  contend scenario show NAME | contend run -`,
		Args:              wants(1, -1, "a scenario: a name from 'contend scenario list', a path, or - for stdin"),
		ValidArgsFunction: completeScenarios,
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(c); err != nil {
				return err
			}
			return f.run(c.Context(), t, args)
		},
	}
	c.Long += exitStatus(statusDone, statusUsage, statusUnexpected, statusUntrusted, statusInterrupted)
	f.format = formatFlag(c, "text", "json", "csv")
	f.add(c)
	f.addCache(c)
	c.Flags().StringVarP(&f.output, "output", "o", "", "also draw the curves into a `FILE` that ends in .svg, .png or .html")
	c.Flags().StringArrayVar(&f.set, "set", nil, "`NAME=VALUE`: give a parameter or a machine value another value")
	c.Flags().Float64SliceVar(&f.at, "at", nil, "run the points at these `N[,N…]` instead of the sweep")
	c.Flags().StringArrayVar(&f.variants, "variant", nil, "run this variant only; may be repeated")
	completeRunFlags(c)
	return c
}

// check refuses values that mean nothing.
func (f *runFlags) check(c *cobra.Command) error {
	for _, n := range f.at {
		if !(n > 0) || math.IsInf(n, 0) {
			return complain(c, "--at %g: want a number above 0", n)
		}
	}
	if f.output != "" && !drawable(f.output) {
		return complain(c, "-o %s: want a name that ends in .svg, .png or .html", f.output)
	}
	if f.output != "" && !isReport(f.output) && len(c.Flags().Args()) > 1 {
		return complain(c, "-o %s holds one scenario; several go into a .html", f.output)
	}
	return f.effortFlags.check(c)
}

// run opens all scenarios before it simulates the first, so that a mistake shows at once.
func (f *runFlags) run(ctx context.Context, t *terminal, refs []string) error {
	var all []*model.Scenario
	for _, ref := range refs {
		s, err := t.openScenario(ref, scenarios.Options{Set: f.set, At: f.at})
		if err == nil {
			s, err = keepVariants(s, f.variants)
		}
		if err != nil {
			return err
		}
		all = append(all, s)
	}
	runs, err := f.simulateAll(ctx, t, all, experiment.Options{Partial: len(f.at) > 0})
	if err != nil {
		return err
	}
	t.warn(runs)
	if f.output != "" {
		if err := draw(f.output, runs); err != nil {
			return err
		}
	}
	if err := f.print(t, runs); err != nil {
		return err
	}
	return outcome(runs, f.strict)
}

// simulateAll runs scenarios one after the other until ctx ends; the run that was under way then is the last.
func (f *effortFlags) simulateAll(ctx context.Context, t *terminal, all []*model.Scenario, o experiment.Options) ([]*model.Run, error) {
	o.Seed, o.Reps, o.Workers, o.Level, o.Version = f.seed, f.reps, f.workers, f.level/100, version()
	var runs []*model.Run
	simulate := simulate
	if !f.noCache {
		simulate = cached()
	}
	for _, s := range all {
		tell, erase := t.progress(s.Name)
		o.Progress = tell
		r, err := experiment.Run(ctx, s, simulate, o)
		erase()
		var wrong *sim.ProgramError
		if errors.As(err, &wrong) {
			return nil, usagef("%s: %v", s.Name, err)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
		runs = append(runs, r)
		if ctx.Err() != nil {
			break
		}
	}
	return runs, nil
}

// simulate is the simulator as experiments want it.
func simulate(ctx context.Context, p model.Point, seed uint64, rep int) (model.Result, error) {
	return sim.Run(ctx, p, sim.Options{Seed: seed, Rep: rep})
}

// print writes the runs in the format asked for.
func (f *runFlags) print(t *terminal, runs []*model.Run) error {
	var b bytes.Buffer
	var err error
	switch {
	case f.format.value == "csv":
		err = writeCSV(&b, runs)
	case f.format.value == "json" && len(runs) == 1:
		err = writeJSON(&b, newRunJSON(runs[0]))
	case f.format.value == "json":
		err = writeJSON(&b, newRunsJSON("contend.runs/1", runs))
	default:
		for i, r := range runs {
			if i > 0 {
				fmt.Fprintln(&b)
			}
			t.writeRun(&b, r)
		}
	}
	if err != nil {
		return err
	}
	_, err = b.WriteTo(t.out)
	return err
}

// warn prints the warnings and notes of runs on stderr.
func (t *terminal) warn(runs []*model.Run) {
	for _, r := range runs {
		for _, w := range r.Warnings {
			t.writeWarning(r, w)
		}
	}
}

// warnUntrusted prints the warnings without the notes.
func (t *terminal) warnUntrusted(runs []*model.Run) {
	for _, r := range runs {
		for _, w := range r.Warnings {
			if experiment.Untrusted(w) {
				t.writeWarning(r, w)
			}
		}
	}
}

func (t *terminal) writeWarning(r *model.Run, w model.Warning) {
	kind := "note"
	if experiment.Untrusted(w) {
		kind = "warning"
	}
	fmt.Fprintf(t.err, "%s: %s: %s (%s)\n", kind, r.Scenario.Name, w.Text, w.Code)
}

// outcome is the exit status that runs deserve.
func outcome(runs []*model.Run, strict bool) error {
	status := statusDone
	for _, r := range runs {
		for _, v := range r.Expectations {
			if !v.OK && status == statusDone {
				status = statusUnexpected
			}
		}
		for _, w := range r.Warnings {
			if strict && experiment.Untrusted(w) {
				status = statusUntrusted
			}
		}
		if r.Interrupted {
			return &exit{status: statusInterrupted}
		}
	}
	if status == statusDone {
		return nil
	}
	return &exit{status: status}
}
