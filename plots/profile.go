package plots

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"
)

// Profile is how much worse a calibration fits with a number held at values around the one found.
type Profile struct {
	Name string
	// Off is how far the values are from the one found, in percent, ascending; Excess is of the loss, in residual variances.
	Off, Excess []float64
}

// profilePanel draws profiles, and dashed the excess up to which a value is in the interval. A flat profile is a number that the data do not
// tell.
func profilePanel(profiles []Profile, allowed float64) panel {
	var all []series
	lo, hi := 0.0, 0.0
	for i, p := range profiles {
		all = append(all, series{name: p.Name, colour: colour(i), n: p.Off, y: p.Excess, lo: p.Excess, hi: p.Excess})
		lo, hi = min(lo, p.Off[0]), max(hi, p.Off[len(p.Off)-1])
	}
	drawn := append(all[:len(all):len(all)], series{colour: faint, dashed: true, n: []float64{lo, hi}, y: []float64{allowed, allowed}, lo: []float64{allowed, allowed}, hi: []float64{allowed, allowed}})
	right := roomFor(all)
	out := panel{
		title: "a number held, the others searched for again", plot: seriesPlot("held so far from the value found, %", "excess loss, in variances", drawn, right, .05),
		height: 2.6 * inch, right: right,
	}
	out.plot.X.Tick.Marker = ticks{about: 7}
	out.overlay = func(area, data draw.Canvas, pl *plot.Plot) { labelEnds(area, data, pl, all) }
	return out
}
