package model

// Scenario is one scenario file, resolved: every variant stands in full at every point of the sweep.
type Scenario struct {
	Name, Title, About string
	// Hash identifies everything that touches a simulated number, and nothing else.
	Hash string
	// Source is where the documented figures are from, for the line below a figure.
	Source string
	Unit   Unit
	// X names what the sweep varies, for the axis: "threads", "rate", or a parameter.
	X string
	// Sets are the values that were given in place of the file's, NAME=VALUE.
	Sets     []string
	Effort   Effort
	Variants []Variant
	// Numbers is every number of the file with its provenance, in the order of the file.
	Numbers  []Number
	Measured *Measured
	// Calibration is what a calibration found besides values; nil where there was none.
	Calibration *Calibration
	Expect      []Expectation
	Warnings    []Warning
}

// Unit says what a unit of throughput is: Name done Is iterations at a time, counted per Per.
type Unit struct {
	Name string
	// Iterations that make one unit.
	Iterations float64
	// Per is the time throughput counts in: a second, or a minute.
	Per Time
}

// PerUnit turns iterations in a window into throughput.
func (u Unit) Throughput(iterations float64, window Time) float64 {
	return iterations / u.Iterations * (float64(u.Per) / float64(window))
}

// Effort says how much is simulated for one point.
type Effort struct {
	// Warmup is cut off before the window; with Auto, MSER-5 chooses how much of the run to cut.
	Warmup Time
	Auto   bool
	// Window is the measured time of one replication; 0 for a batch, which runs to its end.
	Window Time
	// MinReps and MaxReps bound the replications; between them, they stop when the 95 % interval of
	// the throughput is within ±Precision of its mean.
	MinReps, MaxReps int
	Precision        float64
	// Fleet is how many process starts draw a layout of the workload's objects; every replication then simulates each distinct
	// layout once and gives their mean, weighted by how often they were drawn. 0: every replication draws one.
	Fleet int
	// Fastest is how many of the replications, the fastest ones, a batch's makespan is the mean of; 0: all.
	Fastest int
}

// Variant is a scenario under a set of overrides.
type Variant struct {
	Name string
	// Overrides are the keys and values that the file gives for this variant, as written.
	Overrides [][2]string
	Points    []Point
}

// Point is one simulation: a machine, a workload, and the sweep's value they were resolved for.
type Point struct {
	// N is the sweep's value, 1 where there is no sweep.
	N        float64
	Machine  Machine
	Runtime  Runtime
	Workload Workload
	Effort   Effort
}

// Number is a number of a file with where it is from.
type Number struct {
	// Path is the key's path: params.work, machine.line.one_hop.
	Path string
	// Value is the number as written.
	Value string
	// From begins with published, measured, catalogue, fitted or assumed; "" where the file does not say.
	From string
	// Fit holds the bounds of a number that calibration may change, as written; nil for others.
	Fit *[2]string
	// Interval holds the 95 % interval that a calibration found, as written; nil for others.
	Interval *[2]string
	// InMachine tells that it stands in the file of the machine that the scenario names, not in the scenario's.
	InMachine bool
}

// Calibration is how the errors of fitted numbers go together.
type Calibration struct {
	// Points is how many measured values were fitted to.
	Points int
	// Paths names the numbers, and Correlation their errors' correlations: Paths by Paths.
	Paths       []string
	Correlation [][]float64
}

// Measured is what was measured, by variant and N.
type Measured struct {
	File string
	// Weights say how much the differences of a metric count in a calibration; 1 for those not named.
	Weights []Weight
	// Columns lists the variants that have a measurement, in order.
	Columns []MeasuredColumn
	// Normalise says which point of a curve its shape is taken against: uncontended (its first), or contended (its first of more than
	// one thread), for a table whose machine is not known. "" where the shape is not judged.
	Normalise string
	// Informs names the number of the machine that was inferred from this table, so that it is no prediction; "" for others.
	Informs string
}

// The ways to take a curve's shape.
const (
	Uncontended = "uncontended"
	Contended   = "contended"
)

// MeasuredColumn is the measured curve of one variant.
type MeasuredColumn struct {
	Variant string
	// Metric is what was measured: throughput, or the name of a metric.
	Metric string
	Points []MeasuredPoint
}

// Weight is how much a metric, or throughput, counts.
type Weight struct {
	Metric string
	Weight float64
}

// MeasuredPoint is one measured value.
type MeasuredPoint struct{ N, Value float64 }

// Expectation is a claim that a run checks. The claim is about the variant's fit to its measurements, a
// metric, or the comparison of two variants.
type Expectation struct {
	// Text is the claim as the file writes it.
	Text string
	// Variant, or Compare and To (the boost of one over the other), say what is judged; all empty: the whole scenario.
	Variant, Compare, To string
	// Claims must all hold.
	Claims []Claim
	Line   int
}

// Claim bounds one quantity: Lo ≤ quantity ≤ Hi.
type Claim struct {
	// Quantity is mape, max_error, peak, peak_at, throughput, boost, p50 or p99 (latencies in nanoseconds), or metrics.NAME. Of a
	// comparison, latencies and metrics are judged as boosts are: by how many percent one is more than the other.
	Quantity string
	// At is the point it is taken at; NaN where the quantity is not of a point.
	At     *float64
	Lo, Hi *float64
}
