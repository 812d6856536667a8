package sim

import "testing"

// Adjacent intervals share an iteration out among them, and one that took no time belongs to one of them.
func TestIterationsWithinIntervals(t *testing.T) {
	for _, c := range []struct {
		e    ended
		want [3]float64 // of 0..10, 10..20, 20..30
	}{
		{ended{at: 5, took: 4}, [3]float64{1, 0, 0}},
		{ended{at: 20, took: 20}, [3]float64{.5, .5, 0}},
		{ended{at: 25, took: 20}, [3]float64{.25, .5, .25}},
		{ended{at: 10, took: 0}, [3]float64{0, 1, 0}},
		{ended{at: 19, took: 0}, [3]float64{0, 1, 0}},
	} {
		for i, want := range c.want {
			if got := c.e.within(int64(10*i), int64(10*i+10)); got != want {
				t.Errorf("%+v has %g between %d and %d, want %g", c.e, got, 10*i, 10*i+10, want)
			}
		}
	}
}
