package main

import (
	"bytes"
	"context"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"contend/model"
	"contend/model/score"
	"contend/scenarios"
	"contend/sim/experiment"
)

// validateFlags are the flags of contend validate.
type validateFlags struct {
	effortFlags
	format *choice
	dir    string
}

func newValidateCommand(t *terminal) *cobra.Command {
	f := &validateFlags{}
	c := &cobra.Command{
		Use:   "validate [TABLE…]",
		Short: "Hold published tables of locks, counters and queues against the catalogue",
		Long: `Validate simulates what published tables measured, each on the machine that it was measured on, with the latencies of the
catalogue. Without an argument it takes every table that is part of the program; TABLE is a name of one, or
a path of a scenario whose measured: says how its curves are normalised.

A table's programs do other work too, and its units differ, so that curves are judged by their shape: each is divided by its own
uncontended point, or, where the machine is not known and a named one is assumed, by its first point with more than one thread.

  error      the median relative error of these values, without the point they are divided by; 30 % is aimed at
  absolute   that of the values as they are, which is not judged
  ranking    of all pairs of variants at the same number of threads, how many are in the measured order; 85 % is aimed at. Pairs
             that were measured within 5 % of each other do not count
  knee       of all curves of three points and more, how many have their knee, the first point within 5 % of the highest, at most
             one point beside the measured one; 85 % is aimed at

A table that a number of its machine was inferred from is printed apart and has no part in the totals.`,
		Example: `  contend validate
  contend validate xsync-rbmutex -o figures
  contend validate mine.yaml --format json`,
		Args: cobra.ArbitraryArgs,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return scenarios.Primitives(), cobra.ShellCompDirectiveDefault
		},
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
	c.Flags().StringVarP(&f.dir, "output", "o", "", "also draw a figure for each table, and one of all, into this `DIR`")
	_ = c.MarkFlagDirname("output")
	return c
}

// validated is a table with what came of it.
type validated struct {
	run    *model.Run
	curves []score.Curve
	score  score.Score
}

// machine is the name of the machine that a table was simulated on.
func (v *validated) machine() string { return v.run.Scenario.Variants[0].Points[0].Machine.Name }

// isAssumed reports whether the machine that the table was measured on is not known.
func (v *validated) isAssumed() bool { return v.run.Scenario.Measured.Normalise == model.Contended }

// isPrediction reports whether nothing of the machine was inferred from the table.
func (v *validated) isPrediction() bool { return v.run.Scenario.Measured.Informs == "" }

func (f *validateFlags) run(ctx context.Context, t *terminal, refs []string) error {
	if len(refs) == 0 {
		refs = scenarios.Primitives()
	}
	all, err := t.openTables(refs)
	if err != nil {
		return err
	}
	if f.dir != "" {
		if err := os.MkdirAll(f.dir, 0o777); err != nil {
			return usage(err)
		}
	}
	runs, err := f.simulateAll(ctx, t, all, experiment.Options{})
	if err != nil {
		return err
	}
	t.warnUntrusted(runs)
	var tables []validated
	for _, r := range runs {
		curves := score.Curves(r)
		tables = append(tables, validated{r, curves, score.Of(curves)})
	}
	if f.dir != "" {
		if err := drawTables(f.dir, tables); err != nil {
			return err
		}
	}
	if err := f.print(t, tables); err != nil {
		return err
	}
	if err := outcome(runs, f.strict); err != nil {
		return err
	}
	if !total(tables).Holds() {
		return &exit{status: statusUnexpected}
	}
	return nil
}

// openTables opens all tables before the first is simulated, so that a mistake shows at once.
func (t *terminal) openTables(refs []string) ([]*model.Scenario, error) {
	var all []*model.Scenario
	for _, ref := range refs {
		s, err := t.openScenario(ref, scenarios.Options{})
		if err != nil {
			return nil, err
		}
		if s.Measured == nil || s.Measured.Normalise == "" {
			return nil, usagef("%s: nothing says what its curves are to be judged by; measured wants normalise: uncontended, or contended where the machine is not known", ref)
		}
		all = append(all, s)
	}
	return all, nil
}

// total adds up the scores of the tables that are predictions.
func total(tables []validated) score.Score {
	var sum score.Score
	for _, v := range predictions(tables) {
		sum.Add(v.score)
	}
	return sum
}

// predictions are the tables that no number of a machine was inferred from.
func predictions(tables []validated) []validated {
	return slices.DeleteFunc(slices.Clone(tables), func(v validated) bool { return !v.isPrediction() })
}

// onAssumed are the tables whose machine is assumed, or those whose machine is known.
func onAssumed(tables []validated, isAssumed bool) []validated {
	return slices.DeleteFunc(slices.Clone(tables), func(v validated) bool { return v.isAssumed() != isAssumed })
}

// print writes the scores in the format asked for.
func (f *validateFlags) print(t *terminal, tables []validated) error {
	var b bytes.Buffer
	var err error
	switch f.format.value {
	case "json":
		err = writeJSON(&b, newValidateJSON(tables, f.seed))
	case "csv":
		err = writeValidateCSV(&b, tables)
	default:
		t.writeScores(&b, tables)
	}
	if err != nil {
		return err
	}
	_, err = b.WriteTo(t.out)
	return err
}
