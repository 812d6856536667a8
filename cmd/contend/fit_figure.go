package main

import (
	"io"
	"path/filepath"

	"contend/plots"
)

// draw draws the curves with what was fitted to them.
func (f *fitFlags) draw(all []*fitted) error {
	var curves []plots.Fitted
	for _, one := range all {
		name := one.curve.Name
		if name == "" || len(all) > 1 && one.curve.Input != all[0].curve.Input {
			name = one.curve.Input
		}
		curves = append(curves, plots.Fitted{Name: filepath.Base(name), Unit: one.curve.Unit, Laws: one.laws})
	}
	return replaceFile(f.output, func(w io.Writer) error {
		return plots.Fit(curves, "N", f.level/100).Write(w, filepath.Ext(f.output)[1:])
	})
}
