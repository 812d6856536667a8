package scenarios

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"reflect"

	"contend/model"
)

// hashOf identifies what a scenario simulates: its points, with machine, runtime, workload and effort, and its unit. Names, texts
// and places have no part in it.
func hashOf(s *model.Scenario) string {
	h := sha256.New()
	write(h, reflect.ValueOf([]float64{s.Unit.Iterations, float64(s.Unit.Per)}))
	for i := range s.Variants {
		write(h, reflect.ValueOf(s.Variants[i].Points))
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// unhashed are the fields that no simulated number depends on.
var unhashed = map[string]bool{"Name": true, "Title": true, "About": true, "Price": true, "Path": true}

// write writes a value in a form that no other value of its type has.
func write(w io.Writer, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		isOp := v.Type() == reflect.TypeFor[model.Op]()
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if f.IsExported() && (!unhashed[f.Name] || isOp && f.Name == "Name") {
				write(w, v.Field(i))
			}
		}
	case reflect.Slice:
		fmt.Fprintf(w, "[%d", v.Len())
		for i := range v.Len() {
			write(w, v.Index(i))
		}
	case reflect.Pointer:
		if v.IsNil() {
			fmt.Fprint(w, "nil;")
			return
		}
		write(w, v.Elem())
	default:
		fmt.Fprintf(w, "%#v;", v.Interface())
	}
}
