package sim

import (
	"context"
	"slices"
	"testing"

	"contend/model"
)

// charged runs a workload until its threads have done b.N iterations or so, and reports the time for each charged operation.
func charged(b *testing.B, m model.Machine, w model.Workload, iteration model.Time, operations int) {
	b.Helper()
	b.ReportAllocs()
	per := max(1, w.Threads())
	p := model.Point{N: 1, Machine: m, Workload: w, Effort: model.Effort{Warmup: iteration, Window: iteration * model.Time(b.N/per+1)}}
	b.ResetTimer()
	r, err := Run(context.Background(), p, Options{Seed: 1})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/max(1, r.Iterations*float64(operations)), "ns/operation")
}

func BenchmarkLineHit(b *testing.B) {
	w := closed(1, op("compute", args{"for": model.Fixed(100 * ns)}), op("atomic", args{"line": 0}))
	w.Lines = model.Named[model.Line]{{Name: "c", Value: model.Line{Count: 1}}}
	charged(b, costly(1), w, 105*ns, 2)
}

func BenchmarkLineContended(b *testing.B) {
	w := closed(16, op("atomic", args{"line": 0}))
	w.Lines = model.Named[model.Line]{{Name: "c", Value: model.Line{Count: 1}}}
	charged(b, costly(16), w, 16*45*ns, 1)
}

// BenchmarkLock hands each kind of lock from thread to thread.
func BenchmarkLock(b *testing.B) {
	all := kinds()
	slices.Sort(all)
	for _, kind := range all {
		b.Run(kind, func(b *testing.B) {
			charged(b, costly(8), locking(8, model.Lock{Kind: kind, Spin: 2 * us}, exp(500*ns), model.Fixed(100*ns)), 1200*ns, 4)
		})
	}
}

// BenchmarkMixed has each iteration access a line, take a lock, hold it, release it, sleep and be switched to: six charged operations.
func BenchmarkMixed(b *testing.B) {
	w := locking(4, model.Lock{Kind: "futex"}, exp(500*ns), model.Fixed(100*ns))
	w.Lines = model.Named[model.Line]{{Name: "c", Value: model.Line{Count: 1}}}
	w.Program = append(w.Program, op("atomic", args{"line": 0}), op("sleep", args{"for": exp(5 * us)}))
	charged(b, costly(4), w, 7*us, 6)
}

// BenchmarkSwitch shares a CPU between threads that take turns.
func BenchmarkSwitch(b *testing.B) {
	w := closed(4, op("compute", args{"for": model.Fixed(50 * us)}))
	w.Closed.Placement = "free"
	charged(b, costly(1), w, 4*51*us, 1)
}

// BenchmarkVirtual mounts virtual threads that sleep.
func BenchmarkVirtual(b *testing.B) {
	w := closed(1000, op("compute", args{"for": model.Fixed(1 * us)}), op("sleep", args{"for": model.Fixed(1000 * us)}))
	w.Closed.Placement, w.Closed.Kind = "free", "virtual"
	m := costly(4)
	m.Virtual.Mount, m.Virtual.Unmount = 100*ns, 100*ns
	charged(b, m, w, 1001*us, 2)
}

// BenchmarkBandwidth shares a memory station among streams.
func BenchmarkBandwidth(b *testing.B) {
	w := closed(16, op("memory", args{"bytes": exp(1000)}))
	m := costly(16)
	m.Memory.PerCore, m.Memory.Station = 10e9, 40e9
	charged(b, m, w, 16*25*ns, 1)
}
