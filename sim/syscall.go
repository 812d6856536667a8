package sim

import (
	"math"

	"contend/model"
)

// opSyscall spends time in the kernel.
func opSyscall(s *simulation, t *thread, in *instruction) bool {
	t.pc++
	return s.spend(t, int64(s.machine.OS.Syscall)+t.draw(in.amount), syscall)
}

// opOutput writes bytes to a file. Writes are system calls of one thread back to back, so they are one piece of work: each
// costs the entry and the file system's path, and all of them the copy into the page cache.
func opOutput(s *simulation, t *thread, in *instruction) bool {
	t.pc++
	bytes, each, buffer := t.draw(in.amount), t.draw(in.second), t.draw(in.third)
	return s.spend(t, s.outputTime(bytes, max(each, buffer)), syscall)
}

// outputTime is what writing bytes takes in the kernel, so many of them a call.
func (s *simulation) outputTime(bytes, each int64) int64 {
	if bytes <= 0 {
		return 0
	}
	os := &s.machine.OS
	calls := (bytes + max(each, 1) - 1) / max(each, 1)
	d := calls * int64(os.Syscall+os.Write)
	if os.PageCache > 0 {
		d += int64(math.Round(float64(bytes) / float64(os.PageCache) * float64(model.Second)))
	}
	return d
}

func compileOutput(c *compiler, op model.Op) {
	c.emit(op, instruction{do: opOutput, amount: op.Arg("bytes").Dist, second: op.Arg("each").Dist, third: op.Arg("buffer").Dist})
}
