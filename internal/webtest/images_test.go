package webtest_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/quandary-puzzles/quandary/internal/puztest"
)

var (
	images  = flag.String("images", "", "write the pictures of the README into this folder")
	figures = flag.Bool("figures", false, "measure first paint and hints, and print them")
)

// TestImages writes a picture of each family for the README: go test ./internal/webtest -run Images -images docs/images
// (the folder as seen from this package, so ../../docs/images).
func TestImages(t *testing.T) {
	puztest.From(t, puztest.Whole)
	if *images == "" {
		t.Skip("no folder for pictures: -images")
	}
	p := newTab(t, newServer(t).URL, 1200, 800)
	p.run(chromedp.EmulateViewport(1200, 800, chromedp.EmulateScale(0.7)))
	keep := func(name string) {
		t.Helper()
		p.do(`document.activeElement.blur(); scrollTo(0, 0)`)
		png, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
		if err == nil {
			err = os.MkdirAll(*images, 0o755)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(*images, name+".png"), png, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	// begin plays the first moves of a grid and asks for a hint.
	begin := func(id string, n int) {
		p.play(path(id))
		cells, symbols := placements(t, id)
		for i, c := range cells[:min(n, len(cells))] {
			p.write(fmt.Sprintf("r%dc%d", c[0], c[1]), symbols[i])
		}
		p.act("hint")
		p.wait(`!document.getElementById("hint").hidden`)
		p.act("more")
		p.act("more")
		p.wait(`document.querySelector("#hint .reason")`)
	}
	p.visit("/")
	p.wait(`document.querySelector(".tile")`)
	keep("gallery")
	begin("sudoku:9x9-x#3", 14)
	keep("sudoku")
	begin("fillomino:9x9#4", 24)
	keep("fillomino")
	p.play(path("zebra:4x4#2"))
	for _, m := range []string{"0", "1", "2", "3"} {
		p.act("hint")
		p.wait(`!document.getElementById("hint").hidden && document.querySelector('[data-do="more"]')`)
		p.act("more")
		p.act("more")
		if m != "3" {
			p.act("apply")
			p.wait(`document.getElementById("hint").hidden`)
		}
	}
	keep("zebra")
	const cards = "cards:2x3x3#4"
	p.play(path(cards))
	v, _ := cardsOf(t, cards)
	for _, c := range v.Clues[:2] {
		p.click(fmt.Sprintf(`.clue[data-clue="%s"] .clue-text`, c.ID))
		for _, i := range c.Bans {
			if js[bool](p, `!document.querySelector(%s).closest(".card-box").classList.contains("banned")`, card(i)) {
				p.click(card(i))
			}
		}
	}
	keep("cards")
	p.play(path("worded:wine#1"))
	keep("worded")
	p.visit("/cards/new")
	p.keys(kb.Escape)
	keep("cards-new")
}

// TestFigures measures what BENCHMARKS.md quotes: go test ./internal/webtest -run Figures -figures -v
func TestFigures(t *testing.T) {
	puztest.From(t, puztest.Whole)
	if !*figures {
		t.Skip("not asked for: -figures")
	}
	p := newTab(t, newServer(t).URL, 1280, 900)
	median := func(list []float64) string {
		slices.Sort(list)
		return fmt.Sprintf("%.0f ms (%.0f to %.0f)", list[len(list)/2], list[0], list[len(list)-1])
	}
	for _, id := range []string{"", "sudoku:9x9#1", "sudoku:25x25#1", "fillomino:9x9#1", "zebra:5x5#1", "cards:3x3x3#1", "worded:wine#1"} {
		at := "/"
		if id != "" {
			at = path(id)
		}
		var paint, ready, hint []float64
		for range 9 {
			p.visit(at)
			if id != "" {
				p.wait(`document.documentElement.dataset.ready === "true"`)
				ready = append(ready, js[float64](p, `performance.now()`))
			}
			p.wait(`performance.getEntriesByName("first-contentful-paint").length`)
			paint = append(paint, js[float64](p, `performance.getEntriesByName("first-contentful-paint")[0].startTime`))
			if id == "" || !js[bool](p, `quandary.ctx.can("hint")`) {
				continue
			}
			hint = append(hint, js[float64](p, `new Promise((done) => {
				const start = performance.now();
				const panel = document.getElementById("hint");
				new MutationObserver(() => { if (!panel.hidden && panel.querySelector(".stages")) requestAnimationFrame(() => done(performance.now() - start)); })
					.observe(panel, { attributes: true, childList: true });
				document.querySelector('[data-do="hint"]').click();
			})`))
		}
		text := "first paint " + median(paint)
		if len(ready) > 0 {
			text += ", board ready at most " + median(ready)
		}
		if len(hint) > 0 {
			text += ", hint on the screen " + median(hint)
		}
		t.Logf("%s: %s", at, text)
	}
}
