package main

import (
	_ "embed"
	"strings"

	"github.com/spf13/cobra"

	"contend/scenarios"
)

//go:embed skeleton.yaml
var skeleton string

func newScenarioNewCommand(t *terminal) *cobra.Command {
	c := &cobra.Command{
		Use:               "new NAME",
		Short:             "Print a scenario to start from",
		Long:              "New prints a small scenario that runs, with comments that say what to change.",
		Example:           "  contend scenario new app > app.yaml\n  contend run app.yaml",
		Args:              wants(1, 1, "one name"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(c *cobra.Command, args []string) error {
			text := strings.Replace(skeleton, "NAME", args[0], 1)
			if _, err := scenarios.Load("a scenario of that name", []byte(text), ".", scenarios.Options{}); err != nil {
				return complain(c, "%v", err)
			}
			_, err := t.out.Write([]byte(text))
			return err
		},
	}
	c.Long += exitStatus(statusDone, statusUsage)
	return c
}
