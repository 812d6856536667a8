package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

// outcome is what one run of one engine reports, as a line of JSON.
type outcome struct {
	Customers int64 `json:"customers"`
	// Events are the engine's own, −1 where it does not count them.
	Events  int64   `json:"events"`
	Seconds float64 `json:"seconds"` // of CPU time, from the first event scheduled to the last one run
	// Allocations is the number of them in that time, −1 where it is not known.
	Allocations int64   `json:"allocations"`
	RSS         int64   `json:"rss_kib"` // the most the process had resident, or −1
	Answer      float64 `json:"answer"`
}

// work runs one of contend's own models in this process: callback|program MODEL SIZE CUSTOMERS SEED.
func work(args []string, out io.Writer) error {
	if len(args) != 5 {
		return fmt.Errorf("want callback|program MODEL SIZE CUSTOMERS SEED, got %q", args)
	}
	b, customers, seed, err := parseJob(args[1:])
	if err != nil {
		return err
	}
	var o outcome
	before, begin := mallocs(), cpuSeconds()
	switch args[0] {
	case "callback":
		o = newCallbacks(b, customers, seed).run()
	case "program":
		p, err := newProgram(b, customers, seed)
		if err != nil {
			return err
		}
		before, begin = mallocs(), cpuSeconds()
		if o, err = p.run(); err != nil {
			return err
		}
	default:
		return fmt.Errorf("want callback or program, got %q", args[0])
	}
	o.Seconds, o.Allocations, o.RSS = cpuSeconds()-begin, mallocs()-before, peakKiB()
	return json.NewEncoder(out).Encode(o)
}

func parseJob(args []string) (benchmark, int64, uint64, error) {
	size, err1 := strconv.Atoi(args[1])
	customers, err2 := strconv.ParseInt(args[2], 10, 64)
	seed, err3 := strconv.ParseUint(args[3], 10, 64)
	for _, err := range []error{err1, err2, err3} {
		if err != nil {
			return benchmark{}, 0, 0, err
		}
	}
	for _, b := range benchmarks() {
		if b.model == args[0] && b.size == size {
			return b, customers, seed, nil
		}
	}
	return benchmark{}, 0, 0, fmt.Errorf("there is no model %s of size %d", args[0], size)
}

func mallocs() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Mallocs)
}

// cpuSeconds is the process's user and system time, which other programs on the machine disturb less than the clock's.
func cpuSeconds() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// peakKiB is the most memory this process had resident, −1 where the system does not say.
func peakKiB() int64 {
	f, err := os.Open("/proc/self/status")
	if err != nil {
		return -1
	}
	defer func() { _ = f.Close() }()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if rest, ok := strings.CutPrefix(lines.Text(), "VmHWM:"); ok {
			if kib, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(rest, "kB")), 10, 64); err == nil {
				return kib
			}
		}
	}
	return -1
}
