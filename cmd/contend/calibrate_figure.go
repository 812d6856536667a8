package main

import (
	"io"
	"path/filepath"

	"contend/model/fit"
	"contend/model/law"
	"contend/plots"
	"contend/sim/experiment"
)

// drawCalibration draws the calibrated curves beside the laws fitted to the same points, and the profiles below.
func drawCalibration(path string, got *experiment.Calibration, keep func(variant string, n float64) bool) error {
	run := got.Run
	var laws []plots.Fitted
	if m := run.Scenario.Measured; m != nil {
		for _, c := range m.Columns {
			var points []fit.Point
			for _, p := range c.Points {
				if c.Metric == "throughput" && keep(c.Variant, p.N) {
					points = append(points, fit.Point{N: p.N, X: p.Value})
				}
			}
			if len(points) < 3 {
				continue
			}
			all, err := fit.All(points, law.All(), fit.Options{})
			if err != nil {
				return err
			}
			laws = append(laws, plots.Fitted{Name: c.Variant, Laws: all})
		}
	}
	return replaceFile(path, func(w io.Writer) error {
		return plots.Calibrated(plots.Calibration{
			Run: run, Numbers: len(got.Numbers), Points: got.Points, HeldOut: got.HeldOut, Laws: laws, Profiles: profilesOf(got), Allowed: got.Allowed,
		}).Write(w, filepath.Ext(path)[1:])
	})
}

// profilesOf are those of the numbers that have one.
func profilesOf(got *experiment.Calibration) []plots.Profile {
	var out []plots.Profile
	for _, n := range got.Numbers {
		if len(n.Profile) == 0 {
			continue
		}
		p := plots.Profile{Name: n.Path}
		for _, h := range n.Profile {
			p.Off, p.Excess = append(p.Off, 100*(h.Value/n.Best-1)), append(p.Excess, h.Excess)
		}
		out = append(out, p)
	}
	return out
}
