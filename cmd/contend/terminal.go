package main

import (
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// terminal is what a command reads from and writes to. Whether there is colour, and whether progress is
// drawn, is decided here and nowhere else.
type terminal struct {
	in       io.Reader
	out, err io.Writer
	// coloured tells that out is a terminal whose user wants colour (https://no-color.org).
	coloured bool
	// live tells that err is a terminal, on which progress can be drawn and erased.
	live bool
}

func newTerminal(in io.Reader, out, err io.Writer) *terminal {
	dumb := os.Getenv("TERM") == "dumb"
	return &terminal{
		in: in, out: out, err: err,
		coloured: isTerminal(out) && os.Getenv("NO_COLOR") == "" && !dumb,
		live:     isTerminal(err) && !dumb,
	}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// good and bad colour a verdict.
func (t *terminal) good(s string) string { return t.paint("32", s) }
func (t *terminal) bad(s string) string  { return t.paint("1;31", s) }

// strong marks a heading.
func (t *terminal) strong(s string) string { return t.paint("1", s) }

func (t *terminal) paint(code, s string) string {
	if !t.coloured {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

// patience is how long work may take before its progress is shown.
const patience = time.Second

// progress returns a function that is told how much is done of how much, and one that erases what it drew. The
// bar comes up on a terminal only, for work that takes longer than patience, with the time that is left.
func (t *terminal) progress(what string) (tell func(done, expected int), erase func()) {
	if !t.live {
		return nil, func() {}
	}
	var bar *progressbar.ProgressBar
	began := time.Now()
	tell = func(done, expected int) {
		if bar == nil {
			if time.Since(began) < patience {
				return
			}
			bar = t.newBar(what, expected)
		}
		bar.ChangeMax(expected)
		_ = bar.Set(done)
	}
	return tell, func() {
		if bar != nil {
			_ = bar.Clear()
		}
	}
}

func (t *terminal) newBar(what string, expected int) *progressbar.ProgressBar {
	return progressbar.NewOptions(expected,
		progressbar.OptionSetWriter(t.err),
		progressbar.OptionSetDescription(what),
		progressbar.OptionSetWidth(30),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
	)
}
