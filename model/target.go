package model

// Target is what a machine is wanted to do: a rate in a scenario's units, and latencies of an iteration at that rate.
type Target struct {
	// PerSecond is the rate, in units a second.
	PerSecond float64
	// P50 and P99 bound the latencies' quantiles; 0 stands for no bound.
	P50, P99 Time
}
