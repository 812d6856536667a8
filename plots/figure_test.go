package plots

import (
	"bytes"
	"flag"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the expected figures")

var sweep = []float64{1, 2, 4, 8, 16, 24, 32, 48, 64}

// The figures of made-up runs stay as they are. After a change that is meant, -update writes them; look at them then.
func TestGolden(t *testing.T) {
	for name, f := range map[string]*Figure{
		"curve":        Curve(curves([]string{"before", "after"}, sweep, usl)),
		"charges":      Charges(curves([]string{"before", "after"}, sweep, usl)),
		"batch":        Curve(batch("before", "after", "later")),
		"charges-bars": Charges(batch("before", "after")),
		"bands":        Bands(fleet()),
		"predicted":    Predicted(foretold()),
		"fit":          Fit(fittedCurves(t), "threads", .95),
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			if err := f.Write(&b, "svg"); err != nil {
				t.Fatal(err)
			}
			wellFormed(t, b.String())
			path := filepath.Join("testdata", name+".svg")
			if *update {
				if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(b.Bytes(), want) {
				t.Errorf("the figure differs from %s; look at it, then go test ./plots -update", path)
			}
		})
	}
}

func TestSaid(t *testing.T) {
	text, err := Curve(curves([]string{"before", "after"}, sweep, usl)).svg()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"<title>A made-up curve</title>", ">before<", ">after<", ">threads<", "jobs per second", "gain over before", "1 number fitted to 3 measured points",
		"Source: nobody", "'Liberation Sans',Arial", "95\u00a0% interval", "knee ", "plateau ", "peak +",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the figure does not say %q", want)
		}
	}
}

func TestPNG(t *testing.T) {
	for _, f := range []*Figure{Curve(curves([]string{"one"}, sweep, usl)), Curve(batch("one")), Bands(fleet())} {
		var b bytes.Buffer
		if err := f.Write(&b, "png"); err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(&b)
		if err != nil {
			t.Fatal(err)
		}
		if size := img.Bounds().Size(); size.X != 1600 || size.Y < 400 {
			t.Errorf("the PNG is %v", size)
		}
	}
}

func TestOtherFormat(t *testing.T) {
	var b bytes.Buffer
	if err := Curve(batch("one")).Write(&b, "gif"); err == nil || b.Len() > 0 {
		t.Errorf("a gif gives %v and %d bytes", err, b.Len())
	}
}

func TestNothingToDraw(t *testing.T) {
	r := batch("one")
	r.Variants[0].Points[0].Charges = nil
	if Charges(r) != nil || Bands(r) != nil {
		t.Error("a run without charges or bands is drawn")
	}
}

func BenchmarkFigure(b *testing.B) {
	r := curves([]string{"before", "after"}, sweep, usl)
	for _, format := range []string{"svg", "png"} {
		b.Run(format, func(b *testing.B) {
			for b.Loop() {
				if err := Curve(r).Write(io.Discard, format); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
