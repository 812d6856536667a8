package model

// JIT is a compiler with tiers, as HotSpot's: the code that execute ops run begins interpreted, a method that was invoked
// often enough is compiled by C1, and later by C2. Compiler threads take methods from one queue a tier in FIFO order
// and compete with the program for the CPUs. Each process has its own code, which begins cold.
//
// The methods' shares of the work follow Zipf's law: the method of rank i has a share in proportion to i^−Skew. HotSpot's rules for the
// length of its queues (thresholds that grow with them, tier 2 instead of 3), and code that is thrown away, are left out.
type JIT struct {
	Methods     int      `key:"methods" doc:"methods that do the work" min:"1" max:"1000000"`
	Skew        float64  `key:"skew" doc:"exponent of Zipf's law for their shares of the work" min:"0" max:"5"`
	Invocation  Time     `key:"invocation" doc:"what an invocation of a method takes in C2's code" min:"1"`
	StopAtTier  int      `key:"stop_at_tier" doc:"the highest tier: 0 is the interpreter, 1 is C1 alone, 4 is C1 with profiling, then C2" min:"0" max:"4" default:"4"`
	Interpreter float64  `key:"interpreter" doc:"time the interpreter takes, against C2's code" min:"1" max:"1000"`
	Tier1       float64  `key:"tier1" doc:"time C1's code takes without profiling, against C2's" min:"1" max:"1000"`
	Tier3       float64  `key:"tier3" doc:"time C1's code takes with full profiling, against C2's" min:"1" max:"1000"`
	Threads     int      `key:"threads" doc:"compiler threads; 0: by the number of CPUs" min:"0" max:"1024"`
	Kernel      Fraction `key:"kernel" doc:"share of a compilation that passes in the kernel: memory, code cache" min:"0" max:"1"`
	C1          Compiler `key:"c1" doc:"the fast compiler"`
	C2          Compiler `key:"c2" doc:"the optimising compiler"`
}

// Compiler is one of the two.
type Compiler struct {
	Threshold int  `key:"threshold" doc:"invocations after which a method is compiled" min:"1"`
	Compile   Dist `key:"compile" doc:"time one compilation takes" unit:"time"`
}

// CompilerThreads returns how many threads C1 and C2 have. Where the file does not say, they are HotSpot's rule: 3/2 · log2(n) · log2(log2(n)) for n
// CPUs, at least 2, a third of them C1's (CompilationPolicy::initialize in compilationPolicy.cpp); without C2, all are C1's.
func (j *JIT) CompilerThreads(cpus int) (c1, c2 int) {
	n := j.Threads
	if n == 0 {
		log := log2(cpus)
		n = max(log*log2(log)*3/2, 2)
	}
	switch {
	case j.StopAtTier == 0:
		return 0, 0
	case j.StopAtTier < 4:
		return n, 0
	}
	c1 = max(1, n/3)
	return c1, max(1, n-c1)
}

// log2 is the whole part of the logarithm, 0 for n < 2.
func log2(n int) int {
	log := 0
	for ; n > 1; n >>= 1 {
		log++
	}
	return log
}
