package plots

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"contend/model"
)

func report(t *testing.T, runs ...*model.Run) string {
	var b bytes.Buffer
	if err := Report(&b, runs); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestReport(t *testing.T) {
	r := curves([]string{"before", "after"}, sweep, usl)
	r.Scenario.About = "<script>alert(1)</script>"
	r.Expectations = []model.Verdict{{Text: "all: mape <= 4%", Got: "mape 2.9 %", OK: true}, {Text: "x", Got: "y"}}
	text := report(t, r, batch("one", "two"), fleet())
	for _, want := range []string{
		"<svg role=\"img\"", "✓ holds", "✗ fails", "1 of 2 expectations hold", "params.work", "1ns … 1s", "it is", "in a paper",
		"1 number fitted to 3 measured points; of the other numbers, 1 published, 1 not said", "Gain of one variant over another", "after over before",
		"Throughput, jobs per second", "makespan, seconds", "run queue", "Where the threads&#39; time goes", "line hot", "</html>",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the report does not hold %q", want)
		}
	}
	for _, bad := range []string{"<script", "NaN", "Inf", "<no value>", "ZgotmplZ"} {
		if strings.Contains(text, bad) {
			t.Errorf("the report holds %q", bad)
		}
	}
	if again := report(t, r, batch("one", "two"), fleet()); again != text {
		t.Error("the same runs give two reports")
	}
}

// The page must ask for nothing: no address but the names of XML's own spaces.
func TestReportStandsAlone(t *testing.T) {
	text := report(t, curves([]string{"before", "after"}, sweep, usl))
	text = strings.NewReplacer(`xmlns="http://www.w3.org/2000/svg"`, "", `xmlns:xlink="http://www.w3.org/1999/xlink"`, "").Replace(text)
	for _, outside := range []string{"http:", "https:", "//www", "@import", "url(", "src=", "<link"} {
		if strings.Contains(text, outside) {
			t.Errorf("the report asks for something outside: %s", outside)
		}
	}
}

// Every colour of the figures has a value for dark paper.
func TestReportFollowsTheme(t *testing.T) {
	text := report(t, curves([]string{"a", "b", "c", "d", "e", "f", "g", "h"}, sweep, usl), batch("one"), fleet())
	svg := text[strings.Index(text, "<svg"):]
	for _, hex := range regexp.MustCompile(`(fill|stroke):#[0-9A-Fa-f]{6}`).FindAllString(svg, -1) {
		t.Errorf("%s is not of the theme", hex)
	}
	for _, name := range regexp.MustCompile(`var\(--([a-z0-9]+)\)`).FindAllStringSubmatch(text, -1) {
		if !strings.Contains(text, "--"+name[1]+":") {
			t.Errorf("the colour %s is not declared", name[1])
		}
	}
}

func TestReportOfNothing(t *testing.T) {
	if text := report(t); !strings.Contains(text, "0 of 0") {
		t.Error("a report of no run does not say so")
	}
}
