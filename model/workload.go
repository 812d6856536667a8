package model

// Workload is what runs: how many threads or arrivals, the things they share, and their program.
// Exactly one of Closed, Open and Batch is set.
type Workload struct {
	Closed   *Closed        `key:"closed" doc:"N threads that repeat the program; throughput is iterations per time"`
	Open     *Open          `key:"open" doc:"jobs that arrive at a rate; latency has a tail"`
	Batch    *Batch         `key:"batch" doc:"N threads that run the program once; the result is the makespan"`
	Lines    Named[Line]    `key:"lines" doc:"cache lines that the program touches"`
	Layouts  Named[Layout]  `key:"layout" doc:"objects whose fields fall on cache lines by chance"`
	Locks    Named[Lock]    `key:"locks" doc:"locks"`
	Queues   Named[Queue]   `key:"queues" doc:"bounded queues of many producers and consumers"`
	Barriers Named[Barrier] `key:"barriers" doc:"barriers"`
	Pools    Named[Pool]    `key:"pools" doc:"pools that run submitted jobs"`
	Devices  Named[Device]  `key:"devices" doc:"devices that the program does I/O on"`
	Program  []Op           `key:"program" doc:"what each thread does"`
}

// Named is an ordered table of declared things; ops refer to them by index.
type Named[T any] []Entry[T]

// Entry is one declared thing and its name.
type Entry[T any] struct {
	Name  string
	Value T
}

// Index returns the index of name, or −1.
func (n Named[T]) Index(name string) int {
	for i := range n {
		if n[i].Name == name {
			return i
		}
	}
	return -1
}

// Closed is N threads that start at a uniform phase of one iteration and loop for ever.
type Closed struct {
	Threads   int    `key:"threads" doc:"number of threads, or the sweep of it" min:"1" max:"10000000" sweep:"n"`
	Placement string `key:"placement" doc:"compact, scatter (one CPU each, in that order) or free (the scheduler decides)" words:"compact scatter free"`
	Kind      string `key:"kind" doc:"os or virtual threads" words:"os virtual"`
}

// Open is jobs that arrive in a Poisson stream and are run by a pool.
type Open struct {
	Rate Rate   `key:"rate" doc:"arrivals per second, or the sweep of it" min:"0" sweep:"n"`
	Pool string `key:"pool" doc:"the pool that runs the jobs"`
}

// Batch is N threads that each run the program once.
type Batch struct {
	Threads   int    `key:"threads" doc:"number of threads, or the sweep of it" min:"1" max:"10000000" sweep:"n"`
	Placement string `key:"placement" doc:"compact, scatter or free" words:"compact scatter free"`
	Kind      string `key:"kind" doc:"os or virtual threads" words:"os virtual"`
}

// Line is one cache line, or Count of them under one name.
type Line struct {
	Count int    `key:"count" doc:"number of lines under this name" min:"1" max:"1000000" default:"1"`
	Pick  string `key:"pick" doc:"which of them an access takes: one at random, or the thread's own" words:"random own"`
}

// Lock is a lock built on cache lines of its own and on the scheduler.
type Lock struct {
	Kind       string `key:"kind" doc:"futex, adaptive and go spin, then park; pthread parks unless the lock was freed meanwhile; tas, ttas, ticket, mcs and clh only spin; rw, rw_percore, seqlock and rcu also have readers" words:"futex pthread adaptive go tas ttas ticket mcs clh rw rw_percore seqlock rcu"`
	Spin       Time   `key:"spin" doc:"how long a waiter spins before it parks; of an adaptive lock, the longest" min:"0"`
	Backoff    Time   `key:"backoff" doc:"mean pause after a failed attempt, doubled by each, of a lock that is taken by ttas; between looks at the word, of one that spins and parks" min:"0"`
	MaxBackoff Time   `key:"max_backoff" doc:"the longest mean of that pause; 0: 64 times the first" min:"0"`
}

// HasReaders reports whether a lock may be acquired for reading.
func (l Lock) HasReaders() bool {
	switch l.Kind {
	case "rw", "rw_percore", "seqlock", "rcu":
		return true
	}
	return false
}

// Parks reports whether a lock's waiters give up their CPU after a spin.
func (l Lock) Parks() bool {
	switch l.Kind {
	case "futex", "adaptive", "go", "rw", "rcu":
		return true
	}
	return false
}

// BacksOff reports whether a lock's waiters may pause between attempts.
func (l Lock) BacksOff() bool {
	switch l.Kind {
	case "ttas", "rw_percore", "seqlock", "futex", "adaptive", "rw", "rcu":
		return true
	}
	return false
}

// Queue is a bounded queue of many producers and consumers, without a lock.
type Queue struct {
	Capacity int `key:"capacity" doc:"items that it holds, each on a line of its own" min:"1" max:"65536" default:"1024"`
}

// Barrier lets its parties go on when all have come.
type Barrier struct {
	Parties int    `key:"parties" doc:"threads that meet; 0: all threads of the workload" min:"0"`
	Kind    string `key:"kind" doc:"spin (waiters watch a line), or monitor (waiters park and leave one by one through its lock)" words:"spin monitor"`
}

// Pool runs submitted jobs.
type Pool struct {
	Kind   string `key:"kind" doc:"cached (a thread for each job that finds none idle), fixed, per_job, or virtual (a virtual thread each)" words:"cached fixed per_job virtual"`
	Size   int    `key:"size" doc:"threads of a fixed pool" min:"0" max:"10000000"`
	Frames int    `key:"frames" doc:"stack depth of a job when it starts" min:"0"`
	Stack  Bytes  `key:"stack" doc:"stack reserved for each of its OS threads; 0: the machine's default" min:"0"`
}

// Device does I/O for threads that wait for it, some requests at a time, the others in FIFO order.
type Device struct {
	Latency     Dist      `key:"latency" doc:"time a request takes beside its transfer" unit:"time"`
	Bandwidth   Bandwidth `key:"bandwidth" doc:"rate of a request's transfer; 0: no time" min:"0"`
	Concurrency int       `key:"concurrency" doc:"requests served at a time" min:"1" max:"65536" default:"1"`
}

// Threads returns the number of threads that are there from the beginning.
func (w *Workload) Threads() int {
	switch {
	case w.Closed != nil:
		return w.Closed.Threads
	case w.Batch != nil:
		return w.Batch.Threads
	}
	return 0
}

// HasVirtual reports whether any thread of the workload is virtual.
func (w *Workload) HasVirtual() bool {
	if w.Closed != nil && w.Closed.Kind == "virtual" || w.Batch != nil && w.Batch.Kind == "virtual" {
		return true
	}
	for _, p := range w.Pools {
		if p.Value.Kind == "virtual" {
			return true
		}
	}
	return false
}
