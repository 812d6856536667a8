package scenarios

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"contend/model"
)

// unit is the kind of a quantity; each has a base that values are kept in.
type unit uint8

const (
	number    unit = iota
	duration       // picoseconds
	size           // bytes
	bandwidth      // bytes per second
	frequency      // hertz
	rate           // per second
)

var unitNames = [...]string{"a number", "a time", "a size", "a bandwidth", "a frequency", "a rate"}

// unitBases are the units that values are kept in.
var unitBases = [...]string{"", "ps", "B", "B/s", "Hz", "/s"}

// examples say how a quantity of each unit is written.
var unitExamples = [...]string{"16", "51us", "320KiB", "21GB/s", "2.27GHz", "500/s"}

func (u unit) String() string { return unitNames[u] }

// units are the suffixes of quantities and their size in the base.
var units = map[string]struct {
	unit unit
	size float64
}{
	"": {number, 1}, "%": {number, .01},
	"ps": {duration, 1}, "ns": {duration, 1e3}, "us": {duration, 1e6}, "µs": {duration, 1e6}, "ms": {duration, 1e9},
	"s": {duration, 1e12}, "min": {duration, 60e12}, "h": {duration, 3600e12},
	"B": {size, 1}, "kB": {size, 1e3}, "KB": {size, 1e3}, "MB": {size, 1e6}, "GB": {size, 1e9}, "TB": {size, 1e12},
	"KiB": {size, 1 << 10}, "MiB": {size, 1 << 20}, "GiB": {size, 1 << 30}, "TiB": {size, 1 << 40},
	"B/s": {bandwidth, 1}, "kB/s": {bandwidth, 1e3}, "KB/s": {bandwidth, 1e3}, "MB/s": {bandwidth, 1e6}, "GB/s": {bandwidth, 1e9}, "TB/s": {bandwidth, 1e12},
	"KiB/s": {bandwidth, 1 << 10}, "MiB/s": {bandwidth, 1 << 20}, "GiB/s": {bandwidth, 1 << 30}, "TiB/s": {bandwidth, 1 << 40},
	"Hz": {frequency, 1}, "kHz": {frequency, 1e3}, "MHz": {frequency, 1e6}, "GHz": {frequency, 1e9},
	"/s": {rate, 1}, "/min": {rate, 1. / 60}, "/h": {rate, 1. / 3600},
}

// quantity is a value with its unit, in the unit's base: a constant, or the parameters of a distribution.
type quantity struct {
	unit  unit
	kind  model.DistKind
	a, b  float64
	shape int32
}

func constant(u unit, v float64) quantity { return quantity{unit: u, a: v} }

func (q quantity) isConst() bool { return q.kind == model.Const }

// dist turns a quantity into what ops draw from.
func (q quantity) dist() model.Dist {
	return model.Dist{Kind: q.kind, Shape: q.shape, A: int64(math.Round(q.a)), B: int64(math.Round(q.b))}
}

// text is a constant as a person would write it.
func (q quantity) text() string {
	switch q.unit {
	case duration:
		return model.Time(q.a).String()
	case size:
		return model.Bytes(q.a).String()
	}
	return fmt.Sprintf("%g%s", q.a, unitBases[q.unit])
}

var (
	plain   = regexp.MustCompile(`^([+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s?([a-zA-Zµ/%]*)$`)
	drawn   = regexp.MustCompile(`^(exp|erlang|uniform)\((.*)\)$`)
	between = regexp.MustCompile(`^(.+?)\.\.(.+)$`)
)

// parseQuantity reads a quantity: 51us, 12..20, exp(51us), erlang(4, 51us), uniform(1us, 2us).
func parseQuantity(text string) (quantity, error) {
	text = strings.TrimSpace(text)
	if m := drawn.FindStringSubmatch(text); m != nil {
		return parseDrawn(m[1], m[2])
	}
	if m := between.FindStringSubmatch(text); m != nil {
		return parseBetween(m[1], m[2])
	}
	return parsePlain(text)
}

func parsePlain(text string) (quantity, error) {
	m := plain.FindStringSubmatch(text)
	if m == nil {
		return quantity{}, fmt.Errorf("%s is not a quantity", short(text))
	}
	u, ok := units[m[2]]
	if !ok {
		return quantity{}, fmt.Errorf("%s has the unknown unit %s%s", short(text), short(m[2]), hint(m[2], unitWords))
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(m[1], "_", ""), 64)
	if v *= u.size; err != nil || math.IsInf(v, 0) || math.Abs(v) > limit {
		return quantity{}, fmt.Errorf("%s is out of range", short(text))
	}
	return constant(u.unit, v), nil
}

// limit is the largest value in base units: a quarter of an int64, 26 days in picoseconds.
const limit = math.MaxInt64 / 4

var unitWords = []string{"ps", "ns", "us", "ms", "s", "min", "h", "B", "KiB", "MiB", "GiB", "MB/s", "GB/s", "GHz", "/s"}

// parseBetween reads both ends of a range; the first may leave its unit to the second.
func parseBetween(from, to string) (quantity, error) {
	b, err := parsePlain(strings.TrimSpace(to))
	if err != nil {
		return quantity{}, err
	}
	a, err := parsePlain(strings.TrimSpace(from))
	if err != nil {
		return quantity{}, err
	}
	if a.unit == number && b.unit != number {
		suffix := plain.FindStringSubmatch(strings.TrimSpace(to))[2]
		a = constant(b.unit, a.a*units[suffix].size)
	}
	switch {
	case a.unit != b.unit:
		return quantity{}, fmt.Errorf("%s..%s goes from %v to %v", from, to, a.unit, b.unit)
	case a.a > b.a:
		return quantity{}, fmt.Errorf("%s..%s goes down; write the smaller end first", from, to)
	case a.unit == number && a.a == math.Trunc(a.a) && b.a == math.Trunc(b.a):
		return quantity{number, model.UniformInt, a.a, b.a, 0}, nil
	}
	return quantity{a.unit, model.Uniform, a.a, b.a, 0}, nil
}

func parseDrawn(name, inside string) (quantity, error) {
	args := strings.Split(inside, ",")
	var qs []quantity
	for _, a := range args {
		q, err := parsePlain(strings.TrimSpace(a))
		if err != nil {
			return quantity{}, err
		}
		qs = append(qs, q)
	}
	return distribution(name, qs)
}

// distribution is one of the named ones, of its arguments.
func distribution(name string, qs []quantity) (quantity, error) {
	if want := map[string]int{"exp": 1, "erlang": 2, "uniform": 2}[name]; len(qs) != want {
		return quantity{}, fmt.Errorf("%s has %d arguments, found %d", name, want, len(qs))
	}
	for _, q := range qs {
		if q.a < 0 {
			return quantity{}, fmt.Errorf("%s of %s, which is negative", name, q.text())
		}
	}
	switch name {
	case "exp":
		return quantity{qs[0].unit, model.Exp, qs[0].a, 0, 0}, nil
	case "erlang":
		k := qs[0]
		if k.unit != number || k.a != math.Trunc(k.a) || k.a < 1 || k.a > 1000 {
			return quantity{}, fmt.Errorf("erlang's shape %s must be a whole number from 1 to 1000", k.text())
		}
		return quantity{qs[1].unit, model.Erlang, qs[1].a, 0, int32(k.a)}, nil
	}
	if qs[0].unit != qs[1].unit || qs[0].a > qs[1].a {
		return quantity{}, fmt.Errorf("uniform(%s, %s) needs two values of one unit, the smaller first", qs[0].text(), qs[1].text())
	}
	return quantity{qs[0].unit, model.Uniform, qs[0].a, qs[1].a, 0}, nil
}
