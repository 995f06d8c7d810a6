package webtest_test

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// TestVariant: a Sudoku variant that is pasted in the notation of constraints is played to the end, and opened in the workbench.
func TestVariant(t *testing.T) {
	puztest.From(t, puztest.Whole)
	srv := newServer(t)
	p := newTab(t, srv.URL, 1200, 900)
	p.visit("/")
	p.wait(`document.querySelector("#import")`)
	const text = ".Shape~4x4.Cage~7~R3C2~R4C2~R4C3.Thermo~R3C4~R4C4~R3C3~R2C4.Thermo~R2C3~R1C3~R2C2~R3C1.WhiteDot~R2C1~R2C2.WhiteDot~R1C4~R2C4.WhiteDot~R2C2~R3C2.BlackDot~R3C4~R4C4"
	p.do(`const d = new DataTransfer(); d.setData("text", %s); document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: d, bubbles: true }))`, text)
	p.wait(`location.pathname === "/play" && document.documentElement.dataset.ready === "true" && document.querySelector(".layers-board")`)
	p.shot("variant-play")
	id := "sudoku:4x4:" + text
	for _, m := range winning(t, id) {
		p.layerByPointer(m, func(points ...float64) { p.mouseAlong(input.MouseButtonLeft, points...) })
	}
	p.solved()
	p.play("/make?p=" + id)
	p.wait(`document.querySelector(".verdict-unique")`)
	p.shot("variant-make")
	give(p, "r2c3", "4")
	settled(p, "none") // the bulb of a thermometer
}

// TestDropped: a file, an address or a text that is dropped anywhere is opened, on the gallery to be played and in the workbench to be set.
func TestDropped(t *testing.T) {
	puztest.From(t, puztest.Whole)
	srv := newServer(t)
	p := newTab(t, srv.URL, 1200, 900)
	const text = ".Shape~4x4.Cage~7~R3C2~R4C2~R4C3.~R1C1_1"
	const address = "https://puzz.link/p?slither/5/5/di5di5di5d"
	const drop = `const d = new DataTransfer(); %s; const e = new DragEvent("drop", { dataTransfer: d, bubbles: true, cancelable: true }); document.body.dispatchEvent(e)`
	for _, c := range []struct{ page, how, what, at, path string }{
		{"/", `d.items.add(new File([%s], "puzzle.txt"))`, text, "#import", "/play"},
		{"/", `d.setData("text/uri-list", %s)`, address, "#import", "/play"},
		{"/make?kind=sudoku", `d.setData("text/plain", %s)`, text, "#bench .editor, #bench svg, #bench table, #bench button", "/make"},
	} {
		p.visit(c.page)
		p.wait(`document.readyState === "complete" && document.querySelector("` + c.at + `")`)
		p.do(strings.Replace(drop, "%s", c.how, 1), c.what)
		p.wait(`location.pathname === "` + c.path + `" && location.search.startsWith("?p=") && document.documentElement.dataset.ready === "true"`)
	}
}
