package law

import "math"

// Queue is the steady state of one station with Poisson arrivals.
type Queue struct {
	Utilisation float64 // part of the servers that is busy, in [0, 1)
	Waiting     float64 // mean time in the queue, before service
	Response    float64 // mean time in the station, waiting and service
	Length      float64 // mean number in the station, waiting and in service
}

// MM1 is the single server with Poisson arrivals at rate lambda and exponential service at rate
// mu > lambda: R = 1/(μ−λ), L = ρ/(1−ρ) (Kleinrock, Queueing Systems I, 1975, §3.2). Both means
// also hold for M/G/1 processor sharing, whatever the service distribution (Kleinrock, Queueing
// Systems II, 1976, §4.4). It is false where the queue has no steady state.
func MM1(lambda, mu float64) (Queue, bool) { return MMc(lambda, mu, 1) }

// MMc is the station of c identical servers, each exponential at rate mu, with Poisson arrivals at
// rate lambda < c·mu: Wq = C(c, a)/(cμ−λ) with a = λ/μ and C Erlang's delay formula [ErlangC]
// (Kleinrock, Queueing Systems I, 1975, §3.5). It is false where the queue has no steady state.
func MMc(lambda, mu float64, c int) (Queue, bool) {
	servers := float64(c)
	if !(lambda > 0 && mu > 0 && c > 0 && lambda < servers*mu) {
		return Queue{}, false
	}
	wait := ErlangC(servers, lambda/mu) / (servers*mu - lambda)
	response := wait + 1/mu
	return Queue{lambda / mu / servers, wait, response, lambda * response}, true
}

// Closed is the steady state of a station that a fixed population shares.
type Closed struct {
	Throughput  float64 // cycles per unit of time, of all together
	Response    float64 // mean time in the station, per visit
	Length      float64 // mean number in the station
	Utilisation float64 // part of the servers that is busy
}

// MMcN is the machine repairman: n customers think for an exponential time of mean think and then
// need an exponential service of mean service > 0 from one of c servers. The number k at the
// station is a birth–death chain with rates (n−k)/think and min(k, c)/service (Kleinrock, Queueing
// Systems I, 1975, §3.8); it is solved in logarithms, so that n may be large.
func MMcN(n, c int, service, think float64) Closed {
	if n <= 0 {
		return Closed{}
	}
	if think <= 0 {
		return saturated(n, c, service)
	}
	weight := make([]float64, n+1) // ln of the unnormalised probability of k at the station
	top := 0.0
	for k := 1; k <= n; k++ {
		weight[k] = weight[k-1] + math.Log(float64(n-k+1)*service/(think*float64(min(k, c))))
		top = max(top, weight[k])
	}
	var sum, length, busy float64
	for k, w := range weight {
		p := math.Exp(w - top)
		sum += p
		length += p * float64(k)
		busy += p * float64(min(k, c))
	}
	length, busy = length/sum, busy/sum
	x := busy / service
	return Closed{x, length / x, length, busy / float64(c)}
}

// saturated is the closed station whose customers never leave.
func saturated(n, c int, service float64) Closed {
	busy := float64(min(n, c))
	x := busy / service
	return Closed{x, float64(n) / x, float64(n), busy / float64(c)}
}
