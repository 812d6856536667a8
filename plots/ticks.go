package plots

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// ticks places about so many ticks at round numbers, printed in a unit (0 stands for 1).
type ticks struct {
	about int
	unit  float64
}

// Ticks returns the ticks between two values.
func (t ticks) Ticks(lo, hi float64) []plot.Tick {
	step := roundStep((hi - lo) / float64(t.about))
	unit := t.unit
	if unit == 0 {
		unit = 1
	}
	var out []plot.Tick
	for i := math.Ceil(lo/step - 1e-9); i*step <= hi+step*1e-9; i++ {
		v := i * step
		if i == 0 {
			v = 0 // not −0
		}
		out = append(out, plot.Tick{Value: v, Label: plainNumber(v/unit, step/unit)})
	}
	return out
}

// roundStep is the next of 1, 2, 4 (for whole numbers: threads come in fours), 5 and 10 times a power of ten.
func roundStep(least float64) float64 {
	if !(least > 0) {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(least)))
	for _, m := range []float64{1, 2, 4, 5} {
		if (m != 4 || power >= 1) && m*power >= least*.999 {
			return m * power
		}
	}
	return 10 * power
}

// unlabelled hides the labels of ticks that a panel below shows.
type unlabelled struct{ of plot.Ticker }

// Ticks returns the ticks between two values.
func (u unlabelled) Ticks(lo, hi float64) []plot.Tick {
	out := append([]plot.Tick(nil), u.of.Ticks(lo, hi)...)
	for i := range out {
		out[i].Label = ""
	}
	return out
}

// sweepAxis puts ticks at the points of a sweep, on a logarithmic axis where they span two decades unevenly. Labels that would touch
// are left out.
func sweepAxis(a *plot.Axis, n []float64, room vg.Length) {
	if len(n) < 2 {
		return
	}
	even, last := evenly(n), n[len(n)-1]
	at := func(v float64) float64 { return (v - n[0]) / (last - n[0]) }
	if n[0] > 0 && last >= 100*n[0] && !even {
		a.Scale = plot.LogScale{}
		a.Label.Text += " (log scale)"
		at = func(v float64) float64 { return math.Log(v/n[0]) / math.Log(last/n[0]) }
	}
	every := 1
	for even && every < len(n) && labelsTouch(a, n, every, at, room) {
		every++
	}
	var out []plot.Tick
	end := math.Inf(-1)
	for i, v := range n {
		t := plot.Tick{Value: v}
		w := float64(a.Tick.Label.Width(sweepNumber(v))+8) / 2
		if x := at(v) * float64(room); i%every == 0 && x-w >= end {
			t.Label, end = sweepNumber(v), x+w
		}
		if t.Label != "" || len(n) <= 40 {
			out = append(out, t)
		}
	}
	a.Tick.Marker = plot.ConstantTicks(out)
}

func labelsTouch(a *plot.Axis, n []float64, every int, at func(float64) float64, room vg.Length) bool {
	for i := every; i < len(n); i += every {
		w := a.Tick.Label.Width(sweepNumber(n[i])) + 10
		if (at(n[i])-at(n[i-every]))*float64(room) < float64(w) {
			return true
		}
	}
	return false
}

func evenly(n []float64) bool {
	for i := 2; i < len(n); i++ {
		if math.Abs((n[i]-n[i-1])-(n[1]-n[0])) > 1e-6*(n[len(n)-1]-n[0]) {
			return false
		}
	}
	return true
}

// unitOf picks the unit that values up to a size are printed in, with its words for the axis.
func unitOf(size float64) (unit float64, words string) {
	switch {
	case size >= 1e12 || (size > 0 && size < 1e-3):
		power := 3 * math.Floor(math.Log10(size)/3)
		return math.Pow(10, power), ", ×10" + superscript(int(power))
	case size >= 1e9:
		return 1e9, ", billions"
	case size >= 1e6:
		return 1e6, ", millions"
	}
	return 1, ""
}

func superscript(power int) string {
	digits := []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")
	var out []rune
	for _, r := range strconv.Itoa(power) {
		if r == '-' {
			out = append(out, '⁻')
			continue
		}
		out = append(out, digits[r-'0'])
	}
	return string(out)
}
