package main

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"contend/model"
)

// condition names measured values: those of a variant, or at some of the swept values.
type condition struct {
	variant bool
	is      func(variant string, n float64) bool
}

var conditionText = regexp.MustCompile(`^\s*([\w.-]+)\s*(<=|>=|!=|=|<|>)\s*(\S+)\s*$`)

// keep says which measured values are fitted to: those that no --holdout names. nil for all.
func (f *calibrateFlags) keep(s *model.Scenario) (func(variant string, n float64) bool, error) {
	if len(f.holdout) == 0 {
		return nil, nil
	}
	var all []condition
	for _, text := range f.holdout {
		c, err := newCondition(s, text)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return func(variant string, n float64) bool {
		for _, c := range all {
			if c.is(variant, n) {
				return false
			}
		}
		return true
	}, nil
}

// keepOf is keep once the conditions are known to be good.
func (f *calibrateFlags) keepOf(s *model.Scenario) func(variant string, n float64) bool {
	keep, err := f.keep(s)
	if err != nil || keep == nil {
		return func(string, float64) bool { return true }
	}
	return keep
}

func newCondition(s *model.Scenario, text string) (condition, error) {
	m := conditionText.FindStringSubmatch(text)
	if m == nil {
		return condition{}, usagef("--holdout %s: want a condition such as variant=patched or threads>32", text)
	}
	name, op, value := m[1], m[2], m[3]
	if name == "variant" {
		names := variantNames(s)
		if !slices.Contains(names, value) {
			return condition{}, usagef("--holdout %s: there is no variant %q%s; there are %s", text, value, didYouMean(value, names), strings.Join(names, ", "))
		}
		if op != "=" && op != "!=" {
			return condition{}, usagef("--holdout %s: a variant is held out with = or !=", text)
		}
		return condition{true, func(variant string, _ float64) bool { return (variant == value) == (op == "=") }}, nil
	}
	if name != s.X && name != "n" && name != "N" {
		return condition{}, usagef("--holdout %s: the scenario sweeps %s; want variant, %s or n", text, s.X, s.X)
	}
	limit, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return condition{}, usagef("--holdout %s: %q is not a number", text, value)
	}
	return condition{false, func(_ string, n float64) bool { return compares(n, op, limit) }}, nil
}

// compares tells whether n op limit.
func compares(n float64, op string, limit float64) bool {
	switch op {
	case "=":
		return n == limit
	case "!=":
		return n != limit
	case "<":
		return n < limit
	case "<=":
		return n <= limit
	case ">":
		return n > limit
	}
	return n >= limit
}
