package lib

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// runProgram runs an operator file and gives the repr of its global named result, one element of a list a line.
func runProgram(t testing.TB, u *eval.Universe, file, src string) string {
	t.Helper()
	m, err := syntax.ParseModule(file, src)
	if err != nil {
		t.Fatal(err)
	}
	l := eval.NewLayout(u)
	c, err := eval.CompileModule(l, m, eval.Source{File: file, Text: src})
	if err != nil {
		t.Fatal(err)
	}
	th := eval.NewThread(context.Background(), rng.New(1), eval.DefaultLimits())
	defer th.Close()
	g := l.NewGlobals()
	if _, err := c.Eval(th, g); err != nil {
		if e, ok := err.(*eval.Error); ok {
			t.Fatal(e.Detail())
		}
		t.Fatal(err)
	}
	v, _ := g.Lookup("result")
	list, ok := v.(*eval.List)
	if !ok {
		t.Fatalf("%s: no list named result", file)
	}
	var b strings.Builder
	for _, e := range list.Elems() {
		s, err := eval.ToRepr(th, e)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(s + "\n")
	}
	return b.String()
}

const runFile = `
import sys, json
src = sys.stdin.read()
env = {"__name__": "operator"}
exec(compile(src, "program", "exec"), env)
print(json.dumps([repr(r) for r in env["result"]]))
`

// TestProgramsAgainstCPython runs the programs of testdata here and in CPython.
func TestProgramsAgainstCPython(t *testing.T) {
	python := puztest.Need(t, "python3")
	files, err := filepath.Glob("testdata/programs/*.py")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	u := NewUniverse()
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			src, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			got := strings.Split(strings.TrimSpace(runProgram(t, u, f, string(src))), "\n")
			cmd := exec.Command(python, "-c", runFile)
			cmd.Stdin = bytes.NewReader(src)
			cmd.Stderr = os.Stderr
			out, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			var want []string
			if err := json.Unmarshal(out, &want); err != nil {
				t.Fatal(err)
			}
			for i := range max(len(got), len(want)) {
				switch {
				case i >= len(got):
					t.Errorf("result %d is missing: CPython %s", i, want[i])
				case i >= len(want):
					t.Errorf("result %d is %s: CPython has none", i, got[i])
				case got[i] != want[i]:
					t.Errorf("result %d\n  gives   %s\n  CPython %s", i, got[i], want[i])
				}
			}
		})
	}
}
