// Package puztest holds what tests of several packages share: where the corpus is, and which programs must be there.
package puztest

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// RequireAll reports whether a missing corpus or program is a failure rather than a skip (QUANDARY_REQUIRE=all).
func RequireAll() bool { return os.Getenv("QUANDARY_REQUIRE") == "all" }

// Corpus gives the path of a file or folder of the corpus, whose place the environment variable QUANDARY_CORPUS names.
// Without the variable the test is skipped, or fails where everything is required.
func Corpus(t testing.TB, elem ...string) string {
	t.Helper()
	root := os.Getenv("QUANDARY_CORPUS")
	if root == "" {
		missing(t, "QUANDARY_CORPUS is not set: no corpus to test with")
	}
	root, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	p := filepath.Join(append([]string{root}, elem...)...)
	if _, err := os.Stat(p); err != nil {
		missing(t, "corpus: "+err.Error())
	}
	return p
}

// Need gives the path of a program that the test runs. Where it is not installed the test is skipped, or fails where
// everything is required.
func Need(t testing.TB, program string) string {
	t.Helper()
	p, err := exec.LookPath(program)
	if err != nil {
		missing(t, program+" is not installed")
	}
	return p
}

// NeedPython gives the path of Python, for a test that imports a module. Without it the test is skipped, or fails where
// everything is required; modules that cannot be had on a machine are named in QUANDARY_WITHOUT, with commas, and their tests are skipped.
func NeedPython(t testing.TB, module string) string {
	t.Helper()
	python := Need(t, "python3")
	if exec.Command(python, "-c", "import "+module).Run() == nil {
		return python
	}
	why := "python3 has no module " + module
	if slices.Contains(strings.Split(os.Getenv("QUANDARY_WITHOUT"), ","), module) {
		t.Skip(why + " (QUANDARY_WITHOUT)")
	}
	missing(t, why)
	return ""
}

func missing(t testing.TB, why string) {
	t.Helper()
	if RequireAll() {
		t.Fatal(why + " (QUANDARY_REQUIRE=all)")
	}
	t.Skip(why)
}
