package model

// Curve is one measured scaling curve: throughput by concurrency.
type Curve struct {
	// Input is the path or label the curve came from; Name tells curves of one input apart.
	Input, Name string
	// Unit is the throughput's unit as the source writes it, or "" where it does not say.
	Unit string
	// Points stand in the order of the source; N may repeat (replicates).
	Points []CurvePoint
	// Warnings are what the importer noticed and a reader should know.
	Warnings []Warning
}

// CurvePoint is one measurement: throughput X at concurrency N.
type CurvePoint struct {
	N, X float64
	// Weight is the point's relative weight in a fit, 1 where the source gives none.
	Weight float64
	// Line is the point's line in its file, 0 where it has none.
	Line int
}

// Warning is something a reader should know before trusting a number. It travels with the
// result as data; printing decides later what to do with it.
type Warning struct {
	Code string `json:"code"`
	Text string `json:"text"`
}
