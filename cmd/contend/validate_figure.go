package main

import (
	"io"
	"path/filepath"

	"contend/plots"
)

// drawTables draws a figure for each table and one of all, as SVG and PNG.
func drawTables(dir string, tables []validated) error {
	var shapes []plots.Shape
	for i := range tables {
		v := &tables[i]
		shapes = append(shapes, plots.Shape{Run: v.run, Curves: v.curves, Machine: v.machineText()})
		if err := drawBoth(filepath.Join(dir, v.run.Scenario.Name), plots.Shapes(shapes[i])); err != nil {
			return err
		}
	}
	return drawBoth(filepath.Join(dir, "validate"), plots.Validated(shapes))
}

func drawBoth(base string, f *plots.Figure) error {
	for _, format := range []string{"svg", "png"} {
		if err := replaceFile(base+"."+format, func(w io.Writer) error { return f.Write(w, format) }); err != nil {
			return err
		}
	}
	return nil
}
