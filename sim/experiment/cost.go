package experiment

import (
	"context"
	"runtime"
	"time"

	"contend/model"
)

// Cost is what a prediction would take, after one replication of the first and of the last point; points between are taken to lie between.
type Cost struct {
	Name   string
	Points int
	// Fewest and Most are the replications of all points, with the draws.
	Fewest, Most int
	// Events and Time are those of the fewest replications, Time on all workers.
	Events float64
	Time   time.Duration
}

// Costs tries each place out. It returns what it has when ctx ends.
func Costs(ctx context.Context, places []Place, simulate Simulate, o PredictOptions) ([]Cost, error) {
	var out []Cost
	for _, place := range places {
		s, err := place.Open(nil)
		if err != nil {
			return out, err
		}
		c := Cost{Name: place.Name}
		points := s.Variants[0].Points
		c.Points = len(points)
		fewest, most := s.Effort.MinReps, s.Effort.MaxReps
		if o.Reps > 0 {
			fewest, most = o.Reps, o.Reps
		}
		c.Fewest, c.Most = len(points)*(fewest+2*o.Draws), len(points)*(most+2*o.Draws)
		var events float64
		var took time.Duration
		ends := []model.Point{points[0], points[len(points)-1]}
		for _, p := range ends {
			begun := time.Now()
			r, err := simulate(ctx, p, o.Seed, 0)
			if ctx.Err() != nil {
				return out, nil
			}
			if err != nil {
				return out, err
			}
			events += float64(r.Events)
			took += time.Since(begun)
		}
		n := float64(c.Fewest) / float64(len(ends))
		c.Events = events * n
		c.Time = time.Duration(float64(took) * n / float64(workersOf(o.Options)))
		out = append(out, c)
	}
	return out, nil
}

func workersOf(o Options) int {
	if o.Workers > 0 {
		return o.Workers
	}
	return runtime.GOMAXPROCS(0)
}
