package main

import (
	"context"
	"io"
	"strings"
	"testing"

	"contend/scenarios"
)

// timed runs a command line whose output nobody reads.
func timed(b *testing.B, args ...string) {
	b.Helper()
	var stderr strings.Builder
	if status := Run(context.Background(), args, strings.NewReader(""), io.Discard, &stderr); status != statusDone && status != statusUnexpected {
		b.Fatalf("contend %s: status %d: %s", strings.Join(args, " "), status, stderr.String())
	}
}

// BenchmarkScenario runs each scenario of the library, two replications a point. The executable is compiled with the profile of it (make pgo).
func BenchmarkScenario(b *testing.B) {
	for _, name := range scenarios.List() {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				timed(b, "run", name, "--reps", "2", "--no-cache")
			}
		})
	}
}

func BenchmarkHelp(b *testing.B) {
	for b.Loop() {
		timed(b, "--help")
	}
}
