package record_test

import (
	"io"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/record"
)

func TestBegins(t *testing.T) {
	for text, want := range map[string]bool{"pzprv3/sudoku": true, "pzprv": false, "": false, "1 pzprv3/": false} {
		r, got := record.Begins(strings.NewReader(text), "pzprv3/")
		if got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
		if all, err := io.ReadAll(r); err != nil || string(all) != text {
			t.Errorf("%q was read as %q, %v", text, all, err)
		}
	}
}
