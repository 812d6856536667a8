package plots

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"

	"contend/model"
)

// Calibrated draws a calibrated run and the laws fitted to the same measured points: the curves of the mechanism with their intervals, the
// laws dashed, the measurements as rings.
func Calibrated(r *model.Run, laws []Fitted) *Figure {
	f := &Figure{title: titleOf(r.Scenario), subtitle: "a calibrated simulation and scaling laws, fitted to the same points", sources: sourcesOf(r)}
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
	f.key = append(lineKey(all, "simulated", r.Level), keyEntry{dashSign, "scaling law", faint})
	return f
}
