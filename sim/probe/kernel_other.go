//go:build !linux

package probe

import "errors"

var errLinux = errors.New("is measured on Linux only")

func measureSyscall(p *prober) { p.add(Syscall, "", nil, errLinux) }
func measureSwitch(p *prober)  { p.add(Switch, "", nil, errLinux) }

func measureWake(p *prober) {
	p.add(WakeToRun, "", nil, errLinux)
	p.add(WakeCall, "", nil, errLinux)
}

// available is unknown.
func available() uint64 { return 0 }
