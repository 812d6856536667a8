package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"contend/model"
	"contend/scenarios/measured"
)

// dataEndings are those of files that are read from a folder.
var dataEndings = []string{".csv", ".tsv", ".txt", ".json", ".jsonl", ".yaml", ".yml", ".log", ".out", ".dat"}

// open reads the curves of all arguments.
func (f *fitFlags) open(t *terminal, args []string) ([]model.Curve, error) {
	var files []measured.File
	for _, arg := range args {
		label, path := labelled(arg)
		paths, err := expand(path)
		if err != nil {
			return nil, err
		}
		for _, p := range paths {
			file, err := f.openFile(t, p)
			if err != nil {
				return nil, err
			}
			file.Label = label
			files = append(files, file)
		}
	}
	return measured.Join(files), nil
}

// labelled takes label=PATH apart. A file whose name has a = in it is one without a label.
func labelled(arg string) (label, path string) {
	if _, err := os.Stat(arg); err == nil {
		return "", arg
	}
	if before, after, ok := strings.Cut(arg, "="); ok {
		return before, after
	}
	return "", arg
}

// expand lists the files that an argument stands for: those of a folder that end like data, or that match a pattern, which the shell
// leaves alone behind a label.
func expand(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		if matches, _ := filepath.Glob(path); matches != nil {
			return matches, nil
		}
	}
	if path == "-" || err != nil || !info.IsDir() {
		return []string{path}, nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range entries {
		if e.Type().IsRegular() && slices.Contains(dataEndings, strings.ToLower(filepath.Ext(e.Name()))) {
			out = append(out, filepath.Join(path, e.Name()))
		}
	}
	if out == nil {
		return nil, fmt.Errorf("%s: the folder has no file that ends in %s", path, strings.Join(dataEndings, ", "))
	}
	return out, nil
}

func (f *fitFlags) openFile(t *terminal, path string) (measured.File, error) {
	if path == "-" {
		data, err := io.ReadAll(t.in)
		if err != nil {
			return measured.File{}, err
		}
		return measured.Read("stdin", data, f.read)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return measured.File{}, err
	}
	return measured.Read(path, data, f.read)
}
