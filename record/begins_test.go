package record_test

import (
	"io"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/record"
)

func TestHead(t *testing.T) {
	for _, c := range []struct{ text, head string }{
		{"", ""}, {"\n\n", ""}, {"9 9\n1 2", "9 9"}, {"\n 9 9 \r\n1", "9 9"}, {"pzprv3/a/b", "pzprv3/a/b"},
	} {
		r, head := record.Head(strings.NewReader(c.text))
		if head != c.head {
			t.Errorf("%q begins with %q, expected %q", c.text, head, c.head)
		}
		if all, err := io.ReadAll(r); err != nil || string(all) != c.text {
			t.Errorf("%q: the stream holds %q, %v", c.text, all, err)
		}
	}
	long := strings.Repeat("x", 1<<16)
	r, head := record.Head(strings.NewReader(long))
	if all, _ := io.ReadAll(r); len(head) != 200 || string(all) != long {
		t.Errorf("a long line: %d of it, %d in all", len(head), len(all))
	}
}
