package scenarios

import (
	"errors"
	"fmt"
	"strings"
)

// params are a file's parameters. Each is computed when something first asks for it.
type params struct {
	order []string
	nodes map[string]*node
	done  map[string]quantity
	under map[string]bool // evaluation
}

// readParams reads the declarations, and reports what is wrong with each.
func (d *decoder) readParams(n *node) {
	d.params = &params{nodes: map[string]*node{}, done: map[string]quantity{}, under: map[string]bool{}}
	if n == nil {
		return
	}
	if n.kind != mapping {
		d.f.problem(n.at, "params is %s; expected a mapping from names", n.what())
		return
	}
	for _, e := range n.keys {
		if !isName(e.name) {
			d.f.problem(e.at, "a parameter is called %s; expected letters, digits and _", short(e.name))
			continue
		}
		value := d.wrapped(nil, e.value, "params."+e.name, true)
		if value == nil {
			continue
		}
		if value.kind != scalar {
			d.f.problem(value.at, "params.%s is %s; expected a quantity", e.name, value.what())
			continue
		}
		d.params.order = append(d.params.order, e.name)
		d.params.nodes[e.name] = value
	}
	for _, name := range d.params.order {
		d.checkParam(name)
	}
}

func (d *decoder) checkParam(name string) {
	n := d.params.nodes[name]
	if isWord(n.text) {
		return // a word, for a key that takes one
	}
	if _, err := d.params.value(name); err != nil {
		d.f.problem(n.at, "params.%s: %v", name, err)
	}
}

// value computes a parameter.
func (p *params) value(name string) (quantity, error) {
	if q, ok := p.done[name]; ok {
		return q, nil
	}
	n, ok := p.nodes[name]
	if !ok {
		return quantity{}, fmt.Errorf("there is no parameter $%s%s", name, hint(name, p.order))
	}
	if p.under[name] {
		return quantity{}, fmt.Errorf("$%s is defined by itself", name)
	}
	p.under[name] = true
	defer delete(p.under, name)
	var q quantity
	var err error
	switch {
	case n.text == "":
		err = errors.New("is empty")
	case isWord(n.text):
		err = fmt.Errorf("$%s is the word %s; expected a quantity", name, short(n.text))
	case isExpression(n.text):
		q, err = evaluate(n.text, p.value)
	default:
		q, err = parseQuantity(n.text)
	}
	if err != nil {
		return q, err
	}
	p.done[name] = q
	return q, nil
}

// word returns what a key that takes a word gets from $NAME.
func (p *params) word(text string) string {
	if n, ok := p.nodes[strings.TrimPrefix(strings.TrimSpace(text), "$")]; ok {
		return n.text
	}
	return text
}

// isWord reports whether a value is a word, such as fifo, rather than a quantity.
func isWord(text string) bool {
	return isName(text) && !strings.ContainsAny(text[:1], "0123456789")
}

func isName(text string) bool {
	for i, r := range text {
		if !(r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || i > 0 && (r >= '0' && r <= '9' || r == '-')) {
			return false
		}
	}
	return text != ""
}
