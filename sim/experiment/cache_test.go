package experiment_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contend/model"
	"contend/sim/experiment"
)

// counting is a slow stand-in for the simulator that counts its calls.
func counting(calls *atomic.Int64) experiment.Simulate {
	simulate := machine(.05)
	return func(ctx context.Context, p model.Point, seed uint64, rep int) (model.Result, error) {
		calls.Add(1)
		time.Sleep(3 * time.Millisecond)
		return simulate(ctx, p, seed, rep)
	}
}

// A run from the cache is the run itself, and simulates nothing; another build, seed or point simulates anew.
func TestCacheGivesTheSameRun(t *testing.T) {
	var calls atomic.Int64
	folder := t.TempDir()
	s := closed(effort, []int{1, 2}, 1, 4)
	with := func(program string, seed uint64) *model.Run {
		return run(t, s, experiment.OpenCache(folder, program).Simulate(counting(&calls)), experiment.Options{Seed: seed})
	}
	want := run(t, s, machine(.05), experiment.Options{Seed: 1})
	for range 2 {
		if d := cmp.Diff(want, with("a", 1), same); d != "" {
			t.Errorf("the cache changes a run (-without +with):\n%s", d)
		}
	}
	first := calls.Load()
	with("a", 1)
	if calls.Load() != first || first == 0 {
		t.Errorf("%d simulations, and %d after a run from the cache", first, calls.Load())
	}
	for _, other := range []func(){func() { with("b", 1) }, func() { with("a", 2) }, func() { s.Variants[0].Points[0].N = 9; with("a", 1) }} {
		before := calls.Load()
		if other(); calls.Load() == before {
			t.Error("a run with another build, seed or point came from the cache")
		}
	}
}

// Entries that are damaged in any way count as missing, and are mended.
func TestCacheMendsEntries(t *testing.T) {
	var calls atomic.Int64
	folder := t.TempDir()
	simulate := experiment.OpenCache(folder, "a").Simulate(counting(&calls))
	p := closed(effort, []int{1}, 3).Variants[0].Points[0]
	want, _ := simulate(context.Background(), p, 1, 0)
	entries, _ := filepath.Glob(filepath.Join(folder, "*", "*.result"))
	if len(entries) != 1 {
		t.Fatalf("entries %v, want one", entries)
	}
	whole, err := os.ReadFile(entries[0])
	if err != nil {
		t.Fatal(err)
	}
	flipped := append([]byte(nil), whole...)
	flipped[len(flipped)-2] ^= 1
	for _, bad := range [][]byte{nil, whole[:5], whole[:40], whole[:len(whole)-1], flipped, append(whole[:len(whole):len(whole)], 'x')} {
		if err := os.WriteFile(entries[0], bad, 0o666); err != nil {
			t.Fatal(err)
		}
		before := calls.Load()
		got, err := simulate(context.Background(), p, 1, 0)
		if d := cmp.Diff(want, got, same); d != "" || err != nil || calls.Load() != before+1 {
			t.Errorf("an entry of %d bytes of %d: %v, %d simulations, %s", len(bad), len(whole), err, calls.Load()-before, d)
		}
		if mended, _ := os.ReadFile(entries[0]); !cmp.Equal(mended, whole) {
			t.Errorf("an entry of %d bytes is not mended", len(bad))
		}
	}
}

// Many writers of the same entries do not disturb each other, errors are not kept, and a folder that cannot be written costs nothing.
func TestCacheConcurrently(t *testing.T) {
	var calls atomic.Int64
	cache := experiment.OpenCache(filepath.Join(t.TempDir(), "new"), "a")
	p := closed(effort, []int{1}, 3).Variants[0].Points[0]
	want, _ := machine(.05)(context.Background(), p, 1, 0)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			simulate := cache.Simulate(counting(&calls))
			for range 5 {
				if got, err := simulate(context.Background(), p, 1, 0); err != nil || !cmp.Equal(want, got, same) {
					t.Errorf("a result differs: %v", err)
				}
			}
		})
	}
	wait.Wait()
	size, err := cache.Size()
	if err != nil || size.Entries != 1 {
		t.Errorf("%d entries, %v; want one", size.Entries, err)
	}
	if err := cache.Clear(); err != nil {
		t.Error(err)
	}
	if size, err := cache.Size(); err != nil || size.Entries != 0 {
		t.Errorf("%d entries after clearing, %v", size.Entries, err)
	}
	failing := cache.Simulate(func(context.Context, model.Point, uint64, int) (model.Result, error) {
		time.Sleep(3 * time.Millisecond)
		return model.Result{}, errors.New("no")
	})
	for range 2 {
		if _, err := failing(context.Background(), p, 7, 0); err == nil {
			t.Error("an error was kept as a result")
		}
	}
	nowhere := experiment.OpenCache("/dev/null/nowhere", "a").Simulate(counting(&calls))
	if got, err := nowhere(context.Background(), p, 1, 0); err != nil || !cmp.Equal(want, got, same) {
		t.Errorf("without a folder: %v", err)
	}
}
