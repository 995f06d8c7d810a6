package record_test

import (
	"io"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/record"
)

// TestLater counts lines behind those that were read before, also through a reader that has looked at the head of the text.
func TestLater(t *testing.T) {
	var r io.Reader = record.Later{Reader: strings.NewReader("\nfirst\nsecond\n"), Lines: 1000}
	r, head := record.Head(r)
	lines := record.NewLineReader(r, 0)
	for n, want := range []string{"first", "second"} {
		line, number, err := lines.Next()
		if err != nil || string(line) != want || number != 1002+n || head != "first" {
			t.Errorf("head %q, line %d is %q (%v), want %q at %d", head, number, line, err, want, 1002+n)
		}
	}
}
