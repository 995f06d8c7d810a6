package webtest_test

import (
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"testing"
)

// TestPainted is check 28 of the page: the board of a puzzle, which is in the page (TestWeight), is painted before any script of play has
// come. What the first paint waits for is counted, in requests and in bytes as they are sent, which are the same on every machine; when it
// was, by the browser's own clock, is told.
func TestPainted(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	base := newServer(t).URL
	for _, id := range []string{"sudoku:9x9#1", "zebra:5x5#1", "slitherlink:7x7#1"} {
		p := newTab(t, base, 1280, 900)
		p.play(path(id))
		p.wait(`performance.getEntriesByName("first-contentful-paint").length`)
		blocking := js[[]string](p, `performance.getEntriesByType("resource").filter((r) => r.renderBlockingStatus === "blocking").map((r) => new URL(r.name).pathname)`)
		sum, _, _ := sent(t, base+path(id))
		for _, address := range blocking {
			n, _, _ := sent(t, base+address)
			sum += n
		}
		t.Logf("%s: first paint after %.0f ms, of %d bytes: the page and %v", id, js[float64](p, `performance.getEntriesByName("first-contentful-paint")[0].startTime`), sum, blocking)
		if len(blocking) > mostBlocking || sum > mostBefore {
			t.Errorf("%s: the first paint waits for %d bytes, at most %d: the page and %v, at most %d", id, sum, mostBefore, blocking, mostBlocking)
		}
	}
}

// Most requests beside the page's, and most bytes with it, that stand before the first paint.
const (
	mostBlocking = 3
	mostBefore   = 40_000
)
