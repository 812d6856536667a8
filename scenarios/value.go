package scenarios

import (
	"strings"

	"contend/model"
)

// wrapped returns the value inside {value: …, fit: …, from: …}, and notes where a number is from.
func (d *decoder) wrapped(section, n *node, path string, isNumber bool) *node {
	value, from := n, d.sourceOf(section, n)
	var fit, interval *[2]string
	if n.kind == mapping {
		value = n.get("value")
		if value == nil {
			d.f.problem(n.at, "%s is a mapping without value:", path)
			return nil
		}
		for _, e := range n.keys {
			switch e.name {
			case "value":
			case "from":
				from = d.source(e.value)
			case "fit":
				fit = d.ends(e.value, path+": fit")
			case "interval":
				interval = d.ends(e.value, path+": interval")
			default:
				d.f.problem(e.at, "%s has no key %s%s", path, short(e.name), hint(e.name, []string{"value", "fit", "interval", "from"}))
			}
		}
	}
	inMachine := n.at.file != d.f.name && !strings.HasPrefix(n.at.file, setPlace)
	if n.at.file != d.f.name {
		fit = nil // a scenario calibrates its own numbers, not those of the machine it names
	}
	if isNumber && d.numbers != nil && value.kind == scalar {
		*d.numbers = append(*d.numbers, model.Number{Path: path, Value: value.text, From: from, Fit: fit, Interval: interval, InMachine: inMachine})
	}
	return value
}

// sourceOf is where the numbers of a section are from, if the section says so in the same file.
func (d *decoder) sourceOf(section, n *node) string {
	from := section.get("from")
	if from == nil || from.at.file != n.at.file || from.kind != scalar {
		return ""
	}
	return from.text
}

var sources = []string{"published", "measured", "catalogue", "fitted", "assumed"}

// source reads where a number is from: a word, then what the author has to say.
func (d *decoder) source(n *node) string {
	word, _, _ := strings.Cut(strings.TrimSpace(n.text), ":")
	word, _, _ = strings.Cut(word, " ")
	if n.kind != scalar || !contains(sources, word) {
		d.f.problem(n.at, "from is %s; expected it to begin with one of %s", n.what(), strings.Join(sources, ", "))
	}
	return n.text
}

// ends reads two quantities, the smaller first: the bounds that a fit keeps to, or the interval it found.
func (d *decoder) ends(n *node, path string) *[2]string {
	if n.kind != sequence || len(n.items) != 2 || n.items[0].kind != scalar || n.items[1].kind != scalar {
		d.f.problem(n.at, "%s is %s; expected [LOWEST, HIGHEST]", path, n.what())
		return nil
	}
	out := [2]string{n.items[0].text, n.items[1].text}
	var q [2]quantity
	for i, item := range n.items {
		var ok bool
		if q[i], ok = d.quantity(item, path); !ok {
			return nil
		}
	}
	if q[0].unit != q[1].unit || !q[0].isConst() || !q[1].isConst() || q[0].a >= q[1].a {
		d.f.problem(n.at, "%s goes from %s to %s; expected the smaller end first, both of one unit", path, out[0], out[1])
		return nil
	}
	return &out
}

// quantity reads a value: a quantity, or an expression.
func (d *decoder) quantity(n *node, path string) (quantity, bool) {
	var q quantity
	var err error
	switch {
	case n.text == "":
		d.f.problem(n.at, "%s is empty", path)
		return q, false
	case isExpression(n.text):
		q, err = evaluate(n.text, d.params.value)
	default:
		q, err = parseQuantity(n.text)
	}
	if err != nil {
		d.f.problem(n.at, "%s: %v", path, err)
		return q, false
	}
	return q, true
}
