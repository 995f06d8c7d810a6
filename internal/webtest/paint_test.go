package webtest_test

import (
	"os"
	"slices"
	"testing"
)

// TestPainted: the first paint of a puzzle, whose board is in the page (TestWeight), waits for the style and the two short scripts before it
// alone. With QUANDARY_LONG the browser's own clock says when that is: within 200 ms, as the median of several loads.
func TestPainted(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t).URL, 1280, 900)
	for _, id := range []string{"sudoku:9x9#1", "zebra:4x4#1", "slitherlink:7x7#1"} {
		var times []float64
		loads := 1
		if os.Getenv("QUANDARY_LONG") != "" {
			loads = 9
		}
		for range loads {
			p.play(path(id))
			p.wait(`performance.getEntriesByName("first-contentful-paint").length`)
			times = append(times, js[float64](p, `performance.getEntriesByName("first-contentful-paint")[0].startTime`))
		}
		blocking := js[[]string](p, `performance.getEntriesByType("resource").filter((r) => r.renderBlockingStatus === "blocking").map((r) => new URL(r.name).pathname)`)
		if len(blocking) > 3 {
			t.Errorf("%s: the first paint waits for %v", id, blocking)
		}
		slices.Sort(times)
		if median := times[len(times)/2]; loads > 1 {
			t.Logf("%s: first paint after %.0f ms (%.0f to %.0f)", id, median, times[0], times[len(times)-1])
			if median >= 200 {
				t.Errorf("%s: first paint after %.0f ms", id, median)
			}
		}
	}
}
