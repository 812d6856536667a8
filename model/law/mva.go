package law

// Station is one service centre of a closed network.
type Station struct {
	Demand  float64 // mean service time per cycle, summed over the visits
	Servers int     // identical servers; 0 is a delay, where nobody waits
}

// Network is the steady state of a closed network with one class of customers.
type Network struct {
	N          int
	Throughput float64   // cycles per unit of time, of all together
	Response   float64   // mean time of a cycle: the sum of the residence times
	Residence  []float64 // mean time at each station per cycle
	Length     []float64 // mean number at each station
}

// MVA solves a closed product-form network exactly for populations 1…n, by mean-value analysis
// (Reiser & Lavenberg, JACM 27(2), 1980, 313–322). For each population in turn:
//
//	Rₖ(N) = Dₖ(1 + Lₖ(N−1))      a single server: an arrival sees the network with itself removed
//	Rₖ(N) = Dₖ                   a delay
//	X(N)  = N / ΣRₖ(N)           Little's law for the whole cycle
//	Lₖ(N) = X(N)·Rₖ(N)           Little's law for each station
//
// A station of c servers adds the marginal probabilities of fewer than c customers,
//
//	Rₖ(N)    = Dₖ/c·(1 + Lₖ(N−1) + Σ_{j<c−1} (c−1−j)·pₖ(j | N−1))
//	pₖ(j | N) = X(N)·Dₖ/j·pₖ(j−1 | N−1),   pₖ(0 | N) = 1 − (X(N)Dₖ + Σ_{0<j<c} (c−j)·pₖ(j | N))/c.
//
// The result has length n; element i is population i+1.
func MVA(n int, stations []Station) []Network {
	results := make([]Network, 0, max(n, 0))
	length := make([]float64, len(stations))
	marginal := emptyMarginals(stations)
	for population := 1; population <= n; population++ {
		net := Network{N: population, Residence: make([]float64, len(stations)), Length: make([]float64, len(stations))}
		for k, s := range stations {
			net.Residence[k] = residence(s, length[k], marginal[k])
			net.Response += net.Residence[k]
		}
		net.Throughput = float64(population) / net.Response
		for k, s := range stations {
			net.Length[k] = net.Throughput * net.Residence[k]
			advance(marginal[k], net.Throughput*s.Demand)
		}
		length = net.Length
		results = append(results, net)
	}
	return results
}

// emptyMarginals holds p(0…c−1) of an empty network for each station of more than one server.
func emptyMarginals(stations []Station) [][]float64 {
	marginal := make([][]float64, len(stations))
	for k, s := range stations {
		if s.Servers > 1 {
			marginal[k] = make([]float64, s.Servers)
			marginal[k][0] = 1
		}
	}
	return marginal
}

// residence is Rₖ(N) from the station's length and marginals at N−1.
func residence(s Station, length float64, marginal []float64) float64 {
	if s.Servers == 0 {
		return s.Demand
	}
	idle := 0.0
	for j := range max(s.Servers-1, 0) {
		idle += float64(s.Servers-1-j) * marginal[j]
	}
	return s.Demand / float64(s.Servers) * (1 + length + idle)
}

// advance moves p(0…c−1) from population N−1 to N, where the station's traffic X(N)·D is given.
// p(0) comes from the mean number of busy servers and is held at 0 where rounding would pass it.
func advance(marginal []float64, traffic float64) {
	c := len(marginal)
	if c == 0 {
		return
	}
	busy := traffic
	for j := c - 1; j > 0; j-- {
		marginal[j] = traffic / float64(j) * marginal[j-1]
		busy += float64(c-j) * marginal[j]
	}
	marginal[0] = max(0, 1-busy/float64(c))
}
