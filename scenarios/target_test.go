package scenarios

import (
	"strings"
	"testing"

	"contend/model"
)

func TestTarget(t *testing.T) {
	const ms = model.Millisecond
	for text, want := range map[string]model.Target{
		"5000/s":                         {PerSecond: 5000},
		"300/min at p99<20ms":            {PerSecond: 5, P99: 20 * ms},
		"5000/s at p50<1ms and p99<=2ms": {PerSecond: 5000, P50: ms, P99: 2 * ms},
		"5000/s at p50<1ms, p99<2ms":     {PerSecond: 5000, P50: ms, P99: 2 * ms},
	} {
		if got, err := Target(text); err != nil || got != want {
			t.Errorf("%s: %+v, %v; want %+v", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"":                     "expected a rate",
		"5000":                 "not a rate above 0",
		"0/s":                  "not a rate above 0",
		"5ms at p99<1ms":       "not a rate above 0",
		"5000/s at p9<1ms":     "known are p50 and p99",
		"5000/s at p99>1ms":    "known are p50 and p99",
		"5000/s at p99<fast":   "p99<fast",
		"5000/s at p99<1":      "not a time above 0",
		"1e400/s at p99<1ms":   "1e400",
		"5000/s at p99<0.1ps ": "not a time above 0",
	} {
		if got, err := Target(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v, %v; want an error that says %q", text, got, err, want)
		}
	}
}
