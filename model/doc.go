// Package model holds what is simulated and what comes out of it, as plain immutable values:
// Machine, Workload and Program go in, Result and Run come out, and Scenario ties them to
// measurements. The package does no I/O, draws nothing at random and imports nothing of the project.
//
// The struct tags are the grammar of the YAML files: `key` is the key's name, `doc` its meaning,
// `min` and `max` its bounds. The loader, the JSON Schema and `--set` paths are all read from them, so
// that a key is declared once.
package model
