package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"contend/model"
	"contend/model/fit"
	"contend/model/law"
	"contend/scenarios/measured"
)

// fitFlags are the flags of contend fit.
type fitFlags struct {
	format, loss *choice
	laws         []string
	predict      []float64
	level        float64
	strict       bool
	read         measured.Options
}

// fitted is one curve with the laws that were fitted to it.
type fitted struct {
	curve    model.Curve
	points   []fit.Point
	fits     []*fit.Fit
	chosen   int
	warnings []fit.Warning
}

func newFitCommand(t *terminal) *cobra.Command {
	f := &fitFlags{}
	c := &cobra.Command{
		Use:   "fit DATA…",
		Short: "Fit scaling laws to measured curves, with intervals",
		Long: `Fit reads measured curves and fits scaling laws to them: linear, Amdahl, Gustafson, the machine repairman, the
universal scalability law, and a bandwidth limit. It chooses the law with the lowest AICc, or where the curve falls at its end, one that
can fall.

DATA is a table (commas, semicolons, tabs or blanks; N first, throughput second, or a header that names them; a column called latency
or time is turned into throughput), the output of go test -bench -cpu, or - for stdin. label=PATH gives a curve a name. ns/op becomes
1e9/(ns/op), the rate of one operation after another; where the benchmark runs operations in parallel, that is the rate of all.

Intervals are Student's, from the Jacobian. Those of predictions hold a new observation.`,
		Example: `  contend fit curve.csv
  contend fit before=old.csv after=new.csv --law usl,amdahl --predict 64,128
  go test -bench . -cpu 1,2,4,8 | contend fit -`,
		Args: wants(1, -1, "data: a path, label=PATH, or - for stdin"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(c); err != nil {
				return err
			}
			return f.run(t, args)
		},
	}
	c.Long += exitStatus(statusDone, statusUsage, statusUntrusted)
	f.format = formatFlag(c, "text", "json", "csv")
	f.loss = &choice{value: "abs", of: []string{"abs", "rel"}}
	c.Flags().Var(f.loss, "loss", "what is made small: `abs` for squared differences, rel for relative ones")
	c.Flags().StringSliceVar(&f.laws, "law", nil, "fit these `LAWS` only: "+strings.Join(lawNames(), ", "))
	c.Flags().Float64SliceVar(&f.predict, "predict", nil, "throughput at these `N[,N…]`")
	c.Flags().Float64Var(&f.level, "level", 95, "level of the intervals in `PERCENT`")
	c.Flags().BoolVar(&f.strict, "strict", false, "exit 4 when a fit must not be trusted")
	c.Flags().StringVar(&f.read.X, "x", "", "`COLUMN` of N")
	c.Flags().StringVar(&f.read.Y, "y", "", "`COLUMN` of throughput")
	c.Flags().BoolVar(&f.read.DecimalComma, "decimal-comma", false, "read 1,5 as one and a half; the separator is not a comma then")
	return c
}

func lawNames() []string {
	var out []string
	for _, l := range law.All() {
		out = append(out, l.Name)
	}
	return out
}

func (f *fitFlags) check(c *cobra.Command) error {
	for _, name := range f.laws {
		if _, ok := law.ByName(name); !ok {
			return complain(c, "there is no law %q%s; there are %s", name, didYouMean(name, lawNames()), strings.Join(lawNames(), ", "))
		}
	}
	for _, n := range f.predict {
		if !(n > 0) || math.IsInf(n, 0) {
			return complain(c, "--predict %g: want a number above 0", n)
		}
	}
	if !(f.level > 0 && f.level < 100) {
		return complain(c, "--level %g: want a percentage between 0 and 100, such as 95", f.level)
	}
	return nil
}

// run reads all curves before it fits the first, so that a mistake shows at once.
func (f *fitFlags) run(t *terminal, args []string) error {
	var all []*fitted
	for _, arg := range args {
		curves, err := f.open(t, arg)
		if err != nil {
			return usage(err)
		}
		for _, c := range curves {
			all = append(all, &fitted{curve: c})
		}
	}
	for _, one := range all {
		if err := f.fit(one); err != nil {
			return err
		}
	}
	var b bytes.Buffer
	if err := f.print(&b, t, all); err != nil {
		return err
	}
	if _, err := b.WriteTo(t.out); err != nil {
		return err
	}
	for _, one := range all {
		for _, w := range one.warnings {
			if f.strict && w.Untrusted {
				return &exit{status: statusUntrusted}
			}
		}
	}
	return nil
}

// open reads the curves of an argument.
func (f *fitFlags) open(t *terminal, arg string) ([]model.Curve, error) {
	label, path, ok := strings.Cut(arg, "=")
	if _, err := os.Stat(arg); err == nil || !ok {
		label, path = "", arg
	}
	var data []byte
	var err error
	if path == "-" {
		data, err = io.ReadAll(t.in)
		path = "stdin"
	} else {
		data, err = os.ReadFile(path)
	}
	if err != nil {
		return nil, err
	}
	curves, err := measured.Read(path, data, f.read)
	if label != "" {
		for i := range curves {
			curves[i].Input = label
		}
	}
	return curves, err
}

// fit fits every law that was asked for to a curve.
func (f *fitFlags) fit(one *fitted) error {
	for _, p := range one.curve.Points {
		one.points = append(one.points, fit.Point{N: p.N, X: p.X})
	}
	for _, l := range law.All() {
		if len(f.laws) > 0 && !has(f.laws, l.Name) {
			continue
		}
		r, err := fit.Curve(one.points, l, fit.Options{Loss: fit.Loss(f.loss.value), Level: f.level / 100})
		if err != nil {
			return fmt.Errorf("%s: %w", one.curve.Input, err)
		}
		one.fits = append(one.fits, r)
	}
	one.chosen = fit.Choose(one.fits, one.points)
	one.warnings = fit.Warn(one.points, one.fits[one.chosen])
	return nil
}

func has(all []string, one string) bool {
	for _, s := range all {
		if s == one {
			return true
		}
	}
	return false
}

// print writes the fits in the format asked for.
func (f *fitFlags) print(b *bytes.Buffer, t *terminal, all []*fitted) error {
	switch f.format.value {
	case "json":
		return f.writeJSON(b, all)
	case "csv":
		return f.writeCSV(b, all)
	}
	for i, one := range all {
		if i > 0 {
			fmt.Fprintln(b)
		}
		f.writeText(b, t, one)
	}
	return nil
}

func (f *fitFlags) writeText(b *bytes.Buffer, t *terminal, one *fitted) {
	title := one.curve.Input
	if one.curve.Name != "" {
		title += ": " + one.curve.Name
	}
	fmt.Fprintf(b, "%s   %d points, %s loss\n", t.strong(title), len(one.points), f.loss.value)
	list := newTable("<law", "<", "mean error", "AICc", "<parameters")
	for i, r := range one.fits {
		mark := ""
		if i == one.chosen {
			mark = "chosen"
		}
		var params []string
		for _, p := range r.Params {
			text := p.Name + " " + significant(p.Value, 4)
			if p.Lo != nil {
				text += " (" + significant(*p.Lo, 3) + " … " + significant(*p.Hi, 3) + ")"
			}
			params = append(params, text)
		}
		if r.Peak != nil {
			params = append(params, fmt.Sprintf("peak %s at %s", significant(r.Peak.X, 4), significant(r.Peak.N, 3)))
		}
		list.add(r.Law.Name, mark, percent(r.MAPE), optional(r.AICc, func(x float64) string { return significant(x, 4) }), strings.Join(params, ", "))
	}
	list.write(b, "  ")
	for _, n := range f.predict {
		x, lo, hi := one.fits[one.chosen].Predict(n)
		text := significant(x, 4)
		if lo != nil {
			text += fmt.Sprintf(" (%s … %s)", significant(*lo, 4), significant(*hi, 4))
		}
		fmt.Fprintf(b, "  at %s: %s\n", plainNumber(n), text)
	}
	for _, w := range one.warnings {
		fmt.Fprintf(t.err, "warning: %s: %s (%s)\n", title, w.Text, w.Code)
	}
}

func (f *fitFlags) writeCSV(b *bytes.Buffer, all []*fitted) error {
	w := csv.NewWriter(b)
	_ = w.Write([]string{"input", "curve", "law", "chosen", "parameter", "value", "lo", "hi"}) // Error below tells
	for _, one := range all {
		for i, r := range one.fits {
			for _, p := range r.Params {
				_ = w.Write([]string{one.curve.Input, one.curve.Name, r.Law.Name, fmt.Sprint(i == one.chosen), p.Name, plainNumber(p.Value), optional(p.Lo, plainNumber), optional(p.Hi, plainNumber)})
			}
		}
	}
	w.Flush()
	return w.Error()
}
