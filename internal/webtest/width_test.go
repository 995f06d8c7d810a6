package webtest_test

import (
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// TestWidths: from a small phone to a wall screen no page is wider than the window.
func TestWidths(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, newServer(t).URL, 1280, 900)
	for _, size := range [][2]int64{{360, 740}, {3840, 2160}} {
		p.phone(size[0], size[1])
		for _, at := range []string{"/", path("sudoku:16x16#1"), path("zebra:5x5#1"), path(deck), path("worded:wine#1"), "/cards/new", "/help"} {
			p.visit(at)
			if w := js[int64](p, `document.documentElement.scrollWidth`); w > size[0] {
				t.Errorf("%s is %d wide on a screen of %d", at, w, size[0])
			}
		}
	}
}
