package main

import (
	"os"

	"github.com/spf13/cobra"

	"contend/scenarios/topology"
)

func newMachineDetectCommand(t *terminal) *cobra.Command {
	var flags shapeFlags
	c := &cobra.Command{
		Use:   "detect",
		Short: "Make a machine file of this machine",
		Long: `Detect prints a machine file with the topology of the machine that it runs on, as Linux tells it; a virtual machine or a
container may be told less than there is. Costs are assumed as 'contend machine import' does: nothing is measured.`,
		Example: `  contend machine detect -o here.yaml
  contend run FILE --set machine=here.yaml`,
		Args:              wants(0, 0, "no argument"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(c *cobra.Command, _ []string) error {
			found, err := topology.Linux(os.DirFS("/"))
			if err != nil {
				return usage(err)
			}
			return flags.print(c, t, "detected", found.Source, found)
		},
	}
	c.Long += exitStatus(statusDone, statusUsage)
	flags.add(c)
	return c
}
