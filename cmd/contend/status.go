package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// The exit statuses; every command's help explains those it can end with.
const (
	statusDone        = 0
	statusInternal    = 1
	statusUsage       = 2   // the command line or an input is wrong
	statusUnexpected  = 3   // an expectation does not hold
	statusUntrusted   = 4   // with --strict, a result is not trustworthy
	statusInterrupted = 130 // Ctrl-C
)

// meaning explains a status in a command's help.
var meaning = map[int]string{
	statusDone:        "done",
	statusInternal:    "internal error",
	statusUsage:       "the command line or an input is wrong; stderr says where",
	statusUnexpected:  "done, but something the scenario expects does not hold",
	statusUntrusted:   "with --strict: a result is not trustworthy",
	statusInterrupted: "interrupted; what was finished is printed",
}

// exitStatus is the section of a command's help on the statuses it can end with; any command can end with an
// internal error.
func exitStatus(statuses ...int) string {
	var b strings.Builder
	b.WriteString("\n\nExit status:\n")
	for _, s := range []int{statusDone, statusInternal, statusUsage, statusUnexpected, statusUntrusted, statusInterrupted} {
		if s == statusInternal || slices.Contains(statuses, s) {
			fmt.Fprintf(&b, "  %-4d %s\n", s, meaning[s])
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// exit ends a command with a status. Err says why on stderr; nil where the output has said it.
type exit struct {
	status int
	err    error
}

func (e *exit) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit status %d", e.status)
	}
	return e.err.Error()
}

func (e *exit) Unwrap() error { return e.err }

// usage is an error of whoever typed the command or wrote the input.
func usage(err error) error { return &exit{statusUsage, err} }

// usagef is usage with a text.
func usagef(format string, args ...any) error { return usage(fmt.Errorf(format, args...)) }

// report says on stderr why a command failed, and returns its exit status. The messages of input errors stand
// alone, since they begin with file:line.
func report(stderr io.Writer, err error) int {
	if err == nil {
		return statusDone
	}
	var e *exit
	if !errors.As(err, &e) {
		fmt.Fprintf(stderr, "contend: internal error: %v\n", err)
		return statusInternal
	}
	if e.err != nil {
		fmt.Fprintln(stderr, e.err)
	}
	return e.status
}
