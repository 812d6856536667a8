package experiment_test

import (
	"testing"

	"contend/model"
	"contend/sim/experiment"
)

func TestBoostUsesCommonRandomNumbers(t *testing.T) {
	s := closed(model.Effort{MinReps: 8, MaxReps: 8}, []int{2, 3}, 1, 4)
	s.Measured = &model.Measured{Columns: []model.MeasuredColumn{
		{Variant: "a", Metric: "throughput", Points: []model.MeasuredPoint{{N: 4, Value: 400_000}}},
		{Variant: "b", Metric: "throughput", Points: []model.MeasuredPoint{{N: 4, Value: 800_000}, {N: 9, Value: 1}}},
	}}
	r := run(t, s, machine(0.2), experiment.Options{Seed: 2})
	if len(r.Comparisons) != 1 || r.Comparisons[0].Of != "b" || r.Comparisons[0].To != "a" {
		t.Fatalf("comparisons %v, want b over a", r.Comparisons)
	}
	boost := r.Comparisons[0].Points[1]
	if boost.N != 4 || *boost.Pct.Lo > 50 || *boost.Pct.Hi < 50 || *boost.Pct.Hi-*boost.Pct.Lo > 0.1 {
		t.Errorf("boost at %v is %v in %v..%v, want 50 %% known to 0.1: the noise is common to both", boost.N, boost.Pct.Mean, *boost.Pct.Lo, *boost.Pct.Hi)
	}
	if boost.MeasuredPct == nil || *boost.MeasuredPct != 100 {
		t.Errorf("measured boost %v, want 100 %%", boost.MeasuredPct)
	}
	if r.Comparisons[0].Points[0].MeasuredPct != nil {
		t.Errorf("a boost was measured at 1, where nothing was")
	}
}

func TestErrorsAgainstMeasurements(t *testing.T) {
	s := closed(model.Effort{MinReps: 2, MaxReps: 2}, []int{1}, 1, 2)
	s.Measured = &model.Measured{Columns: []model.MeasuredColumn{
		{Variant: "a", Metric: "throughput", Points: []model.MeasuredPoint{{N: 1, Value: 80_000}, {N: 2, Value: 250_000}, {N: 3, Value: 7}}},
		{Variant: "a", Metric: "run_queue", Points: []model.MeasuredPoint{{N: 2, Value: 2}}},
	}}
	r := run(t, s, machine(0), experiment.Options{})
	v := r.Variants[0]
	if e := v.Fit; e == nil || e.Points != 2 || !near(e.MAPE, 22.5) || !near(e.Max, 25) {
		t.Errorf("variant's error %+v, want 22.5 %% mean and 25 %% largest of 2", e)
	}
	if e := r.Fit; e == nil || e.Points != 3 || !near(e.MAPE, (25.0+20+50)/3) || !near(e.Max, 50) {
		t.Errorf("run's error %+v, want 31.67 %% mean and 50 %% largest of 3", e)
	}
	if got := *v.Points[1].ErrorPct; !near(got, -20) {
		t.Errorf("error at 2 is %v, want -20", got)
	}
	if m := v.Points[1].Metrics[0]; m.Measured == nil || *m.Measured != 2 {
		t.Errorf("run_queue at 2 has no measurement beside it: %+v", m)
	}
	if got := codes(r.Warnings); got != experiment.CompressedWindow+" "+experiment.NotSimulated {
		t.Errorf("warnings %q, want the compressed window and the point at 3", got)
	}
	for _, w := range r.Warnings {
		if experiment.Untrusted(w) {
			t.Errorf("%s makes a result untrusted, want a note", w.Code)
		}
	}
}
