package sim

// node is a waiter's record in a queue lock, on a line of its own.
type node struct {
	line     *line
	next     *node // behind it, once it has linked itself
	before   *node
	isWaited bool // its owner, or in a CLH lock its successor, has to wait
	watching queue
}

// nodes are the records of a queue lock: one a thread, the last in the queue, and that of the holder.
type nodes struct {
	of           []*node // by thread
	last, holder *node
}

// nodeOf returns a thread's record.
func (s *simulation) nodeOf(t *thread, l *lock) *node {
	for len(l.nodes.of) <= int(t.id) {
		l.nodes.of = append(l.nodes.of, nil)
	}
	if l.nodes.of[t.id] == nil {
		l.nodes.of[t.id] = s.newNode(l)
	}
	return l.nodes.of[t.id]
}

func (s *simulation) newNode(l *lock) *node { return &node{line: s.lines[s.newLine(l.cause)]} }
