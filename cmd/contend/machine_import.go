package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"contend/scenarios"
	"contend/scenarios/topology"
)

// shapeFlags say where a machine file goes and whose costs it takes.
type shapeFlags struct{ output, relative string }

func (f *shapeFlags) add(c *cobra.Command) {
	c.Flags().StringVarP(&f.output, "output", "o", "", "write the machine into a `FILE` instead")
	c.Flags().StringVar(&f.relative, "relative", "", "the `NAME` of the machine whose costs are assumed (default: the nearest of the catalogue)")
	_ = c.MarkFlagFilename("output", "yaml", "yml")
	_ = c.RegisterFlagCompletionFunc("relative", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return scenarios.Machines(), cobra.ShellCompDirectiveNoFileComp
	})
}

// choose returns the relative that was asked for, or the nearest.
func (f *shapeFlags) choose(c *cobra.Command, found *topology.Machine) (*relative, error) {
	if !c.Flags().Changed("relative") {
		return nearestRelative(found)
	}
	for _, name := range scenarios.Machines() {
		if name == f.relative {
			return openRelative(name, "chosen by hand")
		}
	}
	return nil, complain(c, "--relative %s: there is no machine of that name in the catalogue%s", f.relative, didYouMean(f.relative, scenarios.Machines()))
}

// print writes the machine file, and says on stderr whose costs it has and what does not fit.
func (f *shapeFlags) print(c *cobra.Command, t *terminal, name, source string, found *topology.Machine) error {
	r, err := f.choose(c, found)
	if err != nil {
		return err
	}
	write := func(w io.Writer) error { return writeMachine(w, name, source, found, r) }
	if f.output == "" {
		err = write(t.out)
	} else if err = replaceFile(f.output, write); err != nil {
		err = usage(err)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(t.err, "note: %s: the costs are those of %s: %s\n", name, r.name, r.why)
	for _, w := range found.Warnings {
		fmt.Fprintf(t.err, "warning: %s: %s\n", name, w)
	}
	return nil
}

func newMachineImportCommand(t *terminal) *cobra.Command {
	var flags shapeFlags
	var synthetic string
	c := &cobra.Command{
		Use:   "import FILE",
		Short: "Make a machine file of a topology",
		Long: `Import prints a machine file with the topology of a real machine: FILE is what hwloc's 'lstopo FILE.xml' writes there; - is
stdin. --synthetic takes hwloc's short form, such as 'pack:2 l3:2 core:4 pu:2', instead.

A topology does not tell what anything costs. The costs are those of the machine of the catalogue that is most like it: of the
same model of processor, else of the same generation, line or vendor, else of as many sockets, of the same kind of caches and
threads, of about as many cores. Each is marked as assumed. Where cores or sockets are not alike, a warning says what they
are taken for.`,
		Example: `  lstopo big.xml && contend machine import big.xml -o big.yaml
  contend machine import --synthetic 'pack:2 l3:8 core:8 pu:2' --relative epyc-7763-2s
  contend run FILE --set machine=big.yaml`,
		Args: func(c *cobra.Command, args []string) error {
			if !c.Flags().Changed("synthetic") {
				return wants(1, 1, "one file that 'lstopo FILE.xml' wrote, or --synthetic 'pack:2 core:4 pu:2'")(c, args)
			}
			return wants(0, 0, "--synthetic and its string in quotes, no file")(c, args)
		},
		RunE: func(c *cobra.Command, args []string) error {
			name, source := "imported", ""
			var found *topology.Machine
			var err error
			if c.Flags().Changed("synthetic") {
				found, err = topology.Synthetic("--synthetic", synthetic)
			} else {
				found, err = t.openTopology(args[0])
				if args[0] != "-" {
					name, source = machineName(args[0]), ", "+filepath.Base(args[0])
				}
			}
			if err != nil {
				return usage(err)
			}
			return flags.print(c, t, name, found.Source+source, found)
		},
	}
	c.Long += exitStatus(statusDone, statusUsage)
	c.Flags().StringVar(&synthetic, "synthetic", "", "a `STRING` of hwloc, in quotes, instead of a file")
	flags.add(c)
	return c
}

// openTopology reads a file of hwloc; - is stdin.
func (t *terminal) openTopology(path string) (*topology.Machine, error) {
	name := path
	var data []byte
	var err error
	if path == "-" {
		name = "stdin"
		data, err = io.ReadAll(t.in)
	} else {
		data, err = os.ReadFile(path)
	}
	switch {
	case err != nil:
		return nil, err
	case len(bytes.TrimSpace(data)) > 0 && bytes.TrimSpace(data)[0] != '<':
		return nil, fmt.Errorf("%s:1:1: this is not XML; expected what 'lstopo FILE.xml' writes, and short forms such as 'pack:2 core:4 pu:2' behind --synthetic", name)
	}
	return topology.XML(name, data)
}

var unusual = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// machineName calls a machine as its file.
func machineName(path string) string {
	base := filepath.Base(path)
	name := strings.Trim(unusual.ReplaceAllString(strings.TrimSuffix(base, filepath.Ext(base)), "-"), "-.")
	if name == "" {
		return "imported"
	}
	return name
}
