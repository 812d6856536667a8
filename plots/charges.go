package plots

import (
	"sort"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"contend/model"
)

// least is the share of the threads' time, at some point of the run, below which a cause is left out of the figure.
const least = .005

// Charges draws where the threads' time goes: for each variant, the causes' shares, stacked, over what is swept. It returns nil for a
// run without curves.
func Charges(r *model.Run) *Figure {
	if longest(r) < 2 {
		return nil
	}
	causes := causesOf(r)
	f := &Figure{title: "Where the threads' time goes", subtitle: titleOf(r.Scenario), width: 8 * inch, sources: sourcesOf(r)}
	for i := range r.Variants {
		if v := &r.Variants[i]; len(v.Points) > 1 {
			f.panels = append(f.panels, chargePanel(r, v, causes))
		}
	}
	for i := range f.panels[:max(0, len(f.panels)-1)] {
		f.panels[i].plot.X.Label.Text = ""
	}
	return f
}

// causesOf lists the causes that matter: compute first, then by their largest share.
func causesOf(r *model.Run) []string {
	largest := map[string]float64{}
	for i := range r.Variants {
		for j := range r.Variants[i].Points {
			p := &r.Variants[i].Points[j]
			for _, c := range p.Charges {
				largest[c.Cause] = max(largest[c.Cause], share(c.Time, p.Lifetime))
			}
		}
	}
	var out []string
	for c, s := range largest {
		if s >= least {
			out = append(out, c)
		}
	}
	sort.Slice(out, func(i, j int) bool {
		a, b := out[i], out[j]
		if (a == "compute") != (b == "compute") {
			return a == "compute"
		}
		if largest[a] != largest[b] {
			return largest[a] > largest[b]
		}
		return a < b
	})
	return out
}

func share(part, whole model.Sum) float64 {
	if w := whole.Nanoseconds(); w > 0 {
		return part.Nanoseconds() / w
	}
	return 0
}

// chargePanel stacks the causes' shares of one variant.
func chargePanel(r *model.Run, v *model.VariantRun, causes []string) panel {
	p := newPanel(r.Scenario.X, v.Name+", % of time")
	low := make([]float64, len(v.Points))
	var tops [][]float64
	for i, cause := range causes {
		high := append([]float64(nil), low...)
		for j := range v.Points {
			for _, c := range v.Points[j].Charges {
				if c.Cause == cause {
					high[j] += 100 * share(c.Time, v.Points[j].Lifetime)
				}
			}
		}
		p.Add(stackArea(v, low, high, i))
		tops = append(tops, high)
		low = high
	}
	p.X.Tick.Marker = pointTicks(r)
	p.Y.Min, p.Y.Max = 0, 100
	return panel{plot: p, height: 2.5 * inch, right: widest(causes), overlay: func(c, data draw.Canvas, p *plot.Plot) {
		_, y := p.Transforms(&data)
		var labels []label
		before := 0.0
		for i, cause := range causes {
			end := tops[i][len(v.Points)-1]
			if end-before > 1 {
				labels = append(labels, label{strings.TrimPrefix(cause, "line:"), colour(i), y((before + end) / 2)})
			}
			before = end
		}
		drawLabels(c, labels, data.Max.X+vg.Points(8), data)
	}}
}

func stackArea(v *model.VariantRun, low, high []float64, i int) plot.Plotter {
	var up, down plotter.XYs
	for j := range v.Points {
		up = append(up, plotter.XY{X: v.Points[j].N, Y: high[j]})
		down = append(plotter.XYs{{X: v.Points[j].N, Y: low[j]}}, down...)
	}
	p, err := plotter.NewPolygon(append(up, down...))
	if err != nil {
		return grid{}
	}
	c := colour(i)
	c.A = 200
	p.Color = c
	p.LineStyle.Width = 0
	return p
}
