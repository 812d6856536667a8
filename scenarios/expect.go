package scenarios

import (
	"fmt"
	"regexp"
	"strings"

	"contend/model"
)

// expectations reads what a run is expected to show.
func (d *decoder) expectations(n *node, variants []string) []model.Expectation {
	if n == nil {
		return nil
	}
	if n.kind != sequence {
		d.f.problem(n.at, "expect is %s; expected a list, each item after a -", n.what())
		return nil
	}
	var out []model.Expectation
	for i, item := range n.items {
		if item.kind != mapping {
			d.f.problem(item.at, "expect[%d] is %s; expected a mapping such as {variant: NAME, mape: \"<= 4%%\"}", i, item.what())
			continue
		}
		out = append(out, d.expectation(item, i, variants))
	}
	return out
}

func (d *decoder) expectation(n *node, i int, variants []string) model.Expectation {
	e := model.Expectation{Line: n.at.line}
	path := fmt.Sprintf("expect[%d]", i)
	about := "all"
	var at *float64
	known := func(name string, where *node) {
		if !contains(variants, name) {
			d.f.problem(where.at, "%s names the variant %s, which there is not%s", path, short(name), hint(name, variants))
		}
	}
	if v := n.get("variant"); v != nil {
		e.Variant, about = v.text, v.text
		known(v.text, v)
	}
	if c := n.get("compare"); c != nil {
		var ok bool
		e.Compare, e.To, ok = strings.Cut(c.text, "/")
		about = c.text
		if !ok || e.Variant != "" {
			d.f.problem(c.at, "%s.compare is %s; expected OF/TO, and no variant: beside it", path, c.what())
		} else {
			known(e.Compare, c)
			known(e.To, c)
		}
	}
	if a := n.get("at"); a != nil {
		if q, ok := d.quantity(a, path+".at"); ok {
			at = &q.a
			about += " at " + a.text
		}
	}
	var texts []string
	for _, k := range n.keys {
		if contains([]string{"variant", "compare", "at", "about"}, k.name) {
			continue
		}
		claim, ok := d.claim(k, e.Compare != "", path)
		if !ok {
			continue
		}
		claim.At = at
		e.Claims = append(e.Claims, claim)
		texts = append(texts, strings.TrimPrefix(k.name, "metrics.")+" "+strings.TrimSpace(k.value.text))
	}
	if len(e.Claims) == 0 && len(d.f.problems) == 0 {
		d.f.problem(n.at, "%s claims nothing; expected a quantity such as mape, peak, throughput or metrics.NAME", path)
	}
	e.Text = about + ": " + strings.Join(texts, ", ")
	return e
}

var quantities = []string{"mape", "max_error", "peak", "peak_at", "throughput", "boost", "p50", "p99"}

var compared = regexp.MustCompile(`^(<=|>=|<|>)\s*(.+)$`)

// claim reads one bound: "<= 4%", ">= 3", 28..36, 43%..53%.
func (d *decoder) claim(k entry, isComparison bool, path string) (model.Claim, bool) {
	path += "." + k.name
	c := model.Claim{Quantity: k.name}
	if !contains(quantities, k.name) && !strings.HasPrefix(k.name, "metrics.") {
		d.f.problem(k.at, "%s is no quantity%s", path, hint(k.name, append([]string{"variant", "compare", "at", "metrics.NAME"}, quantities...)))
		return c, false
	}
	if k.value.kind != scalar {
		d.f.problem(k.value.at, "%s is %s; expected a bound such as \"<= 4%%\" or 28..36", path, k.value.what())
		return c, false
	}
	bound := func(text string) *float64 {
		q, ok := d.quantity(&node{text: strings.TrimSpace(text), at: k.value.at}, path)
		if !ok {
			return nil
		}
		v, ok := d.claimed(k, q, text, isComparison, path)
		if !ok {
			return nil
		}
		return &v
	}
	text := strings.TrimSpace(k.value.text)
	if m := compared.FindStringSubmatch(text); m != nil {
		v := bound(m[2])
		if m[1][0] == '<' {
			c.Hi = v
		} else {
			c.Lo = v
		}
		return c, v != nil
	}
	from, to, ok := strings.Cut(text, "..")
	if !ok {
		d.f.problem(k.value.at, "%s is %s; expected a bound such as \"<= 4%%\" or 28..36", path, k.value.what())
		return c, false
	}
	c.Lo, c.Hi = bound(from), bound(to)
	if c.Lo != nil && c.Hi != nil && *c.Lo > *c.Hi {
		d.f.problem(k.value.at, "%s is %s; write the smaller bound first", path, k.value.what())
		return c, false
	}
	return c, c.Lo != nil && c.Hi != nil
}

// claimed turns a bound into the unit that its quantity is judged in: percent, nanoseconds, bytes, or a plain number.
func (d *decoder) claimed(k entry, q quantity, text string, isComparison bool, path string) (float64, bool) {
	isPercent := k.name == "mape" || k.name == "max_error" || k.name == "boost" || isComparison && k.name != "peak_at"
	metric := strings.TrimPrefix(k.name, "metrics.")
	want := number
	if !isPercent {
		want = metricUnit(metric)
		if k.name == "p50" || k.name == "p99" {
			want = duration
		}
	}
	hasPercent := strings.HasSuffix(strings.TrimSpace(text), "%")
	switch {
	case q.unit != want || !q.isConst():
		d.f.problem(k.value.at, "%s: %s is %v; expected %v", path, short(text), q.unit, want)
	case isPercent && !hasPercent:
		d.f.problem(k.value.at, "%s: %s has no %%", path, short(text))
	case isPercent:
		return q.a * 100, true
	case want == duration:
		return q.a / 1e3, true
	default:
		return q.a, true
	}
	return 0, false
}
