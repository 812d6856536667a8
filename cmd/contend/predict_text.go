package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"contend/model"
	"contend/sim/experiment"
)

// writePredictions prints what is foretold for each machine, and what that rests on.
func (t *terminal) writePredictions(w io.Writer, s *model.Scenario, all []experiment.Prediction, f *predictFlags) {
	fmt.Fprintf(w, "%s   %s on other machines; throughput in %s; seed %d, %s %% intervals\n\n", t.strong(s.Name), s.Variants[0].Name, unitName(s.Unit), f.seed, plainNumber(f.level))
	table := newTable("<machine", "CPUs", "most", "<from … to", s.X, "knee", "speed-up", "<from … to", "$ per million", "<threads lose their time to")
	for i := range all {
		p := &all[i]
		best := p.Points[p.Best]
		up, upRange := "", ""
		if p.SpeedUp != nil {
			up, upRange = significant(p.SpeedUp.Mean, 3), fromTo(*p.SpeedUp)
		}
		price := ""
		if cost, ok := pricePerMillion(s.Unit, p); ok {
			price = significant(cost, 3)
		}
		table.add(p.Name, cpuWords(&p.Machine), significant(best.Throughput.Mean, 4), fromTo(best.Throughput), plainNumber(best.N),
			plainNumber(p.Points[p.Knee].N), up, upRange, price, lossWords(p.Losses))
	}
	table.write(w, "  ")
	if len(f.on) > 0 && len(f.left) > 0 {
		fmt.Fprintf(w, "  left behind on other machines, as the scenario says it of its own: %s\n", numberWords(f.left))
	}
	t.writeArrivals(w, all, f)
	if f.target != nil {
		t.writeTarget(w, s.Unit, all, f)
	}
	for i := range all {
		p := &all[i]
		fmt.Fprintf(w, "\n%s\n", t.strong(p.Name))
		curve := newTable(s.X, "throughput", "<from … to", "noise ±", "numbers ±", "p50", "p99")
		for _, at := range p.Points {
			curve.add(plainNumber(at.N), significant(at.Throughput.Mean, 4), fromTo(at.Throughput), percent(100*at.Noise), percent(100*at.Numbers), duration(at.P50), duration(at.P99))
		}
		curve.write(w, "  ")
		fmt.Fprintf(w, "  %d numbers drawn; %s\n", p.Drawn, assumedWords(p.Assumed))
	}
}

func (t *terminal) writeArrivals(w io.Writer, all []experiment.Prediction, f *predictFlags) {
	if f.rate == 0 {
		return
	}
	fmt.Fprintf(w, "\n  latency of an iteration, when %s units a second arrive at random\n", plainNumber(f.rate))
	table := newTable("<machine", "threads", "p50", "<from … to", "p99", "<from … to", "<")
	for i := range all {
		o := all[i].Open
		if o == nil {
			continue
		}
		note := ""
		if o.Overloaded {
			note = "overloaded: less is done than arrives, latencies grow without end"
		}
		table.add(all[i].Name, fmt.Sprint(o.Threads), duration(model.Time(o.P50.Mean)), timeRange(o.P50), duration(model.Time(o.P99.Mean)), timeRange(o.P99), note)
	}
	table.write(w, "  ")
}

// cpuWords is the number of a machine's CPUs, and how many of them a quota leaves.
func cpuWords(m *model.Machine) string {
	if n := m.Topology.CPUs(); m.UsableCPUs() == float64(n) {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s of %d", plainNumber(m.UsableCPUs()), m.Topology.CPUs())
}

// enough is the chance to meet a target at which a machine counts as enough.
const enough = 0.975

// chancesOf are those of all machines to meet the target.
func chancesOf(all []experiment.Prediction, u model.Unit, f *predictFlags) []float64 {
	var out []float64
	for i := range all {
		out = append(out, all[i].Chance(*f.target, u, f.level/100))
	}
	return out
}

func (t *terminal) writeTarget(w io.Writer, u model.Unit, all []experiment.Prediction, f *predictFlags) {
	fmt.Fprintf(w, "\n  wanted: %s\n", f.wanted)
	chances := chancesOf(all, u, f)
	table := newTable("<machine", "CPUs", "$ an hour", "chance to meet it")
	for i := range all {
		price := ""
		if p := all[i].Machine.Price; p > 0 {
			price = plainNumber(p)
		}
		table.add(all[i].Name, cpuWords(&all[i].Machine), price, fmt.Sprintf("%.1f %%", 100*chances[i]))
	}
	table.write(w, "  ")
	switch i := experiment.Smallest(all, chances, enough); {
	case i >= 0:
		fmt.Fprintf(w, "  %s is enough\n", t.strong(all[i].Name))
	default:
		fmt.Fprintf(w, "  none is enough, with a chance of %.1f %%\n", 100*enough)
	}
}

func fromTo(e model.Estimate) string {
	if e.Lo == nil || e.Hi == nil {
		return ""
	}
	return significant(*e.Lo, 3) + " … " + significant(*e.Hi, 3)
}

func timeRange(e model.Estimate) string {
	if e.Lo == nil || e.Hi == nil {
		return ""
	}
	return duration(model.Time(*e.Lo)) + " … " + duration(model.Time(*e.Hi))
}

// lossWords names the three causes that take most.
func lossWords(losses []experiment.CauseShare) string {
	var words []string
	for _, l := range losses[:min(3, len(losses))] {
		words = append(words, fmt.Sprintf("%s %.0f %%", l.Cause, 100*l.Share))
	}
	return strings.Join(words, ", ")
}

func assumedWords(assumed []model.Number) string {
	if len(assumed) == 0 {
		return "no number of the machine is assumed"
	}
	return "assumed of the machine: " + numberWords(assumed)
}

func numberWords(numbers []model.Number) string {
	var words []string
	for _, n := range numbers {
		words = append(words, strings.TrimPrefix(n.Path, "machine.")+" "+n.Value)
	}
	return strings.Join(words, ", ")
}

// pricePerMillion is dollars for a million units at the highest throughput.
func pricePerMillion(u model.Unit, p *experiment.Prediction) (float64, bool) {
	perHour := p.Points[p.Best].Throughput.Mean * float64(3600*model.Second) / float64(u.Per)
	if p.Machine.Price == 0 || perHour <= 0 {
		return 0, false
	}
	return p.Machine.Price / perHour * 1e6, true
}

type predictJSON struct {
	Schema   string               `json:"schema"`
	Scenario string               `json:"scenario"`
	Variant  string               `json:"variant"`
	Hash     string               `json:"hash"`
	Seed     uint64               `json:"seed"`
	Version  string               `json:"version"`
	Target   *predictTargetJSON   `json:"target"`
	Machines []predictMachineJSON `json:"machines"`
}

// predictTargetJSON is what was wanted, and the machine that is enough for it.
type predictTargetJSON struct {
	Wanted    string  `json:"wanted"`
	PerSecond float64 `json:"per_second"`
	P50       number  `json:"p50_ns"`
	P99       number  `json:"p99_ns"`
	Enough    *string `json:"enough"`
}

type predictMachineJSON struct {
	Machine      string             `json:"machine"`
	CPUs         int                `json:"cpus"`
	Best         predictPointJSON   `json:"best"`
	Knee         float64            `json:"knee"`
	SpeedUp      *estimateJSON      `json:"speed_up"`
	USDPerHour   number             `json:"usd_per_hour"`
	USDPerMillon number             `json:"usd_per_million_units"`
	Losses       map[string]float64 `json:"losses"`
	Latency      *predictLatency    `json:"latency_ns"`
	Points       []predictPointJSON `json:"points"`
	Drawn        int                `json:"numbers_drawn"`
	Assumed      []string           `json:"assumed"`
	Chance       number             `json:"target_chance"`
}

type estimateJSON struct {
	Value number `json:"value"`
	Lo    number `json:"lo"`
	Hi    number `json:"hi"`
}

type predictPointJSON struct {
	N          float64 `json:"n"`
	Throughput number  `json:"throughput"`
	Lo         number  `json:"lo"`
	Hi         number  `json:"hi"`
	NoisePct   number  `json:"noise_pct"`
	NumbersPct number  `json:"numbers_pct"`
}

type predictLatency struct {
	Threads    int          `json:"threads"`
	P50        estimateJSON `json:"p50"`
	P99        estimateJSON `json:"p99"`
	Overloaded bool         `json:"overloaded"`
}

func newPredictJSON(s *model.Scenario, all []experiment.Prediction, f *predictFlags) predictJSON {
	out := predictJSON{Schema: "contend.predict/1", Scenario: s.Name, Variant: s.Variants[0].Name, Hash: s.Hash, Seed: f.seed, Version: version(), Machines: []predictMachineJSON{}}
	nothing := given(nil)
	var chances []float64
	if f.target != nil {
		chances = chancesOf(all, s.Unit, f)
		out.Target = newPredictTarget(all, chances, f)
	}
	for i := range all {
		p := &all[i]
		m := predictMachineJSON{
			Machine: p.Name, CPUs: p.Machine.Topology.CPUs(), Best: newPredictPoint(p.Points[p.Best]), Knee: p.Points[p.Knee].N,
			USDPerHour: nothing, USDPerMillon: nothing, Losses: map[string]float64{}, Drawn: p.Drawn, Assumed: []string{}, Chance: nothing,
		}
		if cost, ok := pricePerMillion(s.Unit, p); ok {
			m.USDPerHour, m.USDPerMillon = number(p.Machine.Price), number(cost)
		}
		if chances != nil {
			m.Chance = number(chances[i])
		}
		if p.SpeedUp != nil {
			m.SpeedUp = &estimateJSON{number(p.SpeedUp.Mean), given(p.SpeedUp.Lo), given(p.SpeedUp.Hi)}
		}
		for _, l := range p.Losses {
			m.Losses[l.Cause] = l.Share
		}
		for _, n := range p.Assumed {
			m.Assumed = append(m.Assumed, n.Path)
		}
		for _, at := range p.Points {
			m.Points = append(m.Points, newPredictPoint(at))
		}
		if o := p.Open; o != nil {
			m.Latency = &predictLatency{o.Threads, inNanoseconds(o.P50), inNanoseconds(o.P99), o.Overloaded}
		}
		out.Machines = append(out.Machines, m)
	}
	return out
}

func newPredictTarget(all []experiment.Prediction, chances []float64, f *predictFlags) *predictTargetJSON {
	out := &predictTargetJSON{Wanted: f.wanted, PerSecond: f.target.PerSecond, P50: given(nil), P99: given(nil)}
	if t := f.target.P50; t > 0 {
		out.P50 = number(t.Nanoseconds())
	}
	if t := f.target.P99; t > 0 {
		out.P99 = number(t.Nanoseconds())
	}
	if i := experiment.Smallest(all, chances, enough); i >= 0 {
		out.Enough = &all[i].Name
	}
	return out
}

func newPredictPoint(p experiment.PredictedPoint) predictPointJSON {
	return predictPointJSON{p.N, number(p.Throughput.Mean), given(p.Throughput.Lo), given(p.Throughput.Hi), number(100 * p.Noise), number(100 * p.Numbers)}
}

func inNanoseconds(e model.Estimate) estimateJSON {
	of := func(x *float64) number {
		if x == nil {
			return given(nil)
		}
		return number(*x / float64(model.Nanosecond))
	}
	return estimateJSON{of(&e.Mean), of(e.Lo), of(e.Hi)}
}

func writePredictCSV(w io.Writer, all []experiment.Prediction) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"machine", "n", "throughput", "lo", "hi"})
	cell := func(x *float64) string {
		return optional(x, func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) })
	}
	for i := range all {
		for _, p := range all[i].Points {
			_ = out.Write([]string{all[i].Name, plainNumber(p.N), cell(&p.Throughput.Mean), cell(p.Throughput.Lo), cell(p.Throughput.Hi)})
		}
	}
	out.Flush()
	return out.Error()
}
