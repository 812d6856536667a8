package topology

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"contend/model"
)

// level is an item of a synthetic string: so many children of a kind below each object of the level before.
type level struct {
	kind  string
	depth int // of a cache
	count int
	size  model.Bytes // of a cache
	text  string
}

const (
	longestSynthetic = 4096
	mostLevels       = 32
)

// Synthetic reads hwloc's short form, such as "pack:2 l3:2 core:4 pu:2", in which each count is per parent. name is what errors call it.
func Synthetic(name, text string) (*Machine, error) {
	s := &synthetic{name: name, text: text, machine: &Machine{Source: "assumed: a synthetic topology"}}
	if len(text) > longestSynthetic {
		return nil, fmt.Errorf("%s: %d characters, more than the %d that are read", name, len(text), longestSynthetic)
	}
	if err := s.read(); err != nil {
		return nil, err
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	pus, err := s.list()
	if err != nil {
		return nil, err
	}
	if err := s.machine.arrange(pus); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s.machine, nil
}

// synthetic is a string that is read.
type synthetic struct {
	name, text string
	levels     []level
	memory     []attached
	machine    *Machine
}

// attached is memory of NUMA nodes below each object of a level; 0 stands for the machine.
type attached struct {
	level int
	size  model.Bytes
}

func (s *synthetic) errorf(at int, format string, args ...any) error {
	return fmt.Errorf("%s:1:%d: %s", s.name, at+1, fmt.Sprintf(format, args...))
}

// A part is a level, a memory child in brackets, or attributes of the machine.
var (
	levelText  = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9]*):([0-9]+)(?:\(([^()]*)\))?$`)
	memoryText = regexp.MustCompile(`^\[([A-Za-z]+)(?::([0-9]+))?(?:\(([^()]*)\))?\]$`)
	rootText   = regexp.MustCompile(`^\(([^()]*)\)$`)
)

func (s *synthetic) read() error {
	for at := 0; at < len(s.text); {
		if isSpace(s.text[at]) {
			at++
			continue
		}
		part := partAt(s.text[at:])
		if err := s.part(at, part); err != nil {
			return err
		}
		at += len(part)
	}
	return nil
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// partAt cuts a part off: up to a space that stands outside of parentheses and brackets, or to what closes the outermost one.
func partAt(text string) string {
	open := 0
	for i := range len(text) {
		switch c := text[i]; {
		case c == '(' || c == '[':
			if c == '[' && i > 0 && open == 0 {
				return text[:i]
			}
			open++
		case c == ')' || c == ']':
			open--
			if open <= 0 {
				return text[:i+1]
			}
		case isSpace(c) && open == 0:
			return text[:i]
		}
	}
	return text
}

func (s *synthetic) part(at int, part string) error {
	if m := memoryText.FindStringSubmatch(part); m != nil {
		return s.memoryChild(at, m)
	}
	if m := rootText.FindStringSubmatch(part); m != nil {
		_, err := s.attribute(at, m[1], "memory")
		return err
	}
	m := levelText.FindStringSubmatch(part)
	if m == nil {
		if _, err := strconv.Atoi(part); err == nil {
			return s.errorf(at, "%s is a number without a kind; expected one before it, such as pack:2 core:4 pu:2", part)
		}
		return s.errorf(at, "%q is no level; expected KIND:COUNT, such as core:4", cut(part))
	}
	kind, depth := kindOf(m[1])
	if kind == "" {
		return s.errorf(at, "there is no kind of level %q; there are pack, numa, die, group, l1 to l5, core, pu", cut(m[1]))
	}
	count, err := strconv.Atoi(m[2])
	if err != nil || count < 1 || count > mostPUs {
		return s.errorf(at, "%q asks for %s; expected 1 to %d of a kind", cut(part), cut(m[2]), mostPUs)
	}
	if len(s.levels) == mostLevels {
		return s.errorf(at, "there are more than %d levels", mostLevels)
	}
	l := level{kind: kind, depth: depth, count: count, text: m[1] + ":" + m[2]}
	if l.size, err = s.attribute(at, m[3], "size"); err != nil {
		return err
	}
	memory, err := s.attribute(at, m[3], "memory")
	if err != nil {
		return err
	}
	s.levels = append(s.levels, l)
	if kind == "numa" || memory > 0 {
		s.memory = append(s.memory, attached{len(s.levels), memory})
	}
	return nil
}

func (s *synthetic) memoryChild(at int, m []string) error {
	if kind, _ := kindOf(m[1]); kind != "numa" {
		return s.errorf(at, "in brackets stands %q; expected numa", cut(m[1]))
	}
	size, err := s.attribute(at, m[3], "memory")
	if err != nil {
		return err
	}
	count := 1
	if m[2] != "" {
		if count, err = strconv.Atoi(m[2]); err != nil || count < 1 || count > mostLevels {
			return s.errorf(at, "%s NUMA nodes at one place; expected 1 to %d", cut(m[2]), mostLevels)
		}
	}
	for range count {
		s.memory = append(s.memory, attached{len(s.levels), size})
	}
	return nil
}

// attribute returns a size among attributes such as "size=32768 indexes=0,1", 0 where it is not there. Others change no shape.
func (s *synthetic) attribute(at int, attributes, name string) (model.Bytes, error) {
	for _, a := range strings.Fields(attributes) {
		value, ok := strings.CutPrefix(a, name+"=")
		if !ok {
			continue
		}
		size, ok := sizeOf(value)
		if !ok {
			return 0, s.errorf(at, "%s is %q; expected bytes, such as 32768, 16MiB or 1GB", name, cut(value))
		}
		return size, nil
	}
	return 0, nil
}

var sizeText = regexp.MustCompile(`^([0-9]{1,18})(?:([kKMGT])(i?)B)?$`)

// sizeOf reads bytes as hwloc does: MB are decimal, MiB binary.
func sizeOf(text string) (model.Bytes, bool) {
	m := sizeText.FindStringSubmatch(text)
	if m == nil {
		return 0, false
	}
	n, _ := strconv.ParseFloat(m[1], 64)
	base := 1000.
	if m[3] != "" {
		base = 1024
	}
	n *= math.Pow(base, float64(strings.Index("BkMGT", cmp.Or(strings.Replace(m[2], "K", "k", 1), "B"))))
	const most = 1 << 60
	return model.Bytes(min(n, most)), n <= most
}

var cacheText = regexp.MustCompile(`^l([1-5])([diu]?)(cache)?$`)

// kindOf reads the name of a kind, of which two letters are enough, and the depth of a cache; "" where there is none.
func kindOf(name string) (kind string, depth int) {
	name = strings.ToLower(name)
	if m := cacheText.FindStringSubmatch(name); m != nil {
		if m[2] == "i" {
			return "group", 0 // no data travels between these
		}
		return "cache", int(m[1][0] - '0')
	}
	const letters = 2
	for _, k := range [][2]string{
		{"package", "pack"},
		{"socket", "pack"},
		{"numanode", "numa"},
		{"node", "numa"},
		{"core", "core"},
		{"pu", "pu"},
		{"cache", "cache"},
		{"die", "group"},
		{"group", "group"},
		{"tile", "group"},
		{"module", "group"},
		{"cluster", "group"},
		{"misc", "group"},
		{"machine", "group"},
		{"system", "group"},
	} {
		if len(name) >= letters && strings.HasPrefix(k[0], name) {
			return k[1], 0
		}
	}
	return "", 0
}

// check holds the order of the levels against what a machine has.
func (s *synthetic) check() error {
	if len(s.levels) == 0 {
		return fmt.Errorf("%s: the string is empty; expected levels, such as pack:2 core:4 pu:2", s.name)
	}
	last := s.levels[len(s.levels)-1]
	if last.kind != "pu" {
		return s.errorf(len(s.text), "the string ends with %s; expected hardware threads at its end, such as %s pu:1", last.text, cut(strings.TrimSpace(s.text)))
	}
	seen := map[string]bool{}
	for _, l := range s.levels {
		if l.kind != "pack" && l.kind != "core" && l.kind != "pu" {
			continue
		}
		if seen[l.kind] {
			return fmt.Errorf("%s: %s is the second level of its kind; expected one", s.name, l.text)
		}
		if l.kind == "pack" && seen["core"] {
			return fmt.Errorf("%s: %s stands below cores; expected it above them", s.name, l.text)
		}
		seen[l.kind] = true
	}
	s.nameCaches()
	return nil
}

// nameCaches gives old strings' caches without a level theirs: the one nearest to the cores is the second, those above it follow.
func (s *synthetic) nameCaches() {
	depth := 2
	for i := len(s.levels) - 1; i >= 0; i-- {
		if l := &s.levels[i]; l.kind == "cache" && l.depth == 0 {
			l.depth = min(depth, levels-1)
			depth++
		}
	}
}

// list lists the hardware threads. A level's objects are numbered through the machine.
func (s *synthetic) list() ([]pu, error) {
	total := 1
	objects := []int{1} // of each level, from the machine on
	for _, l := range s.levels {
		if total *= l.count; total > mostPUs {
			return nil, fmt.Errorf("%s: there are more than %d hardware threads, the most that are read", s.name, mostPUs)
		}
		objects = append(objects, total)
	}
	for _, a := range s.memory {
		for range objects[a.level] {
			if a.size > 0 && len(s.machine.Memory) < mostNodes {
				s.machine.Memory = append(s.machine.Memory, a.size)
			}
		}
	}
	pus := make([]pu, total)
	for i := range pus {
		pus[i].core = i + 1
	}
	for j, l := range s.levels {
		s.machine.setCache(l.depth, l.size, 0)
		each := total / objects[j+1]
		for i := range pus {
			pus[i].join(l, i/each+1)
		}
	}
	return pus, nil
}

// join puts a hardware thread into the object of a level.
func (p *pu) join(l level, id int) {
	switch l.kind {
	case "pack":
		p.socket = id
	case "numa":
		p.node = id
	case "core":
		p.core = id
	case "cache":
		p.caches[l.depth] = id
	}
}

// cut shortens what a message quotes.
func cut(text string) string {
	const longest = 60
	if r := []rune(text); len(r) > longest {
		return string(r[:longest]) + "…"
	}
	return text
}
