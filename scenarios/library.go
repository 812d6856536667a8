package scenarios

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"contend/model"
)

//go:embed library machines primitives
var embedded embed.FS

// List returns the names of the library's scenarios, in order.
func List() []string { return yamlNames("library") }

// Primitives returns the names of the published tables of locks, counters and queues, in order.
func Primitives() []string { return yamlNames("primitives") }

// Machines returns the names of the catalogue's machines, in order.
func Machines() []string { return yamlNames("machines") }

func yamlNames(dir string) []string {
	entries, err := fs.ReadDir(embedded, dir)
	if err != nil {
		panic(err) // embedded at build time
	}
	var out []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".yaml"); ok {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// Source returns the bytes of a scenario: of the library or the primitives, by its name, or of a file.
func Source(ref string) ([]byte, error) {
	data, _, err := findScenario(ref)
	return data, err
}

// findScenario reads a scenario's file.
func findScenario(ref string) ([]byte, found, error) {
	if isLibraryName(ref) && slices.Contains(Primitives(), ref) {
		return find(ref, "primitives", ".", "scenario", nil)
	}
	return find(ref, "library", ".", "scenario", append(List(), Primitives()...))
}

// embeddedTable reads a table of measurements of the library or the primitives.
func embeddedTable(name string) ([]byte, error) {
	data, err := embedded.ReadFile(path.Join("library", name))
	if err != nil {
		data, err = embedded.ReadFile(path.Join("primitives", name))
	}
	return data, err
}

// MachineSource returns the bytes of a machine: of the catalogue, by its name, or of a file.
func MachineSource(ref string) ([]byte, error) {
	data, _, err := find(ref, "machines", ".", "machine", Machines())
	return data, err
}

// Open resolves a scenario: of the library or the primitives, by its name, or of a file.
func Open(ref string, o Options) (*model.Scenario, error) {
	data, at, err := findScenario(ref)
	if err != nil {
		return nil, err
	}
	return Load(at.name, data, at.dir, o)
}

// found is where a file was found: what errors call it, and the folder that it may name others in ("" in the library).
type found struct{ name, dir string }

// find reads a file by its name in the library, or by its path, which dir is the start of.
func find(ref, kind, dir, what string, names []string) ([]byte, found, error) {
	if isLibraryName(ref) {
		if data, err := embedded.ReadFile(path.Join(kind, ref+".yaml")); err == nil {
			return data, found{ref + ".yaml", ""}, nil
		}
	}
	file := ref
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	info, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		text := fmt.Sprintf("%s: there is no %s of that name, and no such file", ref, what)
		if isLibraryName(ref) {
			text += hint(ref, names)
		}
		return nil, found{}, errors.New(text)
	case err != nil:
		return nil, found{}, err
	case !info.Mode().IsRegular() && info.IsDir():
		return nil, found{}, fmt.Errorf("%s is a folder; expected a %s file", ref, what)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, found{}, err
	}
	return data, found{ref, filepath.Dir(file)}, nil
}

// isLibraryName tells a name from a path.
func isLibraryName(ref string) bool {
	return !strings.ContainsAny(ref, `/\`) && !strings.HasSuffix(ref, ".yaml") && !strings.HasSuffix(ref, ".yml")
}
