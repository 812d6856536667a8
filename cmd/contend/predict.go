package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"contend/model"
	"contend/scenarios"
	"contend/sim"
	"contend/sim/experiment"
)

// predictFlags are the flags of contend predict.
type predictFlags struct {
	effortFlags
	format  *choice
	on, set []string
	variant string
	sweep   string
	threads []int
	rate    float64
	draws   int
	wanted  string
	target  *model.Target
	output  string
	dryRun  bool
	// left are numbers of the scenario's own machine that stay behind.
	left []model.Number
}

func newPredictCommand(t *terminal) *cobra.Command {
	f := &predictFlags{}
	c := &cobra.Command{
		Use:   "predict SCENARIO --on MACHINE,…",
		Short: "Foretell what a scenario does on other machines",
		Long: `Predict puts a scenario's program on other machines of the catalogue, or of files, and says what it would do there: its highest
throughput and at how many threads, the first point within 5 % of it (the knee), what the threads lose their time to, the
speed-up against the scenario's own machine, and the price of a million units where the machine has one.

On another machine that machine's costs apply; what the scenario changes of its own machine stays behind. A closed workload or a batch
runs with 1, 2, 4 … threads up to one for each hardware thread, or with those of --threads.

Intervals hold the simulation's noise, and what is not known of the numbers: calibrated ones are drawn from their intervals and
correlations; others by where they are from (what was published or measured of a machine or measured of the program within 8 %, a fitted number 15 %, a
machine's assumed one 35 %, a program's 15 %, the speed of other cores 20 % where no file has it, all as standard deviations). --draws 0 leaves the
numbers as they stand.

--rate foretells the latency of iterations that arrive at random at so many units a second, on as many threads as give the
highest throughput. --target asks which machine is enough for a rate, and for latencies at it: the cheapest, or where prices are missing
the one with the fewest CPUs, whose chance to meet it is at least 97.5 %, after the same intervals.

--sweep tries hardware that does not exist yet, or quotas of CPU time: a number of the machine with several values.`,
		Example: `  contend predict app.yaml --on c5-24xlarge,epyc-7742-2s
  contend predict app.yaml --on mine.yaml --rate 2000
  contend predict app.yaml --on xeon-8358-2s --sweep machine.topology.cores=8..64*2
  contend predict app.yaml --on c5-4xlarge --sweep machine.os.quota=2..16*2 --target '5000/s at p99<20ms'
  contend predict app.yaml --on c5-24xlarge,graviton2 -o prediction.png`,
		Args:              wants(1, 1, "a scenario: a name from 'contend scenario list', a path, or - for stdin"),
		ValidArgsFunction: completeOneScenario,
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(c); err != nil {
				return err
			}
			return f.run(c.Context(), t, args[0])
		},
	}
	c.Long += exitStatus(statusDone, statusUsage, statusInterrupted)
	f.format = formatFlag(c, "text", "json", "csv")
	f.add(c)
	f.addCache(c)
	c.Flags().StringSliceVar(&f.on, "on", nil, "the `MACHINE[,MACHINE…]` to put it on: names of the catalogue, or paths")
	c.Flags().StringArrayVar(&f.set, "set", nil, "`NAME=VALUE`: give a parameter or a machine value another value, everywhere")
	c.Flags().StringVar(&f.variant, "variant", "", "the variant to put there (default: the first)")
	c.Flags().StringVar(&f.sweep, "sweep", "", "`machine.PATH=VALUES`: also try the last machine with these values, such as 8..128/8 or 40ns,80ns")
	c.Flags().IntSliceVar(&f.threads, "threads", nil, "the threads to run, instead of powers of two")
	c.Flags().Float64Var(&f.rate, "rate", 0, "arrivals, in `UNITS` a second, to foretell latencies for")
	c.Flags().StringVar(&f.wanted, "target", "", "`'RATE at p99<TIME'`: say which machine is enough for it")
	c.Flags().StringVarP(&f.output, "output", "o", "", "also draw the predictions into a `FILE` that ends in .svg or .png")
	c.Flags().BoolVar(&f.dryRun, "dry-run", false, "only say how much would be simulated, and how long that takes")
	c.Flags().IntVar(&f.draws, "draws", 16, "how often the numbers are drawn")
	_ = c.RegisterFlagCompletionFunc("on", cobra.FixedCompletions(scenarios.Machines(), cobra.ShellCompDirectiveDefault))
	return c
}

// check refuses values that mean nothing.
func (f *predictFlags) check(c *cobra.Command) error {
	switch {
	case len(f.on) == 0 && f.sweep == "":
		return complain(c, "wants --on MACHINE, a name from 'contend machine list' or a path, or --sweep")
	case !(f.rate >= 0) || f.rate > 1e12:
		return complain(c, "--rate %g: want a number above 0", f.rate)
	case f.output != "" && (!drawable(f.output) || isReport(f.output)):
		return complain(c, "--output %s: want a file that ends in .svg or .png", f.output)
	case f.dryRun && f.format.value != "text":
		return complain(c, "--dry-run prints text, no %s", f.format.value)
	case f.draws < 0 || f.draws == 1 || f.draws > 10_000:
		return complain(c, "--draws %d: want 0, or 2 to 10000", f.draws)
	}
	for i, n := range f.threads {
		if n < 1 || i > 0 && n <= f.threads[i-1] {
			return complain(c, "--threads %d: want ascending numbers, 1 at least", n)
		}
	}
	if f.wanted != "" {
		t, err := scenarios.Target(f.wanted)
		if err != nil {
			return complain(c, "--target %v", err)
		}
		if f.rate != 0 {
			return complain(c, "--rate and --target both set a rate")
		}
		f.target = &t
		if t.P50 > 0 || t.P99 > 0 {
			f.rate = t.PerSecond
		}
	}
	return f.effortFlags.check(c)
}

func (f *predictFlags) run(ctx context.Context, t *terminal, ref string) error {
	if ref == "-" { // read once, opened for each machine
		data, err := io.ReadAll(t.in)
		if err != nil {
			return err
		}
		return f.predict(ctx, t, func(o scenarios.Options) (*model.Scenario, error) { return scenarios.Load("stdin", data, ".", o) })
	}
	return f.predict(ctx, t, func(o scenarios.Options) (*model.Scenario, error) { return scenarios.Open(ref, o) })
}

func (f *predictFlags) predict(ctx context.Context, t *terminal, open func(scenarios.Options) (*model.Scenario, error)) error {
	places, base, err := f.places(open)
	if err != nil {
		return usage(err)
	}
	simulate := simulate
	if !f.noCache {
		simulate = cached()
	}
	o := experiment.PredictOptions{
		Options: experiment.Options{Seed: f.seed, Reps: f.reps, Workers: f.workers, Level: f.level / 100, Version: version(), Partial: true},
		Draws:   f.draws, Rate: f.rate * base.Unit.Iterations,
	}
	if f.dryRun {
		return f.tellCost(ctx, t, places, base, o)
	}
	tell, erase := t.progress(base.Name)
	o.Progress = tell
	got, err := experiment.Predict(ctx, places, simulate, o)
	erase()
	if err != nil {
		return predictError(base, err)
	}
	var b bytes.Buffer
	switch f.format.value {
	case "json":
		err = writeJSON(&b, newPredictJSON(base, got, f))
	case "csv":
		err = writePredictCSV(&b, got)
	default:
		t.writePredictions(&b, base, got, f)
	}
	if err == nil && f.output != "" && len(got) > 0 {
		err = drawPredictions(f.output, base, got, f)
	}
	if err != nil {
		return err
	}
	if _, err = b.WriteTo(t.out); err == nil && ctx.Err() != nil {
		return &exit{status: statusInterrupted}
	}
	return err
}

// predictError tells a program that cannot go on from a fault of ours.
func predictError(s *model.Scenario, err error) error {
	var wrong *sim.ProgramError
	if errors.As(err, &wrong) {
		return usagef("%s: %v", s.Name, err)
	}
	return fmt.Errorf("%s: %w", s.Name, err)
}

// places are the scenario's own machine, the others, and the values of the sweep on the last of them.
func (f *predictFlags) places(open func(scenarios.Options) (*model.Scenario, error)) ([]experiment.Place, *model.Scenario, error) {
	base, err := f.open(open, "", f.set, nil)
	if err != nil {
		return nil, nil, err
	}
	own := &base.Variants[0].Points[0].Machine
	f.left = changedNumbers(base)
	name := own.Name
	if name == "" {
		name = "its own machine"
	}
	if slices.Contains(f.on, name) && len(f.left) > 0 {
		name += " as the scenario changes it"
	}
	first, err := f.place(open, "", name, nil)
	if err != nil {
		return nil, nil, err
	}
	unchanged := own // its own machine before the scenario's changes
	if s, err := f.open(open, own.Name, f.set, nil); own.Name != "" && err == nil {
		unchanged = &s.Variants[0].Points[0].Machine
	}
	places := []experiment.Place{first}
	last, otherCores := "", false
	for _, machine := range f.on {
		p, err := f.place(open, machine, machine, nil)
		if err != nil {
			return nil, nil, err
		}
		s, err := p.Open(nil)
		if err != nil {
			return nil, nil, err
		}
		p.OtherCores = !sameCores(unchanged, &s.Variants[0].Points[0].Machine)
		last, otherCores = machine, p.OtherCores
		if machine != name { // else it is there already
			places = append(places, p)
		}
	}
	if f.sweep == "" {
		return places, base, nil
	}
	path, text, ok := strings.Cut(f.sweep, "=")
	if !ok || !strings.HasPrefix(path, "machine.") {
		return nil, nil, fmt.Errorf("--sweep %s: want machine.PATH=VALUES, such as machine.cores=8..128/8", f.sweep)
	}
	values, err := scenarios.Values(text)
	if err != nil {
		return nil, nil, fmt.Errorf("--sweep %s: %w", f.sweep, err)
	}
	for _, v := range values {
		p, err := f.place(open, last, strings.TrimPrefix(path, "machine.")+"="+v, []string{path + "=" + v})
		if err != nil {
			return nil, nil, err
		}
		p.OtherCores = otherCores
		places = append(places, p)
	}
	return places, base, nil
}

// changedNumbers are those that a scenario changes of the machine that it names; on another machine they stay behind.
func changedNumbers(s *model.Scenario) []model.Number {
	inMachine := slices.ContainsFunc(s.Numbers, func(n model.Number) bool { return n.InMachine })
	var out []model.Number
	for _, n := range s.Numbers {
		if strings.HasPrefix(n.Path, "machine.") && !n.InMachine && inMachine {
			out = append(out, n)
		}
	}
	return out
}

// sameCores reports whether two machines seem to have the same cores: of one clock, with caches alike.
func sameCores(a, b *model.Machine) bool {
	return a.Topology.Clock == b.Topology.Clock && a.Line.Hit == b.Line.Hit && a.Line.SameSocket == b.Line.SameSocket && a.Line.SameCluster == b.Line.SameCluster
}

// place is the scenario on a machine, its own where the name is empty, with as many threads as the machine can run.
func (f *predictFlags) place(open func(scenarios.Options) (*model.Scenario, error), machine, name string, sets []string) (experiment.Place, error) {
	isResized := slices.ContainsFunc(sets, changesSize)
	sets = append(append([]string(nil), f.set...), sets...)
	s, err := f.open(open, machine, sets, nil)
	if err != nil {
		return experiment.Place{}, err
	}
	threads := f.threads
	p := s.Variants[0].Points[0]
	if threads == nil && s.X == "threads" && (p.Workload.Closed != nil || p.Workload.Batch != nil && p.Workload.Batch.Threads > 1) {
		for n := 1; n < p.Machine.Topology.CPUs(); n *= 2 {
			threads = append(threads, n)
		}
		threads = append(threads, p.Machine.Topology.CPUs())
	}
	place := experiment.Place{
		Name:   name,
		Scaled: scenarios.Scaled,
		Spread: scenarios.Spread,
		Open: func(more []string) (*model.Scenario, error) {
			s, err := f.open(open, machine, append(append([]string(nil), more...), sets...), threads)
			if err == nil && isResized {
				for i := range s.Variants[0].Points {
					s.Variants[0].Points[i].Machine.Price = 0 // that of another size
				}
			}
			return s, err
		},
	}
	_, err = place.Open(nil)
	return place, err
}

// changesSize reports whether a value of the sweep makes a larger or smaller machine, whose price nobody knows.
func changesSize(set string) bool {
	path, _, _ := strings.Cut(set, "=")
	key := path[strings.LastIndex(path, ".")+1:]
	return slices.Contains([]string{"sockets", "clusters", "cores", "threads", "quota"}, key)
}

func (f *predictFlags) open(open func(scenarios.Options) (*model.Scenario, error), machine string, sets []string, threads []int) (*model.Scenario, error) {
	s, err := open(scenarios.Options{Machine: machine, Set: sets, Threads: threads})
	if err != nil {
		return nil, err
	}
	name := f.variant
	if name == "" {
		name = s.Variants[0].Name
	}
	return keepVariants(s, []string{name})
}
