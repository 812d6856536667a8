package probe

import (
	"fmt"
	"slices"
)

// fewest is how many batches a measure needs.
const fewest = 5

// quantile returns the value below which the share q of the sorted numbers lies, interpolated.
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

// summarize makes a measure in nanoseconds of its batches.
func summarize(name, method string, batches []float64, err error) Measure {
	m := Measure{Name: name, Unit: "ns", Method: method, Batches: len(batches)}
	switch {
	case err != nil:
		m.Problem = err.Error()
		return m
	case len(batches) < fewest:
		m.Problem = fmt.Sprintf("only %d batches", len(batches))
		return m
	}
	sorted := slices.Sorted(slices.Values(batches))
	m.Value, m.Low, m.High = quantile(sorted, .25), quantile(sorted, .1), quantile(sorted, .9)
	return m.judged()
}

// noise is what stands behind ±.
func (m Measure) noise() float64 { return (m.High - m.Low) / 2 }

// judged takes back a claim that the noise does not bear.
func (m Measure) judged() Measure {
	if m.Problem == "" && (m.Value <= 0 || m.noise() > m.Value) {
		m.Problem = fmt.Sprintf("not claimed: %.4g with noise of %.4g..%.4g", m.Value, m.Low, m.High)
	}
	return m
}

// better is the measure that was disturbed less: the faster one. Of counts, it is the one that varies less.
func better(a, b Measure) Measure {
	isBetter := b.Value < a.Value
	switch {
	case !a.Known() || !b.Known():
		isBetter = b.Known()
	case a.Unit == "GB/s":
		isBetter = b.Value > a.Value
	case a.Unit != "ns":
		isBetter = b.noise() < a.noise()
	}
	if a.Name == b.Name && isBetter {
		return b
	}
	return a
}

// less subtracts another measure, whose noise adds to this one's.
func (m Measure) less(other Measure) Measure {
	if m.Problem != "" {
		return m
	}
	if other.Problem != "" {
		m.Problem = other.Name + ": " + other.Problem
		return m
	}
	m.Value, m.Low, m.High = m.Value-other.Value, m.Low-other.High, m.High-other.Low
	return m.judged()
}

// mean is that of two measures, or the one that is known.
func mean(a, b Measure) Measure {
	switch {
	case !a.Known():
		return b
	case !b.Known():
		return a
	}
	a.Value, a.Low, a.High = (a.Value+b.Value)/2, (a.Low+b.Low)/2, (a.High+b.High)/2
	return a
}

// times scales a measure.
func (m Measure) times(f float64) Measure {
	m.Value, m.Low, m.High = m.Value*f, m.Low*f, m.High*f
	return m
}

// transfer is a cache line's way from one CPU to another: half a round trip, less the atomic that each end does.
func transfer(roundTrip, atomic Measure) Measure { return roundTrip.times(.5).less(atomic) }
