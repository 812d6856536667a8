package sim

// storeBuffer holds a CPU's posted stores, which drain to their lines in order (total store order: Sewell et al. 2010,
// "x86-TSO"). A thread waits for it when it is full, and at an atomic until it is empty.
type storeBuffer struct {
	depth  int
	stores []store // a ring of depth
	head   int
	n      int
	// waiter is the thread that waits for a free place (with a store to waiterLine), or, with forEmpty, until all is drained.
	waiter      *thread
	waiterLine  *line
	waiterCause cause
	forEmpty    bool
}

// store is a posted store: to a line, under the name that tells its variable from others on that line.
type store struct {
	line *line
	of   cause
}

func (b *storeBuffer) first() *line { return b.stores[b.head].line }

func (b *storeBuffer) push(s store) {
	if b.stores == nil {
		b.stores = make([]store, b.depth)
	}
	b.stores[(b.head+b.n)%b.depth] = s
	b.n++
}

// holds reports whether a store to the same variable is under way, so that a load is served from it. A load of another
// variable on that line has to wait for the line.
func (b *storeBuffer) holds(s store) bool {
	for i := range b.n {
		if b.stores[(b.head+i)%b.depth] == s {
			return true
		}
	}
	return false
}

// post stores to a line without waiting for it, and reports whether that took no time.
func (s *simulation) post(t *thread, l *line, c cause) bool {
	cpu := t.os().cpu
	b := &s.cpus[cpu].stores
	switch {
	case b.n == 0 && s.has(l, cpu, write):
		return s.stall(t, s.line.transfer[here], c)
	case b.n == b.depth:
		s.turn(t, stalled, b.first().cause)
		b.waiter, b.waiterLine, b.waiterCause, b.forEmpty = t, l, c, false
		return false
	}
	b.push(store{l, c})
	if b.n == 1 {
		s.drain(cpu)
	}
	return true
}

// drainFirst has a thread wait until its CPU's stores are drained before an atomic.
func (s *simulation) drainFirst(t *thread, l *line, c cause) {
	b := &s.cpus[t.os().cpu].stores
	s.turn(t, stalled, b.first().cause)
	b.waiter, b.waiterLine, b.waiterCause, b.forEmpty = t, l, c, true
}

// drain asks for the line of the first store; stores to lines that the CPU has already are done at once.
func (s *simulation) drain(cpu int32) {
	b := &s.cpus[cpu].stores
	for b.n > 0 {
		if l := b.first(); !s.has(l, cpu, write) {
			s.ask(l, s.newRequest(nil, cpu, write))
			return
		}
		b.pop()
	}
}

func (b *storeBuffer) pop() {
	b.head = (b.head + 1) % b.depth
	b.n--
}

// drained ends the first store, starts the next, and lets a waiting thread go on.
func (s *simulation) drained(cpu int32) {
	b := &s.cpus[cpu].stores
	b.pop()
	t := b.waiter
	if t != nil && !b.forEmpty {
		b.waiter = nil
		b.push(store{b.waiterLine, b.waiterCause})
	}
	s.drain(cpu)
	switch {
	case t == nil:
	case !b.forEmpty:
		s.settle(t)
		s.resume(t)
	case b.n == 0:
		b.waiter = nil
		if s.touch(t, b.waiterLine, atomic, b.waiterCause) {
			s.resume(t)
		}
	default:
		s.turn(t, stalled, b.first().cause)
	}
}
