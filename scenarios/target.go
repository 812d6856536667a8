package scenarios

import (
	"fmt"
	"strings"

	"contend/model"
)

// Target reads what a machine is wanted to do, such as '5000/s', '5000/s at p99<20ms' or '300/min at p50<1ms p99<20ms'.
func Target(text string) (model.Target, error) {
	const expected = "expected a rate and bounds of latencies, such as '5000/s at p99<20ms'"
	wanted, bounds, _ := strings.Cut(text, " at ")
	q, err := parseQuantity(strings.TrimSpace(wanted))
	if err != nil {
		return model.Target{}, fmt.Errorf("%s: %w; %s", short(wanted), err, expected)
	}
	if q.unit != rate || !q.isConst() || q.a <= 0 {
		return model.Target{}, fmt.Errorf("%s is not a rate above 0; %s", short(wanted), expected)
	}
	t := model.Target{PerSecond: q.a}
	for _, bound := range strings.FieldsFunc(bounds, func(r rune) bool { return r == ' ' || r == ',' }) {
		if bound == "and" {
			continue
		}
		name, limit, ok := strings.Cut(bound, "<")
		to := map[string]*model.Time{"p50": &t.P50, "p99": &t.P99}[name]
		if !ok || to == nil {
			return model.Target{}, fmt.Errorf("%s bounds no latency; known are p50 and p99; %s", short(bound), expected)
		}
		q, err := parseQuantity(strings.TrimPrefix(limit, "="))
		if err != nil {
			return model.Target{}, fmt.Errorf("%s: %w; %s", short(bound), err, expected)
		}
		if q.unit != duration || !q.isConst() || q.a < 1 {
			return model.Target{}, fmt.Errorf("%s: %s is not a time above 0", short(bound), short(limit))
		}
		*to = model.Time(q.a)
	}
	return t, nil
}
