// Package score holds simulated curves against measured ones by their shape, so that a machine's latencies can be judged by tables
// whose programs do an unknown amount of other work: each curve is divided by one of its own points first.
package score

import "contend/model"

// Curve is what was measured and simulated of a variant, at the points that are judged.
type Curve struct {
	Name   string
	Points []Point
}

// Point is a measured and a simulated throughput.
type Point struct{ N, Measured, Simulated float64 }

// Normalised are the points divided by the first.
func (c Curve) Normalised() []Point {
	var out []Point
	for _, p := range c.Points {
		out = append(out, Point{N: p.N, Measured: p.Measured / c.Points[0].Measured, Simulated: p.Simulated / c.Points[0].Simulated})
	}
	return out
}

// Curves are the curves of a run with both values at every point. Where the machine is not known, what one thread alone does is left
// out: it tells of the core, and only what happens between cores has a shape of its own.
func Curves(run *model.Run) []Curve {
	var out []Curve
	for i := range run.Variants {
		v := &run.Variants[i]
		c := Curve{Name: v.Name}
		for j := range v.Points {
			p := &v.Points[j]
			if p.Measured == nil || *p.Measured <= 0 || p.Throughput.Mean <= 0 || isAlone(run.Scenario, p.N) {
				continue
			}
			c.Points = append(c.Points, Point{N: p.N, Measured: *p.Measured, Simulated: p.Throughput.Mean})
		}
		if len(c.Points) > 0 {
			out = append(out, c)
		}
	}
	return out
}

func isAlone(s *model.Scenario, n float64) bool {
	return s.Measured != nil && s.Measured.Normalise == model.Contended && s.X == "threads" && n <= 1
}
