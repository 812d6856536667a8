package main

import (
	"io"

	"contend/model"
	"contend/scenarios"
)

// openScenario resolves a scenario: a name of the library, a path, or - for stdin. What is wrong with it
// is an error of its author.
func (t *terminal) openScenario(ref string, o scenarios.Options) (*model.Scenario, error) {
	s, err := t.loadScenario(ref, o)
	if err != nil {
		return nil, usage(err)
	}
	return s, nil
}

func (t *terminal) loadScenario(ref string, o scenarios.Options) (*model.Scenario, error) {
	if ref != "-" {
		return scenarios.Open(ref, o)
	}
	data, err := io.ReadAll(t.in)
	if err != nil {
		return nil, err
	}
	return scenarios.Load("stdin", data, ".", o)
}

// keepVariants leaves out the variants that were not asked for.
func keepVariants(s *model.Scenario, names []string) (*model.Scenario, error) {
	if len(names) == 0 {
		return s, nil
	}
	kept := *s
	kept.Variants = nil
	for _, name := range names {
		i := variantIndex(s, name)
		if i < 0 {
			return nil, usagef("%s: there is no variant %q%s", s.Name, name, didYouMean(name, variantNames(s)))
		}
		kept.Variants = append(kept.Variants, s.Variants[i])
	}
	return &kept, nil
}

func variantIndex(s *model.Scenario, name string) int {
	for i := range s.Variants {
		if s.Variants[i].Name == name {
			return i
		}
	}
	return -1
}

func variantNames(s *model.Scenario) []string {
	var names []string
	for i := range s.Variants {
		names = append(names, s.Variants[i].Name)
	}
	return names
}
