package measured_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"contend/scenarios/measured"
)

// points prints curves in a short form: NAME N:X …
func points(t *testing.T, text string, o measured.Options) string {
	t.Helper()
	f, err := measured.Read("f", []byte(text), o)
	if err != nil {
		return "error: " + err.Error()
	}
	var out []string
	for _, c := range f.Curves {
		line := c.Name
		for _, p := range c.Points {
			line += " " + strings.TrimSuffix(strings.TrimSpace(strings.Join([]string{number(p.N), number(p.X)}, ":")), " ")
		}
		out = append(out, strings.TrimSpace(line))
	}
	return strings.Join(out, "; ")
}

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, text string
		o          measured.Options
		want       string
	}{
		{"plain", "n,throughput\n1,10\n2,18\n", measured.Options{}, "1:10 2:18"},
		{"no header, blanks", "1 10\n2 18\n", measured.Options{}, "1:10 2:18"},
		{"byte order mark, CRLF, comments", "\ufeffn;x\r\n# c\r\n\r\n1;10\r\n", measured.Options{}, "1:10"},
		{"quotes and tabs", "\"n\"\t\"x\"\n\"1\"\t\"10\"\n", measured.Options{}, "1:10"},
		{"latency", "n,latency\n2,0.5\n", measured.Options{}, "2:4"},
		{"time", "n,time\n2,0.5\n", measured.Options{}, "2:2"},
		{"wide", "threads,old,new\n1,10,20\n2,15,30\n", measured.Options{}, "old 1:10 2:15; new 1:20 2:30"},
		{"columns by name", "a,threads,b\n7,1,20\n8,2,30\n", measured.Options{X: "a", Y: "b"}, "7:20 8:30"},
		{"decimal comma", "1;1,5\n", measured.Options{DecimalComma: true}, "1:1.5"},
		{"decimal comma refused", "1;1,5\n2;2,5\n", measured.Options{}, `error: f:1: "1,5" is not a number; --decimal-comma reads decimal commas, and thousands separators are not read`},
		{"ragged", "1,2\n1,2,3\n", measured.Options{}, "error: f:2: the row has 3 cells, the first one 2"},
		{"zero", "0,2\n", measured.Options{}, "error: f:1: 0 is not above 0"},
		{"not a number", "n,x\n1,NaN\n", measured.Options{}, `error: f:2: "NaN" is not a number`},
		{"unknown column", "n,x\n1,2\n", measured.Options{Y: "z"}, `error: f: there is no column "z"; there are n, x`},
		{"empty", "", measured.Options{}, "error: f: the file is empty; expected a table of N and throughput, or a benchmark's output"},
		{"go benchmark", "BenchmarkA \t 10 \t 100 ns/op\nBenchmarkA-4 \t 10 \t 50 ns/op\n", measured.Options{}, "A 1:1e+07 4:2e+07"},
		{"sizes are no processors", "BenchmarkA/8-8 1 10 ns/op\nBenchmarkB 1 10 ns/op\nBenchmarkB-8 1 5 ns/op\n", measured.Options{}, "B 1:1e+08 8:2e+08"},
		{"one GOMAXPROCS", "BenchmarkA-8 1 10 ns/op\n", measured.Options{}, "error: f:1: no benchmark was run at two values of GOMAXPROCS; run go test -bench with -cpu 1,2,4"},
	} {
		if diff := cmp.Diff(c.want, points(t, c.text, c.o)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("n,throughput\n1,10\n2,18\n"))
	f.Add([]byte("BenchmarkA-4 \t 10 \t 50 ns/op\n"))
	samples, err := filepath.Glob("testdata/*/*")
	if err != nil || samples == nil {
		f.Fatal("no samples", err)
	}
	for _, name := range samples {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := measured.Read("f8", data, measured.Options{})
		if (len(file.Curves) == 0) == (err == nil) {
			t.Fatal("neither curves nor an error, or both")
		}
		for _, c := range file.Curves {
			for _, p := range c.Points {
				if !(p.N > 0 && p.X > 0) {
					t.Fatalf("point %v", p)
				}
			}
		}
	})
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
