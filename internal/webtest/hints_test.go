package webtest_test

import (
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestPlayedByHints plays puzzles of each family from start to solved with nothing but hints, through all their stages.
func TestPlayedByHints(t *testing.T) {
	for _, id := range puztest.Some([]string{"sudoku:6x6#2", "fillomino:4x4#1", "zebra:3x4#1", "cards:2x3x3#1", "cards:lineup-3x3#1", "cards:factored-3x3x3#1"}, 6) {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			p := newTab(t, newServer(t).URL, 1280, 900)
			p.play(path(id))
			for range 80 {
				if js[bool](p, `document.body.classList.contains("solved")`) {
					break
				}
				p.do(`document.querySelector('[data-do="hint"]').click()`)
				p.wait(`document.querySelector('[data-do="more"]') || document.body.classList.contains("solved")`)
				if js[bool](p, `document.body.classList.contains("solved")`) {
					break
				}
				p.do(`document.querySelector('[data-do="more"]').click(); document.querySelector('[data-do="more"]').click()`)
				p.do(`document.querySelector('[data-do="apply"]').click()`)
				p.wait(`document.getElementById("hint").hidden`)
				// The board is judged after a move that may have been the last one.
				p.wait(`!quandary.rules.complete(quandary.log().model) || document.body.classList.contains("solved")`)
			}
			p.solved()
		})
	}
}

// TestNudge: the first stage of a hint says in a whole sentence where to look, of every kind of board, and nothing of what follows.
func TestNudge(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, newServer(t).URL, 1280, 900)
	for _, id := range []string{"sudoku:6x6#2", "slitherlink:5x5#1", "zebra:3x4#1", "cards:2x3x3#1", "cards:factored-3x3x3#1"} {
		p.play(path(id))
		p.act("hint")
		p.wait(`document.querySelector('[data-do="more"]')`)
		if text := p.text("#hint p"); !strings.HasPrefix(text, "Look at ") && !strings.HasPrefix(text, "Look in ") && !strings.HasPrefix(text, "Look on ") {
			t.Errorf("%s: the hint begins with %q", id, text)
		}
		if p.act("menu"); !js[bool](p, `document.querySelector("#menu .label").offsetWidth > 20`) {
			t.Errorf("%s: the menu has no words", id)
		}
	}
}

// TestToldInEnglish: where steps are told in English because the puzzle has no words for them in the page's language, the page says so in
// that language, and marks them as English; where it has words, it says nothing of it.
func TestToldInEnglish(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, newServer(t).URL, 1280, 900)
	for _, id := range []string{"sudoku:4x4#1", "slitherlink:5x5#1", deck, "blanks:account#1"} {
		_, inst, err := families().Open(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		told := puzzle.ToldIn(inst, "de")
		p.visit("/?lang=de")
		p.play(path(id))
		p.wait(`document.documentElement.lang === "de"`)
		p.act("hint")
		p.wait(`document.querySelector('[data-do="more"]')`)
		p.act("more")
		p.act("more")
		p.wait(`document.querySelector("#hint .reason").lang === "` + told + `"`)
		note := js[string](p, `document.querySelector('#hint [data-note="told"]')?.textContent || ""`)
		if want := map[bool]string{true: messages(t, "de")["hint.english"]}[told == "en"]; note != want {
			t.Errorf("%s, told in %s: the page says %q, not %q", id, told, note, want)
		}
	}
}
