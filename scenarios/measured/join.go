package measured

import (
	"cmp"
	"path/filepath"
	"slices"

	"contend/model"
)

// run is what the points of a curve have in common.
type run struct{ label, folder, format, name string }

// Join returns the curves of files, in the order of the files. Those of a format that tells one N a file go together: by label, else by
// folder, and by what each was a run of.
func Join(files []File) []model.Curve {
	var out []*model.Curve
	joined := map[run]*model.Curve{}
	for _, f := range files {
		for i := range f.Curves {
			c := f.Curves[i]
			if f.Label != "" {
				c.Input = f.Label
			}
			if !f.OneN {
				out = append(out, &c)
				continue
			}
			k := run{label: f.Label, format: f.Format, name: c.Name}
			if f.Label == "" {
				k.folder = filepath.Dir(f.Name)
			}
			at := joined[k]
			if at == nil {
				joined[k] = &c
				out = append(out, &c)
				continue
			}
			if f.Label == "" {
				at.Input = k.folder
			}
			at.Points = append(at.Points, c.Points...)
			for _, w := range c.Warnings {
				at.Warnings = warn(at.Warnings, w)
			}
		}
	}
	// The order of files carries no meaning: c16.txt comes before c4.txt.
	for _, c := range joined {
		slices.SortStableFunc(c.Points, func(a, b model.CurvePoint) int { return cmp.Compare(a.N, b.N) })
	}
	curves := make([]model.Curve, 0, len(out))
	for _, c := range out {
		curves = append(curves, *c)
	}
	return curves
}

// warn adds a warning unless it is there.
func warn(list []model.Warning, w model.Warning) []model.Warning {
	for _, has := range list {
		if has == w {
			return list
		}
	}
	return append(list, w)
}
