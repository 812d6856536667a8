//go:build !linux

package probe

import (
	"errors"
	"runtime"
)

// errUnpinned is the problem of measures that need threads on chosen CPUs.
var errUnpinned = errors.New("threads cannot be pinned on this operating system")

// allowedCPUs are as many as the runtime sees; which they are has no meaning here.
func allowedCPUs() ([]int, error) {
	cpus := make([]int, runtime.NumCPU())
	for i := range cpus {
		cpus[i] = i
	}
	return cpus, nil
}

func pin(int) error { return errUnpinned }
