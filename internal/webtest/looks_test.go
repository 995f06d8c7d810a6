package webtest_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// look is how a device shows the page: what its system asks for, and what was chosen for the page.
type look struct {
	name               string
	scheme, more, mode string // the system's colours, contrast and forced colours
	theme, contrast    string // chosen for the page
	checked            bool   // TestLooks holds it to the rules; the others are for screenshots
}

var looks = []look{
	{name: "light", scheme: "light", theme: "auto", contrast: "normal"},
	{name: "dark", scheme: "dark", theme: "auto", contrast: "normal"},
	{name: "high", scheme: "light", theme: "auto", contrast: "high", checked: true},
	{name: "high-dark-system", scheme: "dark", theme: "auto", contrast: "high", checked: true},
	{name: "high-dark", scheme: "light", theme: "dark", contrast: "high", checked: true},
	{name: "high-light", scheme: "dark", theme: "light", contrast: "high"},
	{name: "more", scheme: "light", more: "more", theme: "auto", contrast: "normal"},
	{name: "more-dark", scheme: "dark", more: "more", theme: "auto", contrast: "normal", checked: true},
	{name: "forced", scheme: "light", mode: "active", theme: "auto", contrast: "normal"},
	{name: "forced-dark", scheme: "dark", mode: "active", theme: "auto", contrast: "normal"},
}

// wear makes a tab show the page in a look, from the next visit on.
func (p *tab) wear(l look) {
	p.t.Helper()
	or := func(value, other string) string {
		if value == "" {
			return other
		}
		return value
	}
	command(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: l.scheme}, {Name: "prefers-contrast", Value: or(l.more, "no-preference")},
		{Name: "forced-colors", Value: or(l.mode, "none")}, {Name: "prefers-reduced-motion", Value: "reduce"}}})
	p.do(`localStorage.setItem("quandary.settings", JSON.stringify({ theme: %s, contrast: %s }))`, l.theme, l.contrast)
}

// TestLooks: boards with marks, mistakes and a hint on them can be read with high contrast, however that was asked for. Light and
// dark are TestAccessible's. With QUANDARY_SHOTS there are screenshots of all families in all looks.
func TestLooks(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	puztest.Need(t, "chromium")
	checker := axe(t)
	ids := []string{"sudoku:6x6#1", "zebra:3x3#1", deck}
	shots := os.Getenv("QUANDARY_SHOTS") != ""
	if shots {
		ids = append(ids, "fillomino:4x4#2", "worded:ages#1")
	}
	for _, id := range ids {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			srv := newServer(t)
			for _, l := range looks {
				if !l.checked && !shots {
					continue
				}
				p := newTab(t, srv.URL, 1200, 900)
				p.visit("/help")
				p.wear(l)
				p.play(path(id))
				if strings.HasPrefix(id, "sudoku") {
					cells, symbols := placements(t, id)
					p.write(fmt.Sprintf("r%dc%d", cells[0][0], cells[0][1]), symbols[0])
					p.write(fmt.Sprintf("r%dc%d", cells[1][0], cells[1][1]), "1")
					p.write(fmt.Sprintf("r%dc%d", cells[1][0], cells[1][1]), "2")
					p.act("check")
					p.act("show-mistakes")
				} else {
					p.act("hint")
					p.wait(`!document.getElementById("hint").hidden`)
					for range 2 {
						p.do(`document.querySelector('#hint [data-do="more"]')?.click()`)
					}
				}
				p.shot("look-" + strings.NewReplacer(":", "-", "#", "-").Replace(id) + "-" + l.name)
				if l.checked {
					p.accessible(checker, id+", "+l.name)
				}
			}
		})
	}
}

// TestPrintedBoard: a board that is printed from the page where it is played is black on white, whatever the screen is.
func TestPrintedBoard(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, newServer(t).URL, 1200, 900)
	for _, id := range []string{"sudoku:6x6#1", "zebra:3x3#1", deck, "worded:ages#1"} {
		p.visit("/help")
		p.wear(look{scheme: "dark", theme: "dark", contrast: "normal"})
		p.play(path(id))
		command(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print", Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}})
		p.shot("print-" + strings.NewReplacer(":", "-", "#", "-").Replace(id))
		dark := js[[]string](p, `[...document.querySelectorAll("body, .cell, .mark, .card, .worded, .clue, .clue-text, .panel")].filter((e) => e.getClientRects().length).flatMap((e) => {
			const s = getComputedStyle(e), light = (c) => { const [r, g, b, a] = c.match(/[\d.]+/g).map(Number); return a === 0 ? 1 : (r + g + b) / 765 };
			return light(s.backgroundColor) < 0.9 || light(s.color) > 0.45 ? [e.className + ": " + s.color + " on " + s.backgroundColor] : [] })`)
		if len(dark) > 0 {
			t.Errorf("%s: %d parts are not dark on white, such as %s", id, len(dark), dark[0])
		}
		p.do(`localStorage.removeItem("quandary.settings")`)
	}
}
