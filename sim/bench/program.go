package main

import (
	"context"
	"embed"
	"fmt"

	"contend/model"
	"contend/scenarios"
	"contend/sim"
)

//go:embed *.yaml
var programs embed.FS

// program is a model as a scenario: a thread for each customer.
type program struct {
	b     benchmark
	point model.Point
	seed  uint64
}

// newProgram reads the model's scenario, and makes its window as long as so many customers take.
func newProgram(b benchmark, customers int64, seed uint64) (*program, error) {
	name := b.model + ".yaml"
	data, err := programs.ReadFile(name)
	if err != nil {
		return nil, err
	}
	s, err := scenarios.Load(name, data, ".", scenarios.Options{})
	if err != nil {
		return nil, err
	}
	p := s.Variants[0].Points[0]
	rate := b.exact
	switch b.model {
	case "mm1":
		rate = arrivalRate
	case "hold":
		p.Workload.Closed.Threads = b.size
		rate = float64(b.size)
	}
	p.Effort.Window = model.Time(float64(customers) / rate * unit)
	return &program{b, p, seed}, nil
}

// run simulates the window. Customers of the warm-up are simulated but not counted.
func (p *program) run() (outcome, error) {
	r, err := sim.Run(context.Background(), p.point, sim.Options{Seed: p.seed})
	if err != nil {
		return outcome{}, err
	}
	served := r.Latency.Count // counted where they end, as by the others
	answer := float64(served) / (float64(r.Window) / unit)
	switch p.b.model {
	case "mm1": // the time that threads wait for the lock
		wait, ok := chargeOf(r, "lock:server")
		if !ok {
			return outcome{}, fmt.Errorf("nobody waited for the lock")
		}
		answer = wait / unit / float64(served)
	case "hold":
		answer /= float64(p.b.size)
	}
	return outcome{Customers: served, Events: int64(r.Events), Answer: answer}, nil
}

// chargeOf is a cause's time in picoseconds.
func chargeOf(r model.Result, cause string) (float64, bool) {
	for _, c := range r.Charges {
		if c.Cause == cause {
			return c.Time.Nanoseconds() * float64(model.Nanosecond), true
		}
	}
	return 0, false
}
