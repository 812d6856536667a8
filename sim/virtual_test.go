package sim

import (
	"math"
	"testing"

	"contend/model"
)

// Waking a virtual thread is no call of the kernel: two that wake each other in turn on one carrier take what the machine says of
// virtual threads, whatever a wake-up of an OS thread costs.
func TestVirtualThreadsWakeEachOther(t *testing.T) {
	m := bare(1)
	m.OS.WakeCall = model.Fixed(50 * us)
	m.Virtual = model.Virtual{Submit: model.Fixed(30 * ns), Mount: 50 * ns, Unmount: 20 * ns}
	w := closed(2, op("lock", args{"name": 0}), op("signal", args{"on": 0}), op("wait", args{"on": 0}), op("unlock", args{"name": 0}))
	w.Closed.Kind = "virtual"
	w.Locks = model.Named[model.Lock]{{Name: "m", Value: model.Lock{Kind: "futex"}}}
	if got, want := rate(simulate(t, m, w, window(100*us, 1000*us), 0)), 1/100e-9; math.Abs(got/want-1) > .001 {
		t.Errorf("%.4g hand-overs a second, want %.4g", got, want)
	}
}
