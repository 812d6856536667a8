// Package measured reads measured curves from the outputs of tools: one file an importer, which is told by content.
//
// An importer says which texts it claims and reads them. A format that tells one N a file gives curves of one point, which Join puts
// together. To add a format, write its file and add its line to importers.
package measured

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"contend/model"
)

// Options say what content alone cannot.
type Options struct {
	// X and Y name the columns, parameters or metrics of N and of what was measured; "" finds them.
	X, Y string
	// DecimalComma reads 1,5 as one and a half, in files whose separator is not a comma.
	DecimalComma bool
}

// File is what one file holds.
type File struct {
	// Name is its path; Label is what it was called on the command line, or "".
	Name, Label string
	// Format names the importer.
	Format string
	// OneN says that files of this format tell one N each, so that its curves go together with those of other files.
	OneN bool
	// Curves have at least one point each.
	Curves []model.Curve
}

// importer reads one format.
type importer struct {
	format string
	oneN   bool
	claims func(text string) bool
	read   func(in input) ([]model.Curve, error)
}

// input is a text that an importer reads. Its lines end in \n.
type input struct {
	name, text string
	Options
}

// importers are asked in this order; a table claims all texts.
var importers = []importer{
	contendRuns, contendTable,
	jmhJSON, hyperfineJSON, googleBenchJSON, fio, autocannon, k6JSON, perfStatJSON, test2json,
	goBench, benchstat, jmhCSV, hyperfineCSV, googleBenchCSV, googleBenchText,
	sysbench, pgbench, wrk, apacheBench, k6Text, redisBenchCSV, redisBenchText, stressNG, stressNGYAML, perfStatText, perfStatCSV,
	table,
}

// largest is how many bytes of a file are read.
const largest = 64 << 20

// Read returns what a file holds. name is what errors call it.
func Read(name string, data []byte, o Options) (File, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	f := File{Name: name}
	switch {
	case len(data) > largest:
		return f, fmt.Errorf("%s: the file has %d bytes, more than the %d that are read", name, len(data), largest)
	case len(bytes.TrimSpace(data)) == 0:
		return f, fmt.Errorf("%s: the file is empty; expected a table of N and throughput, or a benchmark's output", name)
	case !utf8.Valid(data):
		return f, fmt.Errorf("%s: this is not UTF-8 text; save the file as UTF-8", name)
	case bytes.IndexByte(data, 0) >= 0:
		return f, fmt.Errorf("%s: found a NUL byte; expected text", name)
	}
	text := strings.ReplaceAll(strings.ReplaceAll(string(data), "\r\n", "\n"), "\r", "\n")
	for _, i := range importers {
		if !i.claims(text) {
			continue
		}
		curves, err := i.read(input{name, text, o})
		if err == nil && len(curves) == 0 {
			err = fmt.Errorf("%s: this looks like the output of %s, but no result is in it", name, i.format)
		}
		f.Format, f.OneN, f.Curves = i.format, i.oneN, curves
		return f, err
	}
	panic("a table claims all texts")
}
