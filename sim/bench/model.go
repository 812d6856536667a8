package main

import (
	"fmt"
	"math"

	"contend/model/law"
)

// benchmark is one model at one size, with the exact answer that every engine must give. Times are in units of a service, or of a hold.
type benchmark struct {
	model string
	// size is the number of customers there are, or of events pending; 1 for an open model.
	size int
	// answer says what is checked, exact is its value by the closed form.
	answer string
	exact  float64
	// spread is the standard deviation of the answer, relative to it, times the root of the number of customers served.
	spread float64
}

const (
	arrivalRate = 0.9
	thinkTime   = 50.0
	machines    = 64
)

// benchmarks are M/M/1, the machine repairman, and hold from 10² to 10⁶ pending events.
func benchmarks() []benchmark {
	all := []benchmark{mm1(), repairman()}
	for n := 100; n <= 1_000_000; n *= 10 {
		all = append(all, hold(n))
	}
	return all
}

// mm1 is M/M/1 at a load of 0.9. Its mean wait is ρ/(1−ρ) (Kleinrock 1975, Queueing Systems I, 3.2); waits of successive customers hang together, and
// their mean over n has the variance ρ(2+5ρ−4ρ²+ρ³)/(1−ρ)⁴/n (Whitt 1989, "Planning queueing simulations", Management Science 35, table 1).
func mm1() benchmark {
	r := arrivalRate
	wait := r / (1 - r)
	spread := math.Sqrt(r*(2+5*r-4*r*r+r*r*r)) / ((1 - r) * (1 - r))
	return benchmark{"mm1", 1, "mean wait", wait, spread / wait}
}

// repairman is a closed network whose throughput is exact (Reiser & Lavenberg 1980). Its one server hardly ever idles, so that
// departures are close to a Poisson stream, whose count has its mean for variance.
func repairman() benchmark {
	return benchmark{"repairman", machines, "throughput", law.Repairman.Eval(machines, []float64{1 / (thinkTime + 1), 1 / (thinkTime + 1)}), 1}
}

// hold is n independent Poisson streams of rate 1 (Jones 1986, "An empirical comparison of priority-queue and event-set implementations").
func hold(n int) benchmark { return benchmark{"hold", n, "rate of one", 1, 1} }

func (b benchmark) String() string {
	if b.size == 1 {
		return b.model
	}
	return fmt.Sprintf("%s %d", b.model, b.size)
}

// errors is how many standard errors a mean over so many customers is away from the exact answer.
func (b benchmark) errors(mean float64, customers int64) float64 {
	return (mean/b.exact - 1) / (b.spread / math.Sqrt(float64(customers)))
}
