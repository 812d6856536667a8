package main

import (
	"math"
	"strconv"
	"strings"

	"contend/model"
)

// significant prints x with at least digits significant digits, and all of its whole part.
func significant(x float64, digits int) string {
	if x == 0 || math.IsInf(x, 0) || math.IsNaN(x) {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	whole := int(math.Floor(math.Log10(math.Abs(x)))) + 1
	return strconv.FormatFloat(x, 'f', max(digits-whole, 0), 64)
}

// plainNumber prints a number of the sweep as a file would write it.
func plainNumber(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// percent prints a percentage with a digit behind the point.
func percent(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) + " %" }

// signed is percent with its sign.
func signed(x float64) string {
	if x >= 0 {
		return "+" + percent(x)
	}
	return percent(x)
}

// quantity prints a metric's value in a unit to read, as the end of its name tells.
func quantity(name string, x float64) string {
	switch {
	case strings.HasSuffix(name, "_ns"):
		return model.Time(math.Round(x * float64(model.Nanosecond))).String()
	case strings.HasSuffix(name, "_bytes"):
		return model.Bytes(math.Round(x)).String()
	case strings.HasSuffix(name, "_pct"):
		return percent(x)
	}
	return significant(x, 4)
}

// quantityName is a metric's name without the unit that quantity prints.
func quantityName(name string) string {
	for _, unit := range []string{"_ns", "_bytes", "_pct"} {
		if cut, ok := strings.CutSuffix(name, unit); ok {
			return cut
		}
	}
	return name
}

// halfWidth prints what stands behind ± for an interval around a mean, in the same unit.
func halfWidth(e model.Estimate, digits int) string {
	if e.Lo == nil || e.Hi == nil {
		return ""
	}
	half := (*e.Hi - *e.Lo) / 2
	if half <= 1e-9*math.Abs(e.Mean) {
		return "0" // replications that agree but for rounding
	}
	return significant(half, digits)
}

// optional prints a value that may be missing.
func optional(x *float64, print func(float64) string) string {
	if x == nil {
		return ""
	}
	return print(*x)
}
