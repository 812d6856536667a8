package plots

import (
	"image/color"
	"sort"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// label is a text beside the end of a curve.
type label struct {
	text   string
	colour color.Color
	y      vg.Length
}

// spread moves labels apart that would overlap, as little as needed, within lo and hi.
func spread(labels []label, gap, lo, hi vg.Length) {
	sort.SliceStable(labels, func(i, j int) bool { return labels[i].y < labels[j].y })
	for i := range labels {
		least := lo
		if i > 0 {
			least = labels[i-1].y + gap
		}
		labels[i].y = max(labels[i].y, least)
	}
	most := hi
	for i := len(labels) - 1; i >= 0; i-- {
		labels[i].y = min(labels[i].y, most)
		most = labels[i].y - gap
	}
}

// drawLabels writes labels to the right of a place.
func drawLabels(c draw.Canvas, labels []label, x vg.Length, data draw.Canvas) {
	spread(labels, vg.Points(textSize+2.5), data.Min.Y, data.Max.Y)
	for _, l := range labels {
		s := style(textSize, l.colour, true)
		s.YAlign = draw.YCenter
		c.FillText(s, vg.Point{X: x, Y: l.y}, l.text)
	}
}

// widest is the room that labels need.
func widest(texts []string) vg.Length {
	w := vg.Length(0)
	for _, t := range texts {
		w = max(w, style(textSize, ink, true).Width(t))
	}
	return w + vg.Points(14)
}
