package model

// Result is what one replication of one point gave, inside its measured window.
type Result struct {
	// Window is the measured time: the makespan for a batch.
	Window Time
	// Warmup is what was cut off before it.
	Warmup Time
	// Iterations done by all threads inside the window, parts of one counting as parts; jobs for an open workload.
	Iterations float64
	// Lifetime is the sum of the threads' lifetimes inside the window. The charges sum to it exactly.
	Lifetime Sum
	Charges  []Charge
	// Latency holds the durations of the iterations or jobs that ended inside the window.
	Latency Latency
	Metrics []Metric
	// Events is how many events the engine ran.
	Events   uint64
	Warnings []Warning
}

// Charge is the time of all threads that went to one cause.
type Charge struct {
	Cause string
	Time  Sum
}

// Metric is a named number of a result. Names that end in _ns are times in nanoseconds.
type Metric struct {
	Name  string
	Value float64
}

// Latency is a summary of durations.
type Latency struct {
	Count         int64
	Mean          float64 // picoseconds
	P50, P90, P99 Time
	Max           Time
}

// Metric returns the value of a metric and whether the result has it.
func (r *Result) Metric(name string) (float64, bool) {
	for _, m := range r.Metrics {
		if m.Name == name {
			return m.Value, true
		}
	}
	return 0, false
}
