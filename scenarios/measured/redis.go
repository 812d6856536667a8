package measured

import (
	"encoding/csv"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"contend/model"
)

// redisBenchText reads the report of redis-benchmark: N is the parallel clients.
var redisBenchText = importer{
	format: "redis-benchmark", oneN: true,
	claims: func(text string) bool {
		return redisStart.MatchString(text) && strings.Contains(text, "parallel clients")
	},
	read: func(in input) ([]model.Curve, error) { return readReports(in, redisStart, readRedis) },
}

// redisBenchCSV reads redis-benchmark --csv, a row a test; N is in the file's name only.
var redisBenchCSV = importer{
	format: "redis-benchmark --csv", oneN: true,
	claims: func(text string) bool { return strings.HasPrefix(text, `"test","rps"`) },
	read:   readRedisCSV,
}

var (
	redisStart = starts(`.*====== (.+) ======\s*$`)
	redisKind  = regexp.MustCompile(`====== (.+) ======`)
	redisN     = regexp.MustCompile(`(?m)^\s*(\S+) parallel clients`)
	// The rate's words before redis 6.2, and since.
	redisX = regexp.MustCompile(`(?m)^(?:\s*throughput summary: )?(\S+) requests per second`)
)

func readRedis(r report) (result, error) {
	out, err := r.both(redisN, "parallel clients", redisX, "requests per second")
	out.name, out.unit = r.find(redisKind), "requests/s"
	return out, err
}

func readRedisCSV(in input) ([]model.Curve, error) {
	n, err := nOfName(in.name)
	if err != nil {
		return nil, err
	}
	rows, err := in.csv()
	if err != nil {
		return nil, err
	}
	g := gathering{in: in}
	for i, row := range rows[1:] {
		x, err := strconv.ParseFloat(row[1], 64)
		if err != nil {
			return nil, fmt.Errorf("%s: %q is not a number", in.at(i+2), row[1])
		}
		if err := g.add(row[0], "requests/s", i+2, n, x); err != nil {
			return nil, err
		}
	}
	g.warnAll(codeFileName, textFileName)
	return g.done(), nil
}

// csv reads rows of as many cells as the first has, which is the header.
func (in input) csv() ([][]string, error) {
	r := csv.NewReader(strings.NewReader(in.text))
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.name, err)
	}
	return rows, nil
}
