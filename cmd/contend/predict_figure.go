package main

import (
	"fmt"
	"io"
	"path/filepath"

	"contend/model"
	"contend/plots"
	"contend/sim/experiment"
)

// drawPredictions draws the curves of all machines, and what they cost.
func drawPredictions(path string, s *model.Scenario, all []experiment.Prediction, f *predictFlags) error {
	var out []plots.Prediction
	for i := range all {
		p := plots.Prediction{Machine: all[i].Name, Best: all[i].Best, Price: all[i].Machine.Price}
		for _, at := range all[i].Points {
			p.N, p.Throughput = append(p.N, at.N), append(p.Throughput, at.Throughput)
		}
		out = append(out, p)
	}
	about := fmt.Sprintf("contend %s, %s, seed %d; intervals hold the simulation's noise and %d draws of what is not known of the numbers", s.Name, s.Variants[0].Name, f.seed, f.draws)
	if f.draws == 0 {
		about = fmt.Sprintf("contend %s, %s, seed %d; intervals hold the simulation's noise alone", s.Name, s.Variants[0].Name, f.seed)
	}
	return replaceFile(path, func(w io.Writer) error {
		return plots.Predicted(s, out, f.level/100, []string{about}).Write(w, filepath.Ext(path)[1:])
	})
}
