package score

import (
	"math"
	"testing"

	"contend/model"
)

func curve(name string, points ...Point) Curve { return Curve{Name: name, Points: points} }

// The shape is free of what a curve's first point is off by, the values as they are not.
func TestShape(t *testing.T) {
	s := Of([]Curve{curve("a", Point{1, 100, 50}, Point{2, 200, 100}, Point{4, 400, 240})})
	if got, ok := s.Median(); !ok || math.Abs(got-10) > 1e-9 { // of 0 and 20 %
		t.Errorf("median error of the shape %g %%, want 10", got)
	}
	if got, _ := s.MedianAbsolute(); math.Abs(got-50) > 1e-9 {
		t.Errorf("median absolute error %g %%, want 50", got)
	}
}

// Pairs that were measured within noise of each other do not count; a simulated tie is not an order.
func TestRanking(t *testing.T) {
	a := curve("a", Point{1, 100, 10}, Point{2, 100, 10}, Point{4, 100, 10}, Point{8, 100, 10})
	b := curve("b", Point{1, 104, 1}, Point{2, 200, 11}, Point{4, 50, 11}, Point{8, 50, 10})
	s := Of([]Curve{a, b})
	if s.Pairs != 3 || s.Ordered != 1 {
		t.Errorf("%d of %d pairs in order, want 1 of 3", s.Ordered, s.Pairs)
	}
}

// A knee may be one point off; two points have none.
func TestKnee(t *testing.T) {
	for _, c := range []struct {
		simulated  [4]float64
		knees, met int
	}{
		{[4]float64{1, 2, 4, 4.1}, 1, 1}, // the third point is within noise of the fourth
		{[4]float64{1, 2, 4, 8}, 1, 1},
		{[4]float64{4, 3, 2, 1}, 1, 0},
	} {
		var points []Point
		for i, x := range c.simulated {
			points = append(points, Point{float64(i + 1), []float64{1, 2, 4, 3}[i], x})
		}
		if s := Of([]Curve{curve("a", points...), curve("b", points[:2]...)}); s.Knees != c.knees || s.KneesMet != c.met {
			t.Errorf("%v: %d of %d knees met, want %d of %d", c.simulated, s.KneesMet, s.Knees, c.met, c.knees)
		}
	}
}

// What cannot be judged does not fail.
func TestNothing(t *testing.T) {
	if _, ok := (Score{}).Median(); ok || !(Score{}).Holds() {
		t.Error("an empty score is judged")
	}
}

// Without a known machine, one thread alone is left out.
func TestCurves(t *testing.T) {
	one := 1.0
	run := &model.Run{
		Scenario: &model.Scenario{X: "threads", Measured: &model.Measured{Normalise: model.Contended}},
		Variants: []model.VariantRun{{Name: "a", Points: []model.PointRun{
			{N: 1, Throughput: model.Estimate{Mean: 1}, Measured: &one},
			{N: 2, Throughput: model.Estimate{Mean: 1}, Measured: &one},
			{N: 4, Throughput: model.Estimate{Mean: 1}},
		}}, {Name: "unmeasured"}},
	}
	if got := Curves(run); len(got) != 1 || len(got[0].Points) != 1 || got[0].Points[0].N != 2 {
		t.Errorf("contended: %v", got)
	}
	run.Scenario.Measured.Normalise = model.Uncontended
	if got := Curves(run); len(got) != 1 || len(got[0].Points) != 2 {
		t.Errorf("uncontended: %v", got)
	}
}
