package scenarios

import (
	"strings"
	"testing"

	"contend/model"
)

// Distributions of parameters draw as those of plain numbers do.
func TestDrawnExpressions(t *testing.T) {
	load := func(expression string) (*model.Scenario, error) {
		return Load("e.yaml", []byte("name: e\nmachine: desktop-8c\nparams: {w: 4us, k: 3}\nworkload: {closed: {threads: 1}, program: [{compute: \""+expression+"\"}]}\n"), ".", Options{})
	}
	for expression, plain := range map[string]string{
		"exp($w)": "exp(4us)", "$w * exp(1)": "exp(4us)", "exp($w / 2) * 3": "exp(6us)", "erlang($k, $w)": "erlang(3, 4us)", "uniform($w, 2 * $w)": "uniform(4us, 8us)",
	} {
		got, err := load(expression)
		if err != nil {
			t.Errorf("%s: %v", expression, err)
			continue
		}
		want, err := load(plain)
		if err != nil {
			t.Fatal(err)
		}
		if got.Hash != want.Hash {
			t.Errorf("%s is not %s", expression, plain)
		}
	}
	for expression, want := range map[string]string{
		"exp($w, $w)": "exp has 1 arguments, found 2", "erlang($w, $w)": "whole number", "uniform($w, $w / 2)": "the smaller first", "exp(-$w)": "negative",
		"exp(exp($w))": "takes no distribution", "expo($w)": "did you mean exp",
	} {
		if _, err := load(expression); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v; want one that says %q", expression, err, want)
		}
	}
}
