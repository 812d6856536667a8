package sim

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"contend/model"
)

// args names an op's arguments in a test.
type args map[string]any

// op builds an op; times are model.Time, counts int, references int, words string, blocks []model.Op.
func op(name string, set args) model.Op {
	spec := model.OpByName(name)
	if spec == nil {
		panic("no op " + name)
	}
	o := model.Op{Name: name, Args: make([]model.Arg, len(spec.Args)), Path: name}
	used := 0
	for i, a := range spec.Args {
		v, ok := set[a.Name]
		if !ok {
			continue
		}
		used++
		out := &o.Args[i]
		out.Set = true
		switch v := v.(type) {
		case model.Dist:
			out.Dist = v
		case model.Time:
			out.Dist = model.Fixed(v)
		case model.Bytes:
			out.Dist = model.Fixed(v)
		case int:
			if a.Kind == model.ArgCount {
				out.Dist = model.Fixed(v)
			} else {
				out.Ref = v
			}
		case string:
			out.Word = v
		case []model.Op:
			out.Ops = v
		case []model.Case:
			out.Cases = v
		default:
			panic("op argument")
		}
	}
	if used != len(set) {
		panic("unknown argument of op " + name)
	}
	return o
}

func computing(d model.Time) model.Op { return op("compute", args{"for": d}) }

func exp(mean model.Time) model.Dist { return model.Dist{Kind: model.Exp, A: int64(mean)} }

// bare is a machine of one socket on which nothing but work takes time.
func bare(cores int) model.Machine {
	return model.Machine{
		Topology: model.Topology{Sockets: 1, Clusters: 1, Cores: cores, Threads: 1, Links: "full"},
		Line:     model.LineCosts{Size: 64, Arbitration: "fifo"},
		Memory:   model.Memory{PerCore: 1e9, Placement: "local"},
	}
}

// closed is a workload of n threads placed compactly.
func closed(n int, program ...model.Op) model.Workload {
	return model.Workload{Closed: &model.Closed{Threads: n, Placement: "compact", Kind: "os"}, Program: program}
}

// simulate runs one replication and checks what holds in every run.
func simulate(t *testing.T, m model.Machine, w model.Workload, e model.Effort, rep int) model.Result {
	t.Helper()
	r, err := Run(context.Background(), model.Point{N: float64(w.Threads()), Machine: m, Workload: w, Effort: e}, Options{Seed: 1, Rep: rep})
	if err != nil {
		t.Fatalf("run: %v", err)
	}
	conserve(t, r)
	return r
}

// conserve checks that every thread's time has a cause, to the picosecond.
func conserve(t rapid.TB, r model.Result) {
	t.Helper()
	var sum model.Sum
	for _, c := range r.Charges {
		sum.AddSum(c.Time)
		if c.Time.Nanoseconds() < 0 {
			t.Errorf("charge %s is negative: %g ns", c.Cause, c.Time.Nanoseconds())
		}
	}
	if sum != r.Lifetime {
		t.Errorf("charges sum to %.3f ns, lifetimes to %.3f ns: apart by %.3f", sum.Nanoseconds(), r.Lifetime.Nanoseconds(), sum.Minus(r.Lifetime).Nanoseconds())
	}
}

func charge(r model.Result, cause string) float64 {
	for _, c := range r.Charges {
		if c.Cause == cause {
			return c.Time.Nanoseconds()
		}
	}
	return 0
}

func window(warmup, measured model.Time) model.Effort {
	return model.Effort{Warmup: warmup, Window: measured}
}

// rate is iterations per second.
func rate(r model.Result) float64 { return r.Iterations / r.Window.Seconds() }
