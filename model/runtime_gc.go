package model

// GC is a heap of two generations and its collector, as HotSpot's. Objects begin in eden; a full eden stops the program, and what is
// alive is copied into a survivor space, or into the old generation once it has survived often enough. A full old generation is
// marked and compacted while the program stands still, or swept beside it by the concurrent collector.
//
// Each collection visits the stack of every live OS thread. The sizes follow Sun's "Java SE 6 HotSpot Virtual Machine Garbage
// Collection Tuning" (2006); references from old objects to young ones, and the rest of each thread's allocation buffer that a
// collection wastes, are left out.
type GC struct {
	Collector  string `key:"collector" doc:"serial (one thread), parallel (several; eden grows and shrinks), or concurrent (several, and an old generation swept beside the program, as CMS)" words:"serial parallel concurrent"`
	Threads    int    `key:"threads" doc:"threads that collect while the program stands still; 0: by the number of CPUs" min:"0" max:"1024"`
	Background int    `key:"background" doc:"threads of the concurrent collector; 0: a quarter of the others" min:"0" max:"1024"`

	HeapMin       Bytes    `key:"heap_min" doc:"size of the heap at the beginning" min:"1"`
	HeapMax       Bytes    `key:"heap_max" doc:"most that it may grow to" min:"1"`
	Young         Bytes    `key:"young" doc:"fixed size of the young generation; 0: by new_ratio" min:"0"`
	NewRatio      float64  `key:"new_ratio" doc:"the old generation's size against the young one's" min:"0.01" max:"1000" default:"2"`
	SurvivorRatio float64  `key:"survivor_ratio" doc:"eden's size against one survivor space's" min:"0.01" max:"100000" default:"8"`
	Tenure        int      `key:"tenure" doc:"collections an object survives in the young generation before it is tenured; 0: it is tenured at the first, and there are no survivor spaces" min:"0" max:"31"`
	Goal          Fraction `key:"goal" doc:"share of the time in collections above which a parallel collector's eden grows, and below which it shrinks" min:"0" max:"1"`
	Grow          Fraction `key:"grow" doc:"by how much of its size eden grows at a collection" min:"0" max:"10"`
	GrowFirst     Fraction `key:"grow_first" doc:"added to grow at first, halved every 8 collections" min:"0" max:"10"`
	Shrink        Fraction `key:"shrink" doc:"by how much of its size eden shrinks at a collection" min:"0" max:"1"`

	Survival Fraction `key:"survival" doc:"share of a full eden that is alive at a collection" min:"0" max:"1"`
	Again    Fraction `key:"again" doc:"share of a survivor space that is alive at the next collection" min:"0" max:"1"`
	Live     Bytes    `key:"live" doc:"tenured objects that stay alive for good" min:"0"`
	Initiate Fraction `key:"initiate" doc:"share of the old generation in use at which the concurrent collector begins" min:"0" max:"1" default:"0.92"`

	Allocate  Bandwidth `key:"allocate" doc:"rate at which a thread allocates memory and clears it; 0: no time" min:"0"`
	Safepoint Dist      `key:"safepoint" doc:"time a running thread takes to the next place where it may stop" unit:"time"`
	Pause     Time      `key:"pause" doc:"what one thread does in a collection before the others begin" min:"0"`
	PerThread Time      `key:"per_thread" doc:"visiting the stack of one thread" min:"0"`
	PerFrame  Time      `key:"per_frame" doc:"added for each frame on it" min:"0"`
	PerPage   Time      `key:"per_page" doc:"added for each 4 KiB reserved for it" min:"0"`
	Copy      Bandwidth `key:"copy" doc:"rate at which one thread copies what is alive; 0: no time" min:"0"`
	Mark      Bandwidth `key:"mark" doc:"rate at which one thread marks, or marks and compacts, what is alive in the old generation; 0: no time" min:"0"`
	Sweep     Bandwidth `key:"sweep" doc:"rate at which one thread sweeps the old generation; 0: no time" min:"0"`
}

// StackPage is the unit that PerPage counts in.
const StackPage = 4 * KiB

// CollectorThreads returns how many threads collect while the program stands still. Where the file does not say, it is
// HotSpot's rule: one for each CPU up to 8, and for 5/8 of the CPUs beyond (Abstract_VM_Version::calc_parallel_worker_threads).
func (g *GC) CollectorThreads(cpus int) int {
	switch {
	case g.Collector == "serial":
		return 1
	case g.Threads > 0:
		return g.Threads
	case cpus > 8:
		return 8 + (cpus-8)*5/8
	}
	return max(1, cpus)
}

// BackgroundThreads returns how many threads collect beside the program: HotSpot's (n+3)/4 for n others, where the file does not say.
func (g *GC) BackgroundThreads(cpus int) int {
	switch {
	case g.Collector != "concurrent":
		return 0
	case g.Background > 0:
		return g.Background
	}
	return (g.CollectorThreads(cpus) + 3) / 4
}
