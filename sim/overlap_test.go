package sim

import (
	"math"
	"testing"

	"contend/model"
)

// A core that still hits its line while it is being taken does k atomics each time that it has it: one with the transfer, and as
// many as end within the overlap. So a saturated atomic gives k/(transfer + atomic), and without an overlap 1/(transfer + atomic).
func TestOverlap(t *testing.T) {
	const transfer, atomic, hit = 40., 5., 1.
	for _, overlap := range []float64{0, .1, .5, 1} {
		k := 1 + math.Floor(overlap*transfer/(hit+atomic))
		for _, n := range []int{2, 3, 16} {
			m := costly(16)
			m.Line.Overlap = model.Fraction(overlap)
			w := closed(n, op("atomic", args{"line": 0}))
			w.Lines = model.Named[model.Line]{{Name: "c", Value: model.Line{Count: 1, Pick: "random"}}}
			got := rate(simulate(t, m, w, window(100*us, 1000*us), 0))
			if want := k / (transfer + atomic) * 1e9; math.Abs(got/want-1) > 1e-3 {
				t.Errorf("overlap %g, %d threads: %.4g atomics a second, want %.4g", overlap, n, got, want)
			}
		}
	}
}

// Locks stay locks where their holder's core hits the word that others ask for.
func TestOverlapExcludes(t *testing.T) {
	for _, kind := range kinds() {
		m := costly(8)
		m.Line.Overlap = .5
		l := model.Lock{Kind: kind}
		if l.Parks() {
			l.Spin = 2 * us
		}
		r := simulate(t, m, locking(8, l, exp(1*us), model.Fixed(1*us)), window(2000*us, 10000*us), 0)
		if got := rate(r); got > 1e6 || got < 1e3 {
			t.Errorf("%s: %.4g sections a second of 1us each", kind, got)
		}
	}
}
