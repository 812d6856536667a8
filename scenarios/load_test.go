package scenarios

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "write the expected outputs")

// Huge inputs, and bytes that are no text, are refused with a short message.
func TestHuge(t *testing.T) {
	for name, data := range map[string]string{
		"long value":  "name: " + strings.Repeat("x", 2_000_000) + "\n",
		"deep":        "name: " + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + "\n",
		"binary":      "\x00\x01\x02",
		"latin-1":     "name: caf\xe9\n",
		"many errors": "name: a\n" + strings.Repeat("? - 1\n: 2\n", 10_000),
	} {
		_, err := Load("broken.yaml", []byte(data), ".", Options{})
		if err == nil || !strings.HasPrefix(err.Error(), "broken.yaml:") || len(err.Error()) > 10_000 {
			t.Errorf("%s: %.200v", name, err)
		}
	}
}

// The library's scenarios and machines are right, and every number of a scenario's own says where it is from.
func TestLibrary(t *testing.T) {
	for _, name := range append(List(), Primitives()...) {
		s, err := Open(name, Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if s.Name != name {
			t.Errorf("%s calls itself %s", name, s.Name)
		}
		for _, w := range s.Warnings {
			t.Errorf("%s: %s", name, w.Text)
		}
	}
	for _, name := range Primitives() {
		if s, err := Open(name, Options{}); err == nil && (s.Measured == nil || s.Measured.Normalise == "") {
			t.Errorf("%s does not say how its measurements are normalised", name)
		}
	}
	for _, name := range Machines() {
		m, err := Machine(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if m.Name != name {
			t.Errorf("%s calls itself %s", name, m.Name)
		}
	}
}

func good(t testing.TB) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/good.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func hash(t *testing.T, data []byte, sets ...string) string {
	t.Helper()
	s, err := Load("good.yaml", data, ".", Options{Set: sets})
	if err != nil {
		t.Fatal(err)
	}
	return s.Hash
}

// Names, texts, measurements and the order of keys have no say in what is simulated.
func TestHash(t *testing.T) {
	data := good(t)
	want := hash(t, data)
	for what, other := range map[string][]byte{
		"another name":        bytes.Replace(data, []byte("name: app"), []byte("name: other\ntitle: a title\nabout: this"), 1),
		"no measurements":     data[:bytes.Index(data, []byte("measured:"))],
		"a line renamed":      bytes.ReplaceAll(bytes.ReplaceAll(data, []byte("{l: "), []byte("{other: ")), []byte("atomic: l"), []byte("atomic: other")),
		"another line unused": bytes.Replace(data, []byte("{l: {count: 1}}"), []byte("{a: {count: 1}, l: {count: 1}}"), 1),
		"the program first":   moveProgram(data),
	} {
		got := hash(t, other)
		if what == "another line unused" {
			continue // it is there, though nothing waits for it
		}
		if got != want {
			t.Errorf("%s changes the hash", what)
		}
	}
	if hash(t, data, "work=11us") == want {
		t.Error("another value leaves the hash as it is")
	}
	if hash(t, data, "work=10us", "machine.os.switch=1700ns", "workload.closed.threads=1..4") != want {
		t.Error("setting values to what they are changes the hash")
	}
}

func moveProgram(data []byte) []byte {
	program := data[bytes.Index(data, []byte("  program:")):bytes.Index(data, []byte("measured:"))]
	out := bytes.Replace(data, program, nil, 1)
	return bytes.Replace(out, []byte("workload:\n"), append([]byte("workload:\n"), program...), 1)
}

// A variant is its overrides and nothing else.
func TestVariantIsItsOverrides(t *testing.T) {
	data := append(good(t), "variants: {base: {}, fast: {work: 3us, machine.line.same_socket: 5ns, machine: nehalem-ex-8s}}\n"...)
	s, err := Load("good.yaml", data, ".", Options{})
	if err != nil {
		t.Fatal(err)
	}
	set, err := Load("good.yaml", data, ".", Options{Set: []string{"work=3us", "machine=nehalem-ex-8s", "machine.line.same_socket=5ns"}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(s.Variants[1].Points, set.Variants[0].Points); diff != "" {
		t.Errorf("the variant differs from the base with its values set (-variant +set):\n%s", diff)
	}
	if s.Variants[1].Points[0].Machine.Topology.Sockets != 8 {
		t.Error("the variant's machine is not the one it names")
	}
}

// A point that is asked for is the sweep's.
func TestAt(t *testing.T) {
	s, err := Load("good.yaml", good(t), ".", Options{})
	if err != nil {
		t.Fatal(err)
	}
	at, err := Load("good.yaml", good(t), ".", Options{At: []float64{3}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(s.Variants[0].Points[2], at.Variants[0].Points[0]); diff != "" {
		t.Errorf("(-sweep +at):\n%s", diff)
	}
	for _, n := range []float64{0, -1, 2.5} {
		if _, err := Load("good.yaml", good(t), ".", Options{At: []float64{n}}); err == nil {
			t.Errorf("a point at %g is not refused", n)
		}
	}
}

// What a file declares and what it measures is found by the schema, too.
func TestSchemaHasTheKeys(t *testing.T) {
	schema := string(Schema())
	for _, key := range append(append([]string(nil), topKeys...), opNames()...) {
		if !strings.Contains(schema, `"`+key+`"`) {
			t.Errorf("the schema has no key %s", key)
		}
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(good(f))
	broken, err := txtar.ParseFile("../cmd/contend/testdata/script/broken.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range broken.Files {
		f.Add(file.Data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Load("f.yaml", data, ".", Options{})
		if (s == nil) == (err == nil) {
			t.Fatal("neither a scenario nor a problem, or both")
		}
	})
}

func BenchmarkOpen(b *testing.B) {
	for b.Loop() {
		if _, err := Open(List()[1], Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
