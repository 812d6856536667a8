package scenarios

import (
	"reflect"
	"strings"

	"contend/model"
)

// override is one number that is given another value, by a variant or by --set.
type override struct {
	name, text string
	at         place
}

// variant is a name and what it changes.
type variant struct {
	name string
	sets []override
}

func (v variant) texts() [][2]string {
	var out [][2]string
	for _, o := range v.sets {
		out = append(out, [2]string{o.name, o.text})
	}
	return out
}

func variantNames(all []variant) []string {
	var out []string
	for _, v := range all {
		out = append(out, v.name)
	}
	return out
}

// setPlace is where a value of --set stands.
const setPlace = "--set "

// setsOf reads the values of --set. One without a = names nothing, which is reported as an unknown parameter would be.
func setsOf(sets []string) []override {
	var out []override
	for _, s := range sets {
		name, text, _ := strings.Cut(s, "=")
		out = append(out, override{strings.TrimSpace(name), strings.TrimSpace(text), place{file: setPlace + s}})
	}
	return out
}

// spelledOut is the whole path of a machine's number that is named without its section: machine.cores is machine.topology.cores, since
// no other section has cores.
func spelledOut(name string) string {
	key, ok := strings.CutPrefix(name, "machine.")
	machine := reflect.TypeFor[model.Machine]()
	if !ok || strings.Contains(key, ".") || contains(keysOf(machine), key) {
		return name
	}
	if found := sectionsWith(machine, "machine", key); len(found) == 1 {
		return found[0]
	}
	return name
}

// sectionsWith are the paths of a key in the sections of a struct.
func sectionsWith(of reflect.Type, path, key string) []string {
	var found []string
	for i := range of.NumField() {
		section := of.Field(i)
		if t, ok := tagOf(section); ok && section.Type.Kind() == reflect.Struct && contains(keysOf(section.Type), key) {
			found = append(found, join(path, t.key)+"."+key)
		}
	}
	return found
}

// variants reads the variants; a file without any has one that changes nothing.
func (f *file) variants(n *node) []variant {
	if n == nil {
		return []variant{{name: "base"}}
	}
	if n.kind != mapping || len(n.keys) == 0 {
		f.problem(n.at, "variants is %s; expected a mapping from names", n.what())
		return nil
	}
	var out []variant
	for _, e := range n.keys {
		v := variant{name: e.name}
		switch {
		case !nameText.MatchString(e.name):
			f.problem(e.at, "a variant is called %s; expected letters, digits, - and _", short(e.name))
		case e.value.kind == scalar && e.value.text == "":
		case e.value.kind != mapping:
			f.problem(e.value.at, "variants.%s is %s; expected a mapping of what it changes", e.name, e.value.what())
		default:
			v.sets = f.overridesIn("", e.value)
		}
		out = append(out, v)
	}
	return out
}

// overridesIn reads a variant's overrides; a mapping inside is a path.
func (f *file) overridesIn(prefix string, n *node) []override {
	var out []override
	for _, e := range n.keys {
		name := join(prefix, e.name)
		switch e.value.kind {
		case mapping:
			out = append(out, f.overridesIn(name, e.value)...)
		case sequence:
			f.problem(e.value.at, "%s is a list; a variant gives single values", name)
		default:
			out = append(out, override{name, e.value.text, e.value.at})
		}
	}
	return out
}
