// Package golden compares what tests make with files that say what it should be. With the flag -update the files are written
// instead; their difference in the repository is then what there is to judge.
package golden

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Update reports whether golden files are to be rewritten, for tests that hold more in a file than what they make.
func Update() bool { return *update }

// Compare holds a result to a file below the test's folder, or with -update makes it the file.
func Compare(t testing.TB, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("not what the file holds (-update rewrites it):\n%s", diff.Diff(path, want, "got", got))
	}
}
