package scenarios

import (
	"strings"
	"testing"

	"contend/model"
)

const fitted = `# a comment
name: wörk  # of many
machine: {from: vm-small, line: {same_socket: {value: 28ns, fit: [20ns, 90ns], from: fitted}}}
params:
  work: {value: 1.8ms, fit: [0.5ms, 4ms], from: fitted} # kept
  demand:
    value: "erlang(16, 1MB)"   # a distribution
    fit: [100kB, 10MB]
    from: fitted
  free: {value: 'exp(3us)', fit: [1us, 9us], interval: [2us, 4us], from: assumed}
workload:
  closed: {threads: 1..2}
  program: [{compute: $work}, {memory: $demand}, {compute: $free}]
`

// A rewritten file holds the new values, intervals and correlations, and every other byte as it was; written again it is the same.
func TestRewrite(t *testing.T) {
	text := strings.ReplaceAll(fitted, "wörk", "work")
	s, err := Load("f.yaml", []byte(text), "", Options{})
	if err != nil {
		t.Fatal(err)
	}
	free, err := FreeNumbers(s)
	if err != nil {
		t.Fatal(err)
	}
	var changes []Change
	c := &model.Calibration{Points: 7}
	for i, f := range free {
		changes = append(changes, Change{f.Path, f.Text(f.Value * 1.5), &[2]string{f.Number(f.Value), f.Number(2 * f.Value)}})
		c.Paths = append(c.Paths, f.Path)
		c.Correlation = append(c.Correlation, make([]float64, len(free)))
		for j := range i {
			c.Correlation[i][j] = -.25
		}
	}
	got, err := Rewrite("f.yaml", []byte(text), changes, c)
	if err != nil {
		t.Fatal(err)
	}
	want := `# a comment
name: work  # of many
machine: {from: vm-small, line: {same_socket: {value: 42ns, interval: [28ns, 56ns], fit: [20ns, 90ns], from: fitted}}}
params:
  work: {value: 2.7ms, interval: [1.8ms, 3.6ms], fit: [0.5ms, 4ms], from: fitted} # kept
  demand:
    value: "erlang(16, 1.5MB)"   # a distribution
    interval: [1MB, 2MB]
    fit: [100kB, 10MB]
    from: fitted
  free: {value: exp(4.5us), fit: [1us, 9us], interval: [3us, 6us], from: assumed}
workload:
  closed: {threads: 1..2}
  program: [{compute: $work}, {memory: $demand}, {compute: $free}]
calibration:
  points: 7
  correlation:
`
	if !strings.HasPrefix(string(got), want) {
		t.Fatalf("got\n%s\nwant\n%s", got, want)
	}
	again, err := Load("f.yaml", got, "", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if again.Calibration == nil || len(again.Calibration.Paths) != 4 || again.Calibration.Correlation[0][3] != -.25 || again.Hash == s.Hash {
		t.Errorf("read back: %+v", again.Calibration)
	}
	twice, err := Rewrite("f.yaml", got, changes, c)
	if err != nil || string(twice) != string(got) {
		t.Errorf("written twice: %v\n%s", err, twice)
	}
}

// What cannot be rewritten is said to be.
func TestRewriteRefuses(t *testing.T) {
	for _, c := range []struct{ text, path, want string }{
		{"name: a\nparams: {work: 1ms}\n", "work", "does not stand there as {value"},
		{"name: a\n", "machine.line.one_hop", "does not stand there"},
		{"{name: a, params: {work: {value: 1ms}}}\n", "work", "in braces"},
	} {
		_, err := Rewrite("f.yaml", []byte(c.text), []Change{{c.path, "2ms", nil}}, &model.Calibration{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want one with %q", c.text, err, c.want)
		}
	}
}
