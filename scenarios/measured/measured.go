// Package measured reads measured curves from the outputs of tools: one file a format, which is told by its content.
package measured

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"contend/model"
)

// Options say what content alone cannot.
type Options struct {
	// X and Y name the columns of N and of what was measured; "" finds them.
	X, Y string
	// DecimalComma reads 1,5 as one and a half, in files whose separator is not a comma.
	DecimalComma bool
}

// largest is how many bytes of a file are read.
const largest = 64 << 20

// Read returns the curves in a file. name is what errors call it.
func Read(name string, data []byte, o Options) ([]model.Curve, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	switch {
	case len(data) > largest:
		return nil, fmt.Errorf("%s: the file has %d bytes, more than the %d that are read", name, len(data), largest)
	case len(bytes.TrimSpace(data)) == 0:
		return nil, fmt.Errorf("%s: the file is empty; expected a table of N and throughput", name)
	case !utf8.Valid(data):
		return nil, fmt.Errorf("%s: this is not UTF-8 text; save the file as UTF-8", name)
	case bytes.IndexByte(data, 0) >= 0:
		return nil, fmt.Errorf("%s: found a NUL byte; expected text", name)
	}
	if isGoBench(data) {
		return readGoBench(name, data)
	}
	return readTable(name, data, o)
}
