package scenarios

import (
	"regexp"
	"strings"

	"contend/model"
)

// unit reads what a unit of throughput is.
func (d *decoder) unit(n *node) model.Unit {
	u := model.Unit{Name: "iteration", Iterations: 1, Per: model.Second}
	if n == nil {
		return u
	}
	if n.kind != mapping {
		d.f.problem(n.at, "unit is %s; expected {name: …, is: N iterations, rate: per second}", n.what())
		return u
	}
	for _, e := range n.keys {
		text := strings.TrimSpace(e.value.text)
		switch e.name {
		case "name":
			u.Name = text
		case "is":
			d.iterations(&u, e.value)
		case "rate":
			per, ok := map[string]model.Time{"per second": model.Second, "per minute": model.Minute, "per hour": 60 * model.Minute}[text]
			if !ok {
				d.f.problem(e.value.at, "unit.rate is %s; expected per second, per minute or per hour", e.value.what())
				continue
			}
			u.Per = per
		default:
			d.f.problem(e.at, "unit has no key %s%s", short(e.name), hint(e.name, []string{"name", "is", "rate"}))
		}
	}
	return u
}

var iterationsText = regexp.MustCompile(`^(\S+) iterations?$`)

func (d *decoder) iterations(u *model.Unit, n *node) {
	m := iterationsText.FindStringSubmatch(strings.TrimSpace(n.text))
	if m == nil {
		d.f.problem(n.at, "unit.is is %s; expected one such as '1000 iterations'", n.what())
		return
	}
	u.Iterations = d.positive(&node{text: m[1], at: n.at}, number, "unit.is", 1e-9)
}

// word reads the scenario's name; text reads a text that may be left out.
func (f *file) word(root *node, key string) string {
	n := root.get(key)
	if n == nil {
		f.problem(root.at, "%s is missing", key)
		return ""
	}
	if n.kind != scalar || !isName(n.text) && !nameText.MatchString(n.text) || len(n.text) > 100 {
		f.problem(n.at, "%s is %s; expected a word of letters, digits, - and _", key, n.what())
	}
	return n.text
}

var nameText = regexp.MustCompile(`^[\w.-]+$`)

func (f *file) text(root *node, key string) string {
	n := root.get(key)
	if n == nil {
		return ""
	}
	if n.kind != scalar {
		f.problem(n.at, "%s is %s; expected text", key, n.what())
	}
	return strings.TrimSpace(n.text)
}
