package probe

import (
	"fmt"
	"runtime"

	"golang.org/x/sys/unix"
)

// allowedCPUs are those that the process may run on: in a container, the ones it was given.
func allowedCPUs() ([]int, error) {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return nil, fmt.Errorf("asking for the allowed CPUs: %w", err)
	}
	var cpus []int
	for cpu := range 8 * 8 * len(set) {
		if set.IsSet(cpu) {
			cpus = append(cpus, cpu)
		}
	}
	return cpus, nil
}

// pin puts the goroutine on a thread of its own and that on a CPU. The goroutine must end without unlocking the thread,
// which then ends with it: no other goroutine inherits the affinity.
func pin(cpu int) error {
	runtime.LockOSThread()
	var set unix.CPUSet
	set.Set(cpu)
	if err := unix.SchedSetaffinity(0, &set); err != nil {
		return fmt.Errorf("pinning a thread to CPU %d: %w", cpu, err)
	}
	return nil
}
