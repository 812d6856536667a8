package scenarios

import (
	"math"
	"regexp"
	"strconv"

	"contend/model"
)

// The effort of a scenario that does not say: enough replications for an interval, within reason.
const (
	defaultPrecision = .01
	fewestReps       = 5
	mostReps         = 30
)

var measureKeys = []string{"warmup", "window", "reps", "precision", "of", "fleet"}

var fastestOf = regexp.MustCompile(`^fastest (\d+) of (\d+)$`)

// effort reads how much is simulated for a point.
func (d *decoder) effort(n *node) model.Effort {
	e := model.Effort{Auto: true, MinReps: fewestReps, MaxReps: mostReps, Precision: defaultPrecision}
	if n == nil {
		return e
	}
	if n.kind != mapping {
		d.f.problem(n.at, "measure is %s; expected a mapping", n.what())
		return e
	}
	for _, k := range n.keys {
		if k.value.kind == mapping && isWrapped(k.value) {
			k.value = k.value.get("value")
		}
		if k.value.kind != scalar {
			d.f.problem(k.value.at, "measure.%s is %s; expected one value", k.name, k.value.what())
			continue
		}
		d.effortKey(&e, k)
	}
	if !e.Auto && e.Window == 0 {
		d.f.problem(n.at, "measure has a warmup and no window")
	}
	return e
}

func (d *decoder) effortKey(e *model.Effort, k entry) {
	n, path := k.value, "measure."+k.name
	switch k.name {
	case "warmup":
		if n.text == "auto" {
			return
		}
		e.Auto = false
		e.Warmup = model.Time(d.positive(n, duration, path, 0))
	case "window":
		e.Window = model.Time(d.positive(n, duration, path, 1))
	case "fleet":
		e.Fleet = d.count(n, path, 10_000_000)
	case "precision":
		e.Precision = d.positive(n, number, path, 1e-6)
	case "reps":
		q, ok := d.quantity(n, path)
		switch {
		case !ok:
		case q.unit == number && q.isConst() && q.a >= 1 && q.a == math.Trunc(q.a) && q.a <= 1e6:
			e.MinReps, e.MaxReps = int(q.a), int(q.a)
		case q.unit == number && q.kind == model.UniformInt && q.a >= 1 && q.b <= 1e6:
			e.MinReps, e.MaxReps = int(q.a), int(q.b)
		default:
			d.f.problem(n.at, "%s is %s; expected a number of replications, or FEWEST..MOST", path, n.what())
		}
	case "of":
		m := fastestOf.FindStringSubmatch(n.text)
		if m == nil {
			d.f.problem(n.at, "%s is %s; expected one such as 'fastest 10 of 101'", path, n.what())
			return
		}
		best, _ := strconv.Atoi(m[1])
		all, _ := strconv.Atoi(m[2])
		if best < 1 || best > all || all > 1e6 {
			d.f.problem(n.at, "%s is %s; expected at least one, and no more than all", path, n.what())
			return
		}
		e.Fastest, e.MinReps, e.MaxReps = best, all, all
	default:
		d.f.problem(k.at, "measure has no key %s%s", short(k.name), hint(k.name, measureKeys))
	}
}

// positive reads a constant of a unit that is at least some value.
func (d *decoder) positive(n *node, u unit, path string, least float64) float64 {
	q, ok := d.quantity(n, path)
	if ok && (q.unit != u || !q.isConst() || q.a < least) {
		d.f.problem(n.at, "%s is %s; expected %v above 0, such as %s", path, n.what(), u, unitExamples[u])
	}
	return q.a
}

// count reads a whole number from 1 on.
func (d *decoder) count(n *node, path string, largest float64) int {
	v := d.positive(n, number, path, 1)
	if v != math.Trunc(v) || v > largest {
		d.f.problem(n.at, "%s is %s; expected a whole number up to %g", path, n.what(), largest)
		return 1
	}
	return int(v)
}
