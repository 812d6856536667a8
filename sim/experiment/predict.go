package experiment

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"contend/model"
)

// Place is a machine that a scenario is put on.
type Place struct {
	Name string
	// Open resolves the scenario on it, one variant, with other values of some of its numbers, as --set takes them.
	Open func(sets []string) (*model.Scenario, error)
	// Scaled writes a number with another size, as Open takes it; ok is false for those that have none.
	Scaled func(n model.Number, factor float64) (set string, ok bool)
	// OtherCores tells that its cores are not those that the scenario's times were taken on.
	OtherCores bool
	// Spread is the standard error of the logarithm of a number that was calibrated.
	Spread func(n model.Number) (sd float64, ok bool)
}

// PredictOptions say how predictions are made.
type PredictOptions struct {
	Options
	// Draws is how often the numbers are drawn from what is not known of them; below 2, intervals hold the simulation's noise only.
	Draws int
	// Rate, in iterations a second, is the arrivals that latencies are foretold for; 0 leaves them out.
	Rate float64
}

// Prediction is what a scenario does on a machine.
type Prediction struct {
	Name    string
	Machine model.Machine
	// Run holds the simulated curve; its intervals are those of the simulation alone.
	Run    *model.Run
	Points []PredictedPoint
	// Best is the point of the highest throughput, Knee the first that comes within 5 % of it.
	Best, Knee int
	// SpeedUp is the highest throughput over that on the first machine; nil there.
	SpeedUp *model.Estimate
	// Open is what arrivals at the rate meet; nil where none was asked for.
	Open *PredictedLatency
	// Losses are the causes that take the threads' time at the best point, beside their own work, the largest first.
	Losses []CauseShare
	// Assumed are the machine's numbers that nobody measured.
	Assumed []model.Number
	// Drawn is how many numbers the interval draws.
	Drawn int
}

// PredictedPoint is a point with an interval that holds what is not known of the numbers, and the simulation's noise.
type PredictedPoint struct {
	N          float64
	Throughput model.Estimate
	// Numbers and Noise are the parts of the interval's half width, relative: drawn numbers, and replications.
	Numbers, Noise float64
	P50, P99       model.Time
}

// PredictedLatency is the latency of jobs that arrive at a rate, in picoseconds, on a fixed number of threads.
type PredictedLatency struct {
	Threads  int
	Done     model.Estimate
	P50, P99 model.Estimate
	// Overloaded tells that less is done than arrives, so that latencies grow for as long as one looks.
	Overloaded bool
}

// CauseShare is the part of the threads' time that went to a cause.
type CauseShare struct {
	Cause string
	Share float64
}

// Predict puts a scenario on machines; the first is the one that the others are compared to. Numbers are drawn K times from log-normal
// distributions (Latin hypercube sampling; McKay, Beckman & Conover 1979), those of the program alike on all machines, and each draw is
// simulated with the same random streams; the deviation over draws is the interval, with Student's t of K − 1.
func Predict(ctx context.Context, places []Place, simulate Simulate, o PredictOptions) ([]Prediction, error) {
	if o.Level == 0 {
		o.Level = 0.95
	}
	var out []Prediction
	var first *drawn
	for i, place := range places {
		p, d, err := predict(ctx, place, simulate, o)
		if err != nil {
			return out, err
		}
		if p == nil {
			return out, nil // interrupted
		}
		if i == 0 {
			first = d
		} else {
			p.SpeedUp = speedUp(&out[0], first, p, d, o)
		}
		out = append(out, *p)
	}
	return out, nil
}

// drawn is what the draws gave: the logarithms of throughput, by draw and point, and of the latencies.
type drawn struct {
	x        [][]float64
	p50, p99 []float64
	done     []float64
}

func predict(ctx context.Context, place Place, simulate Simulate, o PredictOptions) (*Prediction, *drawn, error) {
	s, err := place.Open(nil)
	if err != nil {
		return nil, nil, err
	}
	run, err := Run(ctx, s, simulate, o.Options)
	if err != nil || run.Interrupted {
		return nil, nil, err
	}
	p := &Prediction{Name: place.Name, Machine: s.Variants[0].Points[0].Machine, Run: run}
	points := run.Variants[0].Points
	p.Best, p.Knee = bestOf(points), kneeOf(points)
	p.Losses = lossesOf(&points[p.Best])
	p.Assumed = assumedOf(place, numbersOf(place, s))
	var latency *model.PointRun
	if o.Rate > 0 {
		if latency, err = arrivals(ctx, s, int(points[p.Best].N), simulate, o.Options, o.Rate); err != nil || latency == nil {
			return nil, nil, err
		}
	}
	d, err := p.draw(ctx, place, s, simulate, o)
	if err != nil || d == nil {
		return nil, nil, err
	}
	for i := range points {
		p.Points = append(p.Points, d.point(&points[i], i, o.Level))
	}
	if latency != nil {
		p.Open = d.latency(latency, int(points[p.Best].N), s.Unit, o)
	}
	return p, d, nil
}

// draw simulates the draws with two replications of each point; nil when interrupted.
func (p *Prediction) draw(ctx context.Context, place Place, s *model.Scenario, simulate Simulate, o PredictOptions) (*drawn, error) {
	d := &drawn{}
	if o.Draws < 2 {
		return d, nil
	}
	u := uncertain(place, s)
	p.Drawn = len(u.numbers)
	few := o.Options
	few.Reps, few.Partial = 2, true
	for _, sets := range u.sets(place, o.Draws, o.Seed) {
		drawnScenario, err := place.Open(sets)
		if err != nil {
			return nil, err
		}
		run, err := Run(ctx, drawnScenario, simulate, few)
		if err != nil || run.Interrupted {
			return nil, err
		}
		var x []float64
		for i := range run.Variants[0].Points {
			x = append(x, math.Log(run.Variants[0].Points[i].Throughput.Mean))
		}
		d.x = append(d.x, x)
		if o.Rate > 0 {
			at, err := arrivals(ctx, drawnScenario, int(run.Variants[0].Points[p.Best].N), simulate, few, o.Rate)
			if err != nil || at == nil {
				return nil, err
			}
			d.p50 = append(d.p50, math.Log(float64(at.P50)))
			d.p99 = append(d.p99, math.Log(float64(at.P99)))
			d.done = append(d.done, math.Log(at.Throughput.Mean))
		}
	}
	return d, nil
}

// arrivals simulates a closed scenario as an open one: jobs that arrive at a rate, and so many threads that run them. An open scenario
// only gets the rate. It returns nil when interrupted.
func arrivals(ctx context.Context, s *model.Scenario, threads int, simulate Simulate, o Options, perSecond float64) (*model.PointRun, error) {
	const pool = "arrivals"
	open := *s
	p := s.Variants[0].Points[0]
	if p.Workload.Open == nil {
		p.Workload.Closed, p.Workload.Batch = nil, nil
		p.Workload.Pools = append(slices.Clone(p.Workload.Pools), model.Entry[model.Pool]{Name: pool, Value: model.Pool{Kind: "fixed", Size: threads}})
		p.Workload.Open = &model.Open{Pool: pool}
	} else {
		was := *p.Workload.Open
		p.Workload.Open = &was
	}
	p.Workload.Open.Rate = model.Rate(perSecond)
	p.Effort = forArrivals(p.Effort, perSecond)
	p.N = 1
	open.Variants = []model.Variant{{Name: s.Variants[0].Name, Points: []model.Point{p}}}
	open.Measured, open.Expect = nil, nil
	run, err := Run(ctx, &open, simulate, o)
	if err != nil || run.Interrupted {
		return nil, err
	}
	return &run.Variants[0].Points[0], nil
}

// forArrivals is an effort whose window, where the file sets one, is long enough for a tail.
func forArrivals(e model.Effort, perSecond float64) model.Effort {
	const jobs, settling = 2000, 0.1
	if e.Window > 0 {
		e.Window = max(e.Window, model.Time(math.Ceil(jobs/perSecond*float64(model.Second))))
		e.Warmup = max(e.Warmup, model.Time(settling*float64(e.Window)))
	}
	return e
}

// point gives a simulated point its interval.
func (d *drawn) point(p *model.PointRun, i int, level float64) PredictedPoint {
	out := PredictedPoint{N: p.N, Throughput: p.Throughput, P50: p.P50, P99: p.P99}
	if p.Throughput.Lo != nil && p.Throughput.Mean > 0 {
		out.Noise = (*p.Throughput.Hi - p.Throughput.Mean) / p.Throughput.Mean
	}
	if len(d.x) < 2 {
		return out
	}
	var x []float64
	for _, draw := range d.x {
		x = append(x, draw[i])
	}
	out.Numbers = deviation(x, level)
	out.Throughput = spreadAround(p.Throughput.Mean, math.Hypot(out.Numbers, out.Noise))
	return out
}

// deviation is the half width of the interval of logarithms that were drawn; NaN where they are not finite.
func deviation(logs []float64, level float64) float64 {
	return quantile(len(logs)-1, level) * stat.StdDev(logs, nil)
}

// spreadAround is an interval that reaches as far down as up, by a factor; a half width that is not finite leaves the mean alone.
func spreadAround(mean, half float64) model.Estimate {
	e := model.Estimate{Mean: mean}
	if lo, hi := mean*math.Exp(-half), mean*math.Exp(half); !math.IsNaN(hi) && !math.IsInf(hi, 0) {
		e.Lo, e.Hi = &lo, &hi
	}
	return e
}

func (d *drawn) latency(p *model.PointRun, threads int, unit model.Unit, o PredictOptions) *PredictedLatency {
	out := &PredictedLatency{Threads: threads, Done: p.Throughput, P50: model.Estimate{Mean: float64(p.P50)}, P99: model.Estimate{Mean: float64(p.P99)}}
	arrive := unit.Throughput(o.Rate, model.Second)
	out.Overloaded = p.Throughput.Mean < kept*arrive
	if len(d.p99) > 1 {
		out.P50 = spreadAround(out.P50.Mean, deviation(d.p50, o.Level))
		out.P99 = spreadAround(out.P99.Mean, deviation(d.p99, o.Level))
		out.Done = spreadAround(out.Done.Mean, deviation(d.done, o.Level))
	}
	return out
}

// speedUp compares the highest throughputs of two machines, draw by draw.
func speedUp(a *Prediction, da *drawn, b *Prediction, db *drawn, o PredictOptions) *model.Estimate {
	x, y := a.Points[a.Best], b.Points[b.Best]
	if !(x.Throughput.Mean > 0) {
		return nil
	}
	half := math.Hypot(x.Noise, y.Noise)
	if len(da.x) > 1 {
		var logs []float64
		for i := range da.x {
			logs = append(logs, db.x[i][b.Best]-da.x[i][a.Best])
		}
		half = math.Hypot(half, deviation(logs, o.Level))
	}
	e := spreadAround(y.Throughput.Mean/x.Throughput.Mean, half)
	return &e
}

// bestOf is the first point that has the highest throughput, as far as the replications tell.
func bestOf(points []model.PointRun) int {
	best := 0
	for i := range points {
		if points[i].Throughput.Mean > points[best].Throughput.Mean {
			best = i
		}
	}
	highest := points[best].Throughput
	for i := range best {
		if x := points[i].Throughput; x.Hi != nil && highest.Lo != nil && *x.Hi >= highest.Mean && x.Mean >= *highest.Lo {
			return i
		}
	}
	return best
}

// kneeOf is the first point that comes within 5 % of the highest throughput.
func kneeOf(points []model.PointRun) int {
	const near = 0.95
	most := points[bestOf(points)].Throughput.Mean
	return slices.IndexFunc(points, func(p model.PointRun) bool { return p.Throughput.Mean >= near*most })
}

// lossesOf ranks the causes that threads wait for or are slowed by.
func lossesOf(p *model.PointRun) []CauseShare {
	own := []string{"compute", "sleep", "idle", "park"}
	whole := p.Lifetime.Nanoseconds()
	var out []CauseShare
	for _, c := range p.Charges {
		if share := c.Time.Nanoseconds() / whole; !slices.Contains(own, c.Cause) && share >= 0.005 {
			out = append(out, CauseShare{c.Cause, share})
		}
	}
	slices.SortStableFunc(out, func(a, b CauseShare) int {
		switch {
		case a.Share > b.Share:
			return -1
		case a.Share < b.Share:
			return 1
		}
		return 0
	})
	return out
}
