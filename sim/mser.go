package sim

// mser5 returns how many of the first values of a series belong to its warm-up: the cut, in batches of five, that
// makes the standard error of the mean of what is left smallest, among cuts of up to a share of the series
// (White 1997, "An effective truncation heuristic for bias reduction in simulation output"; White, Cobb &
// Spratt 2000, "A comparison of five steady-state truncation heuristics").
func mser5(series []float64, most float64) int {
	const batch = 5
	n := len(series) / batch
	means := make([]float64, n)
	for i := range means {
		for j := range batch {
			means[i] += series[i*batch+j] / batch
		}
	}
	best, bestCut := 0.0, 0
	sum, squares := 0.0, 0.0
	for cut := n - 1; cut >= 0; cut-- {
		sum += means[cut]
		squares += means[cut] * means[cut]
		left := float64(n - cut)
		if float64(cut) > most*float64(n) {
			continue
		}
		mean := sum / left
		error2 := (squares - left*mean*mean) / (left * left)
		if bestCut == 0 && cut != 0 && best == 0 || error2 <= best {
			best, bestCut = error2, cut
		}
	}
	return bestCut * batch
}
