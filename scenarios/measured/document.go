package measured

import (
	"encoding/json"
	"errors"
	"strings"
)

// isJSON tells whether a text is a JSON document that has these words.
func isJSON(text string, words ...string) bool {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "[") {
		return false
	}
	return hasAll(text, words)
}

func hasAll(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// decode reads the text as one JSON document. Errors tell the line and column.
func (in input) decode(v any) error {
	err := json.Unmarshal([]byte(in.text), v)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return in.wrong(syntax.Offset, syntax.Error())
	case errors.As(err, &kind):
		return in.wrong(kind.Offset, "found a "+kind.Value+" as "+strings.ToLower(kind.Field)+"; expected "+article(kind.Type.Kind().String()))
	}
	return err
}

// article says what a field should hold in the words of JSON.
func article(kind string) string {
	switch kind {
	case "float64", "int":
		return "a number"
	case "struct", "map":
		return "an object"
	case "slice":
		return "an array"
	}
	return "a " + kind
}

// wrong is an error at an offset of the text.
func (in input) wrong(offset int64, message string) error {
	before := in.text[:min(max(int(offset)-1, 0), len(in.text))]
	line := 1 + strings.Count(before, "\n")
	column := len(before) - strings.LastIndexByte(before, '\n')
	return &positioned{in.name, line, column, message}
}
