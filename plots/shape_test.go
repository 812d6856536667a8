package plots

import (
	"strings"
	"testing"

	"contend/model"
	"contend/model/score"
)

func shape(points ...score.Point) Shape {
	r := curves([]string{"before", "after"}, sweep, usl)
	r.Scenario.Measured = &model.Measured{Informs: "machine.line.overlap"}
	s := Shape{Run: r, Machine: "small (assumed)"}
	if len(points) > 0 {
		s.Curves = []score.Curve{{Name: "before", Points: points}, {Name: "after", Points: points[:1]}}
	}
	return s
}

// The figures of normalised curves say what they are divided by and on which machine, and mark what is no prediction.
func TestShapes(t *testing.T) {
	s := shape(score.Point{N: 2, Measured: 10, Simulated: 20}, score.Point{N: 4, Measured: 30, Simulated: 30})
	for f, want := range map[*Figure][]string{
		Shapes(s):             {"throughput over that at 2", "on small (assumed)", ">before<"},
		Validated([]Shape{s}): {"simulated over measured", " *<", "no prediction"},
	} {
		text, err := f.svg()
		if err != nil {
			t.Fatal(err)
		}
		wellFormed(t, text)
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("the figure does not say %q", w)
			}
		}
	}
}

// A table without a point is drawn all the same.
func TestNoShapes(t *testing.T) {
	for _, f := range []*Figure{Shapes(shape()), Validated([]Shape{shape()}), Validated(nil)} {
		if _, err := f.svg(); err != nil {
			t.Error(err)
		}
	}
}
