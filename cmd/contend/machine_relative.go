package main

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"contend/model"
	"contend/scenarios"
	"contend/scenarios/topology"
)

// processor is what a text says of a processor; what it does not say is "".
type processor struct{ vendor, line, generation, model string }

// processorTexts find processors in lower-case texts, the names that processors give themselves and the catalogue's titles. The groups are
// the model and its generation.
var processorTexts = []struct {
	vendor, line string
	text         *regexp.Regexp
}{
	{"Intel", "Xeon E", regexp.MustCompile(`xeon.*?\b(?P<model>e[357]-? ?\d{4}\w*(?: v\d)?)()`)},
	{"Intel", "Xeon W", regexp.MustCompile(`xeon.*?\b(?P<model>w\d?-\d(?P<generation>\d)\d\d\w*)`)},
	{"Intel", "Xeon", regexp.MustCompile(`xeon.*?\b(?P<model>[xelw](?P<generation>\d\d)\d\d)\b`)},
	{"Intel", "Xeon", regexp.MustCompile(`xeon.*?\b(?P<model>[3-9](?P<generation>\d)\d\d\w*)`)},
	{"Intel", "Xeon", regexp.MustCompile(`xeon`)},
	{"Intel", "Core", regexp.MustCompile(`\b(?P<model>i[3579]-(?P<generation>1\d|[2-9])\d{2,3}\w*)`)},
	{"Intel", "Core 2", regexp.MustCompile(`core ?2.*?\b(?P<model>[a-z]\d{4})`)},
	{"Intel", "", regexp.MustCompile(`intel`)},
	{"AMD", "EPYC", regexp.MustCompile(`epyc (?P<model>\d\w\w(?P<generation>\d)\w*)`)},
	{"AMD", "EPYC", regexp.MustCompile(`epyc`)},
	{"AMD", "Threadripper", regexp.MustCompile(`threadripper (?:pro )?(?P<model>(?P<generation>\d)\d{3}\w*)`)},
	{"AMD", "Ryzen", regexp.MustCompile(`ryzen (?:ai )?(?:\d )?(?:pro )?(?P<model>(?P<generation>\d)\d{3}\w*)`)},
	{"AMD", "", regexp.MustCompile(`\bamd\b`)},
	{"Apple", "M", regexp.MustCompile(`apple (?P<model>m(?P<generation>\d)(?: max| pro| ultra)?)`)},
	{"Arm", "Neoverse", regexp.MustCompile(`(?P<model>neoverse-(?P<generation>\w\d))`)},
	{"Arm", "Cortex", regexp.MustCompile(`(?P<model>cortex-(?P<generation>\w\d+))`)},
	{"HiSilicon", "Kunpeng", regexp.MustCompile(`kunpeng.?(?P<model>(?P<generation>\d\d)\d)`)},
	{"Loongson", "", regexp.MustCompile(`loongson.*?(?P<model>(?P<generation>\d\w)\d+\w*)`)},
	{"IBM", "Power", regexp.MustCompile(`(?P<model>power(?P<generation>\d+))`)},
	{"Oracle", "SPARC", regexp.MustCompile(`sparc.?(?P<model>\w(?P<generation>\d+))`)},
}

// aliases are names of processors by what they are made of, which is what they call themselves.
var aliases = strings.NewReplacer("(r)", "", "(tm)", "", "graviton2", "neoverse-n1", "graviton3", "neoverse-v1", " processor", "", " cpu", "")

func processorOf(text string) processor {
	text = strings.Join(strings.Fields(aliases.Replace(strings.ToLower(text))), " ")
	for _, p := range processorTexts {
		m := p.text.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		out := processor{vendor: p.vendor, line: p.line}
		if i := p.text.SubexpIndex("model"); i > 0 {
			out.model = strings.ReplaceAll(m[i], "- ", "-")
		}
		if i := p.text.SubexpIndex("generation"); i > 0 {
			out.generation = m[i]
		} else if p.line == "Xeon E" {
			out.generation = out.model[:2] + versionOf(out.model)
		}
		return out
	}
	return processor{}
}

// versionOf returns the end of "e5-2680 v4"; the first version has none.
func versionOf(model string) string {
	_, version, _ := strings.Cut(model, " ")
	return version
}

// relative is a machine of the catalogue that another one is like.
type relative struct {
	name    string
	why     string
	machine *model.Machine
	numbers []model.Number
}

// openRelative takes a machine of the catalogue as the relative that somebody chose.
func openRelative(name, why string) (*relative, error) {
	m, numbers, err := scenarios.MachineNumbers(name)
	if err != nil {
		return nil, err
	}
	return &relative{name, why, m, numbers}, nil
}

// likeness is how much a machine of the catalogue is like another, what counts most first.
type likeness struct {
	name                        string
	model, generation, line     bool // of the processor
	apart                       int  // generations of a line
	vendor                      bool
	sockets, clustered, threads bool
	factor                      float64 // between the numbers of cores, as a logarithm
}

// why says in what a machine is like another: in its processor, or else in its shape.
func (l likeness) why() string {
	switch {
	case l.model:
		return "the same model of processor"
	case l.generation:
		return "the same generation of processor"
	case l.line:
		return "the same line of processors"
	case l.vendor:
		return "a processor of the same vendor"
	}
	texts := []string{"the nearest number of cores"}
	for _, shape := range []struct {
		same bool
		text string
	}{{l.threads, "as many threads a core"}, {l.clustered, "the same kind of shared caches"}, {l.sockets, "as many sockets"}} {
		if shape.same {
			texts = append(texts, shape.text)
		}
	}
	slices.Reverse(texts)
	return strings.Join(texts, ", ")
}

// compare orders the more alike first, and equals by name.
func (l likeness) compare(o likeness) int {
	return cmp.Or(
		trueFirst(l.model, o.model), trueFirst(l.generation, o.generation), trueFirst(l.line, o.line), cmp.Compare(l.apart, o.apart), trueFirst(l.vendor, o.vendor),
		trueFirst(l.sockets, o.sockets), trueFirst(l.clustered, o.clustered), trueFirst(l.threads, o.threads), cmp.Compare(l.factor, o.factor), cmp.Compare(l.name, o.name),
	)
}

func trueFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// generationsApart counts the generations between two processors of a line, where both have a number.
func generationsApart(a, b processor) int {
	x, err1 := strconv.Atoi(a.generation)
	y, err2 := strconv.Atoi(b.generation)
	if err1 != nil || err2 != nil {
		return 0
	}
	return max(x-y, y-x)
}

func newLikeness(m *model.Machine, to *topology.Machine) likeness {
	// Behind the first comma, titles tell shapes.
	name, _, _ := strings.Cut(m.Title, ",")
	mine, its := processorOf(name), processorOf(to.CPU)
	t := m.Topology
	l := likeness{
		name: m.Name, vendor: its.vendor != "" && mine.vendor == its.vendor,
		sockets: t.Sockets == to.Sockets, clustered: (t.Clusters > 1) == (to.Clusters > 1), threads: t.Threads == to.Threads,
		factor: math.Abs(math.Log(float64(t.Sockets*t.Clusters*t.Cores) / float64(to.Sockets*to.Clusters*to.Cores))),
	}
	l.line = l.vendor && its.line != "" && mine.line == its.line
	l.generation = l.line && its.generation != "" && mine.generation == its.generation
	l.model = l.generation && mine.model == its.model
	if l.line {
		l.apart = generationsApart(mine, its)
	}
	return l
}

// nearestRelative finds the machine of the catalogue that is most like another. One whose CPUs other programs use is one
// machine's story, not a relative.
func nearestRelative(to *topology.Machine) (*relative, error) {
	var all []likeness
	for _, name := range scenarios.Machines() {
		m, err := scenarios.Machine(name)
		if err != nil {
			return nil, err
		}
		if m.OS.Others == 0 {
			all = append(all, newLikeness(m, to))
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("the catalogue has no machine")
	}
	nearest := slices.MinFunc(all, likeness.compare)
	return openRelative(nearest.name, nearest.why())
}
