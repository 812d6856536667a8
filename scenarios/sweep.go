package scenarios

import (
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

// sweep is what varies along a curve.
type sweep struct {
	name   string
	points []float64
	at     place
}

// mostPoints bounds the points of a sweep.
const mostPoints = 10_000

// swept handles a field that may hold a sweep. It returns the node to read the field from, nil where the field is set.
func (d *decoder) swept(n *node, t tag, v reflect.Value, path string) *node {
	if !isSweep(n) {
		return n
	}
	points, ok := d.sweepPoints(n, unitOf(v.Type(), t), path)
	if !ok {
		return nil
	}
	if d.sweep != nil && d.sweep.at != n.at {
		d.f.problem(n.at, "%s is a second sweep; a scenario has one", path)
		return nil
	}
	d.sweep = &sweep{t.key, points, n.at}
	if d.at != nil {
		points = []float64{*d.at}
	}
	for _, p := range points {
		if v.CanInt() && p != math.Trunc(p) {
			d.f.problem(n.at, "%s: the point %g is no whole number", path, p)
			return nil
		}
		if t.min != nil && p < *t.min || t.max != nil && p > *t.max {
			d.f.problem(n.at, "%s: the point %g is out of range", path, p)
			return nil
		}
	}
	if v.CanInt() {
		v.SetInt(int64(points[0]))
	} else {
		v.SetFloat(points[0])
	}
	return nil
}

// isSweep tells a sweep from one value.
func isSweep(n *node) bool {
	switch n.kind {
	case sequence:
		return true
	case mapping:
		return n.get("to") != nil || n.get("step") != nil
	}
	return strings.Contains(n.text, "..")
}

var sweepText = regexp.MustCompile(`^(.+?)\.\.(.+?)(?:\s*([/*])\s*(\d[\d.]*))?$`)

// sweepPoints reads 8..64/4, 1..64*2, [8, 12, 16] or {from: 100/s, to: 900/s, step: 100/s}.
func (d *decoder) sweepPoints(n *node, u unit, path string) ([]float64, bool) {
	value := func(m *node) (float64, bool) {
		q, ok := d.quantity(m, path)
		if ok && (q.unit != u || !q.isConst()) {
			d.f.problem(m.at, "%s: %s is %v; expected %v, such as %s", path, m.what(), q.unit, u, unitExamples[u])
			ok = false
		}
		return q.a, ok
	}
	var points []float64
	switch n.kind {
	case sequence:
		for _, item := range n.items {
			if item.kind != scalar {
				d.f.problem(item.at, "%s: a point is %s; expected %v", path, item.what(), u)
				return nil, false
			}
			p, ok := value(item)
			if !ok {
				return nil, false
			}
			points = append(points, p)
		}
	case mapping:
		var ends [3]float64
		for i, key := range []string{"from", "to", "step"} {
			m := n.get(key)
			if m == nil {
				d.f.problem(n.at, "%s: the sweep has no %s:", path, key)
				return nil, false
			}
			var ok bool
			if ends[i], ok = value(m); !ok {
				return nil, false
			}
		}
		points = steps(ends[0], ends[1], ends[2], "/")
	default:
		m := sweepText.FindStringSubmatch(n.text)
		if m == nil {
			d.f.problem(n.at, "%s: %s is not a sweep; expected one such as 8..64/4", path, n.what())
			return nil, false
		}
		from, ok := value(&node{text: m[1], at: n.at})
		to, ok2 := value(&node{text: m[2], at: n.at})
		if !ok || !ok2 {
			return nil, false
		}
		step, op := 1.0, "/"
		if m[3] != "" {
			step, _ = strconv.ParseFloat(m[4], 64)
			op = m[3]
		}
		points = steps(from, to, step, op)
	}
	return d.checkPoints(n, points, path)
}

// checkPoints wants at least one point, and each after the one before.
func (d *decoder) checkPoints(n *node, points []float64, path string) ([]float64, bool) {
	switch {
	case len(points) == 0:
		d.f.problem(n.at, "%s: the sweep %s has no points; expected FIRST..LAST/STEP with a step above 0, or a list", path, n.what())
		return nil, false
	case len(points) > mostPoints:
		d.f.problem(n.at, "%s: the sweep has more than %d points", path, mostPoints)
		return nil, false
	}
	for i := 1; i < len(points); i++ {
		if points[i] <= points[i-1] {
			d.f.problem(n.at, "%s: the point %g stands after %g; expected ascending points", path, points[i], points[i-1])
			return nil, false
		}
	}
	return points, true
}

// steps lists the points from one end to the other, both included where the steps meet them.
func steps(from, to, step float64, op string) []float64 {
	var out []float64
	if op == "*" {
		if step <= 1 || from <= 0 {
			return nil
		}
		for p := from; p <= to && len(out) <= mostPoints; p *= step {
			out = append(out, p)
		}
		return out
	}
	if step <= 0 {
		return nil
	}
	for i := 0; from+float64(i)*step <= to*(1+1e-12) && len(out) <= mostPoints; i++ {
		out = append(out, from+float64(i)*step)
	}
	return out
}
