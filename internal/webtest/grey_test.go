package webtest_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// marksOf makes the marks of a board that have to be told apart, and keeps a copy of each by its name.
var marksOf = map[string]func(p *tab){
	"sudoku:9x9:" + strings.Repeat(".", 79) + "55": func(p *tab) {
		keep := func(name, cell string) { p.do(`kept[%s] = document.querySelector(%s).cloneNode(true)`, name, cell) }
		at := func(r, c int) string { return fmt.Sprintf(`[data-cell="r%dc%d"]`, r, c) }
		p.write("r1c1", "5")
		keep("written", at(1, 1))
		keep("given", at(9, 8))
		p.write("r1c2", "5")
		p.wait(`document.querySelectorAll(".cell.conflict").length >= 2`)
		p.click(at(7, 7))
		keep("conflict", at(1, 2))
		p.act("undo")
		p.act("trial")
		p.write("r2c4", "5")
		p.wait(`document.querySelector(".cell.tried")`)
		p.click(at(7, 7))
		keep("tried", at(2, 4))
		for _, more := range []string{"because", "effect", "wrong"} {
			p.do(`const e = kept.written.cloneNode(true); e.classList.remove("selected"); e.classList.add(%s); kept[%s] = e`, more, more)
		}
		p.do(`kept.written.classList.remove("selected")`)
		p.click(`[data-mode="colour"]`)
		for k := 1; k <= 8; k++ {
			p.click(at(4, k))
			p.click(fmt.Sprintf(`.key[data-symbol="%d"]`, k))
			p.wait(fmt.Sprintf(`document.querySelector('%s .tint-%d')`, at(4, k), k))
		}
		p.click(at(7, 7))
		for k := 1; k <= 8; k++ {
			keep(fmt.Sprint("colour ", k), at(4, k))
		}
	},
	"zebra:3x3#1": func(p *tab) {
		keep := func(name, mark string) {
			p.wait(`document.querySelector(%s)`, mark)
			p.do(`const e = document.querySelector(%s).cloneNode(true); e.classList.remove("line"); kept[%s] = e`, mark, name)
		}
		keep("empty", ".mark")
		p.click(".mark")
		keep("crossed", ".mark.cross")
		p.click(".mark")
		keep("ticked", ".mark.tick")
		keep("implied", ".mark.derived")
		for _, more := range []string{"because", "effect"} {
			p.do(`const e = kept.crossed.cloneNode(true); e.classList.add(%s); kept[%s] = e`, more, more)
		}
	},
}

// TestGrey is the second half of check 27: without colours, in shades of grey, all marks differ, in the light and the dark theme, and with
// high contrast.
func TestGrey(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	puztest.Need(t, "chromium")
	srv := newServer(t)
	const size = 60
	for _, l := range looks[:3] {
		for id, make := range marksOf {
			p := newTab(t, srv.URL, 1280, 900)
			p.visit("/help")
			p.wear(l)
			p.play(path(id))
			p.do(`window.kept = {}`)
			make(p)
			// All beside each other, of one size, whatever places they had.
			names := js[[]string](p, `(() => {
				const names = Object.keys(kept), board = document.querySelector(".grid-board, .logic"), strip = board.cloneNode(false);
				strip.style.cssText = "position: fixed; inset: 0 auto auto 0; z-index: 9999; display: block; border: 0; margin: 0; --cell: `+fmt.Sprint(size)+`px; --mark: `+fmt.Sprint(size)+`px; width: " + names.length * `+fmt.Sprint(size)+` + "px; height: `+fmt.Sprint(size)+`px";
				names.forEach((n, i) => { const e = kept[n]; e.style.cssText = "position: absolute; top: 0; border-width: 0; width: `+fmt.Sprint(size)+`px; height: `+fmt.Sprint(size)+`px; left: " + i * `+fmt.Sprint(size)+` + "px"; strip.append(e) });
				board.parentElement.append(strip); document.body.append(strip); return names })()`)
			shot, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
			if err != nil {
				t.Fatal(err)
			}
			p.shot("grey-" + l.name + "-" + strings.SplitN(id, ":", 2)[0])
			picture, err := png.Decode(bytes.NewReader(shot))
			if err != nil {
				t.Fatal(err)
			}
			grey := func(i, x, y int) int {
				return int(color.GrayModel.Convert(picture.At(i*size+x, y)).(color.Gray).Y)
			}
			if w := picture.Bounds().Dx(); w < len(names)*size {
				t.Fatalf("%d marks on %d pixels", len(names), w)
			}
			for i := range names {
				for j := range i {
					differ := 0
					for y := range size {
						for x := range size {
							if d := grey(i, x, y) - grey(j, x, y); d > 24 || d < -24 {
								differ++
							}
						}
					}
					if differ < 12 {
						t.Errorf("%s, %s: %q and %q differ in %d pixels of %v alone", l.name, id, names[i], names[j], differ, image.Pt(size, size))
					}
				}
			}
		}
	}
}
