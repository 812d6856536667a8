package main

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// foretold runs contend predict on a shared counter and returns the machines of its answer.
func foretold(t *testing.T, args ...string) []predictMachineJSON {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	machine := func(name, from string) string {
		return strings.ReplaceAll("name: "+name+"\ntopology: {cores: 4}\nline: {same_socket: {value: 50ns, from: F}, atomic: {value: 5ns, from: F}}\n", "F", `"`+from+`"`)
	}
	known := write("known.yaml", machine("known", "measured: there"))
	unknown := write("unknown.yaml", machine("unknown", "assumed: as its relatives"))
	scenario := write("counter.yaml", `
name: counter
machine: `+known+`
unit: {name: count, is: 1 iteration, rate: per second}
params: {work: {value: 20ns, from: "published: what it does"}}
workload:
  closed: {threads: 1..4}
  lines: {c: {}}
  program: [{compute: $work}, {atomic: c}]
measure: {warmup: 20us, window: 200us, reps: 4}
`)
	var out, messages bytes.Buffer
	args = append([]string{"predict", scenario, "--on", known + "," + unknown, "--format", "json", "--no-cache"}, args...)
	if status := Run(context.Background(), args, strings.NewReader(""), &out, &messages); status != statusDone {
		t.Fatalf("status %d: %s", status, messages.String())
	}
	var got struct{ Machines []predictMachineJSON }
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	return got.Machines
}

// What nobody measured makes an interval wider; on the same machine nothing is gained, and that is certain.
func TestPredictIntervals(t *testing.T) {
	all := foretold(t)
	width := func(m predictMachineJSON) float64 { return math.Log(float64(m.Best.Hi / m.Best.Lo)) }
	own, known, unknown := all[0], all[1], all[2]
	if !(width(unknown) > 2*width(known)) {
		t.Errorf("intervals are e^%.3f wide where latencies are known, e^%.3f where they are assumed", width(known), width(unknown))
	}
	if up := known.SpeedUp; up.Value != 1 || up.Hi/up.Lo > 1.02 {
		t.Errorf("the same machine speeds up by %v, from %v to %v", up.Value, up.Lo, up.Hi)
	}
	if own.SpeedUp != nil {
		t.Error("the scenario's own machine is compared to itself")
	}
	// a saturated line: 1/(transfer + atomic), from the second thread on
	last := own.Points[len(own.Points)-1]
	if want := 1e9 / 55; math.Abs(float64(last.Throughput)/want-1) > .03 {
		t.Errorf("%g threads count %g a second; the line allows %g", last.N, last.Throughput, want)
	}
	// one thread alone does one iteration in 20 ns of work and the atomic's 5
	if want := 1e9 / 25; own.Best.N != 1 || math.Abs(float64(own.Best.Throughput)/want-1) > 1e-6 {
		t.Errorf("the most is %g a second at %g threads; expected %g at 1", own.Best.Throughput, own.Best.N, want)
	}
}

// Arrivals that the line can serve wait little; more than it can are said to be too many.
func TestPredictArrivals(t *testing.T) {
	calm := foretold(t, "--rate", "1e6", "--draws", "0")[0].Latency
	if calm.Overloaded || calm.P99.Value < calm.P50.Value || calm.P50.Value < 25 {
		t.Errorf("a million a second: %+v", calm)
	}
	if busy := foretold(t, "--rate", "9e7", "--draws", "0")[0].Latency; !busy.Overloaded {
		t.Errorf("ninety million a second: %+v", busy)
	}
}
