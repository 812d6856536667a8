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

const (
	labelGap   = vg.Length(8)   // between the data and its labels
	labelLine  = vg.Length(13)  // from label to label
	labelLimit = vg.Length(150) // the longest label; a longer one is cut
)

// spread moves labels apart that would overlap, as little as needed, and keeps them within lo and hi where there is room.
func spread(labels []label, gap, lo, hi vg.Length) {
	sort.SliceStable(labels, func(i, j int) bool { return labels[i].y < labels[j].y })
	// Labels that touch form a block; a block stands where its labels' places are on average (pool adjacent violators).
	type block struct {
		first, count int
		middle       vg.Length // of the block
	}
	half := func(b block) vg.Length { return gap * vg.Length(b.count-1) / 2 }
	inside := func(b block) block {
		b.middle = max(min(b.middle, hi-half(b)), lo+half(b))
		return b
	}
	var blocks []block
	for i := range labels {
		b := inside(block{i, 1, labels[i].y})
		for len(blocks) > 0 {
			last := blocks[len(blocks)-1]
			if b.middle-half(b)-gap >= last.middle+half(last) {
				break
			}
			n := vg.Length(last.count + b.count)
			middle := (last.middle*vg.Length(last.count) + b.middle*vg.Length(b.count)) / n
			b = inside(block{last.first, last.count + b.count, middle})
			blocks = blocks[:len(blocks)-1]
		}
		blocks = append(blocks, b)
	}
	for _, b := range blocks {
		for i := range b.count {
			labels[b.first+i].y = b.middle - half(b) + gap*vg.Length(i)
		}
	}
}

// drawLabels writes labels to the right of the data.
func drawLabels(c draw.Canvas, labels []label, data draw.Canvas) {
	spread(labels, labelLine, data.Min.Y+labelLine/2, data.Max.Y)
	for _, l := range labels {
		s := style(textSize, l.colour, true)
		s.YAlign = middle
		c.FillText(s, vg.Point{X: data.Max.X + labelGap, Y: l.y}, shorten(l.text, s, labelLimit))
	}
}

// widest is the room that labels need.
func widest(texts []string) vg.Length {
	w := vg.Length(0)
	for _, t := range texts {
		w = max(w, min(labelLimit, style(textSize, ink, true).Width(t)))
	}
	return w + labelGap + 4
}
