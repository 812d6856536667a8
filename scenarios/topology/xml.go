package topology

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"contend/model"
)

const (
	largestXML = 64 << 20 // bytes; a machine of 1000 hardware threads takes one
	deepestXML = 64
	mostNodes  = 1024
	mostKinds  = 8 // of cores
)

// XML reads what 'lstopo FILE.xml' writes, of hwloc 1 and 2. name is what errors call the file.
func XML(name string, data []byte) (*Machine, error) {
	if len(data) > largestXML {
		return nil, fmt.Errorf("%s: the file has %d bytes, more than the %d that are read", name, len(data), largestXML)
	}
	x := &xmlReader{name: name, decoder: xml.NewDecoder(bytes.NewReader(data)), machine: &Machine{Source: "measured: hwloc"}, counts: map[string]int{}, kinds: map[string]int{}}
	if err := x.read(); err != nil {
		return nil, err
	}
	x.finish()
	if err := x.machine.arrange(x.pus); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return x.machine, nil
}

// xmlReader reads a file element by element.
type xmlReader struct {
	name    string
	decoder *xml.Decoder
	open    []element
	machine *Machine
	counts  map[string]int // objects of each kind so far

	pus     []pu
	indexes []int // the system's number of each of pus
	nodes   []bitmap
	// The CPUs that are there, those that may be used, and those that are told.
	complete, allowed, present bitmap
	kinds                      map[string]int // CPUs of each kind of core
}

// element is one that is not closed yet.
type element struct {
	tag, kind string
	inside    pu // what a hardware thread in it is part of
	infos     map[string]string
	cpuset    bitmap
}

func (x *xmlReader) errorf(line, column int, format string, args ...any) error {
	return fmt.Errorf("%s:%d:%d: %s", x.name, line, column, fmt.Sprintf(format, args...))
}

func (x *xmlReader) read() error {
	isTopology := false
	for {
		line, column := x.decoder.InputPos()
		token, err := x.decoder.Token()
		switch {
		case errors.Is(err, io.EOF) && !isTopology:
			return x.errorf(line, column, "there is no <topology> in it; expected what 'lstopo FILE.xml' writes")
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return x.syntax(err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if !isTopology && t.Name.Local != "topology" {
				return x.errorf(line, column, "the file begins with <%s>; expected <topology>, as 'lstopo FILE.xml' writes", cut(t.Name.Local))
			}
			isTopology = true
			if err := x.start(t, line, column); err != nil {
				return err
			}
		case xml.EndElement:
			x.end()
		}
	}
}

// syntax says where the file stops being XML.
func (x *xmlReader) syntax(err error) error {
	line, column := x.decoder.InputPos()
	var wrong *xml.SyntaxError
	if errors.As(err, &wrong) {
		return x.errorf(line, column, "this is not XML: %s", wrong.Msg)
	}
	return x.errorf(line, column, "this is not XML: %v", err)
}

func (x *xmlReader) start(t xml.StartElement, line, column int) error {
	if len(x.open) == deepestXML {
		return x.errorf(line, column, "elements stand more than %d deep in one another", deepestXML)
	}
	e := element{tag: t.Name.Local}
	if n := len(x.open); n > 0 {
		e.inside = x.open[n-1].inside
	}
	var err error
	switch e.tag {
	case "object":
		err = x.object(&e, t, line, column)
	case "info":
		x.info(t)
	case "cpukind":
		e.cpuset = bitmapOf(attribute(t, "cpuset"))
	}
	x.open = append(x.open, e)
	return err
}

func attribute(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// object reads one part of the machine. Kinds that change no shape (groups, dies, devices) are passed through.
func (x *xmlReader) object(e *element, t xml.StartElement, line, column int) error {
	e.kind = attribute(t, "type")
	x.counts[e.kind]++
	number := func(name string, most int64) (int64, error) {
		text := attribute(t, name)
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 0 || n > most {
			return 0, x.errorf(line, column, "%s of %s is %q; expected a whole number from 0 to %d", name, e.kind, cut(text), most)
		}
		return n, nil
	}
	id := x.counts[e.kind]
	switch e.kind {
	case "":
		return x.errorf(line, column, "an <object> has no type=")
	case "Machine", "System":
		x.complete, x.present = bitmapOf(attribute(t, "complete_cpuset")), bitmapOf(attribute(t, "cpuset"))
		x.allowed = bitmapOf(attribute(t, "allowed_cpuset"))
	case "Package", "Socket":
		e.inside.socket = id
	case "Core":
		e.inside.core = id
	case "NUMANode", "Node":
		return x.node(t, number)
	case "PU":
		if len(x.pus) == mostPUs {
			return x.errorf(line, column, "there are more than %d hardware threads, the most that are read", mostPUs)
		}
		index, err := number("os_index", 1<<31)
		if err != nil {
			return err
		}
		x.pus, x.indexes = append(x.pus, e.inside), append(x.indexes, int(index))
	case "Cache", "L1Cache", "L2Cache", "L3Cache", "L4Cache", "L5Cache":
		return x.cache(e, t, number)
	}
	return nil
}

func (x *xmlReader) node(t xml.StartElement, number func(string, int64) (int64, error)) error {
	if len(x.nodes) < mostNodes {
		x.nodes = append(x.nodes, bitmapOf(attribute(t, "cpuset")))
	}
	if attribute(t, "local_memory") == "" {
		return nil
	}
	size, err := number("local_memory", 1<<60)
	if size > 0 && len(x.machine.Memory) < mostNodes {
		x.machine.Memory = append(x.machine.Memory, model.Bytes(size))
	}
	return err
}

func (x *xmlReader) cache(e *element, t xml.StartElement, number func(string, int64) (int64, error)) error {
	const instructions = "2"
	if attribute(t, "cache_type") == instructions {
		return nil
	}
	depth, err := number("depth", levels-1)
	if err != nil || depth == 0 {
		return err
	}
	size, err := number("cache_size", 1<<60)
	if err != nil {
		return err
	}
	line, _ := strconv.ParseInt(attribute(t, "cache_linesize"), 10, 32) // -1 and 0 are lines of unknown size
	x.machine.setCache(int(depth), model.Bytes(size), model.Bytes(max(line, 0)))
	e.inside.caches[depth] = x.counts[e.kind]
	return nil
}

// info gives what it says to the element that it stands in.
func (x *xmlReader) info(t xml.StartElement) {
	if len(x.open) == 0 {
		return
	}
	e := &x.open[len(x.open)-1]
	if e.infos == nil {
		e.infos = map[string]string{}
	}
	e.infos[attribute(t, "name")] = attribute(t, "value")
}

func (x *xmlReader) end() {
	e := x.open[len(x.open)-1]
	x.open = x.open[:len(x.open)-1]
	switch {
	case e.tag == "cpukind" && len(x.kinds) < mostKinds:
		kind := e.infos["CoreType"]
		if kind == "" {
			kind = fmt.Sprintf("kind %d", len(x.kinds)+1)
		}
		x.kinds[cut(kind)] += e.cpuset.count()
		x.machine.Clock = max(x.machine.Clock, mhz(e.infos["FrequencyBaseMHz"])) // of the fastest kind
	case e.tag == "object" && (e.kind == "Package" || e.kind == "Socket" || e.kind == "Machine"):
		x.machine.setCPU(e.infos["CPUModel"])
		if x.machine.CPU == "" {
			x.machine.setCPU(armName(e.infos["CPUImplementer"], e.infos["CPUPart"]))
		}
		if e.infos["Backend"] == "Synthetic" {
			x.machine.Source = "assumed: a synthetic topology of hwloc"
		}
	}
}

// finish gives each hardware thread its core and its node, and says what the file leaves out.
func (x *xmlReader) finish() {
	disallowed := 0
	for i := range x.pus {
		p, index := &x.pus[i], x.indexes[i]
		if p.core == 0 {
			p.core = x.counts["Core"] + i + 1
		}
		if x.allowed != nil && !x.allowed.has(index) {
			disallowed++
		}
		p.node = 1 + slices.IndexFunc(x.nodes, func(b bitmap) bool { return b.has(index) })
	}
	if disallowed > 0 {
		x.machine.warn("%d of %d hardware threads are not allowed to be used there: they are counted all the same", disallowed, len(x.pus))
	}
	if out := x.complete.count() - x.present.count(); out > 0 {
		x.machine.warn("%d hardware threads are offline or hidden: they are left out", out)
	}
	if len(x.kinds) > 1 {
		x.machine.warn("cores are of several kinds (%s): taken as alike", kindsText(x.kinds))
	}
	if clock := clockIn(x.machine.CPU); clock > 0 {
		x.machine.Clock = clock
	}
}

// kindsText lists kinds of cores and their CPUs.
func kindsText(kinds map[string]int) string {
	var texts []string
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		texts = append(texts, fmt.Sprintf("%s: %d CPUs", kind, kinds[kind]))
	}
	return strings.Join(texts, ", ")
}
