package scenarios

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"contend/model"
)

// The documentation has every key and op that files may have.
func TestDocumentedKeys(t *testing.T) {
	const file, begin, end = "../docs/scenario.md", "-update -->\n", "<!-- end -->"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	from, to := strings.Index(text, begin)+len(begin), strings.Index(text, end)
	if from < len(begin) || to < from {
		t.Fatal("the marks of the generated part are missing")
	}
	var b strings.Builder
	fmt.Fprintln(&b, "### Machine")
	documentSection(&b, reflect.TypeFor[model.Machine](), "machine")
	fmt.Fprintln(&b, "\n### Runtime")
	documentSection(&b, reflect.TypeFor[model.Runtime](), "runtime")
	fmt.Fprintln(&b, "\n### Workload")
	documentSection(&b, reflect.TypeFor[model.Workload](), "workload")
	fmt.Fprint(&b, "\n### Ops\n\n| op | arguments | |\n| --- | --- | --- |\n")
	for _, op := range model.Ops {
		var args []string
		for _, a := range op.Args {
			name := "`" + a.Name + "`"
			if !a.Required {
				name = "[" + name + "]"
			}
			args = append(args, name+" "+a.Doc)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", op.Name, strings.Join(args, "; "), op.Doc)
	}
	want := text[:from] + b.String() + text[to:]
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want != text {
		t.Error("docs/scenario.md is behind the tags; run this test with -update")
	}
}

// documentSection lists the keys of a struct, then those of its sections.
func documentSection(b *strings.Builder, t reflect.Type, path string) {
	type section struct {
		t    reflect.Type
		path string
	}
	var inside []section
	fmt.Fprintf(b, "\n`%s`\n\n| key | takes | |\n| --- | --- | --- |\n", path)
	for i := range t.NumField() {
		f := t.Field(i)
		tag, ok := tagOf(f)
		if !ok {
			continue
		}
		takes := ""
		switch {
		case f.Type == opsType:
			takes = "a list of ops"
		case f.Type != distType && (f.Type.Kind() == reflect.Struct || f.Type.Kind() == reflect.Pointer || f.Type.Kind() == reflect.Slice):
			takes = "a section"
			one := f.Type
			name := join(path, tag.key)
			switch one.Kind() {
			case reflect.Pointer:
				one = one.Elem()
			case reflect.Slice:
				value, _ := one.Elem().FieldByName("Value")
				one = value.Type
				takes, name = "sections by name", name+".NAME"
			}
			inside = append(inside, section{one, name})
		case len(tag.words) > 0:
			takes = strings.Join(tag.words, ", ")
		default:
			takes = strings.SplitN(tag.expected(reflect.New(f.Type).Elem()), ",", 2)[0]
		}
		if tag.def != "" {
			takes += "; " + tag.def
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", tag.key, takes, tag.doc)
	}
	for _, s := range inside {
		documentSection(b, s.t, s.path)
	}
}
