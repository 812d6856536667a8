package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Run is the whole command: it does what args say and returns the exit status. Data goes to stdout,
// messages to stderr; when ctx ends, what is finished is printed and the status is 130.
func Run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) (status int) {
	defer func() {
		if p := recover(); p != nil {
			status = report(stderr, fmt.Errorf("%v\n%s", p, debug.Stack()))
		}
	}()
	t := newTerminal(stdin, stdout, stderr)
	root := newRoot(t)
	if err := unknownCommand(root, args); err != nil {
		return report(stderr, err)
	}
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	return report(stderr, root.ExecuteContext(ctx))
}

// newRoot returns the command tree. A new command is a file of its own and a line here.
func newRoot(t *terminal) *cobra.Command {
	root := &cobra.Command{
		Use:   "contend",
		Short: "Predict how a concurrent program scales",
		Long: `contend predicts how a concurrent program scales before anyone buys the hardware or writes the
patch. It simulates the causes: cores, cache lines, locks, stack walks, memory bandwidth, threads.
Scenario files hold the numbers, and what was measured stands beside what is simulated.`,
		Example: `  contend reproduce                         every documented scenario, figures and verdicts
  contend scenario list                     what there is to run
  contend run FILE --at 8,64                two points of a scenario of your own
  contend run FILE --set work=2ms -o x.svg  another number, and a figure`,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.AddCommand(
		newRunCommand(t),
		newPredictCommand(t), newFitCommand(t), newCalibrateCommand(t), newCacheCommand(t),
		newReproduceCommand(t), newValidateCommand(t),
		newScenarioCommand(t),
		newMachineCommand(t),
		newVersionCommand(t),
	)
	root.SetHelpCommand(newHelpCommand(root))
	root.SetFlagErrorFunc(flagError)
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	return root
}

// newHelpCommand replaces cobra's, which says nothing of an unknown command in its exit status.
func newHelpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [command]",
		Short: "Explain a command",
		RunE: func(_ *cobra.Command, args []string) error {
			if err := unknownCommand(root, args); err != nil {
				return err
			}
			about, _, err := root.Find(args)
			if err != nil {
				return err
			}
			return about.Help()
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			about, _, _ := root.Find(args)
			return commandNames(about), cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// unknownCommand looks for the word that should be a command and is none, before flags are parsed: the flags
// behind it are those of the command that was meant.
func unknownCommand(root *cobra.Command, args []string) error {
	found, rest, _ := root.Find(args)
	if !found.HasSubCommands() || len(rest) == 0 || strings.HasPrefix(rest[0], "-") || strings.HasPrefix(rest[0], cobra.ShellCompRequestCmd) {
		return nil
	}
	return complain(found, "there is no command %q%s", rest[0], didYouMean(rest[0], commandNames(found)))
}

// commandNames lists the commands below one.
func commandNames(c *cobra.Command) []string {
	var names []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() || sub.Name() == "help" {
			names = append(names, sub.Name())
		}
	}
	return names
}

// complain is a usage error that names its command and says where to read more.
func complain(c *cobra.Command, format string, args ...any) error {
	return usagef("%s: %s\nSee '%[1]s --help'.", c.CommandPath(), fmt.Sprintf(format, args...))
}

// flagError says which flag was probably meant.
func flagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) && len(unknown.GetSpecifiedName()) > 1 {
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		flag := "--" + unknown.GetSpecifiedName()
		return complain(c, "there is no flag %s%s", flag, didYouMean(flag, names))
	}
	return complain(c, "%v", err)
}

// wants checks the number of a command's arguments; what says what they are. A negative most has no limit.
func wants(least, most int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return complain(c, "wants %s", what)
		case most >= 0 && len(args) > most:
			return complain(c, "wants %s, not also %q", what, args[most])
		}
		return nil
	}
}
