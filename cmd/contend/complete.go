package main

import (
	"strings"

	"github.com/spf13/cobra"

	"contend/model"
	"contend/scenarios"
)

// completeScenarios offers the library's scenarios, and files.
func completeScenarios(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return scenarios.List(), cobra.ShellCompDirectiveDefault
}

// completeOneScenario offers a scenario where none is given yet.
func completeOneScenario(c *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return completeScenarios(c, args, begun)
}

// completeOneMachine offers a machine of the catalogue where none is given yet.
func completeOneMachine(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return scenarios.Machines(), cobra.ShellCompDirectiveDefault
}

// completeRunFlags offers what the scenario on the command line has: its variants, its parameters, its points.
func completeRunFlags(c *cobra.Command) {
	offer := func(flag string, directive cobra.ShellCompDirective, of func(*model.Scenario) []string) {
		_ = c.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			s, err := scenarios.Open(args[0], scenarios.Options{})
			if err != nil {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return of(s), directive
		})
	}
	offer("variant", cobra.ShellCompDirectiveNoFileComp, variantNames)
	offer("set", cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace, settable)
	offer("at", cobra.ShellCompDirectiveNoFileComp, sweptValues)
	_ = c.MarkFlagFilename("output", "svg", "png", "html")
}

// settable lists what --set can be given, up to the =.
func settable(s *model.Scenario) []string {
	var out []string
	for _, n := range s.Numbers {
		if name, ok := strings.CutPrefix(n.Path, "params."); ok {
			out = append(out, name+"=")
		} else if strings.HasPrefix(n.Path, "machine.") {
			out = append(out, n.Path+"=")
		}
	}
	return out
}

// sweptValues lists the points of the first variant.
func sweptValues(s *model.Scenario) []string {
	var out []string
	if len(s.Variants) > 0 {
		for _, p := range s.Variants[0].Points {
			out = append(out, plainNumber(p.N))
		}
	}
	return out
}
