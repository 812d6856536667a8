package plots

import (
	"testing"

	"contend/model/fit"
	"contend/model/law"
)

// fittedCurves are two made-up curves with their laws.
func fittedCurves(t *testing.T) []Fitted {
	t.Helper()
	var out []Fitted
	for i, name := range []string{"before", "after"} {
		var points []fit.Point
		for j, n := range sweep {
			x := law.USL.Eval(n, []float64{100, .04 / float64(i+1), .0005})
			points = append(points, fit.Point{N: n, X: x * (1 + .02*float64(j%3-1))})
		}
		all, err := fit.All(points, law.All(), fit.Options{})
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, Fitted{Name: name, Unit: "jobs/s", Laws: all})
	}
	return out
}
