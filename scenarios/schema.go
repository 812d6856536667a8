package scenarios

import (
	"encoding/json"
	"reflect"

	"contend/model"
)

type object = map[string]any

// Schema returns the JSON Schema of scenario files (draft 2020-12), for editors. It is made from the same tags that files are read by.
func Schema() []byte {
	text, quantity := object{"type": "string"}, object{"$ref": "#/$defs/quantity"}
	root := object{
		"$schema": "https://json-schema.org/draft/2020-12/schema",
		"title":   "contend scenario", "type": "object", "additionalProperties": false,
		"required": []string{"name", "machine", "workload"},
		"properties": object{
			"name": object{"type": "string", "pattern": nameText.String()}, "title": text, "about": text, "source": text,
			"unit":        object{"type": "object", "additionalProperties": false, "properties": object{"name": text, "is": text, "rate": object{"enum": []string{"per second", "per minute", "per hour"}}}},
			"params":      object{"type": "object", "additionalProperties": quantity},
			"machine":     object{"anyOf": []any{text, sectionSchema(reflect.TypeFor[model.Machine](), "the machine; from: names one that this changes")}},
			"runtime":     sectionSchema(reflect.TypeFor[model.Runtime](), "the language runtime"),
			"workload":    sectionSchema(reflect.TypeFor[model.Workload](), "what runs"),
			"sweep":       object{"type": "object", "required": []string{"param", "values"}, "properties": object{"param": text, "values": object{}}, "additionalProperties": false},
			"variants":    object{"type": "object", "additionalProperties": object{"type": []string{"object", "null"}}},
			"measure":     object{"type": "object", "additionalProperties": false, "properties": measureSchema()},
			"measured":    object{"type": "object", "properties": object{"normalise": object{"enum": []string{model.Uncontended, model.Contended}}, "informs": text}},
			"calibration": object{"type": "object", "additionalProperties": false, "properties": object{"points": object{"type": "integer"}, "correlation": object{"type": "object"}}},
			"expect":      object{"type": "array", "items": object{"type": "object"}},
		},
		"$defs": object{
			"quantity": object{"anyOf": []any{
				object{"type": []string{"string", "number", "boolean"}},
				object{"type": "object", "required": []string{"value"}, "additionalProperties": false, "properties": object{
					"value":    object{"type": []string{"string", "number", "boolean"}},
					"fit":      object{"type": "array", "minItems": 2, "maxItems": 2},
					"interval": object{"type": "array", "minItems": 2, "maxItems": 2},
					"from":     object{"type": "string", "pattern": "^(published|measured|catalogue|fitted|assumed)"},
				}},
			}},
			"block": object{"type": "array", "items": object{"$ref": "#/$defs/op"}},
			"op":    opSchema(),
		},
	}
	out, err := json.MarshalIndent(root, "", "  ")
	if err != nil {
		panic(err) // only maps, slices and strings
	}
	return append(out, '\n')
}

func measureSchema() object {
	out := object{}
	for _, k := range measureKeys {
		out[k] = object{"$ref": "#/$defs/quantity"}
	}
	return out
}

// sectionSchema describes a struct.
func sectionSchema(t reflect.Type, doc string) object {
	properties := object{"from": object{"type": "string"}}
	var required []string
	for i := range t.NumField() {
		f := t.Field(i)
		tag, ok := tagOf(f)
		if !ok {
			continue
		}
		properties[tag.key] = fieldSchema(f.Type, tag)
		if tag.required() && t != reflect.TypeFor[model.Topology]() && f.Type.Kind() != reflect.Struct {
			required = append(required, tag.key)
		}
	}
	out := object{"type": "object", "description": doc, "additionalProperties": false, "properties": properties}
	if len(required) > 0 && t != reflect.TypeFor[model.Machine]() {
		out["required"] = required
	}
	return out
}

func fieldSchema(t reflect.Type, tag tag) object {
	switch {
	case t == opsType:
		return object{"$ref": "#/$defs/block", "description": tag.doc}
	case t == distType:
		return object{"$ref": "#/$defs/quantity", "description": tag.doc}
	case t.Kind() == reflect.Struct:
		return sectionSchema(t, tag.doc)
	case t.Kind() == reflect.Pointer:
		return sectionSchema(t.Elem(), tag.doc)
	case t.Kind() == reflect.Slice:
		value, _ := t.Elem().FieldByName("Value")
		return object{"type": "object", "description": tag.doc, "additionalProperties": sectionSchema(value.Type, tag.doc)}
	case len(tag.words) > 0:
		return object{"description": tag.doc, "anyOf": []any{object{"enum": tag.words}, object{"type": "string", "pattern": `^\$`}}}
	case tag.isSweep:
		return object{"description": tag.doc}
	}
	return object{"$ref": "#/$defs/quantity", "description": tag.doc}
}

// opSchema describes an op: its name alone, or its name with its arguments.
func opSchema() object {
	var kinds []any
	for _, op := range model.Ops {
		arguments := object{}
		for _, a := range op.Args {
			arguments[a.Name] = argSchema(a)
		}
		short := object{}
		if len(op.Args) > 0 {
			short = argSchema(op.Args[0])
		}
		kinds = append(kinds, object{"type": "object", "description": op.Doc, "additionalProperties": false, "required": []string{op.Name}, "properties": object{
			op.Name: object{"anyOf": []any{object{"type": "object", "properties": arguments, "additionalProperties": false}, short}},
		}})
	}
	return object{"anyOf": append(kinds, object{"enum": opNames()})}
}

func argSchema(a model.ArgSpec) object {
	switch a.Kind {
	case model.ArgBlock:
		return object{"$ref": "#/$defs/block", "description": a.Doc}
	case model.ArgCases:
		return object{"type": "array", "description": a.Doc, "items": object{"type": "object", "required": []string{"weight", "do"}, "properties": object{
			"weight": object{"$ref": "#/$defs/quantity"}, "do": object{"$ref": "#/$defs/block"},
		}}}
	}
	return object{"$ref": "#/$defs/quantity", "description": a.Doc}
}
