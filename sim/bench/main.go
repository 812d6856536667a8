// Command bench runs the same queueing models on contend and on other simulators that are installed, on one machine in one go, and holds every
// answer against its closed form, so that nobody wins by being wrong. The peers are programs of their own under peers/; contend depends on none.
//
//	go run ./sim/bench               # from the top of the repository, or: make bench-peers
//	go run ./sim/bench -rounds 1 -models mm1,repairman
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == "work" {
		exit(work(os.Args[2:], os.Stdout))
	}
	rounds := flag.Int("rounds", 3, "runs of each model on each engine, in turn; the fastest counts")
	models := flag.String("models", "mm1,repairman,hold", "models, separated by commas")
	flag.Parse()
	if *rounds < 1 || flag.NArg() > 0 {
		exit(fmt.Errorf("want -rounds of at least 1 and no arguments, got %d and %q", *rounds, flag.Args()))
	}
	exit(compare(*rounds, strings.Split(*models, ","), os.Stdout, os.Stderr))
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// compare runs the models on every contender that is there, prints the table, and fails where an answer is wrong.
func compare(rounds int, models []string, out, log io.Writer) error {
	if _, err := os.Stat("sim/bench/peers"); err != nil {
		return fmt.Errorf("run it from the top of the repository: %w", err)
	}
	chosen, err := choose(models)
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "contend-peers")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	all := contenders(self, dir)
	describe(out, rounds)
	for _, c := range all {
		if c.absent != "" {
			fmt.Fprintf(log, "%s is left out: %s\n", c.name, c.absent)
		}
	}
	var bad []string
	tableHead(out)
	for _, b := range chosen {
		scores := race(all, b, rounds, log)
		bad = append(bad, tableRows(out, all, b, scores)...)
	}
	if len(bad) > 0 {
		return fmt.Errorf("wrong or missing answers: %s", strings.Join(bad, "; "))
	}
	return nil
}

// choose keeps the benchmarks of some models.
func choose(models []string) ([]benchmark, error) {
	var out []benchmark
	known := []string{"mm1", "repairman", "hold"}
	for _, m := range models {
		if !slices.Contains(known, m) {
			return nil, fmt.Errorf("unknown model %q: want %s", m, strings.Join(known, ", "))
		}
	}
	for _, b := range benchmarks() {
		if slices.Contains(models, b.model) {
			out = append(out, b)
		}
	}
	return out, nil
}

// race runs one model on all contenders in turn, so that what else the machine does hits all alike.
func race(all []contender, b benchmark, rounds int, log io.Writer) []score {
	scores := make([]score, len(all))
	for round := range rounds {
		for i := range all {
			c, s := &all[i], &scores[i]
			if c.absent != "" || c.skips(b) || s.failed != nil {
				continue
			}
			o, err := c.run(b, uint64(round+1))
			if err != nil {
				fmt.Fprintln(log, err)
				s.failed = err
				continue
			}
			s.add(o)
		}
	}
	return scores
}
