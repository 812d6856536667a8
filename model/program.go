package model

// Op is one operation of a program: its name in the table Ops, and its arguments in the order of the
// table's entry.
type Op struct {
	Name string
	Args []Arg
	// Path is where the op stands in its file, such as workload.program[0].repeat.do[1].
	Path string
}

// Arg is one argument of an op. Which field holds depends on the ArgKind; Set tells whether the file gave it.
type Arg struct {
	Set  bool
	Dist Dist   // ArgTime, ArgCount, ArgBytes
	Ref  int    // ArgLine, ArgLock, ArgQueue, ArgBarrier, ArgPool, ArgDevice: an index into the workload's table
	Word string // ArgWord
	Ops  []Op   // ArgBlock
	// Cases are the alternatives of ArgCases.
	Cases []Case
}

// Case is one alternative of a choice.
type Case struct {
	Weight float64
	Ops    []Op
}

// ArgKind is the type of an op's argument.
type ArgKind uint8

// The argument kinds.
const (
	ArgTime    ArgKind = iota // a duration or its distribution
	ArgCount                  // a whole number or its distribution
	ArgBytes                  // a size or its distribution
	ArgLine                   // the name of a line or of a layout's field
	ArgLock                   // the name of a lock
	ArgQueue                  // the name of a queue
	ArgBarrier                // the name of a barrier
	ArgPool                   // the name of a pool
	ArgDevice                 // the name of a device
	ArgBlock                  // a list of ops
	ArgCases                  // a list of {weight: w, do: [ops]}
	ArgWord                   // one of Words
)

// ArgSpec declares an argument.
type ArgSpec struct {
	Name     string
	Kind     ArgKind
	Required bool
	Doc      string
	Words    []string
}

// OpSpec declares an op. `name: value` sets the first argument, `name: {arg: value, …}` any.
type OpSpec struct {
	Name, Doc string
	Args      []ArgSpec
}

func arg(name string, kind ArgKind, doc string) ArgSpec {
	return ArgSpec{Name: name, Kind: kind, Required: true, Doc: doc}
}

func opt(name string, kind ArgKind, doc string) ArgSpec {
	return ArgSpec{Name: name, Kind: kind, Doc: doc}
}

// Ops is every op there is. An op is one line here and one file in sim.
var Ops = []OpSpec{
	{"compute", "compute on the core", []ArgSpec{arg("for", ArgTime, "time it takes on a core of its own")}},
	{"execute", "execute code of the runtime's methods, slower while they are not compiled", []ArgSpec{arg("for", ArgTime, "time it takes in the fastest code, on a core of its own")}},
	{"memory", "stream bytes from memory", []ArgSpec{arg("bytes", ArgBytes, "bytes moved at the core's own rate, or slower where a station is shared")}},
	{"read", "read a cache line", []ArgSpec{arg("line", ArgLine, "the line"), opt("times", ArgCount, "how often")}},
	{"write", "store to a cache line, through the store buffer", []ArgSpec{arg("line", ArgLine, "the line"), opt("times", ArgCount, "how often")}},
	{"update", "load a cache line, then store to it: waits until the core owns it", []ArgSpec{arg("line", ArgLine, "the line"), opt("times", ArgCount, "how often")}},
	{"atomic", "atomic read-modify-write of a cache line", []ArgSpec{arg("line", ArgLine, "the line"), opt("times", ArgCount, "how often")}},
	{"lock", "acquire a lock", []ArgSpec{arg("name", ArgLock, "the lock"), {Name: "to", Kind: ArgWord, Doc: "read beside other readers, or write (the default)", Words: []string{"read", "write"}}}},
	{"unlock", "release a lock, as it was acquired", []ArgSpec{arg("name", ArgLock, "the lock")}},
	{"wait", "release a lock, park on its condition queue, and acquire it again when signalled", []ArgSpec{arg("on", ArgLock, "the lock")}},
	{"signal", "wake the first waiter of a lock's condition queue", []ArgSpec{arg("on", ArgLock, "the lock")}},
	{"broadcast", "wake all waiters of a lock's condition queue", []ArgSpec{arg("on", ArgLock, "the lock")}},
	{"enqueue", "put an item into a queue, once there is room", []ArgSpec{arg("to", ArgQueue, "the queue")}},
	{"dequeue", "take an item out of a queue, once there is one", []ArgSpec{arg("from", ArgQueue, "the queue")}},
	{"barrier", "wait until all parties have come", []ArgSpec{arg("name", ArgBarrier, "the barrier")}},
	{"call", "enter functions, do a block, and return", []ArgSpec{arg("frames", ArgCount, "frames pushed"), arg("do", ArgBlock, "what they do")}},
	{"walk", "visit stack frames from the top", []ArgSpec{
		opt("depth", ArgCount, "frames visited; without it, all that are there"),
		arg("each", ArgTime, "time a frame takes"),
		opt("read", ArgLine, "a line read at each frame"),
		opt("write", ArgLine, "a line stored to at each frame"),
		opt("update", ArgLine, "a line loaded and stored to at each frame"),
	}},
	{"sleep", "sleep on a timer", []ArgSpec{arg("for", ArgTime, "how long")}},
	{"yield", "go to the end of the run queue", nil},
	{"repeat", "do a block several times", []ArgSpec{arg("times", ArgCount, "how often"), arg("do", ArgBlock, "the block")}},
	{"choose", "do one of several blocks, by weight", []ArgSpec{arg("of", ArgCases, "the alternatives")}},
	{"submit", "give a job to a pool, without waiting for it", []ArgSpec{arg("to", ArgPool, "the pool"), arg("do", ArgBlock, "the job")}},
	{"await", "wait until every job submitted to a pool is done", []ArgSpec{arg("pool", ArgPool, "the pool")}},
	{"syscall", "do something in the kernel", []ArgSpec{arg("for", ArgTime, "time it takes there, beside entering and leaving")}},
	{"output", "write bytes to a file, through a buffer or without one", []ArgSpec{
		arg("bytes", ArgBytes, "bytes written in all"),
		arg("each", ArgBytes, "bytes the program writes at a time"),
		opt("buffer", ArgBytes, "size of the buffer before the kernel; 0: each write is a system call"),
	}},
	{"io", "wait for a device", []ArgSpec{arg("on", ArgDevice, "the device"), opt("bytes", ArgBytes, "bytes transferred")}},
	{"process", "do a block in a process of its own, whose code begins cold", []ArgSpec{
		opt("kernel", ArgTime, "what its start takes in the kernel, beside the machine's own cost"),
		opt("user", ArgTime, "what its start takes in the program"),
		arg("do", ArgBlock, "what it does"),
	}},
	{"alloc", "allocate memory from eden; a full one stops the program for a collection", []ArgSpec{arg("bytes", ArgBytes, "bytes allocated, which may be those of many objects")}},
	{"pause", "sleep while the clock of real_ns is stopped", []ArgSpec{arg("for", ArgTime, "how long")}},
	{"count", "count work as done, for real_per_unit_ns and cpu_per_unit_ns", []ArgSpec{arg("units", ArgCount, "units done")}},
	{"scope", "do a block, then wait for every job it submitted", []ArgSpec{arg("do", ArgBlock, "the block")}},
}

// OpByName returns the declaration of an op, or nil.
func OpByName(name string) *OpSpec {
	for i := range Ops {
		if Ops[i].Name == name {
			return &Ops[i]
		}
	}
	return nil
}

// Arg returns the argument with that name; it panics where the op has none, which is a mistake in the code.
func (o Op) Arg(name string) Arg {
	for i, a := range OpByName(o.Name).Args {
		if a.Name == name {
			return o.Args[i]
		}
	}
	panic("model: op " + o.Name + " has no argument " + name)
}
