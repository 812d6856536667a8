package scenarios

import (
	"math"
	"reflect"
	"strconv"
	"strings"

	"contend/model"
)

// decoder turns nodes into the model's values by the tags of its structs.
type decoder struct {
	f      *file
	params *params
	// at is the sweep's value that is decoded for, nil for the first; sweep is the one that was found.
	at    *float64
	sweep *sweep
	// numbers collects the numbers and where they are from; nil where they are known already.
	numbers *[]model.Number
	// work is the workload whose things ops refer to.
	work *model.Workload
}

// tag is what a struct field's tags say.
type tag struct {
	key, doc, unit, def string
	words               []string
	min, max            *float64
	isSweep             bool
}

func tagOf(f reflect.StructField) (tag, bool) {
	t := tag{
		key: f.Tag.Get("key"), doc: f.Tag.Get("doc"), unit: f.Tag.Get("unit"), def: f.Tag.Get("default"),
		words: strings.Fields(f.Tag.Get("words")), isSweep: f.Tag.Get("sweep") != "",
	}
	t.min, t.max = bound(f.Tag.Get("min")), bound(f.Tag.Get("max"))
	return t, t.key != ""
}

func bound(text string) *float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil
	}
	return &v
}

// required reports whether a field has to be given: nothing is not among its values.
func (t tag) required() bool { return t.def == "" && len(t.words) == 0 && t.min != nil && *t.min > 0 }

// section fills a struct from a mapping, nil for one that the file leaves out. path is where it stands.
func (d *decoder) section(n *node, v reflect.Value, path string) {
	if n != nil && n.kind != mapping {
		d.f.problem(n.at, "%s is %s; expected a mapping", path, n.what())
		return
	}
	if n != nil {
		d.unknownKeys(n, v.Type(), path)
	}
	for i := range v.NumField() {
		t, ok := tagOf(v.Type().Field(i))
		if !ok {
			continue
		}
		d.field(n, t, v.Field(i), join(path, t.key))
	}
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// unknownKeys reports keys that the struct does not have. Every section may say where its numbers are from.
func (d *decoder) unknownKeys(n *node, t reflect.Type, path string) {
	known := keysOf(t)
	for _, e := range n.keys {
		if !contains(known, e.name) && e.name != "from" {
			instead := hint(e.name, known)
			if inside := sectionsWith(t, path, e.name); len(inside) > 0 {
				instead = "; did you mean " + strings.Join(inside, " or ") + "?"
			}
			d.f.problem(e.at, "%s has no key %s%s", path, short(e.name), instead)
		}
	}
}

func contains(all []string, one string) bool {
	for _, s := range all {
		if s == one {
			return true
		}
	}
	return false
}

func keysOf(t reflect.Type) []string {
	var out []string
	for i := range t.NumField() {
		if t, ok := tagOf(t.Field(i)); ok {
			out = append(out, t.key)
		}
	}
	return out
}

var (
	distType = reflect.TypeFor[model.Dist]()
	opsType  = reflect.TypeFor[[]model.Op]()
)

// field fills one field from its section.
func (d *decoder) field(section *node, t tag, v reflect.Value, path string) {
	n := section.get(t.key)
	switch {
	case v.Type() == opsType:
		if n != nil {
			v.Set(reflect.ValueOf(d.block(n, path)))
		}
	case v.Type() == distType:
		d.scalar(section, n, t, v, path)
	case v.Kind() == reflect.Struct:
		d.section(n, v, path)
	case v.Kind() == reflect.Pointer:
		if n != nil {
			v.Set(reflect.New(v.Type().Elem()))
			d.section(n, v.Elem(), path)
		}
	case v.Kind() == reflect.Slice:
		if n != nil {
			d.named(n, v, path)
		}
	default:
		d.scalar(section, n, t, v, path)
	}
}

// named fills an ordered table from a mapping.
func (d *decoder) named(n *node, v reflect.Value, path string) {
	if n.kind != mapping {
		d.f.problem(n.at, "%s is %s; expected a mapping from names", path, n.what())
		return
	}
	for _, e := range n.keys {
		if e.name == "from" {
			continue
		}
		one := reflect.New(v.Type().Elem()).Elem()
		one.FieldByName("Name").SetString(e.name)
		d.section(e.value, one.FieldByName("Value"), join(path, e.name))
		v.Set(reflect.Append(v, one))
	}
}

// scalar fills a field that is one value: of the file, or its default.
func (d *decoder) scalar(section, n *node, t tag, v reflect.Value, path string) {
	if n == nil {
		d.absent(section, t, v, path)
		return
	}
	if t.isSweep {
		if n = d.swept(n, t, v, path); n == nil {
			return
		}
	}
	value := d.wrapped(section, n, path, t.isNumber(v))
	if value == nil {
		return
	}
	if value.kind != scalar {
		d.f.problem(value.at, "%s is %s; expected %s", path, value.what(), t.expected(v))
		return
	}
	d.set(value, t, v, path)
}

// absent gives a field its default.
func (d *decoder) absent(section *node, t tag, v reflect.Value, path string) {
	switch {
	case t.def != "":
		d.set(&node{text: t.def}, t, v, path)
	case len(t.words) > 0:
		v.SetString(t.words[0])
	case t.required():
		at := place{file: d.f.name, line: 1, col: 1}
		if section != nil {
			at = section.at
		}
		d.f.problem(at, "%s is missing: %s", path, t.doc)
	}
}

// isNumber reports whether a field holds a number rather than a word.
func (t tag) isNumber(v reflect.Value) bool {
	return v.Kind() != reflect.String && v.Kind() != reflect.Bool
}

// unitOf is the unit of a field, by its type.
func unitOf(v reflect.Type, t tag) unit {
	switch v {
	case reflect.TypeFor[model.Time]():
		return duration
	case reflect.TypeFor[model.Bytes]():
		return size
	case reflect.TypeFor[model.Bandwidth]():
		return bandwidth
	case reflect.TypeFor[model.Frequency]():
		return frequency
	case reflect.TypeFor[model.Rate]():
		return rate
	case distType:
		switch t.unit {
		case "time":
			return duration
		case "bytes":
			return size
		}
	}
	return number
}

// expected says what a field wants, for a message.
func (t tag) expected(v reflect.Value) string {
	switch v.Kind() {
	case reflect.String:
		if len(t.words) > 0 {
			return "one of " + strings.Join(t.words, ", ")
		}
		return "text"
	case reflect.Bool:
		return "true or false"
	}
	u := unitOf(v.Type(), t)
	return u.String() + ", such as " + unitExamples[u]
}

// set puts a scalar into a field.
func (d *decoder) set(n *node, t tag, v reflect.Value, path string) {
	switch v.Kind() {
	case reflect.String:
		text := n.text
		if len(t.words) > 0 && isExpression(text) {
			text = d.params.word(text)
		}
		if len(t.words) > 0 && !contains(t.words, text) {
			d.f.problem(n.at, "%s is %s; expected %s%s", path, n.what(), t.expected(v), hint(text, t.words))
			return
		}
		v.SetString(text)
		return
	case reflect.Bool:
		text := n.text
		if isExpression(text) {
			text = d.params.word(text)
		}
		if text != "true" && text != "false" {
			d.f.problem(n.at, "%s is %s; expected true or false", path, n.what())
			return
		}
		v.SetBool(text == "true")
		return
	}
	q, ok := d.quantity(n, path)
	if !ok || !d.check(n, q, t, v, path) {
		return
	}
	switch {
	case v.Type() == distType:
		v.Set(reflect.ValueOf(q.dist()))
	case v.CanInt():
		v.SetInt(int64(math.Round(q.a)))
	default:
		v.SetFloat(q.a)
	}
}

// check holds a quantity against what its field takes.
func (d *decoder) check(n *node, q quantity, t tag, v reflect.Value, path string) bool {
	want := unitOf(v.Type(), t)
	isTime := want == duration || v.Type() == reflect.TypeFor[model.Bytes]()
	switch {
	case q.unit != want && q.unit == number && !isExpression(n.text):
		d.f.problem(n.at, "%s is %s without a unit; expected %s", path, n.what(), t.expected(v))
	case q.unit != want:
		d.f.problem(n.at, "%s is %s, %v; expected %s", path, n.what(), q.unit, t.expected(v))
	case v.Type() != distType && !q.isConst():
		d.f.problem(n.at, "%s is %s; it takes one value, no distribution", path, n.what())
	case v.CanInt() && !isTime && q.a != math.Trunc(q.a):
		d.f.problem(n.at, "%s is %s; expected a whole number", path, n.what())
	case t.min != nil && q.a < *t.min || v.Type() == distType && q.a < 0:
		least := 0.0
		if t.min != nil {
			least = *t.min
		}
		d.f.problem(n.at, "%s is %s; expected at least %s", path, n.what(), bounded(want, least))
	case t.max != nil && q.a > *t.max:
		d.f.problem(n.at, "%s is %s; expected at most %s", path, n.what(), bounded(want, *t.max))
	default:
		return true
	}
	return false
}

// bounded writes a bound as a file would.
func bounded(u unit, v float64) string {
	switch {
	case v == 0:
	case u == duration:
		return model.Time(v).String()
	case u == size:
		return model.Bytes(v).String()
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
