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

// A host that is probed, and four programs that are put together from what was measured, predict what the programs take there. Where
// others use the host too, what is off is tried again.
func TestHostPredictsPrograms(t *testing.T) {
	if os.Getenv("CONTEND_CHECK") == "" {
		t.Skip("takes a minute of a quiet host: set CONTEND_CHECK")
	}
	const tries, tolerance = 3, 20 // percent
	isSettled := map[string]bool{}
	for try := 1; ; try++ {
		rows := comparePrograms(t, isSettled)
		t.Logf("\n%s", table(rows))
		var off []comparison
		for _, r := range rows {
			isSettled[r.name()] = math.Abs(r.apart()) <= tolerance // not where a busy host left nothing to compare
			if !isSettled[r.name()] {
				off = append(off, r)
			}
		}
		if len(off) == 0 {
			return
		}
		if try == tries {
			t.Fatalf("more than %d %% apart, or no quiet moment to measure:\n%s", tolerance, table(off))
		}
	}
}

// comparison is nanoseconds an operation of all threads together.
type comparison struct {
	program             string
	threads             int
	predicted, measured float64
}

func (c comparison) name() string { return fmt.Sprint(c.program, c.threads) }

func (c comparison) apart() float64 { return 100 * (c.predicted/c.measured - 1) }

func table(rows []comparison) string {
	b := &strings.Builder{}
	fmt.Fprintf(b, "%-10s%8s%14s%13s%8s\n", "program", "threads", "predicted ns", "measured ns", "apart")
	for _, r := range rows {
		if math.IsNaN(r.measured) {
			fmt.Fprintf(b, "%-10s%8d%14.1f   the host is too busy to measure\n", r.program, r.threads, r.predicted)
			continue
		}
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

// comparePrograms probes the host, and predicts and measures what is not settled.
func comparePrograms(t *testing.T, isSettled map[string]bool) []comparison {
	t.Helper()
	host, err := Run(t.Context(), false, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range host.Measures {
		t.Logf("%-20s %.4g %s (%.4g..%.4g) %s", m.Name, m.Value, m.Unit, m.Low, m.High, m.Problem)
	}
	var rows []comparison
	add := func(program string, round func(threads int) float64) {
		for i, predicted := range predict(t, host, program) {
			r := comparison{program: program, threads: i + 1, predicted: predicted}
			if isSettled[r.name()] {
				continue
			}
			before := runtime.GOMAXPROCS(r.threads)
			r.measured = undisturbed(func() float64 { return round(r.threads) })
			runtime.GOMAXPROCS(before)
			rows = append(rows, r)
		}
	}
	for _, p := range programs {
		do := p.new()
		add(p.name, func(threads int) float64 { return inGoroutines(threads, do) })
	}
	add("channel", func(int) float64 { return handOffs() })
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

// A program runs in rounds of so long, until so many were undisturbed, or as often at most.
const (
	lasting = time.Millisecond
	enough  = 20
	most    = 5000
)

// undisturbed runs rounds, each of which returns nanoseconds an operation. Like a probe's, the value is the lower quartile, but only of
// rounds in which no thread waited for a CPU: threads that wait for each other are faster when one has none. NaN says that the host
// was too busy.
func undisturbed(round func() float64) float64 {
	var out []float64
	for range most {
		before, began := waited(), time.Now()
		x := round()
		if waited()-before < time.Since(began)/50 {
			out = append(out, x)
		}
		if len(out) == enough {
			slices.Sort(out)
			return quantile(out, .25)
		}
		time.Sleep(lasting)
	}
	return math.NaN()
}

// waited is how long the threads of this process have waited for a CPU, where the operating system tells.
func waited() time.Duration {
	var sum time.Duration
	files, _ := filepath.Glob("/proc/self/task/*/schedstat")
	for _, file := range files {
		var ran, waits int64
		data, _ := os.ReadFile(file)
		if n, _ := fmt.Sscan(string(data), &ran, &waits); n == 2 {
			sum += time.Duration(waits)
		}
	}
	return sum
}

// inGoroutines has goroutines on as many Ps do operations for a round, and returns the nanoseconds that one of all takes.
func inGoroutines(threads int, do func(id, n int)) float64 {
	const batch = 1000
	var arrived, done atomic.Int64
	var stop atomic.Bool
	var all sync.WaitGroup
	began := make([]time.Time, threads)
	for id := range threads {
		all.Go(func() {
			arrived.Add(1)
			for arrived.Load() < int64(threads) { // each on a P of its own
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
	return float64(time.Since(began[0])) / float64(done.Load())
}

// handOffs has two goroutines hand a value to and fro for a round, and returns the nanoseconds of one way.
func handOffs() float64 {
	there, back := make(chan int), make(chan int)
	defer close(there)
	go func() {
		for x := range there {
			back <- x
		}
	}()
	n, began := 0, time.Now()
	for ; n%100 != 0 || time.Since(began) < lasting; n++ {
		there <- n
		<-back
	}
	return float64(time.Since(began)) / float64(2*n)
}
