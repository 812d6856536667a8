package main

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
)

// writeJSON prints a document, indented, with a newline at its end.
func writeJSON(w io.Writer, document any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(document)
}

// number is a number that may be undefined: NaN and the infinities, which JSON lacks, print as null.
type number float64

// MarshalJSON prints the number with all its digits.
func (n number) MarshalJSON() ([]byte, error) {
	if f := float64(n); math.IsNaN(f) || math.IsInf(f, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// given turns a value that may be missing into a number.
func given(x *float64) number {
	if x == nil {
		return number(math.NaN())
	}
	return number(*x)
}

// object is a JSON object whose keys stand in the order given.
type object[T any] []member[T]

type member[T any] struct {
	key   string
	value T
}

func (o *object[T]) add(key string, value T) { *o = append(*o, member[T]{key, value}) }

// MarshalJSON prints the members in order.
func (o object[T]) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		key, err := json.Marshal(m.key)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
