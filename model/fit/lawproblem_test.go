package fit

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"contend/model/law"
)

// Pooled points have the loss of all points, whatever the parameters.
func TestPooledLoss(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &lawProblem{law: law.USL, response: rapid.SampledFrom([]Response{Throughput, Latency}).Draw(t, "response")}
		for range rapid.IntRange(1, 12).Draw(t, "points") {
			p.points = append(p.points, Point{N: float64(rapid.IntRange(1, 4).Draw(t, "n")), X: rapid.Float64Range(.1, 1).Draw(t, "x")})
			p.weight = append(p.weight, rapid.Float64Range(.1, 3).Draw(t, "weight"))
		}
		theta := []float64{rapid.Float64Range(.1, 2).Draw(t, "gamma"), rapid.Float64Range(0, 1).Draw(t, "sigma"), rapid.Float64Range(0, 1).Draw(t, "kappa")}
		general := p.problem()
		residuals := make([]float64, general.Size)
		if err := general.Eval(theta, residuals, nil); err != nil {
			t.Fatal(err)
		}
		got := floats.Dot(residuals, residuals)
		if want := p.loss(theta); math.Abs(got-want) > 1e-9*want {
			t.Fatalf("loss %g, want %g", got, want)
		}
	})
}
