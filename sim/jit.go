package sim

import (
	"math"

	"contend/model"
)

// code is the compiled code of one process. Work in it is counted in the time that C2's code takes.
type code struct {
	*model.JIT
	methods  []method
	executed int64 // work done
	next     [2]int
	// slow is how much longer work takes now than in C2's code: the methods' slowness by their shares.
	slow      float64
	queues    [2]methodQueue
	executing []*thread
	of        *process
}

// method is one of a process's methods.
type method struct {
	share float64
	slow  float64
	isC1  bool // compiled by C1
	isHot bool // ready for C2
}

// methodQueue holds the methods that wait for a compiler, and the compiler threads that wait for a method.
type methodQueue struct {
	waiting []int32
	idle    queue
}

// The compilers, as indices.
const (
	c1 = iota
	c2
)

func (s *simulation) newCode(p *process, j *model.JIT) *code {
	c := &code{of: p, JIT: j, methods: make([]method, j.Methods), slow: j.Interpreter}
	shares := s.shares(j)
	for i := range c.methods {
		c.methods[i] = method{share: shares[i], slow: j.Interpreter}
	}
	return c
}

// shares returns the methods' shares of the work: Zipf's law, largest first.
func (s *simulation) shares(j *model.JIT) []float64 {
	if s.zipf != nil {
		return s.zipf
	}
	sum := 0.0
	s.zipf = make([]float64, j.Methods)
	for i := range s.zipf {
		s.zipf[i] = math.Pow(float64(i+1), -j.Skew)
		sum += s.zipf[i]
	}
	for i := range s.zipf {
		s.zipf[i] /= sum
	}
	return s.zipf
}

// due is the work after which the compiler's next method has had its invocations.
func (c *code) due(compiler int) int64 {
	if c.next[compiler] == len(c.methods) || compiler == c1 && c.StopAtTier == 0 || compiler == c2 && c.StopAtTier < 4 {
		return math.MaxInt64
	}
	threshold := c.C1.Threshold
	if compiler == c2 {
		threshold = c.C2.Threshold
	}
	return int64(float64(threshold) * float64(c.Invocation) / c.methods[c.next[compiler]].share)
}

// opExecute runs code piece by piece: up to where the next method has been invoked often enough.
func opExecute(s *simulation, t *thread, in *instruction) bool {
	c := t.process.code
	if t.phase == 0 {
		d := s.scaled(t.draw(in.amount))
		if c == nil {
			t.pc++
			return s.spend(t, d, compute)
		}
		t.phase, t.rest, t.piece = 1, d, 0
		c.executing = append(c.executing, t)
	}
	c.did(t, t.piece)
	s.ripen(t.process)
	if len(c.executing) > 1 {
		s.retimeOthers(c, t)
	}
	if t.rest <= 0 {
		c.leave(t)
		t.phase, t.slow = 0, 1
		t.pc++
		return true
	}
	s.work(t, c.begin(t), compute)
	return false
}

// did counts work that a thread has done.
func (c *code) did(t *thread, work int64) {
	c.executed += work
	t.rest -= work
}

// begin gives a thread its next piece, the same for all who execute, and returns the time it takes.
func (c *code) begin(t *thread) int64 {
	left := min(c.due(c1), c.due(c2)) - c.executed
	t.piece = min(t.rest, max(1, left/int64(len(c.executing))))
	t.slow = c.slow
	return slowed(t.piece, c.slow)
}

func slowed(d int64, slow float64) int64 { return max(1, int64(math.Round(float64(d)*slow))) }

func (c *code) leave(t *thread) {
	for i, other := range c.executing {
		if other == t {
			c.executing = append(c.executing[:i], c.executing[i+1:]...)
			return
		}
	}
}

// ripen queues the methods that have become due.
func (s *simulation) ripen(p *process) {
	c := p.code
	for c.due(c1) <= c.executed {
		s.queueMethod(c, c1, int32(c.next[c1]))
		c.next[c1]++
	}
	for c.due(c2) <= c.executed {
		m := &c.methods[c.next[c2]]
		m.isHot = true
		if m.isC1 {
			s.queueMethod(c, c2, int32(c.next[c2]))
		}
		c.next[c2]++
	}
}

// queueMethod gives a method to a compiler, and wakes one of its threads.
func (s *simulation) queueMethod(c *code, compiler int, m int32) {
	q := &c.queues[compiler]
	q.waiting = append(q.waiting, m)
	if t := q.idle.pop(); t != nil {
		s.wake(t)
	}
}

// startCompilers makes the process's compiler threads, which wait for methods.
func (s *simulation) startCompilers(p *process, j *model.JIT) {
	n1, n2 := j.CompilerThreads(s.runtimeCPUs())
	for i := range n1 + n2 {
		compiler := c1
		if i >= n1 {
			compiler = c2
		}
		t := s.newThread(s.compilerCode[compiler], 0)
		t.isService, t.isFair = true, true
		t.process = p
		p.compilers = append(p.compilers, t)
		p.code.queues[compiler].idle.push(t)
	}
}

// compileCompilers appends the compiler threads' programs to the code.
func (s *simulation) compileCompilers() {
	j := s.point.Runtime.JIT
	if j == nil {
		return
	}
	for compiler, of := range []model.Compiler{c1: j.C1, c2: j.C2} {
		s.compilerCode[compiler] = int32(len(s.code))
		s.code = append(s.code, instruction{do: opCompile, amount: of.Compile, reg: int32(compiler), path: "runtime.jit"})
	}
}

// opCompile is a compiler thread's program: it takes a method, compiles it in the program and in the kernel, installs the code, and
// waits when there is none.
func opCompile(s *simulation, t *thread, in *instruction) bool {
	c := t.process.code
	q := &c.queues[in.reg]
	switch t.phase {
	case 0:
		if len(q.waiting) == 0 {
			q.idle.push(t)
			s.block(t, parked, idle)
			return false
		}
		t.ticket = uint32(q.waiting[0])
		q.waiting = q.waiting[1:]
		took := s.scaled(t.draw(in.amount))
		t.rest = int64(float64(took) * float64(c.Kernel))
		t.phase = 1
		return s.spend(t, took-t.rest, jitCompile)
	case 1:
		t.phase = 2
		return s.spend(t, t.rest, syscall)
	}
	t.phase = 0
	s.install(t.process, int32(t.ticket), int(in.reg))
	return true
}

// install puts a method's new code in place: all who execute go on at the new speed.
func (s *simulation) install(p *process, number int32, compiler int) {
	c := p.code
	m := &c.methods[number]
	slow := 1.0
	if compiler == c1 {
		m.isC1 = true
		slow = c.Tier3
		if c.StopAtTier < 4 {
			slow = c.Tier1
		}
		if m.isHot {
			s.queueMethod(c, c2, number)
		}
	}
	c.slow += m.share * (slow - m.slow)
	m.slow = slow
	s.retimeOthers(c, nil)
}

// retimeOthers counts what the threads that execute have done, and gives them new pieces, at the code's present speed; one
// that is between two pieces looks itself.
func (s *simulation) retimeOthers(c *code, but *thread) {
	var working []*thread
	for _, t := range c.executing {
		if t != but && s.stopPiece(c, t) {
			working = append(working, t)
		}
	}
	s.ripen(c.of)
	for _, t := range working {
		d := c.begin(t)
		if t.owed > 0 {
			t.owed = d
			continue
		}
		t.left = d
		s.armWork(t)
	}
}

// stopPiece counts what a thread has done of its piece, and reports whether it was in the middle of one.
func (s *simulation) stopPiece(c *code, t *thread) bool {
	left := t.owed
	if left == 0 {
		if t.doing != working || t.cause != compute {
			return false
		}
		s.settle(t)
		left = t.left
	} else if t.owedCause != compute {
		return false
	}
	done := t.piece - min(t.piece, int64(math.Ceil(float64(left)/t.slow)))
	c.did(t, min(done, max(0, t.rest-1)))
	return true
}
