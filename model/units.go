package model

import (
	"fmt"
	"strconv"
)

// Time is a duration or an instant of simulated time in picoseconds: 106 days fit.
type Time int64

// Units of simulated time.
const (
	Picosecond  Time = 1
	Nanosecond       = 1000 * Picosecond
	Microsecond      = 1000 * Nanosecond
	Millisecond      = 1000 * Microsecond
	Second           = 1000 * Millisecond
	Minute           = 60 * Second
)

// Seconds returns t in seconds.
func (t Time) Seconds() float64 { return float64(t) / float64(Second) }

// Nanoseconds returns t in nanoseconds.
func (t Time) Nanoseconds() float64 { return float64(t) / float64(Nanosecond) }

// String returns t in the largest unit that keeps it at or above 1, with 4 digits.
func (t Time) String() string {
	for _, u := range []struct {
		size Time
		name string
	}{{Second, "s"}, {Millisecond, "ms"}, {Microsecond, "us"}, {Nanosecond, "ns"}} {
		if t >= u.size || -t >= u.size {
			return strconv.FormatFloat(float64(t)/float64(u.size), 'g', 4, 64) + u.name
		}
	}
	return fmt.Sprintf("%dps", int64(t))
}

// Bytes is a size in memory.
type Bytes int64

// Binary and decimal sizes.
const (
	KiB Bytes = 1 << 10
	MiB Bytes = 1 << 20
	GiB Bytes = 1 << 30
)

// String returns b in the largest binary unit that keeps it at or above 1.
func (b Bytes) String() string {
	for _, u := range []struct {
		size Bytes
		name string
	}{{GiB, "GiB"}, {MiB, "MiB"}, {KiB, "KiB"}} {
		if b >= u.size {
			return strconv.FormatFloat(float64(b)/float64(u.size), 'g', 4, 64) + u.name
		}
	}
	return fmt.Sprintf("%dB", int64(b))
}

// Bandwidth is a transfer rate in bytes per second; 0 stands for no limit.
type Bandwidth float64

// Frequency is a clock rate in hertz.
type Frequency float64

// Rate is a number of events per second.
type Rate float64

// Fraction is a share between 0 and 1; files may write it as a percentage.
type Fraction float64
