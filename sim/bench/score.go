package main

import (
	"fmt"
	"math"
)

// score is a contender's runs of one model, summed up.
type score struct {
	runs      int
	fastest   outcome // by time per customer
	slowest   float64 // nanoseconds per customer
	customers int64
	sum       float64 // of answers, weighted by customers
	failed    error
}

// add counts a run in.
func (s *score) add(o outcome) {
	ns := perCustomer(o)
	if s.runs == 0 || ns < perCustomer(s.fastest) {
		s.fastest = o
	}
	s.slowest = max(s.slowest, ns)
	s.runs++
	s.customers += o.Customers
	s.sum += o.Answer * float64(o.Customers)
}

// perCustomer is nanoseconds of CPU time per customer served.
func perCustomer(o outcome) float64 { return o.Seconds * 1e9 / float64(o.Customers) }

// answer is the mean over all runs.
func (s *score) answer() float64 { return s.sum / float64(s.customers) }

// wrong is the number of standard errors from which on an answer counts as wrong: one right answer in 16000 is that far off.
const wrong = 4

// verdict says whether the answer agrees with the exact one.
func (s *score) verdict(b benchmark) (string, bool) {
	z := b.errors(s.answer(), s.customers)
	text := fmt.Sprintf("%.4g, %+.1f s.e.", s.answer(), z)
	return text, math.Abs(z) <= wrong
}
