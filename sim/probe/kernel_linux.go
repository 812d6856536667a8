package probe

import (
	"os"
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

func measureSyscall(p *prober) {
	p.add(Syscall, "getppid", p.alone(2000, func(n int) {
		for range n {
			unix.Getppid()
		}
	}), nil)
}

// pipe is two file descriptors that calls of the kernel use directly: the runtime's own pipes park the goroutine, not the thread.
type pipe struct{ from, to int }

func newPipe() (pipe, error) {
	var fds [2]int
	err := unix.Pipe2(fds[:], unix.O_CLOEXEC)
	return pipe{fds[0], fds[1]}, err
}

func (p pipe) close() {
	_ = unix.Close(p.from)
	_ = unix.Close(p.to)
}

// pass sends a byte, take waits for one. Raw calls keep the runtime out of it.
func (p pipe) pass(b *byte) bool {
	n, _, _ := unix.RawSyscall(unix.SYS_WRITE, uintptr(p.to), uintptr(unsafe.Pointer(b)), 1)
	return n == 1
}

func (p pipe) take(b *byte) bool {
	for {
		n, _, e := unix.RawSyscall(unix.SYS_READ, uintptr(p.from), uintptr(unsafe.Pointer(b)), 1)
		if e != unix.EINTR { // the runtime's preemption signals interrupt the wait
			return n == 1
		}
	}
}

// measureSwitch measures two threads on one CPU that pass a byte to and fro through pipes, less the same calls by one thread that
// finds its byte there.
func measureSwitch(p *prober) {
	method := "two threads on one CPU pass a byte to and fro through pipes, half a round trip less the calls"
	there, err := newPipe()
	if err != nil {
		p.add(Switch, method, nil, err)
		return
	}
	defer there.close()
	back, err := newPipe()
	if err != nil {
		p.add(Switch, method, nil, err)
		return
	}
	defer back.close()
	calls := summarize("calls", "", p.alone(200, func(n int) {
		var b byte
		for range n {
			there.pass(&b)
			there.take(&b)
		}
	}), nil)

	ready := make(chan error)
	echo := make(chan struct{})
	go func() {
		defer close(echo)
		err := pin(p.cpus[0])
		ready <- err
		var b byte
		for err == nil && there.take(&b) && b == 0 && back.pass(&b) {
		}
	}()
	if err := <-ready; err != nil {
		p.add(Switch, method, nil, err)
		return
	}
	batches := p.alone(50, func(n int) {
		var b byte
		for range n {
			there.pass(&b)
			back.take(&b)
		}
	})
	last := byte(1)
	there.pass(&last)
	<-echo
	m := summarize(Switch, method, batches, nil).times(.5).less(calls)
	p.host.Measures = append(p.host.Measures, m)
}

const (
	futexWaitPrivate = 0 | 128
	futexWakePrivate = 1 | 128
)

// futex returns how many it woke.
func futex(w *uint32, op, value uintptr) uintptr {
	n, _, _ := unix.RawSyscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(w)), op, value, 0, 0, 0)
	return n
}

// measureWake measures a futex's wake-up of a thread that sleeps on another CPU: until it runs, and how long the waker's call
// takes. The sleeper gets time to fall asleep, but not so much that its CPU does.
func measureWake(p *prober) {
	methods := [2]string{"FUTEX_WAKE until the woken thread runs on another CPU", "the call of FUTEX_WAKE that wakes a thread on another CPU"}
	a, b, ok := p.host.Topology.neighbours()
	if !ok {
		p.add(WakeToRun, methods[0], nil, errSingle)
		p.add(WakeCall, methods[1], nil, errSingle)
		return
	}
	const nap = 30 * time.Microsecond
	var (
		futexWord      uint32
		asleep, woken  word // the round that the sleeper is about to sleep in, and when it woke, 0 until then
		stopped        atomic.Bool
		epoch          = time.Now()
		runs, calls    []float64
		pinned, wakers = make(chan error), make(chan error)
	)
	go func() {
		err := pin(b)
		pinned <- err
		for round := uint32(1); err == nil && !stopped.Load(); round++ {
			asleep.n.Store(uint64(round))
			for atomic.LoadUint32(&futexWord) != round {
				futex(&futexWord, futexWaitPrivate, uintptr(round-1))
			}
			woken.n.Store(uint64(time.Since(epoch)))
		}
	}()
	err := <-pinned
	if err == nil {
		go func() {
			err := pin(a)
			over := p.until()
			for round := uint32(1); !stopped.Load(); round++ {
				for asleep.n.Load() != uint64(round) {
				}
				for began := time.Now(); time.Since(began) < nap; {
				}
				stopped.Store(err != nil || over()) // the sleeper sees it when it wakes
				woken.n.Store(0)
				began := time.Since(epoch)
				atomic.StoreUint32(&futexWord, round)
				n := futex(&futexWord, futexWakePrivate, 1)
				ended := time.Since(epoch)
				for woken.n.Load() == 0 {
				}
				if n == 1 { // it was asleep
					runs, calls = append(runs, float64(woken.n.Load())-float64(began)), append(calls, float64(ended-began))
				}
			}
			wakers <- err
		}()
		err = <-wakers
	}
	p.add(WakeToRun, methods[0], runs, err)
	p.add(WakeCall, methods[1], calls, err)
}

// available is how much memory this process may take: what the machine has free, or its control group allows.
func available() uint64 {
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) != nil {
		return 0
	}
	free := uint64(info.Freeram) * uint64(info.Unit) //nolint:unconvert // uint32 where words are
	if data, err := os.ReadFile("/sys/fs/cgroup/memory.max"); err == nil {
		if limit, ok := parseLimit(string(data)); ok {
			free = min(free, limit)
		}
	}
	return free
}
