package measured

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Files of testdata, what importer must read them, and the curves that are in them: INPUT | NAME | UNIT | N:X … | warnings.
var imports = []struct {
	files   []string
	formats string
	want    []string
}{
	{[]string{"ab/c1.txt", "ab/c16.txt", "ab/c4.txt"}, "ab", []string{"ab | / | requests/s | 1:4477.37 4:5654.69 16:5613.58"}},
	{[]string{"autocannon/c1.json", "autocannon/c4.json"}, "autocannon", []string{"autocannon | http://127.0.0.1:38080/ | requests/s | 1:19666 4:24944"}},
	{[]string{"benchstat/cpu-sweep.txt"}, "benchstat", []string{
		"benchstat/cpu-sweep.txt | MutexCounter | op/s | 1:2.33973e+08 2:1.80278e+08 4:1.1212e+08 8:8.69565e+07",
		"benchstat/cpu-sweep.txt | IndependentWork | op/s | 1:3.17058e+06 2:6.31313e+06 4:6.26566e+06 8:6.28931e+06",
		"benchstat/cpu-sweep.txt | SerialWork | op/s | 1:3.16857e+06 2:3.16456e+06 4:3.16656e+06 8:3.16857e+06",
	}},
	{[]string{"fio/numjobs-1.json", "fio/numjobs-2.json", "fio/numjobs-4.json"}, "fio", []string{"fio | randread 4k | IO/s | 1:12693.3 2:41247.8 4:84378.2"}},
	{[]string{"gobench/size-suffix.txt"}, "go test -bench", []string{
		"gobench/size-suffix.txt | MutexCounter | op/s | 1:2.34137e+08 2:1.94666e+08 4:9.94036e+07 8:8.04505e+07 | wall-time-per-op",
		"gobench/size-suffix.txt | Copy/size-8 | op/s | 1:4.47628e+08 2:4.37254e+08 4:5.08906e+08 8:5.18135e+08 | wall-time-per-op",
		"gobench/size-suffix.txt | Copy/size-64 | op/s | 1:3.62319e+08 2:3.63901e+08 4:4.03063e+08 8:3.69822e+08 | wall-time-per-op",
		"gobench/size-suffix.txt | Copy/size-512 | op/s | 1:1.7307e+08 2:1.72771e+08 4:1.73491e+08 8:1.52929e+08 | wall-time-per-op",
	}},
	{[]string{"gobench/size-suffix-cpu1.txt"}, "", []string{"testdata/gobench/size-suffix-cpu1.txt:5: no benchmark was run at two values of GOMAXPROCS; run go test -bench with -cpu 1,2,4"}},
	{[]string{"gobench/threads-in-name.txt"}, "go test -bench", []string{"gobench/threads-in-name.txt | Workers-2 | ops/s | 1:1.22539e+06 2:2.4265e+06 4:2.38445e+06 8:2.44006e+06"}},
	{[]string{"gobench/test2json.jsonl"}, "go test -bench -json", []string{"gobench/test2json.jsonl | IndependentWork | op/s | 1:3.18066e+06 2:6.32111e+06 4:6.30517e+06 | wall-time-per-op"}},
	{[]string{"googlebench/threads.json"}, "Google Benchmark (json)", []string{
		"googlebench/threads.json | BM_AtomicAdd/real_time | items/s | 1:4.91757e+08 2:4.87772e+08 4:3.91871e+08 8:3.44251e+08",
		"googlebench/threads.json | BM_MutexAdd/real_time | items/s | 1:1.5868e+08 2:1.33691e+08 4:1.33381e+08 8:8.3721e+07",
	}},
	{[]string{"googlebench/threads.csv"}, "Google Benchmark (csv)", []string{
		"googlebench/threads.csv | BM_AtomicAdd/real_time | items/s | 1:4.75891e+08 2:3.91394e+08 4:3.73315e+08 8:2.94555e+08",
		"googlebench/threads.csv | BM_MutexAdd/real_time | items/s | 1:1.72725e+08 2:1.07444e+08 4:9.78084e+07 8:9.43437e+07",
	}},
	{[]string{"googlebench/threads.txt"}, "Google Benchmark", []string{
		"googlebench/threads.txt | BM_AtomicAdd/real_time | items/s | 1:4.91757e+08 2:4.87772e+08 4:3.91871e+08 8:3.44251e+08",
		"googlebench/threads.txt | BM_MutexAdd/real_time | items/s | 1:1.5868e+08 2:1.33691e+08 4:1.33381e+08 8:8.3721e+07",
	}},
	{[]string{"hyperfine/param-scan.json"}, "hyperfine --export-json", []string{"hyperfine/param-scan.json |  | runs/s | 1:18.6165 2:19.9925 3:20.5711 4:20.8527 | fixed-work"}},
	{[]string{"hyperfine/param-scan.csv"}, "hyperfine --export-csv", []string{"hyperfine/param-scan.csv |  | runs/s | 1:18.6165 2:19.9925 3:20.5711 4:20.8527 | fixed-work"}},
	{[]string{"hyperfine/two-commands.json"}, "hyperfine --export-json", []string{"hyperfine/two-commands.json |  | runs/s | 1:32.2002 2:35.7374 | fixed-work n-from-command"}},
	{[]string{"jmh/thrpt-threads.json"}, "JMH -rf json", []string{"jmh/thrpt-threads.json | org.example.CounterBench.lockedAdd | ops/s | 1:4.125e+07 2:3.01e+07 4:2.44e+07 8:2.19e+07"}},
	{[]string{"jmh/thrpt-threads.csv"}, "JMH -rf csv", []string{"jmh/thrpt-threads.csv | org.example.CounterBench.lockedAdd | ops/s | 1:4.125e+07 2:3.01e+07 4:2.44e+07 8:2.19e+07"}},
	{[]string{"jmh/avgt-threads.json"}, "JMH -rf json", []string{"jmh/avgt-threads.json | org.example.CounterBench.lockedAdd, avgt | op/us | 1:41.1524 2:30.0752 4:24.3902 8:21.8878"}},
	{[]string{"jmh/params-single-iteration.json"}, "JMH -rf json", []string{
		"jmh/params-single-iteration.json | org.example.MapBench.get size=1024 | ops/us | 1:12.5 4:46.1",
		"jmh/params-single-iteration.json | org.example.MapBench.get size=65536 | ops/us | 4:31.7",
	}},
	{[]string{"k6/vus-1.json", "k6/vus-4.json"}, "k6 (json)", []string{"k6 |  | requests/s | 1:514.388 4:1706.97"}},
	{[]string{"k6/vus-8.txt"}, "k6", []string{"k6/vus-8.txt |  | requests/s | 8:2061.72"}},
	{[]string{"perfstat/threads-1.txt", "perfstat/threads-2.txt"}, "perf stat", []string{"perfstat |  | runs/s | 1:0.993267 2:0.99436 | fixed-work n-from-command"}},
	{[]string{"perfstat/threads-1.csv", "perfstat/threads-2.csv"}, "perf stat -x", []string{"perfstat |  | runs/s | 1:0.992318 2:0.9929 | fixed-work n-from-name"}},
	{[]string{"perfstat/threads-2.json"}, "perf stat -j", []string{"perfstat/threads-2.json |  | runs/s | 2:0.989062 | fixed-work n-from-name"}},
	{[]string{"pgbench/select-clients-1.txt", "pgbench/select-clients-8.txt", "pgbench/tpcb-clients-4-progress.txt"}, "pgbench", []string{
		"pgbench | select only, prepared | transactions/s | 1:54157.6 8:59760.1",
		"pgbench/tpcb-clients-4-progress.txt | TPC-B (sort of), simple | transactions/s | 4:1772.52",
	}},
	{[]string{"redis-benchmark/c1.csv", "redis-benchmark/c50.csv", "redis-benchmark/c8.csv"}, "redis-benchmark --csv", []string{
		"redis-benchmark | SET | requests/s | 1:35842.3 8:43859.7 50:49627.8 | n-from-name",
		"redis-benchmark | GET | requests/s | 1:37243.9 8:46403.7 50:52083.3 | n-from-name",
	}},
	{[]string{"redis-benchmark/c8-verbose.txt"}, "redis-benchmark", []string{"redis-benchmark/c8-verbose.txt | GET | requests/s | 8:52219.3"}},
	{[]string{"stress-ng/cpu-1.txt", "stress-ng/cpu-2.txt", "stress-ng/cpu-4.txt"}, "stress-ng", []string{"stress-ng | cpu | bogo ops/s | 1:1064.4 2:1452.35 4:1779.6"}},
	{[]string{"stress-ng/cpu-1.yaml", "stress-ng/cpu-4.yaml"}, "stress-ng --yaml", []string{"stress-ng | cpu | bogo ops/s | 1:1064.4 4:1779.6 | n-from-name"}},
	{[]string{"sysbench/cpu-threads-1.txt", "sysbench/cpu-threads-8.txt", "sysbench/memory-threads-2.txt", "sysbench/mutex-threads-4.txt"}, "sysbench", []string{
		"sysbench | cpu | events/s | 1:12519.1 8:21869.9",
		"sysbench/memory-threads-2.txt | memory | operations/s | 2:5.96671e+06",
		"sysbench/mutex-threads-4.txt |  | runs/s | 4:117.647 | fixed-work",
	}},
	{[]string{"wrk/t1-c1.txt", "wrk/t1-c64.txt", "wrk/t1-c8.txt", "wrk/t2-c16.txt"}, "wrk", []string{"wrk | http://127.0.0.1:38080/ | requests/s | 1:29208.1 8:33441.3 16:40774.1 64:37114.4"}},
	{[]string{"runs/runs.json"}, "contend run --format json", []string{"runs/runs.json | intel-dunnington patched |  | 6:142.96 8:189.28"}},
	{[]string{"runs/runs.csv"}, "contend run --format csv", []string{"runs/runs.csv | intel-dunnington patched |  | 6:142.96 8:189.28"}},
	{[]string{"table/wide.csv"}, "table", []string{"table/wide.csv | old |  | 1:10 2:15", "table/wide.csv | new |  | 1:20 2:30"}},
}

func TestEveryImporter(t *testing.T) {
	ran := map[string]bool{}
	for _, c := range imports {
		var files []File
		var failure error
		for _, name := range c.files {
			data, err := os.ReadFile(filepath.Join("testdata", name))
			if err != nil {
				t.Fatal(err)
			}
			f, err := Read("testdata/"+name, data, Options{})
			if err != nil {
				failure = err
				break
			}
			if f.Format != c.formats {
				t.Errorf("%s was read as %q, want %q", name, f.Format, c.formats)
			}
			ran[f.Format] = true
			files = append(files, f)
		}
		got := summary(files)
		if failure != nil {
			got = []string{failure.Error()}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", c.files, diff)
		}
	}
	for _, i := range importers {
		if !ran[i.format] {
			t.Errorf("no file of testdata is read by %q", i.format)
		}
	}
}

// summary prints the joined curves of files.
func summary(files []File) []string {
	var out []string
	for _, c := range Join(files) {
		var points, codes []string
		for _, p := range c.Points {
			points = append(points, fmt.Sprintf("%g:%.6g", p.N, p.X))
		}
		for _, w := range c.Warnings {
			codes = append(codes, w.Code)
		}
		line := strings.Join([]string{strings.TrimPrefix(c.Input, "testdata/"), c.Name, c.Unit, strings.Join(points, " ")}, " | ")
		if codes != nil {
			line += " | " + strings.Join(codes, " ")
		}
		out = append(out, line)
	}
	return out
}

func TestImporterErrors(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
		o                Options
	}{
		{"a run that was cut short", "This is ApacheBench, Version 2.3\nConcurrency Level: 4\n", `f8:1: the run that begins here has no "Requests per second"; did it end?`, Options{}},
		{"zero clients", "Running 2s test @ http://a/\n  1 threads and 0 connections\nRequests/sec: 3\n", "f8:1: N is 0; expected a number above 0", Options{}},
		{"broken JSON", "{\"fio version\": \"3\",\n \"jobs\": [}\n", "f8:2:11: invalid character '}' looking for beginning of value", Options{}},
		{"a score that is none", `[{"benchmark": "b", "mode": "thrpt", "threads": 2, "primaryMetric": {"score": "NaN", "scoreUnit": "ops/s"}}]`, "f8: b with 2 threads has the score NaN; expected a number", Options{}},
		{"a word as a rate", `{"connections": 4, "requests": {"average": "fast"}, "pipelining": 1}`, "f8:1:49: found a string as requests.average; expected a number", Options{}},
		{"two parameters", "command,mean,stddev,parameter_a,parameter_b\nx,1,0,1,2\n", "f8: which parameter is N? There are a, b; choose with --x", Options{}},
		{"a parameter that is not there", "command,mean,stddev,parameter_a\nx,1,0,1\n", `f8: there is no parameter "z"; there are a`, Options{X: "z"}},
		{"a metric that is not there", "BenchmarkA 1 5 ns/op\n", `f8:1: there is no metric "z"; there are ns/op`, Options{Y: "z"}},
		{"no sweep", "name,iterations,real_time,cpu_time,time_unit\nBM_A/threads:2,1,3,3,ns\n", "f8:2: no benchmark was run with two numbers of threads; use ->ThreadRange(1, 8)", Options{}},
	} {
		_, err := Read("f8", []byte(c.text), c.o)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
}

// What tools print more than once in a file, and options that choose.
func TestImporterChoices(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
		o                Options
	}{
		{"a loop into one file", "transaction type: a\nquery mode: simple\nnumber of clients: 1\ntps = 5 (including connections establishing)\ntps = 6 (excluding connections establishing)\n" +
			"transaction type: a\nquery mode: simple\nnumber of clients: 2\nnumber of failed transactions: 3 (1%)\ntps = 9\n", "f | a, simple | transactions/s | 1:6 2:9 | failures", Options{}},
		{"two commands, one scan", "command,mean,stddev,parameter_n\na,1,0,1\nb,2,0,1\na,0.5,0,2\nb,1,0,2\n", "f | a | runs/s | 1:1 2:2 | fixed-work\nf | b | runs/s | 1:0.5 2:1 | fixed-work", Options{}},
		{"two parameters, one asked for", "command,mean,stddev,parameter_a,parameter_b\nx,1,0,1,2\nx,0.5,0,2,2\n", "f | b=2 | runs/s | 1:1 2:2 | fixed-work", Options{X: "a"}},
		{"a key asked for", "BenchmarkA/size=1-4 1 5 ns/op\nBenchmarkA/size=2-4 1 4 ns/op\n", "f | A-4 | op/s | 1:2e+08 2:2.5e+08 | wall-time-per-op", Options{X: "size"}},
		{"a metric asked for", "BenchmarkA 1 5 ns/op 7 MB/s\nBenchmarkA-2 1 4 ns/op 8 MB/s\n", "f | A | B/s | 1:7e+06 2:8e+06", Options{Y: "MB/s"}},
		{"throughput among others", "threads,throughput,stddev,p99\n1,5,1,1\n2,9,1,1\n", "f |  |  | 1:5 2:9", Options{}},
		{"a unit behind latency", "threads,latency_ms\n1,0.5\n2,0.5\n", "f |  |  | 1:2 2:4", Options{}},
	} {
		f, err := Read("f", []byte(c.text), c.o)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if diff := cmp.Diff(c.want, strings.Join(summary([]File{f}), "\n")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestNOfName(t *testing.T) {
	for name, want := range map[string]float64{
		"c8.csv": 8, "runs2/threads-16.txt": 16, "redis7-c8.csv": 8, "wrk_4.1_conns=32.txt": 32, "plain.txt": 0, "v1-run2.txt": 0, "c0.csv": 0,
	} {
		got, err := nOfName(name)
		if got != want || (err == nil) != (want > 0) {
			t.Errorf("%s: %g, %v; want %g", name, got, err, want)
		}
	}
}

func TestLabelsJoin(t *testing.T) {
	read := func(name, label string, n string) File {
		f, err := Read(name, []byte("Running 2s test @ http://a/\n  1 threads and "+n+" connections\nRequests/sec: "+n+"0\n"), Options{})
		if err != nil {
			t.Fatal(err)
		}
		f.Label = label
		return f
	}
	got := summary([]File{read("d/1", "old", "4"), read("d/2", "new", "1"), read("e/1", "old", "1"), read("e/2", "", "2"), read("d/3", "", "2")})
	want := []string{"old | http://a/ | requests/s | 1:10 4:40", "new | http://a/ | requests/s | 1:10", "e/2 | http://a/ | requests/s | 2:20", "d/3 | http://a/ | requests/s | 2:20"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
