package model

// Run is what simulating a scenario gave: every variant's curve, the comparisons, and the verdicts.
type Run struct {
	Scenario *Scenario
	Seed     uint64
	Version  string
	Level    float64 // of the intervals, such as 0.95
	Variants []VariantRun
	// Comparisons hold the boost of variants over the one they are compared to.
	Comparisons  []Comparison
	Expectations []Verdict
	Fit          *Error // over all measured points; nil where nothing was measured
	Warnings     []Warning
	// Interrupted tells that the run was stopped before every point was done.
	Interrupted bool
}

// VariantRun is one variant's curve.
type VariantRun struct {
	Name   string
	Points []PointRun
	Fit    *Error // against the measurements of its throughput; nil where there are none
}

// Error sums up the difference between simulated and measured values.
type Error struct {
	Points    int
	MAPE, Max float64 // percent
}

// Estimate is a mean over replications with its confidence interval; Lo and Hi are nil where one
// replication gives none.
type Estimate struct {
	Mean   float64
	Lo, Hi *float64
}

// PointRun is one point of a curve, over its replications.
type PointRun struct {
	N          float64
	Reps       int
	Throughput Estimate
	// Measured is the measured throughput, nil where there is none; ErrorPct is the signed difference.
	Measured, ErrorPct *float64
	P50, P99           Time
	// Lifetime and Charges are summed over the replications.
	Lifetime Sum
	Charges  []Charge
	Metrics  []MetricRun
	// PerRep holds each replication's throughput, in order, for paired comparisons.
	PerRep []float64
	// Ranked holds the makespans of the fastest replications of a batch, in order; nil otherwise.
	Ranked []Time
	Window Time
	Warmup Time
	Events uint64
	// Bands are the groups that a fleet's process starts fall in, the fastest first; nil without a fleet.
	Bands []Band
}

// Band is a group of process starts whose layouts give much the same throughput.
type Band struct {
	// Share of the process starts that are in the band, and how many distinct layouts they have.
	Share   float64
	Layouts int
	Start
	// Sample holds single starts: one for each replication of each layout.
	Sample []Start
}

// Start is what one start of the program gave, or several on average.
type Start struct {
	Throughput float64
	P50, P99   Time
	// CPU is the part of the hardware threads' time that a thread ran or stalled in, in percent.
	CPU float64
}

// MetricRun is a metric over the replications of a point.
type MetricRun struct {
	Name string
	Estimate
	Measured *float64
}

// Comparison is the boost of variant Of over variant To at every N they share.
type Comparison struct {
	Of, To string
	Points []Boost
}

// Boost is a relative gain in percent, with the interval that common random numbers give.
type Boost struct {
	N           float64
	Pct         Estimate
	MeasuredPct *float64
	// LinearPct is the gain in proportion to the hardware threads; nil where both have as many.
	LinearPct *float64
}

// Verdict is an expectation and what came of it.
type Verdict struct {
	Text string
	Got  string
	OK   bool
}
