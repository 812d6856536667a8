package fit_test

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"contend/model/fit"
	"contend/model/law"
)

// records reads a CSV of testdata/scaling as one map a row.
func records(t *testing.T, name string) []map[string]string {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", "scaling", name))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out []map[string]string
	for _, row := range rows[1:] {
		one := map[string]string{}
		for i, cell := range row {
			one[rows[0][i]] = cell
		}
		out = append(out, one)
	}
	return out
}

func number(t *testing.T, s string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// measuredCurve reads a curve of testdata/scaling.
func measuredCurve(t *testing.T, name string) []fit.Point {
	t.Helper()
	var out []fit.Point
	for _, r := range records(t, name) {
		n := number(t, r["n"])
		switch {
		case r["throughput"] != "":
			out = append(out, fit.Point{N: n, X: number(t, r["throughput"])})
		case r["latency"] != "":
			out = append(out, fit.Point{N: n, X: n / number(t, r["latency"])})
		default:
			out = append(out, fit.Point{N: n, X: 1 / number(t, r["time"])})
		}
	}
	return out
}

// The loss on measured curves is no higher than that of the reference parameters, which another program found.
func TestMeasuredCurves(t *testing.T) {
	for _, r := range records(t, "reference-fits.csv") {
		points := measuredCurve(t, r["file"])
		loss := fit.Loss(r["loss"])
		f, err := fit.Curve(points, law.USL, fit.Options{Loss: loss})
		if err != nil {
			t.Fatal(err)
		}
		got := []float64{f.Params[0].Value, f.Params[1].Value, f.Params[2].Value}
		want := []float64{number(t, r["gamma"]), number(t, r["sigma"]), number(t, r["kappa"])}
		if a, b := lossOf(points, got, loss), lossOf(points, want, loss); a > b*(1+2e-6) {
			t.Errorf("%s, %s: loss %v at %v, the reference has %v at %v", r["file"], loss, a, got, b, want)
		}
	}
}

// lossOf is the sum of squares of a USL.
func lossOf(points []fit.Point, params []float64, loss fit.Loss) float64 {
	sum := 0.0
	for _, p := range points {
		d := law.USL.Eval(p.N, params) - p.X
		if loss == fit.Relative {
			d /= p.X
		}
		sum += d * d
	}
	return sum
}

// The lower half of a measured curve foretells the upper half about as well as docs/validation.md says.
func TestBacktest(t *testing.T) {
	if os.Getenv("CONTEND_CHECK") == "" {
		t.Skip("slow: set CONTEND_CHECK")
	}
	for _, loss := range []fit.Loss{fit.Absolute, fit.Relative, fit.Robust} {
		var all []fit.Foretold
		for _, r := range records(t, "index.csv") {
			points, err := fit.Backtest(measuredCurve(t, r["file"]), law.All(), fit.Options{Loss: loss, Level: .9})
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, points...)
		}
		s := fit.Judge(all)
		t.Logf("%s: %+v", loss, s)
		if s.Median > .09 || s.Coverage < .8 || s.Coverage > .97 || math.IsNaN(s.Median) {
			t.Errorf("%s: %+v; want a median error of 9 %% at most, and 80 to 97 %% in the 90 %% intervals", loss, s)
		}
	}
}
