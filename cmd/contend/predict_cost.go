package main

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"contend/model"
	"contend/sim/experiment"
)

// tellCost prints what a prediction would simulate.
func (f *predictFlags) tellCost(ctx context.Context, t *terminal, places []experiment.Place, s *model.Scenario, o experiment.PredictOptions) error {
	got, err := experiment.Costs(ctx, places, simulate, o)
	if err != nil {
		return predictError(s, err)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s   a dry run: after one replication of the first and of the last point of each machine\n\n", t.strong(s.Name))
	table := newTable("<machine", "points", "replications", "events", "time, at least")
	var events float64
	var took time.Duration
	for _, c := range got {
		table.add(c.Name, fmt.Sprint(c.Points), fewestToMost(c), significant(c.Events, 2), roughly(c.Time))
		events += c.Events
		took += c.Time
	}
	table.add("all", "", "", significant(events, 2), roughly(took))
	table.write(&b, "  ")
	if f.rate > 0 {
		fmt.Fprint(&b, "  arrivals are simulated as often again, a point for each machine\n")
	}
	if _, err = b.WriteTo(t.out); err == nil && ctx.Err() != nil {
		return &exit{status: statusInterrupted}
	}
	return err
}

func fewestToMost(c experiment.Cost) string {
	if c.Fewest == c.Most {
		return fmt.Sprint(c.Fewest)
	}
	return fmt.Sprintf("%d … %d", c.Fewest, c.Most)
}

// roughly prints a time in two digits.
func roughly(d time.Duration) string {
	switch {
	case d > time.Minute:
		return d.Round(time.Second).String()
	case d > time.Second:
		return d.Round(100 * time.Millisecond).String()
	}
	return d.Round(time.Millisecond).String()
}
