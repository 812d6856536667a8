package plots

import (
	"image/color"
	"sort"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"contend/model"
)

const (
	// least is the share of the threads' time, at some point of the run, below which a cause counts to the others.
	least = .005
	// others is what the lesser causes are summed up as.
	others = "other"
)

// Charges draws where the threads' time goes, in shares: stacked areas over what is swept, a panel a variant, or a bar a variant
// where nothing is swept. It returns nil for a run without charges.
func Charges(r *model.Run) *Figure {
	causes := causesOf(r)
	if len(causes) == 0 {
		return nil
	}
	f := &Figure{title: "Where the threads' time goes", subtitle: titleOf(r.Scenario), sources: sourcesOf(r)}
	if longest(r) < 2 {
		f.rows = [][]panel{{chargeBars(r, causes)}}
		for i, c := range causes {
			f.key = append(f.key, keyEntry{boxSign(causeColour(causes, i)), causeName(c), ink})
		}
		return f
	}
	var panels []panel
	for i := range r.Variants {
		if len(r.Variants[i].Points) > 1 {
			panels = append(panels, chargeAreas(r, &r.Variants[i], causes))
		}
	}
	f.rows = stack(panels)
	return f
}

// causesOf lists the causes that matter: compute first, then by their largest share, at most as many as there are colours.
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
	if len(out) > len(colours) {
		out = append(out[:len(colours)-1:len(colours)-1], others)
	}
	return out
}

func causeColour(causes []string, i int) color.NRGBA {
	if causes[i] == others {
		return faint
	}
	return colour(i)
}

// causeName is a cause in words: line:x is the line x.
func causeName(cause string) string { return strings.Replace(cause, ":", " ", 1) }

func share(part, whole model.Sum) float64 {
	if w := whole.Nanoseconds(); w > 0 {
		return part.Nanoseconds() / w
	}
	return 0
}

// sharesOf are the shares of a point's causes, in percent.
func sharesOf(p *model.PointRun, causes []string) []float64 {
	out := make([]float64, len(causes))
	for _, c := range p.Charges {
		at := len(causes) - 1
		for i, cause := range causes {
			if cause == c.Cause {
				at = i
				break
			}
		}
		if causes[at] == c.Cause || causes[at] == others {
			out[at] += 100 * share(c.Time, p.Lifetime)
		}
	}
	return out
}

// chargeAreas stacks the causes' shares of one variant over what is swept, with the causes' names at the right.
func chargeAreas(r *model.Run, v *model.VariantRun, causes []string) panel {
	p := newPanel(r.Scenario.X, "% of time")
	var n []float64
	tops := make([][]float64, len(causes)+1)
	for j := range v.Points {
		n = append(n, v.Points[j].N)
		top := 0.0
		tops[0] = append(tops[0], 0)
		for i, s := range sharesOf(&v.Points[j], causes) {
			top += s
			tops[i+1] = append(tops[i+1], top)
		}
	}
	for i := range causes {
		c := causeColour(causes, i)
		c.A = 205
		p.Add(area(n, tops[i], tops[i+1], c))
	}
	for i := range causes[1:] {
		p.Add(seam(n, tops[i+1]))
	}
	var names []string
	for _, c := range causes {
		names = append(names, causeName(c))
	}
	right := widest(names)
	sweepAxis(&p.X, n, width-2*margin-right-60)
	p.Y.Min, p.Y.Max = 0, 100
	return panel{title: v.Name, plot: p, height: max(2.3*inch, 15*vg.Length(len(causes))+40), right: right, overlay: func(c, data draw.Canvas, p *plot.Plot) {
		_, y := p.Transforms(&data)
		var labels []label
		for i, cause := range causes {
			low, high := tops[i][len(n)-1], tops[i+1][len(n)-1]
			if high-low > 1 || widestShare(tops[i], tops[i+1]) > 3 {
				labels = append(labels, label{causeName(cause), causeColour(causes, i), y((low + high) / 2)})
			}
		}
		drawLabels(c, labels, data)
	}}
}

// widestShare is the largest distance between two curves.
func widestShare(low, high []float64) float64 {
	w := 0.0
	for i := range low {
		w = max(w, high[i]-low[i])
	}
	return w
}

// seam is a thin line between two areas.
func seam(n, y []float64) plot.Plotter {
	l := line(n, y, paper)
	l.Width = .8
	return l
}

// chargeBars stacks the causes' shares of each variant's point in a bar.
func chargeBars(r *model.Run, causes []string) panel {
	var names []string
	var rows [][]float64
	for i := range r.Variants {
		if v := &r.Variants[i]; len(v.Points) > 0 {
			names = append(names, v.Name)
			rows = append(rows, sharesOf(&v.Points[0], causes))
		}
	}
	p := rowsPlot(names)
	p.X.Min, p.X.Max = 0, 100
	p.X.Label.Text = "% of the threads' time"
	p.Add(bars{rows, causes})
	return panel{plot: p, height: 44 + 26*vg.Length(len(rows)), right: 8}
}

// bars draws a stacked bar a row, with the shares that have room inside.
type bars struct {
	rows   [][]float64
	causes []string
}

func (b bars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	const half = 8
	for i, row := range b.rows {
		at := y(rowAt(i, len(b.rows)))
		from := 0.0
		for j, s := range row {
			fill := causeColour(b.causes, j)
			fill.A = 205
			mid := vg.Point{X: (x(from) + x(from+s)) / 2, Y: at}
			fillBox(c, mid, (x(from+s)-x(from))/2, half, fill)
			st := style(smallSize, paper, true)
			st.XAlign, st.YAlign = draw.XCenter, middle
			if words := plainNumber(s, 1); st.Width(words)+6 < x(from+s)-x(from) {
				c.FillText(st, mid, words)
			}
			from += s
			c.StrokeLine2(draw.LineStyle{Color: paper, Width: .8}, x(from), at-half, x(from), at+half)
		}
	}
}
