//go:build !race

package probe

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"contend/model"
	"contend/scenarios"
	"contend/sim"
	"contend/sim/experiment"
)

// A host that is probed, and four programs that are put together from what was measured, predict what the programs take there. Other
// work on the host disturbs it, so that it has three tries.
func TestHostPredictsPrograms(t *testing.T) {
	if os.Getenv("CONTEND_CHECK") == "" {
		t.Skip("takes a minute of a quiet host: set CONTEND_CHECK")
	}
	const tries, tolerance = 3, 20 // percent
	for try := 1; ; try++ {
		rows := comparePrograms(t)
		t.Logf("\n%s", table(rows))
		worst := slices.MaxFunc(rows, func(a, b comparison) int { return int(math.Abs(a.apart()) - math.Abs(b.apart())) })
		if math.Abs(worst.apart()) <= tolerance {
			return
		}
		if try == tries {
			t.Fatalf("%s with %d threads is %.0f %% off, more than %d %%", worst.program, worst.threads, worst.apart(), tolerance)
		}
	}
}

// comparison is nanoseconds an operation of all threads together.
type comparison struct {
	program             string
	threads             int
	predicted, measured float64
}

func (c comparison) apart() float64 { return 100 * (c.predicted/c.measured - 1) }

func table(rows []comparison) string {
	b := &strings.Builder{}
	fmt.Fprintf(b, "%-10s%8s%14s%13s%8s\n", "program", "threads", "predicted ns", "measured ns", "apart")
	for _, r := range rows {
		fmt.Fprintf(b, "%-10s%8d%14.1f%13.1f%+7.0f%%\n", r.program, r.threads, r.predicted, r.measured, r.apart())
	}
	return b.String()
}

// programs are in Go what the files in testdata say. Each does n operations in one of its threads.
var programs = []struct {
	name string
	new  func() func(id, n int)
}{
	{"shared", func() func(id, n int) {
		var counter word
		return func(_, n int) {
			for range n {
				counter.n.Add(1)
			}
		}
	}},
	{"padded", func() func(id, n int) {
		counters := make([]word, 2)
		return func(id, n int) {
			for range n {
				counters[id].n.Add(1)
			}
		}
	}},
	{"mutex", func() func(id, n int) {
		var counter struct {
			_ [128]byte
			sync.Mutex
			n int
			_ [128]byte
		}
		return func(_, n int) {
			for range n {
				counter.Lock()
				counter.n++
				counter.Unlock()
			}
		}
	}},
}

func comparePrograms(t *testing.T) []comparison {
	host, err := Run(t.Context(), false, nil)
	if err != nil {
		t.Fatal(err)
	}
	var rows []comparison
	for _, p := range programs {
		for i, predicted := range predict(t, host, p.name) {
			rows = append(rows, comparison{p.name, i + 1, predicted, atOnce(i+1, p.new())})
		}
	}
	for i, predicted := range predict(t, host, "channel") {
		rows = append(rows, comparison{"channel", i + 1, predicted, handOffs(i + 1)})
	}
	return rows
}

// predict simulates a program on the host at each number of threads.
func predict(t *testing.T, host *Host, program string) []float64 {
	t.Helper()
	base, err := scenarios.Machine("xeon-8275cl-2s")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "host.yaml"), []byte(host.Machine("host", base)), 0o666); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("testdata", program+".yaml")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var set []string
	if program == "mutex" {
		set = append(set, fmt.Sprintf("spin=%gns", host.Get(Spin).Value))
	}
	scenario, err := scenarios.Load(file, data, dir, scenarios.Options{Set: set})
	if err != nil {
		t.Fatal(err)
	}
	simulate := func(ctx context.Context, p model.Point, seed uint64, rep int) (model.Result, error) {
		return sim.Run(ctx, p, sim.Options{Seed: seed, Rep: rep})
	}
	run, err := experiment.Run(t.Context(), scenario, simulate, experiment.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	var out []float64
	for _, p := range run.Variants[0].Points {
		out = append(out, 1e9/p.Throughput.Mean)
	}
	return out
}

const rounds, lasting = 31, 20 * time.Millisecond

// atOnce has goroutines on as many Ps do operations for a while, and returns the nanoseconds that one of all takes, the median of
// some rounds: what disturbs a round makes threads that wait for each other faster.
func atOnce(threads int, do func(id, n int)) float64 {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
	const batch = 1000
	var out []float64
	for range rounds {
		var arrived, done atomic.Int64
		var stop atomic.Bool
		var all sync.WaitGroup
		began := make([]time.Time, threads)
		for id := range threads {
			all.Go(func() {
				arrived.Add(1)
				for arrived.Load() < int64(threads) {
					runtime.Gosched()
				}
				began[id] = time.Now()
				n := int64(0)
				for !stop.Load() {
					do(id, batch)
					n += batch
					if time.Since(began[id]) > lasting {
						stop.Store(true)
					}
				}
				done.Add(n)
			})
		}
		all.Wait()
		out = append(out, float64(time.Since(began[0]))/float64(done.Load()))
	}
	slices.Sort(out)
	return out[len(out)/2]
}

// handOffs has two goroutines on some Ps hand a value to and fro, and returns the nanoseconds of one way.
func handOffs(ps int) float64 {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(ps))
	there, back := make(chan int), make(chan int)
	defer close(there)
	go func() {
		for x := range there {
			back <- x
		}
	}()
	const n = 50000
	var out []float64
	for range rounds {
		began := time.Now()
		for i := range n {
			there <- i
			<-back
		}
		out = append(out, float64(time.Since(began))/(2*n))
	}
	slices.Sort(out)
	return out[len(out)/2]
}
