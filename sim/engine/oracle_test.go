package engine

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// unit is the time unit of the queueing models: a microsecond leaves six digits below it.
const unit = 1_000_000

// station is a queue with c exponential servers fed by a Poisson stream (lambda > 0), or by n customers
// that think between visits, in callback style.
type station struct {
	e              *Engine
	rng            Stream
	lambda, mu     float64
	think          float64
	servers, busy  int
	arrivals       []Time // arrival times of those waiting or served, a ring
	head, tail     int
	arrive, depart Kind
	timers         []Timer
	idle           []Timer
	served         int
	response       float64
}

func newStation(lambda, mu float64, servers int, seed uint64) *station {
	s := &station{e: New(), rng: NewStream(seed), lambda: lambda, mu: mu, servers: servers, arrivals: make([]Time, 1<<16)}
	s.arrive = s.e.Handle(func(arg uint32) { s.arrival(Timer(arg)) })
	s.depart = s.e.Handle(func(arg uint32) { s.departure(arg) })
	for range servers {
		i := len(s.timers)
		s.timers = append(s.timers, s.e.NewTimer(s.depart, uint32(i)))
		s.idle = append(s.idle, s.timers[i])
	}
	return s
}

func (s *station) exp(mean float64) Time { return Time(s.rng.Exp() * mean * unit) }

// newOpen returns an M/M/c queue.
func newOpen(lambda, mu float64, servers int, seed uint64) *station {
	s := newStation(lambda, mu, servers, seed)
	src := s.e.NewTimer(s.arrive, 0)
	s.e.slots[src].arg = uint32(src)
	s.e.Arm(src, s.exp(1/lambda), 0)
	return s
}

// newRepairman returns n customers that think 50 and are served 1 at one server.
func newRepairman(n int, seed uint64) *station {
	s := newStation(0, 1, 1, seed)
	s.think = 50
	for range n {
		c := s.e.NewTimer(s.arrive, 0)
		s.e.slots[c].arg = uint32(c)
		s.e.Arm(c, s.exp(s.think), 0)
	}
	return s
}

func (s *station) arrival(source Timer) {
	if s.lambda > 0 {
		s.e.Arm(source, s.e.now+s.exp(1/s.lambda), 0)
	}
	s.arrivals[s.tail&(len(s.arrivals)-1)] = s.e.now<<8 | Time(source&255)
	s.tail++
	s.serve()
}

func (s *station) serve() {
	for s.busy < s.servers && s.head+s.busy < s.tail {
		t := s.idle[len(s.idle)-1]
		s.idle = s.idle[:len(s.idle)-1]
		s.busy++
		s.e.Arm(t, s.e.now+s.exp(1/s.mu), 0)
	}
}

func (s *station) departure(i uint32) {
	in := s.arrivals[s.head&(len(s.arrivals)-1)]
	s.head++
	s.busy--
	s.served++
	s.response += float64(s.e.now - in>>8)
	s.idle = append(s.idle, s.timers[i])
	if s.think > 0 {
		s.e.Arm(Timer(in&255), s.e.now+s.exp(s.think), 0)
	}
	s.serve()
}

// covers checks that the mean of replications agrees with an exact value at 99.9 %, and that the interval is
// narrow enough to mean something.
func covers(t *testing.T, what string, xs []float64, want, narrow float64) {
	t.Helper()
	mean, sd := stat.MeanStdDev(xs, nil)
	n := float64(len(xs))
	half := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile(.9995) * sd / math.Sqrt(n)
	if math.Abs(mean-want) > half {
		t.Errorf("%s: %.5f ± %.5f over %g replications, exact %.5f", what, mean, half, n, want)
	}
	if half > narrow*want {
		t.Errorf("%s: half-width %.5f is over %.2g of %.5f: the test says nothing", what, half, narrow, want)
	}
}

func TestOracles(t *testing.T) {
	// M/M/c by Erlang C; for c = 1 the mean response is 1/(μ−λ). Kleinrock 1975, Queueing Systems I, 3.2 and 3.5.
	for _, q := range []struct {
		name       string
		lambda, mu float64
		servers    int
		response   float64
	}{{"M/M/1 at 0.7", .7, 1, 1, 1 / .3}, {"M/M/1 at 0.9", .9, 1, 1, 10}, {"M/M/3 at 0.8", 2.4, 1, 3, erlangC(3, 2.4)/(3-2.4) + 1}} {
		var xs []float64
		for rep := range uint64(40) {
			s := newOpen(q.lambda, q.mu, q.servers, rep)
			s.e.Run(500*unit, nil)
			s.served, s.response = 0, 0
			s.e.Run(20500*unit, nil)
			xs = append(xs, s.response/float64(s.served)/unit)
		}
		// With one server first come is first out; with three, the sum of responses is that of FIFO numbers in system (Little).
		covers(t, q.name, xs, q.response, .15)
	}
	// The machine repairman with 64 customers, think 50, service 1: throughput 0.99156 (Reiser & Lavenberg 1980, exact MVA).
	var xs []float64
	for rep := range uint64(40) {
		s := newRepairman(64, rep)
		s.e.Run(1000*unit, nil)
		s.served = 0
		s.e.Run(21000*unit, nil)
		xs = append(xs, float64(s.served)/20000)
	}
	covers(t, "repairman", xs, mva(64, 50, 1), .004)
}

// erlangC is the probability that an arrival waits.
func erlangC(c int, a float64) float64 {
	b := 1.0
	for i := 1; i <= c; i++ {
		b = a * b / (float64(i) + a*b)
	}
	rho := a / float64(c)
	return b / (1 - rho + rho*b)
}

// mva is the throughput of n customers with think time z at one exponential station of demand d.
func mva(n int, z, d float64) float64 {
	q, x := 0.0, 0.0
	for i := 1; i <= n; i++ {
		r := d * (1 + q)
		x = float64(i) / (z + r)
		q = x * r
	}
	return x
}

func BenchmarkMM1(b *testing.B) {
	s := newOpen(.9, 1, 1, 1)
	b.ReportAllocs()
	b.ResetTimer()
	for s.served < b.N {
		s.e.Run(s.e.now+1000*unit, nil)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(s.e.Events), "ns/event")
}

func BenchmarkRepairman(b *testing.B) {
	s := newRepairman(64, 1)
	b.ReportAllocs()
	b.ResetTimer()
	for s.served < b.N {
		s.e.Run(s.e.now+1000*unit, nil)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(s.e.Events), "ns/event")
}

// BenchmarkHold is the hold model: each event schedules its successor an exponential time later.
func BenchmarkHold(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000, 100_000, 1_000_000} {
		b.Run(size(n), func(b *testing.B) {
			e, rng := New(), NewStream(1)
			left := b.N
			k := e.Handle(func(arg uint32) {
				e.Arm(Timer(arg), e.now+Time(rng.Exp()*unit*1000), 0)
				if left--; left == 0 {
					e.Stop()
				}
			})
			for range n {
				t := e.NewTimer(k, 0)
				e.slots[t].arg = uint32(t)
				e.Arm(t, Time(rng.Exp()*unit*1000), 0)
			}
			b.ReportAllocs()
			b.ResetTimer()
			e.Run(Forever, nil)
		})
	}
}

func size(n int) string {
	names := map[int]string{100: "1e2", 1000: "1e3", 10_000: "1e4", 100_000: "1e5", 1_000_000: "1e6"}
	return names[n]
}
