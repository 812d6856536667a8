package main

import "github.com/spf13/cobra"

func newScenarioNewCommand(t *terminal) *cobra.Command { return &cobra.Command{Use: "new"} }
