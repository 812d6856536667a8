package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// release is set by the linker in a released build: -ldflags '-X main.release=v1.2.3'.
var release string

// version names this build: the release, or the revision it was built from, or devel.
func version() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	revision, dirty := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = "-" + s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "-modified"
		}
	}
	return "devel" + revision + dirty
}

// buildJSON is the document that version prints.
type buildJSON struct {
	Schema  string `json:"schema"`
	Version string `json:"version"`
	Go      string `json:"go"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
}

func newVersionCommand(t *terminal) *cobra.Command {
	var format *choice
	c := &cobra.Command{
		Use:               "version",
		Short:             "Say which build this is",
		Long:              "Version prints the release or the revision, and what it was built with and for.",
		Args:              wants(0, 0, "no argument"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			b := buildJSON{"contend.version/1", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH}
			if format.value == "json" {
				return writeJSON(t.out, b)
			}
			_, err := fmt.Fprintf(t.out, "contend %s (%s, %s/%s)\n", b.Version, b.Go, b.OS, b.Arch)
			return err
		},
	}
	c.Long += exitStatus(statusDone, statusUsage)
	format = formatFlag(c, "text", "json")
	return c
}
