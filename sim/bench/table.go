package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
)

// describe says what the numbers were measured on.
func describe(out io.Writer, rounds int) {
	fmt.Fprintf(out, "%s, %d CPUs, %s, %s", processor(), runtime.NumCPU(), system(), runtime.Version())
	for _, p := range []string{"python3-simpy3", "pypy3", "libsimgrid-dev", "libns3-dev"} {
		if v, err := exec.Command("dpkg-query", "-W", "-f", "${Version}", p).Output(); err == nil {
			fmt.Fprintf(out, ", %s %s", p, v)
		}
	}
	fmt.Fprintf(out, ". CPU time, the fastest of %d runs.\n\n", rounds)
}

// processor is the CPU's name, or its architecture.
func processor() string {
	if name := valueOf("/proc/cpuinfo", "model name", ":"); name != "" {
		return name
	}
	return runtime.GOARCH
}

// system is the distribution's name, or the kernel's.
func system() string {
	if name := valueOf("/etc/os-release", "PRETTY_NAME", "="); name != "" {
		return strings.Trim(name, `"`)
	}
	return runtime.GOOS
}

// valueOf is the first value of a key in a file of keys and values, "" without.
func valueOf(file, key, separator string) string {
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer func() { _ = f.Close() }()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if k, v, ok := strings.Cut(lines.Text(), separator); ok && strings.TrimSpace(k) == key {
			return strings.TrimSpace(v)
		}
	}
	return ""
}

func tableHead(out io.Writer) {
	fmt.Fprintln(out, "| model | engine | style | ns/customer | to slowest | ns/event | × contend | allocs/customer | RSS MiB | answer (exact) | right |")
	fmt.Fprintln(out, "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |")
}

// tableRows prints a model's rows and returns what is wrong. The ratio is to contend's engine.
func tableRows(out io.Writer, all []contender, b benchmark, scores []score) (bad []string) {
	base := perCustomer(scores[0].fastest)
	for i := range all {
		c, s := &all[i], &scores[i]
		if s.runs == 0 {
			if s.failed != nil {
				bad = append(bad, s.failed.Error())
			}
			fmt.Fprintf(out, "| %v | %s | %s | – | | | | | | %s | |\n", b, c.name, c.style, c.reason(b, s))
			continue
		}
		f := s.fastest
		text, right := s.verdict(b)
		verdict := "yes"
		if !right {
			verdict = "no"
			bad = append(bad, fmt.Sprintf("%s, %v: %s", c.name, b, text))
		}
		fmt.Fprintf(out, "| %v | %s | %s | %.4g | %.4g | %s | %.3g | %s | %s | %s %s (%.4g) | %s |\n", b, c.name, c.style,
			perCustomer(f), s.slowest, per(f.Seconds*1e9, f.Events), perCustomer(f)/base, per(float64(f.Allocations), f.Customers),
			mebibytes(f.RSS), b.answer, text, b.exact, verdict)
	}
	return bad
}

// skips reports whether a model is larger than the contender is asked for.
func (c *contender) skips(b benchmark) bool { return c.largest > 0 && b.size > c.largest }

// reason says why there is no number.
func (c *contender) reason(b benchmark, s *score) string {
	switch {
	case c.absent != "":
		return "left out: " + c.absent
	case s.failed != nil:
		return "failed"
	default:
		return "left out: " + c.why
	}
}

// per is a quotient, or a dash where a number is not known.
func per(x float64, n int64) string {
	if n <= 0 || x < 0 {
		return "–"
	}
	return fmt.Sprintf("%.3g", x/float64(n))
}

func mebibytes(kib int64) string {
	if kib < 0 {
		return "–"
	}
	return fmt.Sprintf("%.0f", float64(kib)/1024)
}
