package plots

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"

	"contend/model"
)

// Calibration is a calibrated run, with what stands beside it.
type Calibration struct {
	Run *model.Run
	// Numbers were fitted to so many Points; HeldOut were not fitted to.
	Numbers, Points, HeldOut int
	// Laws are fitted to the same points.
	Laws []Fitted
	// Profiles may be none; Allowed is the excess at the ends of their intervals.
	Profiles []Profile
	Allowed  float64
}

// Calibrated draws a calibration: the curves of the mechanism with their intervals, the laws dashed, the measurements as rings, and the
// profiles below.
func Calibrated(c Calibration) *Figure {
	r, laws := c.Run, c.Laws
	f := &Figure{title: titleOf(r.Scenario), subtitle: "a calibrated simulation and scaling laws, fitted to the same points", sources: sourcesOf(r)}
	f.sources[0] = c.caption()
	all := throughputOf(r)
	drawn := all
	for _, l := range laws {
		for i := range all {
			if all[i].name != l.Name || len(all[i].n) < 2 {
				continue
			}
			s := series{name: l.Name, colour: all[i].colour, dashed: true}
			for _, n := range between(all[i].n[0], all[i].n[len(all[i].n)-1]) {
				if x := l.Laws.At(n); finite(x) {
					s.n, s.y, s.lo, s.hi = append(s.n, n), append(s.y, x), append(s.lo, x), append(s.hi, x)
				}
			}
			drawn = append(drawn, s)
			best := l.Laws.Best()
			f.sources = append(f.sources, fmt.Sprintf("%s: %s, %d parameters fitted to %d points, mean error %.1f %%.", l.Name, best.Law.Title, len(best.Params), len(l.Laws.Points), best.MAPE))
		}
	}
	right := roomFor(all)
	p := panel{plot: seriesPlot(r.Scenario.X, perUnit(r.Scenario.Unit), drawn, right, .05), height: 4 * inch, right: right}
	p.overlay = func(area, data draw.Canvas, pl *plot.Plot) { labelEnds(area, data, pl, all) }
	f.rows = stack([]panel{p})
	if len(c.Profiles) > 0 {
		f.rows = append(f.rows, []panel{profilePanel(c.Profiles, c.Allowed)})
	}
	f.key = append(lineKey(all, "simulated", r.Level), keyEntry{dashSign, "scaling law", faint})
	return f
}

// caption says what was fitted to what.
func (c Calibration) caption() string {
	out := fmt.Sprintf("contend %s, seed %d; %s fitted to %s", c.Run.Scenario.Name, c.Run.Seed, counted(c.Numbers, "number"), counted(c.Points, "measured value"))
	if c.HeldOut > 0 {
		out += fmt.Sprintf(", %d held out", c.HeldOut)
	}
	if c.Run.Fit != nil {
		out += fmt.Sprintf("; over all, mean error %.1f\u00a0%%, largest %.1f\u00a0%%", c.Run.Fit.MAPE, c.Run.Fit.Max)
	}
	return out
}
