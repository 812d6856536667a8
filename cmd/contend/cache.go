package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"contend/sim/experiment"
)

// cacheVariable names the folder of the cache, or turns it off.
const cacheVariable = "CONTEND_CACHE"

func newCacheCommand(t *terminal) *cobra.Command {
	var format *choice
	c := &cobra.Command{
		Use:   "cache",
		Short: "Show or clear the cache of results",
		Long: `Results of run, reproduce and validate are kept in the user's cache folder, so that what was simulated once is only
read again: a result is that of a point, a machine, a seed, a replication and a build of contend. Entries that were
not used for ten days go by themselves.

` + cacheVariable + `=DIR keeps them elsewhere, ` + cacheVariable + `=off keeps none; --no-cache of those commands simulates anew.`,
		Example: `  contend cache
  contend cache clear`,
		Args: wants(0, 0, "no argument, or clear"),
		RunE: func(*cobra.Command, []string) error { return showCache(t, format.value) },
	}
	format = formatFlag(c, "text", "json")
	c.AddCommand(&cobra.Command{
		Use:     "clear",
		Short:   "Remove all results that are kept",
		Example: "  contend cache clear",
		Args:    wants(0, 0, "no argument"),
		RunE: func(*cobra.Command, []string) error {
			cache := cacheAt("")
			if cache == nil {
				return nil
			}
			return cache.Clear()
		},
	})
	c.Long += exitStatus(statusDone, statusUsage)
	return c
}

func showCache(t *terminal, format string) error {
	cache := cacheAt("")
	if cache == nil {
		_, err := fmt.Fprintln(t.out, "there is no cache")
		return err
	}
	size, err := cache.Size()
	if err != nil {
		return err
	}
	if format == "json" {
		var b bytes.Buffer
		if err := writeJSON(&b, struct {
			Schema  string `json:"schema"`
			Folder  string `json:"folder"`
			Entries int    `json:"entries"`
			Bytes   int64  `json:"bytes"`
		}{"contend.cache/1", cache.Folder(), size.Entries, size.Bytes}); err != nil {
			return err
		}
		_, err = b.WriteTo(t.out)
		return err
	}
	_, err = fmt.Fprintf(t.out, "%s: %d results, %.1f MiB\n", cache.Folder(), size.Entries, float64(size.Bytes)/(1<<20))
	return err
}

// cacheAt is the cache of the user, for a build of the program; nil where there is none.
func cacheAt(program string) *experiment.Cache {
	folder := os.Getenv(cacheVariable)
	switch folder {
	case "off":
		return nil
	case "":
		base, err := os.UserCacheDir()
		if err != nil {
			return nil
		}
		folder = filepath.Join(base, "contend")
	}
	return experiment.OpenCache(folder, program)
}

// cached is the simulator with the user's cache before it.
func cached() experiment.Simulate {
	program, err := executableHash()
	if err != nil {
		return simulate
	}
	if cache := cacheAt(program); cache != nil {
		return cache.Simulate(simulate)
	}
	return simulate
}

// executableHash tells builds apart: whatever changes the simulator changes the file.
func executableHash() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }() // only read
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
