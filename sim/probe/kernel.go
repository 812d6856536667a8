package probe

import (
	"strconv"
	"strings"
)

// The names of the measures of the operating system.
const (
	Syscall   = "syscall"
	Switch    = "switch"
	WakeToRun = "wake to running"
	WakeCall  = "wake call"
)

// parseLimit reads a limit of a control group, which may be "max".
func parseLimit(text string) (uint64, bool) {
	n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
	return n, err == nil
}
