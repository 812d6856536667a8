package experiment

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"contend/model"
)

// Cache keeps the results of replications in a folder, a file each, named by what they depend on: the point with its machine, the seed,
// the replication's number, and the program that simulates. Many processes may use it at once: an entry is written beside its place and
// moved there, and carries its checksum, so that one that was cut short counts as missing.
type Cache struct {
	folder  string
	program string
}

const (
	// entryEnds is how entries' names end, entryBegins what they begin with, before the checksum.
	entryEnds   = ".result"
	entryBegins = "contend result 1\n"
	// worthKeeping is how long a replication takes at least that is kept: shorter ones are as fast again as read.
	worthKeeping = 2 * time.Millisecond
	// unused is after how long an entry is dropped, and trimEvery how often that is looked for.
	unused    = 10 * 24 * time.Hour
	trimEvery = 24 * time.Hour
)

// OpenCache opens the cache in a folder, which need not be there. program tells builds of the program apart.
func OpenCache(folder, program string) *Cache { return &Cache{folder, program} }

// Folder is where the entries are.
func (c *Cache) Folder() string { return c.folder }

// Simulate is simulate with the cache before it. A cache that cannot be read or written only costs time.
func (c *Cache) Simulate(simulate Simulate) Simulate {
	c.trim()
	return func(ctx context.Context, p model.Point, seed uint64, rep int) (model.Result, error) {
		path, err := c.path(p, seed, rep)
		if err != nil {
			return simulate(ctx, p, seed, rep)
		}
		if r, ok := readEntry(path); ok {
			return r, nil
		}
		began := time.Now()
		r, err := simulate(ctx, p, seed, rep)
		if err == nil && time.Since(began) >= worthKeeping {
			_ = writeEntry(path, r) // it is simulated again then
		}
		return r, err
	}
}

// path is where the result of a replication is kept.
func (c *Cache) path(p model.Point, seed uint64, rep int) (string, error) {
	point, err := json.Marshal(p)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%d %d\n", c.program, seed, rep)
	h.Write(point)
	name := hex.EncodeToString(h.Sum(nil))
	return filepath.Join(c.folder, name[:2], name[2:40]+entryEnds), nil
}

func readEntry(path string) (model.Result, bool) {
	var r model.Result
	data, err := os.ReadFile(path)
	if err != nil {
		return r, false
	}
	data, ok := bytes.CutPrefix(data, []byte(entryBegins))
	if !ok || len(data) < sha256.Size {
		return r, false
	}
	sum := sha256.Sum256(data[sha256.Size:])
	if !bytes.Equal(sum[:], data[:sha256.Size]) || json.Unmarshal(data[sha256.Size:], &r) != nil {
		return r, false
	}
	if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) > trimEvery {
		_ = os.Chtimes(path, time.Time{}, time.Now()) // it is in use
	}
	return r, true
}

func writeEntry(path string, r model.Result) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "new")
	if err != nil {
		return err
	}
	sum := sha256.Sum256(data)
	_, err = f.Write(append(append([]byte(entryBegins), sum[:]...), data...))
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name()) // the first error is the one to tell
	}
	return err
}

// CacheSize is what a cache holds.
type CacheSize struct {
	Entries int
	Bytes   int64
}

// Size counts the entries.
func (c *Cache) Size() (CacheSize, error) {
	var out CacheSize
	err := c.each(func(_ string, info fs.FileInfo) error {
		out.Entries++
		out.Bytes += info.Size()
		return nil
	})
	return out, err
}

// Clear removes all entries, and what was left of some that were cut short. It leaves alone what is not the cache's.
func (c *Cache) Clear() error {
	return c.each(func(path string, _ fs.FileInfo) error { return os.Remove(path) })
}

// trim removes what was not used for long, once in a while.
func (c *Cache) trim() {
	mark := filepath.Join(c.folder, "trimmed")
	if info, err := os.Stat(mark); err == nil && time.Since(info.ModTime()) < trimEvery {
		return
	}
	if os.MkdirAll(c.folder, 0o777) != nil || os.WriteFile(mark, nil, 0o666) != nil {
		return
	}
	now := time.Now()
	_ = os.Chtimes(mark, now, now)
	_ = c.each(func(path string, info fs.FileInfo) error {
		if now.Sub(info.ModTime()) > unused {
			_ = os.Remove(path) // another process may have been first
		}
		return nil
	})
}

// each calls do for every entry.
func (c *Cache) each(do func(path string, info fs.FileInfo) error) error {
	folders, err := os.ReadDir(c.folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, folder := range folders {
		if !folder.IsDir() || len(folder.Name()) != 2 {
			continue
		}
		entries, err := os.ReadDir(filepath.Join(c.folder, folder.Name()))
		if err != nil {
			return err
		}
		for _, e := range entries {
			info, err := e.Info()
			if err != nil || !strings.HasSuffix(e.Name(), entryEnds) && !strings.HasPrefix(e.Name(), "new") {
				continue
			}
			if err := do(filepath.Join(c.folder, folder.Name(), e.Name()), info); err != nil {
				return err
			}
		}
	}
	return nil
}
