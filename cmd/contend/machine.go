package main

import (
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"contend/plots"
	"contend/scenarios"
)

func newMachineCommand(t *terminal) *cobra.Command {
	c := &cobra.Command{
		Use:   "machine",
		Short: "List, show, import, detect and measure machines",
		Long: `A machine file holds what hardware and operating system cost: topology, cache lines, memory,
scheduler, threads, each number with its source. A scenario names its machine, or a file of one.`,
		Example: `  contend machine list
  contend machine show NAME > mine.yaml
  contend machine detect -o here.yaml
  contend machine probe -o here.yaml`,
	}
	c.AddCommand(
		newMachineListCommand(t), newMachineShowCommand(t), newMachineImportCommand(t), newMachineDetectCommand(t), newMachineProbeCommand(t),
	)
	return c
}

func newMachineShowCommand(t *terminal) *cobra.Command {
	var output string
	c := &cobra.Command{
		Use:   "show MACHINE",
		Short: "Print a machine's file",
		Long: `Show prints the bytes of a machine's file, to read or to copy. With -o it draws the machine instead: its sockets,
clusters and cores, and what a cache line takes from each core to each other.`,
		Example: `  contend machine show NAME > mine.yaml
  contend machine show NAME -o machine.png`,
		Args:              wants(1, 1, "one machine: a name from 'contend machine list', or a path"),
		ValidArgsFunction: completeOneMachine,
		RunE: func(c *cobra.Command, args []string) error {
			if output != "" {
				return drawMachine(c, output, args[0])
			}
			data, err := scenarios.MachineSource(args[0])
			if err != nil {
				return usage(err)
			}
			_, err = t.out.Write(data)
			return err
		},
	}
	c.Long += exitStatus(statusDone, statusUsage)
	c.Flags().StringVarP(&output, "output", "o", "", "draw the machine into a `FILE` that ends in .svg or .png")
	return c
}

// drawMachine draws a machine into a file.
func drawMachine(c *cobra.Command, path, name string) error {
	if !drawable(path) || isReport(path) {
		return complain(c, "--output %s: want a file that ends in .svg or .png", path)
	}
	m, err := scenarios.Machine(name)
	if err != nil {
		return usage(err)
	}
	return replaceFile(path, func(w io.Writer) error { return plots.Machine(m).Write(w, filepath.Ext(path)[1:]) })
}
