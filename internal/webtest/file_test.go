package webtest_test

import (
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/web"
)

// TestPuzzleFile opens puzzles that are files, from the disk and without a network, and solves them: a grid, a lineup, clue cards, and a
// puzzle of each kind of input of the declared families. The files do not hold the solution.
func TestPuzzleFile(t *testing.T) {
	ids := []string{"sudoku:6x6#1", "fillomino:4x4#2", "zebra:3x3#1", deck}
	for _, name := range slices.Sorted(maps.Keys(layered)) {
		ids = append(ids, layered[name])
	}
	for _, id := range puztest.Some(ids, 9) {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			text, err := web.PuzzleFile(t.Context(), families(), web.FileRequest{ID: id, Lang: "en"})
			if err != nil {
				t.Fatal(err)
			}
			p := openFile(t, text)
			moves := winningOf(t, id)
			p.do(`for (const m of %s) quandary.ctx.act({ t: "move", m })`, moves)
			p.wait(`document.body.classList.contains("solved") && /Solved/.test(document.getElementById("solved").textContent)`)
			p.shot("file-" + strings.NewReplacer(":", "-", "#", "-", "/", "-").Replace(id[:8]))
		})
	}
}

// openFile opens a page from the disk; its policy lets it load nothing.
func openFile(t *testing.T, text []byte) *tab {
	t.Helper()
	name := filepath.Join(t.TempDir(), "puzzle.html")
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	p := newTab(t, "", 1100, 800)
	p.run(chromedp.Navigate("file://" + (&url.URL{Path: name}).EscapedPath()))
	p.wait(`document.documentElement.dataset.ready === "true"`)
	return p
}

// winningOf gives the moves that solve a puzzle of any family.
func winningOf(t *testing.T, id string) []string {
	t.Helper()
	var moves []string
	switch {
	case strings.HasPrefix(id, "zebra"):
		_, pairs := ticks(t, id)
		for _, x := range pairs {
			moves = append(moves, fmt.Sprintf("%d=%d", min(x[0], x[1]), max(x[0], x[1])))
		}
	case strings.HasPrefix(id, "cards"):
		v, left := cardsOf(t, id)
		banned := map[int]bool{}
		for _, c := range v.Clues {
			for _, i := range c.Bans {
				if !banned[i] {
					moves = append(moves, fmt.Sprintf("%d!%s", i, c.ID))
				}
				banned[i] = true
			}
		}
		moves = append(moves, fmt.Sprintf("%d=", left))
	case strings.HasPrefix(id, "sudoku"), strings.HasPrefix(id, "fillomino"):
		cells, symbols := placements(t, id)
		for i, c := range cells {
			moves = append(moves, fmt.Sprintf("r%dc%d=%s", c[0], c[1], symbols[i]))
		}
	default:
		_, inst, err := families().Open(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range winningMoves(t, inst) {
			moves = append(moves, string(m))
		}
	}
	return moves
}

// TestPuzzleFileHints: hints are in the file only when they were asked for, and lead to the solution; what has no single solution is refused.
func TestPuzzleFileHints(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	const id = "sudoku:4x4#1"
	with, err := web.PuzzleFile(t.Context(), families(), web.FileRequest{ID: id, Lang: "zh", Hints: true})
	if err != nil {
		t.Fatal(err)
	}
	without, err := web.PuzzleFile(t.Context(), families(), web.FileRequest{ID: id})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(without), `"way"`) || !strings.Contains(string(with), `"way"`) {
		t.Error("the way to the solution stands in the wrong file")
	}
	p := openFile(t, with)
	p.wait(`document.documentElement.lang === "zh"`)
	for range 40 {
		if js[bool](p, `quandary.rules.complete(quandary.log().model)`) {
			break
		}
		p.act("hint")
		p.act("more")
		p.act("more")
		p.act("apply")
	}
	p.wait(`document.body.classList.contains("solved")`)
	for _, bad := range []string{"sudoku:4x4:" + strings.Repeat(".", 16), "worded:ages#1", "nothing"} {
		if _, err := web.PuzzleFile(t.Context(), families(), web.FileRequest{ID: bad}); err == nil {
			t.Errorf("%s becomes a file", bad)
		}
	}
}
