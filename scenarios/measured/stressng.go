package measured

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"contend/model"
)

// stressNG reads the log of stress-ng --metrics: N is the instances of a stressor, throughput its bogo operations a second.
var stressNG = importer{
	format: "stress-ng", oneN: true,
	claims: func(text string) bool { return strings.HasPrefix(text, "stress-ng: ") && stressHogs.MatchString(text) },
	read:   readStressNG,
}

// stressNGYAML reads what stress-ng --yaml writes, which does not tell N.
var stressNGYAML = importer{
	format: "stress-ng --yaml", oneN: true,
	claims: func(text string) bool {
		return hasAll(text, []string{"stress-ng-version:", "bogo-ops-per-second-real-time:"})
	},
	read: readStressNGYAML,
}

var (
	stressHogs = regexp.MustCompile(`dispatching hogs: (.+)`)
	stressHog  = regexp.MustCompile(`(\d+) ([\w-]+)`)
	// Name, bogo operations, real, user and system time, rate by real time.
	stressRow = regexp.MustCompile(`^stress-ng: \w+: +\[\d+\] ([\w-]+) +\d+ +\S+ +\S+ +\S+ +(\S+)`)
)

func readStressNG(in input) ([]model.Curve, error) {
	g := gathering{in: in}
	instances := map[string]float64{}
	for i, line := range strings.Split(in.text, "\n") {
		if m := stressHogs.FindStringSubmatch(line); m != nil {
			for _, hog := range stressHog.FindAllStringSubmatch(m[1], -1) {
				instances[hog[2]], _ = strconv.ParseFloat(hog[1], 64) // Digits
			}
		}
		m := stressRow.FindStringSubmatch(line)
		if m == nil || instances[m[1]] == 0 {
			continue
		}
		x, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			return nil, fmt.Errorf("%s: %q is not a number; expected bogo operations a second", in.at(i+1), m[2])
		}
		if err := g.add(m[1], "bogo ops/s", i+1, instances[m[1]], x); err != nil {
			return nil, err
		}
	}
	return g.done(), nil
}

func readStressNGYAML(in input) ([]model.Curve, error) {
	n, err := nOfName(in.name)
	if err != nil {
		return nil, err
	}
	var doc struct {
		Metrics []struct {
			Stressor string
			Rate     float64 `yaml:"bogo-ops-per-second-real-time"`
		}
	}
	if err := yaml.Unmarshal([]byte(in.text), &doc); err != nil {
		return nil, fmt.Errorf("%s: %w", in.name, err)
	}
	g := gathering{in: in}
	for _, m := range doc.Metrics {
		if err := g.add(m.Stressor, "bogo ops/s", 0, n, m.Rate); err != nil {
			return nil, err
		}
	}
	g.warnAll(codeFileName, textFileName)
	return g.done(), nil
}
