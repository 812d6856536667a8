package main

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	// Tests keep no results, unless a script says where.
	if os.Getenv(cacheVariable) == "" {
		_ = os.Setenv(cacheVariable, "off")
	}
	testscript.Main(m, map[string]func(){"contend": main})
}

// The scripts are tests of the commands, and show how each is used.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", RequireExplicitExec: false})
}
