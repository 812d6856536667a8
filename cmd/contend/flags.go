package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// choice is a flag that takes one of a few words.
type choice struct {
	value string
	of    []string
}

// String is the word chosen.
func (c *choice) String() string { return c.value }

// Type is how help shows the value.
func (c *choice) Type() string { return strings.Join(c.of, "|") }

// Set takes a word.
func (c *choice) Set(s string) error {
	if !slices.Contains(c.of, s) {
		return fmt.Errorf("want %s%s", strings.Join(c.of, ", "), didYouMean(s, c.of))
	}
	c.value = s
	return nil
}

// wordFlag adds a flag that takes one of a few words, the first of which is the default.
func wordFlag(c *cobra.Command, name, about string, words ...string) *choice {
	f := &choice{value: words[0], of: words}
	c.Flags().Var(f, name, about)
	_ = c.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	return f
}

// formatFlag adds --format, whose first word is the default.
func formatFlag(c *cobra.Command, words ...string) *choice {
	return wordFlag(c, "format", "how the output is written", words...)
}

// effortFlags say how simulations are run; every command that simulates has them.
type effortFlags struct {
	seed    uint64
	reps    int
	workers int
	level   float64
	strict  bool
	noCache bool
}

// add adds the flags to a command.
func (f *effortFlags) add(c *cobra.Command) {
	c.Flags().Uint64Var(&f.seed, "seed", 1, "of the random streams; the same seed gives the same bytes")
	c.Flags().IntVar(&f.reps, "reps", 0, "replications of each point (default: until the scenario's precision is reached)")
	c.Flags().IntVar(&f.workers, "workers", 0, "replications under way at once (default: one per CPU); never changes a number")
	c.Flags().Float64Var(&f.level, "level", 95, "of the intervals, in percent")
	c.Flags().BoolVar(&f.strict, "strict", false, "exit with 4 when a result is not trustworthy, instead of warning only")
	for _, name := range []string{"seed", "reps", "workers", "level"} {
		_ = c.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
}

// addCache adds the flag of the commands that keep results.
func (f *effortFlags) addCache(c *cobra.Command) {
	c.Flags().BoolVar(&f.noCache, "no-cache", false, "simulate anew what is in the cache, and keep nothing")
}

// check refuses values that mean nothing.
func (f *effortFlags) check(c *cobra.Command) error {
	switch {
	case c.Flags().Changed("reps") && f.reps < 1:
		return complain(c, "--reps %d: want at least 1", f.reps)
	case c.Flags().Changed("workers") && f.workers < 1:
		return complain(c, "--workers %d: want at least 1", f.workers)
	case !(f.level > 0 && f.level < 100):
		return complain(c, "--level %g: want a percentage between 0 and 100, such as 95", f.level)
	}
	return nil
}
