package main

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"contend/model"
	"contend/model/fit"
	"contend/model/law"
	"contend/scenarios/measured"
)

// fitFlags are the flags of contend fit.
type fitFlags struct {
	format, loss, response, weights, resampling *choice

	laws       []string
	predict    []float64
	efficiency string
	targets    []float64
	peak       float64
	level      float64
	bootstrap  int
	seed       uint64
	compare    bool
	backtest   bool
	strict     bool
	output     string
	read       measured.Options
}

// fitted is one curve with the laws that were fitted to it.
type fitted struct {
	curve model.Curve
	laws  *fit.Laws
	// boot are the bootstrap's intervals of each fit's parameters.
	boot     [][]interval
	answers  []answer
	warnings []fit.Warning
}

// interval has ends that may be missing.
type interval struct{ lo, hi *float64 }

func newFitCommand(t *terminal) *cobra.Command {
	f := &fitFlags{}
	c := &cobra.Command{
		Use:   "fit DATA…",
		Short: "Fit scaling laws to measured curves, with intervals",
		Long: `Fit reads measured curves and fits scaling laws to them: linear, Amdahl, Gustafson, the machine repairman, the
universal scalability law, and a bandwidth limit. It chooses the law with the lowest AICc, or where the curve falls at its end, one that
can fall, or where there are too few points for AICc, the one that foretold the last points best from those before.

DATA is a file, a folder of them, or - for stdin; its content tells the format. label=PATH gives a curve a name. Formats:
  table            commas, semicolons, tabs or blanks; N first, throughput second, or a header that names them (--x, --y); a column
                   called latency or time becomes N/latency or 1/time; a table with a column a variant gives a curve each
  go test -bench   with -cpu 1,2,4, as text or -json, or benchstat's table: N is GOMAXPROCS, or a key in the name such as threads=4.
                   ns/op is wall time over the operations of all goroutines, so throughput is 1e9/(ns/op), with no factor N
  JMH              json or csv: the score of all threads, or threads/score where it is the time of one
  Google Benchmark json, csv or text: items a second, or 1/real time
  hyperfine        json or csv with a scanned parameter: 1/mean
  contend run      json or csv
  one N a file     sysbench, pgbench, wrk, ab, autocannon, k6 (json or text), fio (json), redis-benchmark (text or csv), stress-ng (log
                   or yaml), perf stat (text, -x or -j: 1/elapsed time). Such files make one curve: those of one label, else of one
                   folder. Where the output does not tell N, it is the number in the file's name

Intervals of parameters come from the profile likelihood with Student's t; --bootstrap B adds those of B resampled curves. Those of
predictions hold a new observation. A prediction is the mean of the laws that bend, each weighed by how well it foretold the upper half
of the points from those before, and its interval holds what each of them predicts: laws that cannot be told apart bracket it.

--efficiency and --target answer with an N: how many threads still do 80 % of a lone one's work, how many reach a throughput. --compare
tells by how much the second curve differs from the first, and from which N on. --backtest fits the lower half of the N of each curve,
and says how well the others were foretold.`,
		Example: `  contend fit curve.csv
  contend fit before=old.csv after=new.csv --law usl,amdahl --predict 64,128
  contend fit curve.csv --efficiency 80% --target 5000 -o curve.svg
  contend fit before=old.csv after=new.csv --compare
  contend fit --backtest measured/*.csv
  contend fit old='wrk-old-*.txt' new='wrk-new-*.txt'
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
	f.add(c)
	return c
}

// add adds the flags to the command.
func (f *fitFlags) add(c *cobra.Command) {
	f.format = formatFlag(c, "text", "json", "csv")
	f.loss = wordFlag(c, "loss", "what is made small: abs for squared differences, rel for relative ones, robust for relative ones among which outliers pull less", "abs", "rel", "robust")
	f.response = wordFlag(c, "response", "differences are those of throughput, or of the latency N/X that a thread sees", "throughput", "latency")
	f.weights = wordFlag(c, "weights", "replicates: points weigh by the spread of those that share their N", "none", "replicates")
	f.resampling = wordFlag(c, "resampling", "how the bootstrap makes curves: residuals drawn anew, or kept with random signs", "residual", "wild")
	c.Flags().StringSliceVar(&f.laws, "law", nil, "fit these `LAWS` only: "+strings.Join(lawNames(), ", "))
	_ = c.RegisterFlagCompletionFunc("law", cobra.FixedCompletions(lawNames(), cobra.ShellCompDirectiveNoFileComp))
	c.Flags().Float64SliceVar(&f.predict, "predict", nil, "throughput at these `N[,N…]`")
	c.Flags().StringVar(&f.efficiency, "efficiency", "", "the N up to which a thread does this `SHARE` of a lone one's work, such as 80%")
	c.Flags().Float64SliceVar(&f.targets, "target", nil, "the N at which throughput reaches `X[,X…]`")
	c.Flags().Float64Var(&f.peak, "peak", 0, "also fit the USL with its peak held at `N`")
	c.Flags().BoolVar(&f.compare, "compare", false, "tell by how much the second curve differs from the first")
	c.Flags().BoolVar(&f.backtest, "backtest", false, "fit the lower half of each curve's N and predict the others")
	c.Flags().IntVar(&f.bootstrap, "bootstrap", 0, "also give the intervals of `B` resampled curves")
	c.Flags().Uint64Var(&f.seed, "seed", 1, "of the resampling; the same seed gives the same bytes")
	c.Flags().Float64Var(&f.level, "level", 95, "level of the intervals in `PERCENT`")
	c.Flags().BoolVar(&f.strict, "strict", false, "exit 4 when a fit must not be trusted")
	c.Flags().StringVarP(&f.output, "output", "o", "", "also draw the curves into a `FILE` that ends in .svg or .png")
	c.Flags().StringVar(&f.read.X, "x", "", "`COLUMN` of N")
	c.Flags().StringVar(&f.read.Y, "y", "", "`COLUMN` of throughput")
	c.Flags().BoolVar(&f.read.DecimalComma, "decimal-comma", false, "read 1,5 as one and a half; the separator is not a comma then")
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
	for name, values := range map[string][]float64{"predict": f.predict, "target": f.targets} {
		for _, x := range values {
			if !(x > 0) || math.IsInf(x, 0) {
				return complain(c, "--%s %g: want a number above 0", name, x)
			}
		}
	}
	if f.efficiency != "" {
		if _, err := share(f.efficiency); err != nil {
			return complain(c, "--efficiency %s: want a share between 0 and 100 %%, such as 80%%", f.efficiency)
		}
	}
	switch {
	case !(f.level > 0 && f.level < 100):
		return complain(c, "--level %g: want a percentage between 0 and 100, such as 95", f.level)
	case c.Flags().Changed("peak") && !(f.peak > 1 && f.peak < math.Inf(1)):
		return complain(c, "--peak %g: want a number above 1", f.peak)
	case f.bootstrap < 0 || f.bootstrap > 0 && f.bootstrap < leastDraws:
		return complain(c, "--bootstrap %d: want at least %d curves, for the ends of an interval", f.bootstrap, leastDraws)
	case f.output != "" && (!drawable(f.output) || isReport(f.output)):
		return complain(c, "-o %s: want a name that ends in .svg or .png", f.output)
	case f.backtest && f.compare:
		return complain(c, "--backtest and --compare do not go together")
	}
	return nil
}

// leastDraws is the smallest bootstrap that has ends of a 95 % interval.
const leastDraws = 50

// share reads a part of one: 80%, or 0.8.
func share(s string) (float64, error) {
	number, isPercent := strings.CutSuffix(strings.TrimSpace(s), "%")
	x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if isPercent {
		x /= 100
	}
	if err == nil && !(x > 0 && x < 1) {
		err = errors.New("not between 0 and 1")
	}
	return x, err
}

// run reads all curves before it fits the first, so that a mistake shows at once.
func (f *fitFlags) run(t *terminal, args []string) error {
	var all []*fitted
	curves, err := f.open(t, args)
	if err != nil {
		return usage(err)
	}
	for _, c := range curves {
		all = append(all, &fitted{curve: c})
	}
	if f.backtest {
		return f.runBacktest(t, all)
	}
	if f.compare && len(all) != 2 {
		return usagef("--compare needs two curves; there are %d", len(all))
	}
	if err := f.fitAll(all); err != nil {
		return err
	}
	if f.output != "" {
		if err := f.draw(all); err != nil {
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

// points are the curve's as the fitter wants them.
func (one *fitted) points() []fit.Point {
	out := make([]fit.Point, 0, len(one.curve.Points))
	for _, p := range one.curve.Points {
		out = append(out, fit.Point{N: p.N, X: p.X})
	}
	return out
}

// title is the curve's name in messages.
func (one *fitted) title() string {
	if one.curve.Name == "" {
		return one.curve.Input
	}
	return one.curve.Input + ": " + one.curve.Name
}

func (f *fitFlags) options() fit.Options {
	return fit.Options{
		Loss: fit.Loss(f.loss.value), Response: fit.Response(f.response.value), Level: f.level / 100, Replicates: f.weights.value == "replicates",
	}
}

// chosenLaws are those asked for, or all.
func (f *fitFlags) chosenLaws() []law.Law {
	var out []law.Law
	for _, l := range law.All() {
		if len(f.laws) == 0 || slices.Contains(f.laws, l.Name) {
			out = append(out, l)
		}
	}
	if f.peak > 0 {
		out = append(out, law.USLPeakedAt(f.peak))
	}
	return out
}

// fitAll fits the curves, as many at once as there are CPUs.
func (f *fitFlags) fitAll(all []*fitted) error {
	return each(all, func(one *fitted) error { return f.fit(one) })
}

// each calls do for all curves, as many at once as there are CPUs, and returns the error of the first that has one.
func each(all []*fitted, do func(*fitted) error) error {
	var wait sync.WaitGroup
	errs := make([]error, len(all))
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, one := range all {
		slots <- struct{}{}
		wait.Go(func() {
			errs[i] = do(one)
			<-slots
		})
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// fit fits every law that was asked for to a curve, and answers what was asked of it.
func (f *fitFlags) fit(one *fitted) error {
	laws, err := fit.All(one.points(), f.chosenLaws(), f.options())
	if err != nil {
		return fmt.Errorf("%s: %w", one.title(), err)
	}
	one.laws = laws
	for _, w := range one.curve.Warnings {
		one.warnings = append(one.warnings, fit.Warning{Code: w.Code, Text: w.Text})
	}
	one.warnings = append(one.warnings, laws.Warnings...)
	for _, n := range f.predict {
		one.warnings = append(one.warnings, laws.WarnOf(n)...)
	}
	if f.bootstrap > 0 {
		for _, r := range laws.Fits {
			one.boot = append(one.boot, f.resample(r))
		}
	}
	one.answers = f.answer(laws)
	return nil
}

// resample gives the bootstrap's intervals of a fit's parameters.
func (f *fitFlags) resample(r *fit.Fit) []interval {
	out := make([]interval, len(r.Params))
	draws := r.Bootstrap(f.bootstrap, fit.Resampling(f.resampling.value), f.seed)
	for i := range out {
		var values []float64
		for _, theta := range draws {
			values = append(values, theta[i])
		}
		out[i].lo, out[i].hi = fit.Percentiles(values, f.level/100)
	}
	return out
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
	if f.compare {
		writeComparison(b, t, all[0], all[1])
	}
	return nil
}
