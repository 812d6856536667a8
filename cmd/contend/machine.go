package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"contend/scenarios"
)

func newMachineCommand(t *terminal) *cobra.Command {
	c := &cobra.Command{
		Use:   "machine",
		Short: "List and show the machines of the catalogue",
		Long: `A machine file holds what hardware and operating system cost: topology, cache lines, memory,
scheduler, threads, each number with its source. A scenario names its machine, or a file of one.`,
		Example: `  contend machine list
  contend machine show NAME > mine.yaml`,
	}
	c.AddCommand(newMachineListCommand(t), newMachineShowCommand(t))
	return c
}

func newMachineListCommand(t *terminal) *cobra.Command {
	var format *choice
	c := &cobra.Command{
		Use:               "list",
		Short:             "List the machines of the catalogue",
		Long:              "List prints the names of the catalogue's machines.",
		Args:              wants(0, 0, "no argument"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			names := scenarios.Machines()
			if format.value == "json" {
				return writeJSON(t.out, struct {
					Schema   string   `json:"schema"`
					Machines []string `json:"machines"`
				}{"contend.machines/1", names})
			}
			for _, name := range names {
				fmt.Fprintln(t.out, name)
			}
			return nil
		},
	}
	c.Long += exitStatus(statusDone, statusUsage)
	format = formatFlag(c, "text", "json")
	return c
}

func newMachineShowCommand(t *terminal) *cobra.Command {
	c := &cobra.Command{
		Use:               "show MACHINE",
		Short:             "Print a machine's file",
		Long:              "Show prints the bytes of a machine's file, to read or to copy.",
		Example:           "  contend machine show NAME > mine.yaml",
		Args:              wants(1, 1, "one machine: a name from 'contend machine list', or a path"),
		ValidArgsFunction: completeOneMachine,
		RunE: func(_ *cobra.Command, args []string) error {
			data, err := scenarios.MachineSource(args[0])
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
