package main

import (
	"fmt"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/quandary-puzzles/quandary/internal/golden"
	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// TestMain puts the program on the path of all the tests: it is the test binary under the program's name.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"quandary": func() { os.Exit(run()) },
	})
}

// TestScripts runs the transcripts of testdata/script: commands with their files and their expected output.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: golden.Update(),
		Setup: func(env *testscript.Env) error {
			env.Setenv("QUANDARY_CORPUS", os.Getenv("QUANDARY_CORPUS"))
			return nil
		},
		Condition: func(cond string) (bool, error) {
			// [corpus] holds when there is a corpus, [whole] when the whole is tested; others are testscript's own, such as [exec:z3].
			switch cond {
			case "whole":
				return puztest.Doing() >= puztest.Whole, nil
			case "corpus":
				return os.Getenv("QUANDARY_CORPUS") != "" || puztest.RequireAll(), nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
	})
}
