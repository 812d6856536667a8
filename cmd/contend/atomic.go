package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// replaceFile writes a file beside its place and moves it there, so that nobody ever sees half of it and
// an interrupted run leaves what was there. What is no file, such as /dev/stdout, is written to.
func replaceFile(path string, write func(io.Writer) error) (err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		err = write(f)
		if closed := f.Close(); err == nil {
			err = closed
		}
		return err
	}
	beside := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%d", filepath.Base(path), os.Getpid()))
	f, err := os.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(beside) // the first error is the one to tell
		}
	}()
	err = write(f)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return os.Rename(beside, path)
}
