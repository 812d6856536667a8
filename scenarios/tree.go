package scenarios

import "strings"

// clone copies the mappings of a tree, which overrides change; scalars are shared.
func (n *node) clone() *node {
	if n == nil {
		return nil
	}
	out := *n
	out.keys = append([]entry(nil), n.keys...)
	for i := range out.keys {
		out.keys[i].value = out.keys[i].value.clone()
	}
	return &out
}

// put gives a key a value.
func (n *node) put(key string, at place, value *node) {
	for i := range n.keys {
		if n.keys[i].name == key {
			n.keys[i].value = value
			return
		}
	}
	n.keys = append(n.keys, entry{key, at, value})
}

// merge lays a tree of overrides over another: mappings key by key, anything else as a whole.
func merge(under, over *node) *node {
	if under == nil || over == nil || under.kind != mapping || over.kind != mapping || isWrapped(over) || isWrapped(under) {
		if over == nil {
			return under.clone()
		}
		return over.clone()
	}
	out := under.clone()
	for _, e := range over.keys {
		out.put(e.name, e.at, merge(out.get(e.name), e.value))
	}
	return out
}

// setPath puts a scalar at a path, into {value: …} where a number stands in one; mappings on the way are made.
func (n *node) setPath(path string, value *node) {
	keys := strings.Split(path, ".")
	at := n
	for _, key := range keys[:len(keys)-1] {
		next := at.get(key)
		if next == nil || next.kind != mapping {
			next = &node{kind: mapping, at: value.at}
			at.put(key, value.at, next)
		}
		at = next
	}
	last := keys[len(keys)-1]
	if there := at.get(last); isWrapped(there) {
		there.put("value", value.at, value)
		return
	}
	at.put(last, value.at, value)
}
