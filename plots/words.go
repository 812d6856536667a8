package plots

import (
	"math"
	"strconv"
	"strings"

	"contend/model"
)

// plural gives a word its s.
func plural(word string) string {
	n := len(word)
	if n > 1 && word[n-1] == 'y' && !strings.ContainsRune("aeiou", rune(word[n-2])) {
		return word[:n-1] + "ies"
	}
	return word + "s"
}

// counted is a number with its word.
func counted(n int, word string) string {
	if n != 1 {
		word = plural(word)
	}
	return strconv.Itoa(n) + " " + word
}

// perUnit names throughput for an axis.
func perUnit(u model.Unit) string {
	per := ""
	switch u.Per {
	case model.Second:
		per = "second"
	case model.Minute:
		per = "minute"
	case 60 * model.Minute:
		per = "hour"
	default:
		per = short(u.Per.Nanoseconds()) + " ns"
	}
	return plural(u.Name) + " per " + per
}

// metricLabel turns a metric's name into words, with the unit that values of some size are printed in.
func metricLabel(name string, size float64) (label string, scale float64) {
	words := strings.ReplaceAll(name, "_", " ")
	words = strings.ReplaceAll(words, "gc", "GC")
	words = strings.ReplaceAll(words, "cpu", "CPU")
	switch {
	case strings.HasSuffix(name, "_ns_per_op"):
		return strings.TrimSuffix(words, " ns per op") + " per operation, nanoseconds", 1
	case strings.HasSuffix(name, "_ns"):
		words = timeOf(strings.TrimSuffix(words, " ns"))
		switch {
		case size >= 1e9:
			return words + ", seconds", 1e-9
		case size >= 1e6:
			return words + ", milliseconds", 1e-6
		case size >= 1e3:
			return words + ", microseconds", 1e-3
		default:
			return words + ", nanoseconds", 1
		}
	case strings.HasSuffix(name, "_pct"):
		return strings.TrimSuffix(words, " pct") + ", %", 1
	case strings.HasSuffix(name, "_bytes"):
		return strings.TrimSuffix(words, " bytes") + ", MiB", 1. / (1 << 20)
	case strings.HasSuffix(name, "_per_s"):
		return strings.TrimSuffix(words, " per s") + " per second", 1
	case strings.HasSuffix(name, "_per_op"):
		return strings.TrimSuffix(words, " per op") + " per operation", 1
	}
	return words, 1
}

// timeOf makes a time of the first words: real per unit is the real time per unit. What is a time by its name stays.
func timeOf(words string) string {
	if strings.Contains(words, "makespan") || strings.Contains(words, "latency") || strings.Contains(words, "wait") {
		return words
	}
	what, per, found := strings.Cut(words, " per ")
	if found {
		return what + " time per " + per
	}
	return words + " time"
}

// short prints four digits.
func short(x float64) string {
	a := math.Abs(x)
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return ""
	case a >= 1000 && a < 1e12:
		return thousands(strconv.FormatFloat(math.Round(x), 'f', 0, 64))
	}
	return minus(strconv.FormatFloat(x, 'g', 4, 64))
}

// signed prints a difference in percent.
func signed(pct float64) string {
	if math.IsNaN(pct) || math.IsInf(pct, 0) {
		return ""
	}
	s := strconv.FormatFloat(pct, 'f', 1, 64)
	if s == "-0.0" || s == "0.0" {
		return "0.0\u00a0%"
	}
	if pct > 0 {
		s = "+" + s
	}
	return minus(s) + "\u00a0%"
}

// minus turns a hyphen into the sign.
func minus(s string) string {
	if strings.HasPrefix(s, "-") {
		return "−" + s[1:]
	}
	return s
}

// sweepNumber prints the value of a sweep in full where that is short.
func sweepNumber(v float64) string {
	if a := math.Abs(v); a != 0 && (a < 1e-4 || a >= 1e9) {
		return minus(strconv.FormatFloat(v, 'g', 4, 64))
	}
	return thousands(strconv.FormatFloat(math.Round(v*1e6)/1e6, 'f', -1, 64))
}

// plainNumber prints a value as exactly as the distance between values needs, thousands apart.
func plainNumber(v, step float64) string {
	digits := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	if math.Abs(v) < step/2 {
		return "0"
	}
	return thousands(strconv.FormatFloat(v, 'f', digits, 64))
}

// thousands puts a thin space between thousands of five digits and more.
func thousands(s string) string {
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "−", s[1:]
	}
	whole, rest, dot := strings.Cut(s, ".")
	if len(whole) >= 5 {
		for i := len(whole) - 3; i > 0; i -= 3 {
			whole = whole[:i] + "\u2009" + whole[i:]
		}
	}
	if dot {
		rest = "." + rest
	}
	return sign + whole + rest
}
