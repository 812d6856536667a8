package experiment

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"contend/model"
)

// How far a number may be off, as the standard deviation of its logarithm, by where it is from. These are judgements.
const (
	spreadKnown   = 0.08
	spreadFitted  = 0.15
	spreadAssumed = 0.35
	spreadWork    = 0.15 // of a program's number that is assumed
	spreadSpeed   = 0.2  // of another machine's cores, where no file says how fast they are
)

// uncertainty is the numbers of a scenario that are drawn.
type uncertainty struct {
	numbers []uncertainNumber
	// correlation of the errors' logarithms; the identity where nothing is known.
	correlation *mat.SymDense
}

type uncertainNumber struct {
	model.Number
	sd float64
	// key names the stream that it is drawn from: a machine's number by the machine, a program's alike everywhere.
	key string
}

// uncertain lists what is not known exactly: calibrated numbers by their intervals, others by where they are from.
func uncertain(place Place, s *model.Scenario) uncertainty {
	var u uncertainty
	for _, n := range numbersOf(place, s) {
		sd, ok := place.Spread(n)
		if !ok {
			sd = spreadOf(n)
		}
		if _, ok := place.Scaled(n, 1); !ok || sd == 0 {
			continue
		}
		key := n.Path
		if strings.HasPrefix(n.Path, "machine.") {
			key = s.Variants[0].Points[0].Machine.Name + " " + n.Path
		}
		u.numbers = append(u.numbers, uncertainNumber{n, sd, key})
	}
	u.correlate(s.Calibration)
	return u
}

// numbersOf are a scenario's numbers on a machine, with the speed of the machine's cores where no file says it.
func numbersOf(place Place, s *model.Scenario) []model.Number {
	isKnown := slices.ContainsFunc(s.Numbers, func(n model.Number) bool { return n.Path == speedPath })
	if !place.OtherCores || isKnown {
		return s.Numbers
	}
	return append(slices.Clone(s.Numbers), model.Number{Path: speedPath, Value: "1", From: "assumed: as fast as the cores that the scenario's times were taken on"})
}

const speedPath = "machine.topology.speed"

// spreadOf judges a number by where it is from. What is published of a program is what the program does.
func spreadOf(n model.Number) float64 {
	word, _, _ := strings.Cut(n.From, ":")
	word, _, _ = strings.Cut(word, " ")
	isMachine := strings.HasPrefix(n.Path, "machine.")
	switch {
	case n.Path == speedPath && word == "assumed":
		return spreadSpeed
	case word == "fitted":
		return spreadFitted
	case isMachine && (word == "assumed" || word == ""):
		return spreadAssumed
	case isMachine:
		return spreadKnown
	case word == "assumed" && strings.HasPrefix(n.Path, "params."):
		return spreadWork
	case word == "measured" && strings.HasPrefix(n.Path, "params."):
		return spreadKnown
	}
	return 0
}

// assumedOf lists a machine's costs that nobody measured.
func assumedOf(place Place, numbers []model.Number) []model.Number {
	var out []model.Number
	for _, n := range numbers {
		isCost := strings.HasPrefix(n.Path, "machine.") && (n.Path == speedPath || !strings.HasPrefix(n.Path, "machine.topology."))
		if _, ok := place.Scaled(n, 1); ok && isCost && (n.From == "" || strings.HasPrefix(n.From, "assumed")) {
			out = append(out, n)
		}
	}
	return out
}

func (u *uncertainty) correlate(c *model.Calibration) {
	k := len(u.numbers)
	if k == 0 {
		return
	}
	u.correlation = mat.NewSymDense(k, nil)
	for i := range k {
		u.correlation.SetSym(i, i, 1)
	}
	if c == nil {
		return
	}
	at := func(path string) int {
		return slices.IndexFunc(u.numbers, func(n uncertainNumber) bool { return strings.TrimPrefix(n.Path, "params.") == path })
	}
	for i, a := range c.Paths {
		for j, b := range c.Paths[:i] {
			if x, y := at(a), at(b); x >= 0 && y >= 0 && x != y {
				const most = 0.999 // of a printed correlation, so that the matrix stays positive definite
				u.correlation.SetSym(x, y, max(-most, min(most, c.Correlation[i][j])))
			}
		}
	}
}

// sets gives the draws as what Open takes.
func (u *uncertainty) sets(place Place, draws int, seed uint64) [][]string {
	z := u.normals(draws, seed)
	out := make([][]string, draws)
	for d := range out {
		for i, n := range u.numbers {
			if set, ok := place.Scaled(n.Number, math.Exp(n.sd*z.At(d, i))); ok {
				out[d] = append(out[d], set)
			}
		}
	}
	return out
}

// normals are draws of correlated standard normals, each stratified.
func (u *uncertainty) normals(draws int, seed uint64) *mat.Dense {
	k := len(u.numbers)
	if k == 0 {
		return nil
	}
	z := mat.NewDense(draws, k, nil)
	for i, n := range u.numbers {
		h := fnv.New64a()
		_, _ = h.Write([]byte(n.key))
		order := rand.New(rand.NewPCG(seed, h.Sum64())).Perm(draws)
		for d := range draws {
			z.Set(d, i, distuv.UnitNormal.Quantile((float64(order[d])+.5)/float64(draws)))
		}
	}
	var c mat.Cholesky
	if !c.Factorize(u.correlation) {
		return z // printed correlations that contradict each other; independent draws are the wider ones
	}
	var l mat.TriDense
	c.LTo(&l)
	out := mat.NewDense(draws, k, nil)
	out.Mul(z, l.T())
	return out
}
