package main

import (
	"bytes"
	"math"
	"strings"
	"testing"
)

// run does what a worker does and reads its line.
func run(t *testing.T, args ...string) outcome {
	t.Helper()
	var line bytes.Buffer
	if err := work(args, &line); err != nil {
		t.Fatal(err)
	}
	o, err := readOutcome(line.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// Both styles of contend give the closed forms' answers on every model.
func TestAnswers(t *testing.T) {
	for _, style := range []string{"callback", "program"} {
		for _, job := range [][]string{{"mm1", "1", "300000"}, {"repairman", "64", "100000"}, {"hold", "1000", "100000"}} {
			b, _, _, err := parseJob(append(job, "1"))
			if err != nil {
				t.Fatal(err)
			}
			var s score
			for _, seed := range []string{"1", "2"} {
				s.add(run(t, append(append([]string{style}, job...), seed)...))
			}
			if text, right := s.verdict(b); !right {
				t.Errorf("%s, %v: %s %s, exact %.4g", style, b, b.answer, text, b.exact)
			}
		}
	}
}

// An answer that is off by more than chance is refused, in either direction.
func TestWrongAnswers(t *testing.T) {
	b := repairman()
	for _, factor := range []float64{.98, 1.02} {
		var s score
		s.add(outcome{Customers: 100_000, Seconds: 1, Answer: factor * b.exact})
		if text, right := s.verdict(b); right {
			t.Errorf("a throughput %g times the exact one counts as right: %s", factor, text)
		}
	}
}

// The spread of the mean wait is the published one: 100 runs' answers scatter as it says, to a factor that chance keeps (χ² at 99.99 %).
func TestSpreadOfWaits(t *testing.T) {
	const runs, customers = 100, 50_000
	b, sum := mm1(), 0.0
	for seed := range uint64(runs) {
		z := b.errors(newCallbacks(b, customers, seed).run().Answer, customers)
		sum += z * z
	}
	if got := math.Sqrt(sum / runs); got < .7 || got > 1.3 {
		t.Errorf("answers scatter %.2f times what the closed form says", got)
	}
}

func TestReadOutcome(t *testing.T) {
	for _, bad := range []string{"", "no JSON", `{"customers":1}`, `{"customers":0,"seconds":1}`, `{"customers":1,"seconds":1,"speed":2}`} {
		if o, err := readOutcome([]byte(bad)); err == nil {
			t.Errorf("%q is read as %+v", bad, o)
		}
	}
}

func TestChoose(t *testing.T) {
	got, err := choose([]string{"hold"})
	if err != nil || len(got) != 5 || got[4].size != 1_000_000 {
		t.Errorf("hold: %v, %v", got, err)
	}
	if _, err := choose([]string{"mm2"}); err == nil || !strings.Contains(err.Error(), "mm1, repairman, hold") {
		t.Errorf("mm2: %v", err)
	}
}
