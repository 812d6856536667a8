package scenarios

import "contend/model"

// checkLocks complains of what a lock's kind would leave unused.
func (d *decoder) checkLocks(n *node, w *model.Workload) {
	for _, l := range w.Locks {
		at := n.get("locks").get(l.Name).at
		switch {
		case l.Value.Spin > 0 && !l.Value.Parks():
			d.f.problem(at, "workload.locks.%s has a spin, but the waiters of a %s lock do not park after one", l.Name, l.Value.Kind)
		case (l.Value.Backoff > 0 || l.Value.MaxBackoff > 0) && !l.Value.BacksOff():
			d.f.problem(at, "workload.locks.%s has a backoff, which a %s lock has no use for", l.Name, l.Value.Kind)
		case l.Value.MaxBackoff > 0 && l.Value.MaxBackoff < l.Value.Backoff:
			d.f.problem(at, "workload.locks.%s: max_backoff %v is below backoff %v", l.Name, l.Value.MaxBackoff, l.Value.Backoff)
		}
	}
}

// checkReads complains of an op that reads under a lock which has no readers.
func (d *decoder) checkReads(op *model.Op, at place, path string) {
	if op.Name != "lock" || op.Arg("to").Word != "read" || len(d.f.problems) > 0 {
		return
	}
	if l := d.work.Locks[op.Arg("name").Ref]; !l.Value.HasReaders() {
		d.f.problem(at, "%s: %s is a %s lock, which has no readers; rw, rw_percore, seqlock and rcu have", path, l.Name, l.Value.Kind)
	}
}
