package main

import (
	"io"
	"path/filepath"

	"contend/model"
	"contend/model/fit"
	"contend/model/law"
	"contend/plots"
)

// drawCalibration draws the calibrated curves beside the laws fitted to the same points.
func drawCalibration(path string, run *model.Run, keep func(variant string, n float64) bool) error {
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
		return plots.Calibrated(run, laws).Write(w, filepath.Ext(path)[1:])
	})
}
