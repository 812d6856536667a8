package scenarios

import (
	"fmt"
	"strconv"
	"strings"

	"contend/model"
)

// Free is a number that a calibration may change. Values are in the base of its unit: picoseconds, bytes, plain numbers; of a
// distribution, it is the mean.
type Free struct {
	// Path is the number's as --set takes it: work, machine.line.one_hop.
	Path          string
	Value, Lo, Hi float64
	written       quantity
	suffix        string
}

// FreeNumbers lists the numbers that a scenario marks with fit: bounds, in the order of the file.
func FreeNumbers(s *model.Scenario) ([]Free, error) {
	var out []Free
	for _, n := range s.Numbers {
		if n.Fit == nil {
			continue
		}
		f, err := newFree(n)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", n.Path, err)
		}
		out = append(out, f)
	}
	return out, nil
}

func newFree(n model.Number) (Free, error) {
	f := Free{Path: strings.TrimPrefix(n.Path, "params.")}
	var err error
	if f.written, err = parseQuantity(n.Value); err != nil {
		return f, fmt.Errorf("%w; a number that is fitted is written out", err)
	}
	f.Value = mean(f.written)
	lo, errLo := parseQuantity(n.Fit[0])
	hi, errHi := parseQuantity(n.Fit[1])
	switch {
	case errLo != nil || errHi != nil || lo.unit != f.written.unit:
		return f, fmt.Errorf("fit goes from %s to %s, which are not of the unit of %s", n.Fit[0], n.Fit[1], n.Value)
	case f.written.kind == model.UniformInt:
		return f, fmt.Errorf("%s draws whole numbers; fit the mean of another distribution", n.Value)
	}
	f.Lo, f.Hi = lo.a, hi.a
	f.suffix = suffixOf(n.Value)
	return f, nil
}

// mean is that of a quantity's distribution.
func mean(q quantity) float64 {
	if q.kind == model.Uniform {
		return (q.a + q.b) / 2
	}
	return q.a
}

// suffixOf is the last unit in a text.
func suffixOf(text string) string {
	text = strings.TrimRight(text, ") ")
	end := strings.LastIndexFunc(text, func(r rune) bool { return r >= '0' && r <= '9' || r == '.' || r == ' ' })
	return text[end+1:]
}

// digits is how many of them a fitted value is written with.
const digits = 5

// round keeps the first digits of a number.
func round(x float64) float64 {
	out, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
	if err != nil {
		return x
	}
	return out
}

// Number writes a value in the unit that the file uses.
func (f Free) Number(value float64) string {
	return strconv.FormatFloat(round(value/units[f.suffix].size), 'f', -1, 64) + f.suffix
}

// Text writes the number with another mean, as a file would hold it.
func (f Free) Text(value float64) string {
	switch f.written.kind {
	case model.Exp:
		return "exp(" + f.Number(value) + ")"
	case model.Erlang:
		return fmt.Sprintf("erlang(%d, %s)", f.written.shape, f.Number(value))
	case model.Uniform:
		half := (f.written.b - f.written.a) / 2 * value / f.Value
		return fmt.Sprintf("uniform(%s, %s)", f.Number(value-half), f.Number(value+half))
	}
	return f.Number(value)
}
