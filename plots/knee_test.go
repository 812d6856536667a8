package plots

import "testing"

func TestKnee(t *testing.T) {
	n := []float64{1, 2, 3, 4, 5, 6, 7, 8}
	bent := []float64{1, 2, 3, 4, 4.1, 4.2, 4.3, 4.4}
	if i, ok := Knee(n, bent); !ok || n[i] != 4 {
		t.Errorf("knee at %v, %v; want 4", n[i], ok)
	}
	for name, x := range map[string][]float64{"a straight line": n, "a flat line": {5, 5, 5, 5, 5, 5, 5, 5}, "a curve that bends up": {1, 1, 1, 1, 2, 4, 8, 16}} {
		if i, ok := Knee(n, x); ok {
			t.Errorf("%s has a knee at %v", name, n[i])
		}
	}
	if _, ok := Knee(n[:2], bent[:2]); ok {
		t.Error("two points have a knee")
	}
}

func TestPlateau(t *testing.T) {
	n := []float64{1, 2, 3, 4, 5, 6, 7, 8}
	for _, c := range []struct {
		name     string
		x        []float64
		from, to float64 // 0: none
	}{
		{"a bent line", []float64{1, 2, 3, 4, 4.1, 4.2, 4.3, 4.4}, 4, 8},
		{"a plateau with a rise after it", []float64{1, 2, 3, 3.1, 3.1, 4, 5, 6}, 3, 5},
		{"a straight line", n, 0, 0},
		{"a fall", []float64{8, 4, 3, 2, 1, .5, .2, .1}, 0, 0},
		{"a gentle fall at the end", []float64{1, 2, 3, 4, 3.95, 3.9, 3.85, 3.8}, 4, 8},
		{"nothing", []float64{0, 0, 0, 0, 0, 0, 0, 0}, 0, 0},
	} {
		from, to, ok := Plateau(n, c.x)
		if ok != (c.from > 0) || ok && (n[from] != c.from || n[to] != c.to) {
			t.Errorf("%s: plateau %v..%v, %v; want %v..%v", c.name, n[from], n[to], ok, c.from, c.to)
		}
	}
	if _, _, ok := Plateau(nil, nil); ok {
		t.Error("no points have a plateau")
	}
}
