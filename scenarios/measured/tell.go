package measured

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// concurrency are names of N, as columns, parameters and options have them.
var concurrency = []string{
	"n", "threads", "thread", "cores", "cpus", "clients", "users", "concurrency", "connections", "workers", "procs", "processes",
	"goroutines", "vus", "processors", "jobs", "numjobs", "parallelism", "load",
}

var (
	numbers     = regexp.MustCompile(`\d+`)
	namedNumber = regexp.MustCompile(`(?i)(?:^|[^a-z])(?:` + strings.Join(concurrency, "|") + `|conns|conn|c|t|j|p|gomaxprocs)[-_=]?(\d+)`)
	// An option of a command that tells a concurrency: --threads=8, -j8, OMP_NUM_THREADS=8.
	option = regexp.MustCompile(`(?i)(?:(?:^|[^a-z])(?:` + strings.Join(concurrency[1:], "|") + `|gomaxprocs|omp_num_threads)[= ]+|(?:^|\s)-[cjnptw] ?)(\d+)(?:$|[^\d.])`)
)

// nOfName is the N that a file's name tells: its only number, or the only one after a name of N (redis7-c8.csv).
func nOfName(path string) (float64, error) {
	base := filepath.Base(path)
	found := numbers.FindAllString(base, -1)
	if len(found) != 1 {
		found = nil
		for _, m := range namedNumber.FindAllStringSubmatch(base, -1) {
			found = append(found, m[1])
		}
	}
	if len(found) != 1 {
		return 0, fmt.Errorf("%s: this output does not tell N, and the file's name has no number that does; expected a name such as threads-8.txt", path)
	}
	n, err := strconv.ParseFloat(found[0], 64)
	if err != nil || n <= 0 {
		return 0, fmt.Errorf("%s: N is the number in the file's name, and %s is not above 0", path, found[0])
	}
	return n, nil
}

// nOfCommand is the concurrency that a command's options tell; 0 where they tell none, or several.
func nOfCommand(command string) float64 {
	n := 0.0
	for _, m := range option.FindAllStringSubmatch(command, -1) {
		v, err := strconv.ParseFloat(m[1], 64)
		if err != nil || n != 0 && n != v {
			return 0
		}
		n = v
	}
	return n
}

// isConcurrency tells whether a name is one of N.
func isConcurrency(name string) bool {
	for _, c := range concurrency {
		if strings.EqualFold(c, name) {
			return true
		}
	}
	return false
}
