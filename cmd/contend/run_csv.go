package main

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"

	"contend/model"
)

// csvHead names the columns of the tidy table: one quantity of one point a line.
var csvHead = []string{"scenario", "variant", "x", "n", "quantity", "value", "lo", "hi", "measured", "error_pct"}

// writeCSV prints runs as one tidy table.
func writeCSV(w io.Writer, runs []*model.Run) error {
	out := csv.NewWriter(w)
	_ = out.Write(csvHead) // Error below tells
	for _, r := range runs {
		for i := range r.Variants {
			v := &r.Variants[i]
			for j := range v.Points {
				writePointCSV(out, []string{r.Scenario.Name, v.Name, r.Scenario.X, plainNumber(v.Points[j].N)}, &v.Points[j])
			}
		}
		for _, c := range r.Comparisons {
			for _, b := range c.Points {
				cells := []string{r.Scenario.Name, c.Of + "/" + c.To, r.Scenario.X, plainNumber(b.N)}
				writeEstimate(out, cells, "boost_pct", b.Pct, b.MeasuredPct)
			}
		}
	}
	out.Flush()
	return out.Error()
}

func writePointCSV(out *csv.Writer, where []string, p *model.PointRun) {
	writeEstimate(out, where, "throughput", p.Throughput, p.Measured)
	for _, l := range []struct {
		name  string
		value model.Time
	}{{"latency_p50_ns", p.P50}, {"latency_p99_ns", p.P99}} {
		if l.value != 0 {
			writeValue(out, where, l.name, l.value.Nanoseconds())
		}
	}
	writeValue(out, where, "thread_time_ns", p.Lifetime.Nanoseconds())
	for _, c := range p.Charges {
		writeValue(out, where, "charge_ns "+c.Cause, c.Time.Nanoseconds())
	}
	for _, m := range p.Metrics {
		writeEstimate(out, where, m.Name, m.Estimate, m.Measured)
	}
}

func writeValue(out *csv.Writer, where []string, quantity string, value float64) {
	writeEstimate(out, where, quantity, model.Estimate{Mean: value}, nil)
}

// writeEstimate prints a line; what is undefined is an empty cell.
func writeEstimate(out *csv.Writer, where []string, quantity string, e model.Estimate, measured *float64) {
	errorPct := math.NaN()
	if measured != nil && quantity != "boost_pct" {
		errorPct = (e.Mean / *measured - 1) * 100
	}
	cells := append(append([]string{}, where...), quantity)
	for _, x := range []number{number(e.Mean), given(e.Lo), given(e.Hi), given(measured), number(errorPct)} {
		cells = append(cells, csvNumber(float64(x)))
	}
	_ = out.Write(cells)
}

func csvNumber(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
