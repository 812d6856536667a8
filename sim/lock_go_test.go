package sim

import (
	"testing"

	"contend/model"
)

// A waiter that others overtake is handed the lock after a millisecond, and the wake-up that follows.
func TestGoLockIsHandedOver(t *testing.T) {
	m := costly(3)
	m.OS.Wake = model.Fixed(100 * us)
	w := locking(3, model.Lock{Kind: "go"}, model.Dist{}, model.Fixed(1*us))
	if got := simulate(t, m, w, window(1000*us, 100000*us), 0).Latency.Max; got < 1000*us || got > 2000*us {
		t.Errorf("the longest wait is %v, want a millisecond and a wake-up or some", got)
	}
}

// While a waiter that was woken is on its way, whoever takes the lock before it needs two swaps.
func TestGoLockWithAWokenWaiter(t *testing.T) {
	m := bare(2)
	m.Line.Hit, m.Line.Atomic = 1*ns, 5*ns
	m.OS.Wake = model.Fixed(900 * us)
	w := locking(2, model.Lock{Kind: "go"}, model.Dist{}, model.Fixed(10*ns))
	overtaking := 10. + 3*6
	if got := sectionTime(t, m, w); got < .99*overtaking || got > 1.01*overtaking {
		t.Errorf("a section takes %.4g ns, want %.4g", got, overtaking)
	}
}
