package measured

import (
	"regexp"

	"contend/model"
)

// pgbench reads the report of PostgreSQL's pgbench: N is the clients, not the threads that serve them.
var pgbench = importer{
	format: "pgbench", oneN: true,
	claims: pgbenchStart.MatchString,
	read:   func(in input) ([]model.Curve, error) { return readReports(in, pgbenchStart, readPgbench) },
}

var (
	pgbenchStart = starts(`transaction type: `)
	pgbenchKind  = regexp.MustCompile(`transaction type: (?:<builtin: )?([^>\n]*)`)
	pgbenchMode  = regexp.MustCompile(`(?m)^query mode: (\S+)`)
	pgbenchN     = regexp.MustCompile(`(?m)^number of clients: (\S+)`)
	// Before PostgreSQL 14 there were two rates, with and without the time to connect.
	pgbenchX      = regexp.MustCompile(`(?m)^tps = (\S+)(?: \((?:without|excluding)|$)`)
	pgbenchFailed = regexp.MustCompile(`(?m)^number of failed transactions: (\d+)`)
)

func readPgbench(r report) (result, error) {
	out, err := r.both(pgbenchN, "number of clients", pgbenchX, "tps")
	out.name, out.unit = r.find(pgbenchKind)+", "+r.find(pgbenchMode), "transactions/s"
	r.failed(&out, pgbenchFailed, "transactions")
	return out, err
}
