package main

import (
	"encoding/csv"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"contend/model"
	"contend/scenarios"
)

func newScenarioCommand(t *terminal) *cobra.Command {
	c := &cobra.Command{
		Use:   "scenario",
		Short: "List, show, write and check scenario files",
		Long: `A scenario file says what runs on which machine, what varies, what was measured, and what is
expected. The library's scenarios are part of the program; show prints one, to copy and change.`,
		Example: `  contend scenario list
  contend scenario new mine > mine.yaml
  contend scenario check mine.yaml`,
	}
	c.AddCommand(
		newScenarioListCommand(t),
		newScenarioShowCommand(t),
		newScenarioNewCommand(t),
		newScenarioCheckCommand(t),
		newScenarioSchemaCommand(t),
	)
	return c
}

func newScenarioListCommand(t *terminal) *cobra.Command {
	var format *choice
	c := &cobra.Command{
		Use:               "list",
		Short:             "List the library's scenarios",
		Long:              "List prints each scenario of the library with how much was measured and how many numbers were fitted to it.",
		Args:              wants(0, 0, "no argument"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			var all []*model.Scenario
			for _, name := range scenarios.List() {
				s, err := t.openScenario(name, scenarios.Options{})
				if err != nil {
					return err
				}
				all = append(all, s)
			}
			return t.listScenarios(format.value, all)
		},
	}
	c.Long += exitStatus(statusDone, statusUsage)
	format = formatFlag(c, "text", "json", "csv")
	return c
}

// scenarioJSON is an entry of the library.
type scenarioJSON struct {
	Name     string   `json:"name"`
	Title    string   `json:"title"`
	X        string   `json:"x"`
	Variants []string `json:"variants"`
	Measured int      `json:"measured_points"`
	Fitted   int      `json:"fitted_numbers"`
}

func (t *terminal) listScenarios(format string, all []*model.Scenario) error {
	entries := []scenarioJSON{}
	for _, s := range all {
		entries = append(entries, scenarioJSON{s.Name, s.Title, s.X, variantNames(s), measuredPoints(s), len(fittedNumbers(s))})
	}
	switch format {
	case "json":
		return writeJSON(t.out, struct {
			Schema    string         `json:"schema"`
			Scenarios []scenarioJSON `json:"scenarios"`
		}{"contend.scenarios/1", entries})
	case "csv":
		w := csv.NewWriter(t.out)
		_ = w.Write([]string{"name", "title", "x", "variants", "measured_points", "fitted_numbers"}) // Error below tells
		for _, e := range entries {
			_ = w.Write([]string{e.Name, e.Title, e.X, strconv.Itoa(len(e.Variants)), strconv.Itoa(e.Measured), strconv.Itoa(e.Fitted)})
		}
		w.Flush()
		return w.Error()
	}
	list := newTable("<name", "variants", "measured", "fitted", "<title")
	for _, e := range entries {
		list.add(e.Name, strconv.Itoa(len(e.Variants)), strconv.Itoa(e.Measured), strconv.Itoa(e.Fitted), e.Title)
	}
	list.write(t.out, "")
	return nil
}

func newScenarioShowCommand(t *terminal) *cobra.Command {
	c := &cobra.Command{
		Use:               "show SCENARIO",
		Short:             "Print a scenario's file",
		Long:              "Show prints the bytes of a scenario's file, to read or to copy.",
		Example:           "  contend scenario show NAME > mine.yaml",
		Args:              wants(1, 1, "one scenario: a name from 'contend scenario list', or a path"),
		ValidArgsFunction: completeOneScenario,
		RunE: func(_ *cobra.Command, args []string) error {
			data, err := scenarios.Source(args[0])
			if err != nil {
				return usage(err)
			}
			_, err = t.out.Write(data)
			return err
		},
	}
	c.Long += exitStatus(statusDone, statusUsage)
	return c
}

func newScenarioCheckCommand(t *terminal) *cobra.Command {
	c := &cobra.Command{
		Use:   "check SCENARIO…",
		Short: "Find what is wrong with scenario files",
		Long: `Check reads scenario files and prints everything that is wrong with them, each with file, line and
column, on stderr. A file that is right gets a line on stdout. - is stdin.`,
		Example:           "  contend scenario check mine.yaml",
		Args:              wants(1, -1, "a scenario file: a path, a name from 'contend scenario list', or - for stdin"),
		ValidArgsFunction: completeScenarios,
		RunE: func(_ *cobra.Command, args []string) error {
			wrong := false
			for _, ref := range args {
				s, err := t.openScenario(ref, scenarios.Options{})
				if err != nil {
					wrong = true
					fmt.Fprintln(t.err, err)
					continue
				}
				points := 0
				for i := range s.Variants {
					points += len(s.Variants[i].Points)
				}
				fmt.Fprintf(t.out, "%s: right: %s, %d variants, %d points; %s\n", ref, s.Name, len(s.Variants), points, provenance(s))
			}
			if wrong {
				return &exit{status: statusUsage}
			}
			return nil
		},
	}
	c.Long += exitStatus(statusDone, statusUsage)
	return c
}

func newScenarioSchemaCommand(t *terminal) *cobra.Command {
	c := &cobra.Command{
		Use:               "schema",
		Short:             "Print the JSON Schema of scenario files",
		Long:              "Schema prints the JSON Schema of scenario files, for editors that complete and check YAML.",
		Args:              wants(0, 0, "no argument"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			_, err := t.out.Write(scenarios.Schema())
			return err
		},
	}
	c.Long += exitStatus(statusDone, statusUsage)
	return c
}
