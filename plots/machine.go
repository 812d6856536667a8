package plots

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"contend/model"
)

// distanceWords name the distances in a key.
var distanceWords = [model.Distances]string{"in the core", "between siblings", "in a cluster", "in a socket", "one hop", "two hops"}

// Machine draws a machine: its sockets, clusters and cores, and what a cache line takes from each core to each other.
func Machine(m *model.Machine) *Figure {
	t := m.Topology
	f := &Figure{title: m.Title, subtitle: topologyWords(t)}
	if f.title == "" {
		f.title = m.Name
	}
	f.sources = []string{m.About}
	if m.About == "" {
		f.sources = nil
	}
	shades := shadesOf(m)
	for d := range model.Distances {
		if slices.Contains(distancesOf(t), d) {
			cost := m.Line.Transfers()[d]
			f.key = append(f.key, keyEntry{square(shades[d]), fmt.Sprintf("%s %v", distanceWords[d], cost), faint})
		}
	}
	height := 3.8 * inch
	f.rows = [][]panel{{
		{title: "sockets, clusters, cores", plot: blank(), height: height, overlay: func(area, _ draw.Canvas, _ *plot.Plot) { drawTopology(inside(area), t) }},
		{title: "a cache line from core to core", plot: blank(), height: height, overlay: func(area, _ draw.Canvas, _ *plot.Plot) { drawTransfers(inside(area), t, shades) }},
	}}
	return f
}

func topologyWords(t model.Topology) string {
	s := fmt.Sprintf("%d cores", t.Sockets*t.Clusters*t.Cores)
	if t.Sockets > 1 {
		s += fmt.Sprintf(" in %d sockets", t.Sockets)
	}
	if t.Clusters > 1 {
		s += fmt.Sprintf(", %d clusters a socket", t.Clusters)
	}
	if t.Threads > 1 {
		s += fmt.Sprintf(", %d hardware threads a core", t.Threads)
	}
	return s
}

// distancesOf lists the distances that a topology has.
func distancesOf(t model.Topology) []model.Distance {
	out := []model.Distance{model.Here}
	if t.Threads > 1 {
		out = append(out, model.SMTSibling)
	}
	if t.Clusters > 1 && t.Cores > 1 {
		out = append(out, model.SameCluster)
	}
	if t.Clusters > 1 || t.Cores > 1 {
		out = append(out, model.SameSocket)
	}
	for b := 1; b < t.Sockets; b++ {
		out = append(out, t.Between(0, b))
	}
	return out
}

// shadesOf gives each distance a shade, the darker the longer it takes, on a logarithmic scale.
func shadesOf(m *model.Machine) [model.Distances]color.NRGBA {
	costs := m.Line.Transfers()
	least, most := math.Inf(1), 0.0
	for _, d := range distancesOf(m.Topology) {
		if c := costs[d].Nanoseconds(); c > 0 {
			least, most = min(least, c), max(most, c)
		}
	}
	var out [model.Distances]color.NRGBA
	for d := range out {
		share := 0.0
		if c := costs[d].Nanoseconds(); c > 0 && most > least {
			share = math.Log(c/least) / math.Log(most/least)
		}
		out[d] = blend(color.NRGBA{232, 241, 248, 255}, color.NRGBA{4, 60, 110, 255}, share)
	}
	return out
}

// blend is a colour between two.
func blend(a, b color.NRGBA, share float64) color.NRGBA {
	mix := func(x, y uint8) uint8 { return uint8(math.Round(float64(x) + share*(float64(y)-float64(x)))) }
	return color.NRGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255}
}

func square(c color.NRGBA) func(draw.Canvas, vg.Point) {
	return func(cv draw.Canvas, at vg.Point) { fillRect(cv, at.X-5, at.Y-5, 10, 10, c) }
}

func fillRect(c draw.Canvas, x, y, w, h vg.Length, col color.Color) {
	c.SetColor(col)
	c.Fill(vg.Rectangle{Min: vg.Point{X: x, Y: y}, Max: vg.Point{X: x + w, Y: y + h}}.Path())
}

// blank is a plot without axes, for what is drawn on the paper itself.
func blank() *plot.Plot {
	p := plot.New()
	p.HideAxes()
	return p
}

// inside is the largest square of a panel below its title.
func inside(area draw.Canvas) draw.Canvas {
	area = draw.Crop(area, 4, -4, 6, -22)
	side := min(area.Max.X-area.Min.X, area.Max.Y-area.Min.Y)
	return draw.Crop(area, 0, -(area.Max.X - area.Min.X - side), area.Max.Y-area.Min.Y-side, 0)
}

// drawTransfers draws the matrix of cores as blocks: pairs of sockets, clusters in a socket, a core with itself.
func drawTransfers(c draw.Canvas, t model.Topology, shades [model.Distances]color.NRGBA) {
	perSocket := t.Clusters * t.Cores
	cores := t.Sockets * perSocket
	unit := (c.Max.X - c.Min.X) / vg.Length(cores)
	block := func(row, col, n int, d model.Distance) {
		side := unit * vg.Length(n)
		fillRect(c, c.Min.X+unit*vg.Length(col), c.Max.Y-unit*vg.Length(row)-side, side, side, shades[d])
	}
	for a := range t.Sockets {
		for b := range t.Sockets {
			block(a*perSocket, b*perSocket, perSocket, t.Between(a, b))
		}
	}
	for k := range t.Sockets * t.Clusters {
		if t.Clusters > 1 {
			block(k*t.Cores, k*t.Cores, t.Cores, model.SameCluster)
		}
	}
	for k := range cores {
		block(k, k, 1, model.Here)
	}
}

// drawTopology draws a box for each socket, in it one for each cluster, and in that a square for each core.
func drawTopology(c draw.Canvas, t model.Topology) {
	for _, socket := range divide(c, t.Sockets, 8) {
		fillRect(c, socket.Min.X, socket.Min.Y, socket.Max.X-socket.Min.X, socket.Max.Y-socket.Min.Y, color.NRGBA{240, 240, 240, 255})
		for _, cluster := range divide(draw.Crop(socket, 4, -4, 4, -4), t.Clusters, 3) {
			if t.Clusters > 1 {
				fillRect(c, cluster.Min.X, cluster.Min.Y, cluster.Max.X-cluster.Min.X, cluster.Max.Y-cluster.Min.Y, color.NRGBA{214, 224, 232, 255})
			}
			for _, core := range divide(draw.Crop(cluster, 2, -2, 2, -2), t.Cores, 1.5) {
				for _, thread := range split(core, t.Threads) {
					fillRect(c, thread.Min.X, thread.Min.Y, thread.Max.X-thread.Min.X, thread.Max.Y-thread.Min.Y, colours[0])
				}
			}
		}
	}
}

// divide lays n boxes out in rows that are about as many as the boxes of a row.
func divide(c draw.Canvas, n int, gap vg.Length) []draw.Canvas {
	w, h := c.Max.X-c.Min.X, c.Max.Y-c.Min.Y
	columns := int(math.Ceil(math.Sqrt(float64(n) * float64(w/h))))
	columns = min(max(columns, 1), n)
	for n%columns != 0 && columns < n { // full rows look better
		columns++
	}
	rows := n / columns
	gap = min(gap, w/vg.Length(columns)/4, h/vg.Length(rows)/4)
	cw, ch := (w+gap)/vg.Length(columns)-gap, (h+gap)/vg.Length(rows)-gap
	var out []draw.Canvas
	for i := range n {
		x, y := c.Min.X+(cw+gap)*vg.Length(i%columns), c.Max.Y-(ch+gap)*vg.Length(i/columns)-ch
		out = append(out, draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: vg.Point{X: x, Y: y}, Max: vg.Point{X: x + cw, Y: y + ch}}})
	}
	return out
}

// split cuts a core into its hardware threads.
func split(c draw.Canvas, n int) []draw.Canvas {
	gap := min(1, (c.Max.X-c.Min.X)/vg.Length(4*n))
	w := (c.Max.X-c.Min.X+gap)/vg.Length(n) - gap
	var out []draw.Canvas
	for i := range n {
		x := c.Min.X + (w+gap)*vg.Length(i)
		out = append(out, draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: vg.Point{X: x, Y: c.Min.Y}, Max: vg.Point{X: x + w, Y: c.Max.Y}}})
	}
	return out
}
