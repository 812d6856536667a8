package model

// Machine is the hardware and the operating system that a workload runs on. Costs are the machine's,
// work and structure the scenario's, so that the same program can be put on another machine.
type Machine struct {
	Name     string    `key:"name" doc:"name in the catalogue"`
	Title    string    `key:"title" doc:"what the machine is, in words"`
	About    string    `key:"about" doc:"where the numbers are from and what they leave out"`
	Topology Topology  `key:"topology" doc:"sockets, shared caches, cores, hardware threads"`
	Line     LineCosts `key:"line" doc:"what moving a cache line costs"`
	Memory   Memory    `key:"memory" doc:"bandwidth, and where it is shared"`
	SMT      SMT       `key:"smt" doc:"hardware threads that share a core"`
	OS       OS        `key:"os" doc:"scheduler, threads and their limits"`
	Virtual  Virtual   `key:"virtual" doc:"virtual threads"`
	Price    float64   `key:"price" doc:"US dollars an hour" min:"0"`
}

// Topology is sockets × clusters × cores × hardware threads. A cluster is a group of cores that share
// their last cache inside a socket.
type Topology struct {
	Sockets  int       `key:"sockets" doc:"sockets" min:"1" max:"1024" default:"1"`
	Clusters int       `key:"clusters" doc:"groups of cores with a shared cache, per socket" min:"1" max:"1024" default:"1"`
	Cores    int       `key:"cores" doc:"cores per cluster" min:"1" max:"1024"`
	Threads  int       `key:"threads" doc:"hardware threads per core" min:"1" max:"8" default:"1"`
	Clock    Frequency `key:"clock" doc:"nominal clock; for the reader, no cost is in cycles" min:"0"`
	Speed    float64   `key:"speed" doc:"speed of a core against the one that the scenario's times were taken on" min:"0.001" max:"1000" default:"1"`
	AllCores Fraction  `key:"all_cores" doc:"speed of a core while all of its socket work, against one that works alone, in proportion between; 0: no difference" min:"0" max:"1"`
	Links    string    `key:"links" doc:"how sockets are connected: full, hypercube or ring" words:"full hypercube ring"`
}

// CPUs returns the number of hardware threads.
func (t Topology) CPUs() int { return t.Sockets * t.Clusters * t.Cores * t.Threads }

// UsableCPUs are the CPUs' worth of time that a program may take: the hardware threads, or its quota.
func (m *Machine) UsableCPUs() float64 {
	cpus := float64(m.Topology.CPUs())
	if m.OS.Quota > 0 {
		return min(cpus, m.OS.Quota)
	}
	return cpus
}

// Distance is how far a cache line travels.
type Distance uint8

// The distances, from the same hardware thread on.
const (
	Here Distance = iota
	SMTSibling
	SameCluster
	SameSocket
	OneHop
	TwoHops
	Distances
)

// Between returns the distance between two sockets. In a hypercube, neighbours differ in one bit of their number; in a ring, by
// one place.
func (t Topology) Between(a, b int) Distance {
	if a == b {
		return SameSocket
	}
	near := true
	switch t.Links {
	case "hypercube":
		d := a ^ b
		near = d&(d-1) == 0
	case "ring":
		d := (a - b + t.Sockets) % t.Sockets
		near = d == 1 || d == t.Sockets-1
	}
	if near {
		return OneHop
	}
	return TwoHops
}

// Transfers returns what a transfer over each distance costs.
func (l LineCosts) Transfers() [Distances]Time {
	return [Distances]Time{l.Hit, l.SMTSibling, l.SameCluster, l.SameSocket, l.OneHop, l.TwoHops}
}

// LineCosts are the latencies of a cache line, one way, less the atomic itself.
type LineCosts struct {
	Size        Bytes    `key:"size" doc:"bytes of a line" min:"1" max:"4096" default:"64B"`
	Hit         Time     `key:"hit" doc:"access to a line the core already has in the state it needs" min:"0"`
	SMTSibling  Time     `key:"smt_sibling" doc:"transfer between hardware threads of one core" min:"0"`
	SameCluster Time     `key:"same_cluster" doc:"transfer between cores of one cluster, where a socket has several" min:"0"`
	SameSocket  Time     `key:"same_socket" doc:"transfer between cores of one socket (in different clusters, where it has several)" min:"0"`
	OneHop      Time     `key:"one_hop" doc:"transfer between neighbouring sockets" min:"0"`
	TwoHops     Time     `key:"two_hops" doc:"transfer between sockets that are not neighbours" min:"0"`
	Memory      Time     `key:"memory" doc:"first access to a line no cache has" min:"0"`
	Atomic      Time     `key:"atomic" doc:"the read-modify-write itself, once the line is there" min:"0"`
	Occupancy   Time     `key:"occupancy" doc:"time the directory is taken by a read of a shared line, or by one more invalidation" min:"0"`
	Arbitration string   `key:"arbitration" doc:"who gets a contended line next" words:"fifo nearest"`
	Bound       int      `key:"bound" doc:"most grants in a row inside a socket while another waits; 0: no bound" min:"0"`
	Overlap     Fraction `key:"overlap" doc:"share of a transfer in which the core that gives the line away still hits it" min:"0" max:"1"`
	StoreBuffer int      `key:"store_buffer" doc:"plain writes a hardware thread can have under way; 0: a write blocks" min:"0" max:"1024"`
}

// Memory is bandwidth shared by processor sharing: a flow gets the least of a core's cap, its
// share of the station it goes through, and its share of what all stations go through together.
type Memory struct {
	PerCore   Bandwidth `key:"per_core" doc:"most that one core can draw" min:"0"`
	Station   Bandwidth `key:"station" doc:"capacity of one station: a socket's memory, or its front-side bus; 0: no limit" min:"0"`
	Shared    Bandwidth `key:"shared" doc:"capacity of what all stations share: a chipset, a snoop fabric; 0: no limit" min:"0"`
	Placement string    `key:"placement" doc:"which station a memory phase goes through: the core's own socket, or any at random" words:"local interleaved"`
}

// SMT says how fast a hardware thread computes while its core's others compute too.
type SMT struct {
	Factor Fraction `key:"factor" doc:"speed of each sibling while more than one computes, against alone" min:"0" max:"1"`
}

// OS holds the costs of the scheduler and of OS threads, and the limits on their number.
type OS struct {
	Quantum       Time      `key:"quantum" doc:"time slice while others wait for the CPU; 0: run to block" min:"0"`
	Switch        Time      `key:"switch" doc:"putting another thread on a CPU" min:"0"`
	Migrate       Time      `key:"migrate" doc:"added to the switch when the thread last ran on another core" min:"0"`
	Wake          Dist      `key:"wake" doc:"from the waker's call to the woken thread being runnable" unit:"time"`
	WakeCall      Dist      `key:"wake_call" doc:"what waking a thread costs the waker" unit:"time"`
	Create        Dist      `key:"create" doc:"what creating a thread costs its creator" unit:"time"`
	CreatePerLive Time      `key:"create_per_live" doc:"added to create for each live thread" min:"0"`
	Start         Dist      `key:"start" doc:"from creation to the new thread being runnable" unit:"time"`
	Syscall       Time      `key:"syscall" doc:"entering the kernel and leaving it" min:"0"`
	Write         Time      `key:"write" doc:"what a write to a file takes in the kernel beside the copy" min:"0"`
	PageCache     Bandwidth `key:"page_cache" doc:"rate at which a write is copied into the page cache; 0: no time" min:"0"`
	Process       Time      `key:"process" doc:"creating a process, running a program in it, and reaping it" min:"0"`
	Stack         Bytes     `key:"stack" doc:"stack reserved for a thread" min:"0"`
	StackTouched  Bytes     `key:"stack_touched" doc:"stack committed when a thread starts" min:"0"`
	Frame         Bytes     `key:"frame" doc:"stack committed for each frame of depth" min:"0"`
	AddressSpace  Bytes     `key:"address_space" doc:"what a process may reserve for heap, runtime and stacks; 0: no limit" min:"0"`
	Memory        Bytes     `key:"memory" doc:"memory that heap and runtime are taken from, and stacks committed; 0: no limit" min:"0"`
	Others        Fraction  `key:"others" doc:"share of each CPU's time that other programs take" min:"0" max:"0.99"`
	OthersBurst   Dist      `key:"others_burst" doc:"time they take at once" unit:"time"`
	Quota         float64   `key:"quota" doc:"CPUs' worth of time that the program may take in a period, as of a container; 0: no limit" min:"0" max:"1024"`
	QuotaPeriod   Time      `key:"quota_period" doc:"period of the quota; when it is used up, no thread runs until the next; 1ms at least" min:"1e9" default:"100ms"`
	MaxThreads    int       `key:"max_threads" doc:"most threads alive at once; 0: no limit" min:"0"`
}

// Virtual holds the costs of virtual threads, which run mounted on OS threads called carriers.
type Virtual struct {
	Carriers int   `key:"carriers" doc:"carrier threads; 0: one per CPU" min:"0"`
	Create   Dist  `key:"create" doc:"what creating a virtual thread costs its creator" unit:"time"`
	Submit   Dist  `key:"submit" doc:"what making a virtual thread runnable costs whoever does it" unit:"time"`
	Mount    Time  `key:"mount" doc:"putting a virtual thread on a carrier" min:"0"`
	Unmount  Time  `key:"unmount" doc:"taking it off" min:"0"`
	PerFrame Time  `key:"per_frame" doc:"added to mount and unmount for each frame copied" min:"0"`
	Stack    Bytes `key:"stack" doc:"heap taken by a virtual thread's stack when it starts" min:"0"`
	Frame    Bytes `key:"frame" doc:"heap taken for each frame of depth" min:"0"`
}
