package doctree

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestOffset compares the offsets of places with those that counting from the beginning of the line gives.
func TestOffset(t *testing.T) {
	s := newSource("a: 1\n\n" + strings.Repeat("ä, 数, x ", 500) + "\r\nlast")
	for line := 1; line <= len(s.starts); line++ {
		end := len(s.text)
		if line < len(s.starts) {
			end = s.starts[line]
		}
		col := 1
		for off := s.starts[line-1]; ; col++ {
			if got := s.offset(line, col); got != off {
				t.Fatalf("line %d, column %d: offset %d, want %d", line, col, got, off)
			}
			if off >= end {
				break
			}
			_, n := utf8.DecodeRuneInString(s.text[off:])
			off += n
		}
	}
	if got := s.offset(99, 1); got != len(s.text) {
		t.Errorf("beyond the last line: %d", got)
	}
}
