package model_test

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"contend/model"
)

// A part of a sum agrees with arithmetic on numbers of any size.
func TestSumPart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		times := rapid.SliceOfN(rapid.Int64Min(0), 0, 40).Draw(t, "times")
		den := rapid.Int64Min(1).Draw(t, "den")
		num := rapid.Int64Range(0, den).Draw(t, "num")
		var sum model.Sum
		exact := new(big.Int)
		for _, x := range times {
			sum.Add(model.Time(x))
			exact.Add(exact, big.NewInt(x))
		}
		exact.Mul(exact, big.NewInt(num))
		exact.Div(exact, big.NewInt(den))
		got := sum.Part(num, den)
		var want model.Sum
		for piece := big.NewInt(1 << 62); exact.Sign() > 0; {
			if exact.Cmp(piece) < 0 {
				piece = new(big.Int).Set(exact)
			}
			want.Add(model.Time(piece.Int64()))
			exact.Sub(exact, piece)
		}
		if got != want {
			t.Fatalf("%d/%d of %v: %v, want %v", num, den, sum, got, want)
		}
	})
}
