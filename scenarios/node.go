package scenarios

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// node is a piece of a file that knows where it stands: a scalar, a mapping or a sequence.
type node struct {
	kind  nodeKind
	text  string // of a scalar
	keys  []entry
	items []*node
	at    place
}

type nodeKind uint8

const (
	scalar nodeKind = iota
	mapping
	sequence
)

// entry is a key of a mapping.
type entry struct {
	name  string
	at    place
	value *node
}

const (
	largest = 1 << 20 // bytes of a file
	deepest = 64      // mappings and sequences in one another
	longest = 4000    // bytes of a scalar
)

// get returns the value of a key, or nil.
func (n *node) get(key string) *node {
	if n == nil || n.kind != mapping {
		return nil
	}
	for i := range n.keys {
		if n.keys[i].name == key {
			return n.keys[i].value
		}
	}
	return nil
}

func (n *node) names() []string {
	var out []string
	for _, e := range n.keys {
		out = append(out, e.name)
	}
	return out
}

// what names a kind of node for a message.
func (n *node) what() string {
	switch n.kind {
	case mapping:
		return "a mapping"
	case sequence:
		if len(n.items) == 0 {
			return "an empty list"
		}
		return "a list"
	}
	if n.text == "" {
		return "nothing"
	}
	return short(n.text)
}

// file is one file that is read, and what is wrong with it and with those it names.
type file struct {
	name, dir string
	problems  Problems
}

func (f *file) problem(at place, format string, args ...any) {
	f.problems = append(f.problems, Problem{at, fmt.Sprintf(format, args...)})
}

// parse turns the bytes of a file into nodes; it returns nil after a problem that leaves nothing to go on with.
func (f *file) parse(data []byte) *node {
	start := place{f.name, 1, 1}
	switch {
	case len(data) > largest:
		f.problem(start, "the file has %d bytes, more than the %d of the largest that is read", len(data), largest)
		return nil
	case len(bytes.TrimSpace(data)) == 0:
		f.problem(start, "the file is empty; expected a mapping that begins with name:")
		return nil
	}
	if at, ok := invalidUTF8(data); ok {
		at.file = f.name
		f.problem(at, "found the byte 0x%02x, which is not UTF-8; save the file as UTF-8", data[validPrefix(data)])
		return nil
	}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var doc, next yaml.Node
	if err := decoder.Decode(&doc); err != nil {
		f.problem(yamlPlace(f.name, err, data), "%s", yamlText(err))
		return nil
	}
	switch err := decoder.Decode(&next); {
	case err == nil:
		f.problem(place{f.name, next.Line, max(1, next.Column)}, "a second document begins; a file holds one")
		return nil
	case !errors.Is(err, io.EOF):
		f.problem(yamlPlace(f.name, err, data), "%s", yamlText(err))
		return nil
	}
	if len(doc.Content) == 0 {
		f.problem(start, "the file holds no value; expected a mapping that begins with name:")
		return nil
	}
	return f.convert(doc.Content[0], 0)
}

// convert turns YAML's nodes into ours.
func (f *file) convert(y *yaml.Node, depth int) *node {
	n := &node{at: place{f.name, y.Line, y.Column}}
	switch {
	case depth > deepest:
		f.problem(n.at, "mappings and lists stand more than %d deep in one another", deepest)
		return n
	case y.Kind == yaml.AliasNode || y.Anchor != "":
		f.problem(n.at, "found an anchor or an alias; write the value out, or make it a parameter")
		return n
	}
	switch y.Kind {
	case yaml.ScalarNode:
		f.convertScalar(n, y)
	case yaml.SequenceNode:
		n.kind = sequence
		for _, item := range y.Content {
			n.items = append(n.items, f.convert(item, depth+1))
		}
	case yaml.MappingNode:
		n.kind = mapping
		f.convertMapping(n, y, depth)
	}
	return n
}

func (f *file) convertScalar(n *node, y *yaml.Node) {
	n.text = y.Value
	if y.Tag == "!!null" {
		n.text = ""
	}
	if len(n.text) > longest {
		f.problem(n.at, "a value of %d bytes, more than the %d of the longest that is read", len(n.text), longest)
	}
}

func (f *file) convertMapping(n *node, y *yaml.Node, depth int) {
	seen := map[string]place{}
	for i := 0; i+1 < len(y.Content); i += 2 {
		k := y.Content[i]
		at := place{f.name, k.Line, k.Column}
		if k.Kind != yaml.ScalarNode {
			f.problem(at, "a key is a mapping or a list; expected a word")
			continue
		}
		if first, twice := seen[k.Value]; twice {
			f.problem(at, "the key %s stands here again; it is on line %d already", short(k.Value), first.line)
			continue
		}
		seen[k.Value] = at
		n.keys = append(n.keys, entry{k.Value, at, f.convert(y.Content[i+1], depth+1)})
	}
}

// validPrefix is how many bytes of the data are valid UTF-8.
func validPrefix(data []byte) int {
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return len(data)
}

// invalidUTF8 finds the first byte that is not UTF-8.
func invalidUTF8(data []byte) (place, bool) {
	n := validPrefix(data)
	if n == len(data) {
		return place{}, false
	}
	before := data[:n]
	line := bytes.Count(before, []byte("\n")) + 1
	return place{line: line, col: utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1}, true
}

var yamlLine = regexp.MustCompile(`line (\d+)(?:, column (\d+))?: `)

// yamlPlace finds where YAML's own error stands: its line, and the first letter on it.
func yamlPlace(file string, err error, data []byte) place {
	p := place{file, 1, 1}
	if m := yamlLine.FindStringSubmatch(err.Error()); m != nil {
		p.line, _ = strconv.Atoi(m[1])
	}
	lines := bytes.Split(data, []byte("\n"))
	p.line = min(p.line, max(1, len(lines)))
	text := lines[p.line-1]
	p.col = len(text) - len(bytes.TrimLeft(text, " \t")) + 1
	return p
}

// yamlText is what YAML says is wrong, without where.
func yamlText(err error) string {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	return "this is not YAML: " + yamlLine.ReplaceAllString(text, "")
}
