package plots

import (
	"testing"

	"pgregory.net/rapid"

	"contend/model"
)

// Any machine can be drawn, whatever its shape and whatever it is called.
func TestLayoutOfMachines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cost := func(what string) model.Time { return model.Time(rapid.Int64Range(0, 1e9).Draw(t, what)) }
		m := &model.Machine{
			Name: "box", Title: rapid.StringMatching(`[a-zA-Z ,]{0,200}`).Draw(t, "title"),
			Topology: model.Topology{
				Sockets: rapid.IntRange(1, 9).Draw(t, "sockets"), Clusters: rapid.IntRange(1, 17).Draw(t, "clusters"), Cores: rapid.IntRange(1, 40).Draw(t, "cores"),
				Threads: rapid.IntRange(1, 8).Draw(t, "threads"), Links: rapid.SampledFrom([]string{"full", "hypercube", "ring"}).Draw(t, "links"),
			},
			Line: model.LineCosts{
				Hit: cost("hit"), SMTSibling: cost("smt"), SameCluster: cost("cluster"), SameSocket: cost("socket"), OneHop: cost("hop"), TwoHops: cost("hops"),
			},
		}
		f := Machine(m)
		text, err := f.svg()
		if err != nil {
			t.Fatal(err)
		}
		wellFormed(t, text)
		laidOut(t, f)
	})
}
