package main

import (
	"io"
	"path/filepath"
	"slices"

	"contend/model"
	"contend/plots"
)

// drawable reports whether the name of a file tells a format that figures come in.
func drawable(path string) bool {
	return slices.Contains([]string{".svg", ".png", ".html"}, filepath.Ext(path))
}

// isReport reports whether a file can hold several scenarios.
func isReport(path string) bool { return filepath.Ext(path) == ".html" }

// draw writes the curves of runs into a file: a report, or the figure of the one run.
func draw(path string, runs []*model.Run) error {
	return replaceFile(path, func(w io.Writer) error {
		if isReport(path) {
			return plots.Report(w, runs)
		}
		return plots.Curve(runs[0]).Write(w, filepath.Ext(path)[1:])
	})
}
