package webtest_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// pressEnter presses the key as a keyboard does: what the page keeps from happening does not happen.
func pressEnter(p *tab) {
	p.t.Helper()
	for _, kind := range []input.DispatchKeyEventType{input.DispatchKeyEventTypeKeyDown, input.DispatchKeyEventTypeKeyUp} {
		key := input.DispatchKeyEventParams{Type: kind, Key: "Enter", Code: "Enter", WindowsVirtualKeyCode: 13}
		if kind == input.DispatchKeyEventTypeKeyDown {
			key.Text = "\r"
		}
		command(p, input.DispatchKeyEvent, key)
	}
}

// setText puts a text into the editor as typing or pasting does.
func setText(p *tab, text string) {
	p.t.Helper()
	p.do(`const e = document.querySelector(".code-input"); e.focus(); e.select(); document.execCommand("insertText", false, %s)`, text)
}

// TestMakeSpecificationPage: a specification is written with marks and proposals, sampled, played and made into a batch.
func TestMakeSpecificationPage(t *testing.T) {
	puztest.From(t, puztest.Whole)
	srv := newServer(t)
	p := newTab(t, srv.URL, 1280, 900)
	p.play("/make?kind=worded")
	p.wait(`document.querySelector(".sample-text")?.textContent.includes("jars of marbles")`)
	p.wait(`document.querySelector(".mark-summary").textContent === "No problems."`)
	p.shot("make-spec")

	// A mistake is marked at its place, and mended by a click.
	setText(p, strings.Replace(puztest.Jars, "queries:", "querys:", 1))
	p.wait(`document.querySelector(".mark-item .small-btn")`)
	if got := p.text(".mark-item:has(.small-btn) .mark-place"); got != "9:1" {
		t.Errorf("the mark stands at %s, want 9:1", got)
	}
	if n := js[int](p, `document.querySelectorAll(".code-paint .code-line")[8].querySelectorAll("[class*=mark-]").length`); n == 0 {
		t.Error("the line is not underlined")
	}
	p.shot("make-marks")
	p.click(".mark-item .small-btn")
	p.wait(`document.querySelector(".code-input").value.includes("\nqueries:") && document.querySelector(".mark-summary").textContent === "No problems."`)
	p.wait(`document.querySelector(".sample-text")?.textContent.includes("right jar")`)

	// What fails only when it runs is marked too.
	setText(p, strings.Replace(puztest.Jars, `str(_ans)`, `str(_ans / 0)`, 1))
	p.wait(`[...document.querySelectorAll(".mark-item")].some((m) => m.textContent.includes("ZeroDivisionError"))`)

	// Proposals by keyboard: a key of the schema, then a name of the file.
	setText(p, "variables:\n  apples: {formula: \"3\"}\nqu")
	p.keys("e")
	p.wait(`!document.querySelector(".code-list").hidden && document.querySelector(".code-list [aria-selected=true] .proposal-label").textContent === "queries"`)
	p.shot("make-proposals")
	pressEnter(p)
	p.wait(`document.querySelector(".code-input").value.endsWith("\nqueries:\n  ")`)
	p.keys("q1:")
	pressEnter(p)
	p.keys("desc: {ap")
	p.wait(`document.querySelector(".code-list [aria-selected=true] .proposal-label")?.textContent === "apples"`)
	p.keys(kb.Escape)
	p.wait(`document.querySelector(".code-list").hidden`)
	// Nothing hostile in the text becomes part of the page.
	setText(p, "desc: \"<img src=x onerror=alert(1)>\"\n'<script>': <b>\n")
	p.wait(`document.querySelector(".mark-item")`)
	if js[int](p, `document.querySelectorAll("main img, .code script, .code b").length`) != 0 {
		t.Error("the text became elements")
	}

	// The draft stays, other seeds give other samples, and the sample can be played.
	setText(p, puztest.Jars)
	p.wait(`document.querySelector(".sample-text")?.textContent.includes("right jar") && !document.querySelector(".sample").classList.contains("old")`)
	p.play("/make?kind=worded")
	p.wait(`document.querySelector(".code-input").value.startsWith("title: Two jars") && document.querySelector(".sample-text")`)
	first := p.text(".sample-text")
	p.click("[data-do=next-sample]")
	p.wait(`document.querySelector(".sample-text").innerText !== %s`, first)
	p.wait(`!document.querySelector(".sample").classList.contains("old")`)

	p.do(`const make = URL.createObjectURL; URL.createObjectURL = (b) => { b.text().then((text) => { window.saved = text; }); return make(b); }`)
	p.do(`const n = document.getElementById("batch-count"); n.value = 25`)
	p.click("[data-do=batch]")
	p.wait(`[...document.querySelectorAll(".make-side p[role=status]")].some((e) => e.textContent.startsWith("25 records"))`)
	p.wait(`window.saved`)
	checkBatch(t, js[string](p, `window.saved`), 25)

	answer := js[string](p, `document.querySelector(".sample-answer").textContent`)
	p.click("[data-do=play]")
	p.wait(`location.pathname === "/play" && document.documentElement.dataset.ready === "true"`)
	p.wait(`document.querySelector(".answer textarea, .answer input")`)
	if !strings.Contains(p.text("#board"), "right jar") || answer == "" {
		t.Errorf("the sample is played as %q", p.text("#board"))
	}
}

// checkBatch reads the lines of a batch.
func checkBatch(t *testing.T, data string, want int) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(data), "\n")
	if len(lines) != want {
		t.Fatalf("%d lines, want %d", len(lines), want)
	}
	for _, l := range lines {
		var r struct{ Problem, Answer string }
		if err := json.Unmarshal([]byte(l), &r); err != nil || r.Problem == "" || r.Answer == "" {
			t.Errorf("no record: %.100s", l)
		}
	}
}

// TestMakeSudokuPage: givens are typed, the verdict follows, and the board is carved, taken back and played.
func TestMakeSudokuPage(t *testing.T) {
	puztest.From(t, puztest.Whole)
	srv := newServer(t)
	p := newTab(t, srv.URL, 1280, 900)
	p.play("/make?kind=sudoku")
	p.wait(`document.querySelectorAll(".cell").length === 81`)
	p.do(`const s = document.querySelector(".make-bar select"); if (![...s.options].some((o) => o.value === "4x4")) s.add(new Option("4x4")); s.value = "4x4"; s.dispatchEvent(new Event("change"))`)
	p.wait(`document.querySelectorAll(".cell").length === 16`)
	p.click("[data-cell=r1c1]")
	p.keys("1")
	p.wait(`document.querySelector(".facts")?.textContent.includes("Givens1")`)
	p.wait(`/Solutions(at least )?\d+/.test(document.querySelector(".facts").textContent)`)
	// Two equal digits in a row: no solution, and both are marked.
	p.click("[data-cell=r1c2]")
	p.keys("1")
	p.wait(`document.querySelector(".facts").textContent.includes("Solutionsnone") && document.querySelectorAll(".cell.wrong, .cell.conflict").length >= 2`)
	p.shot("make-sudoku-conflict")
	p.keys("2")
	p.wait(`!document.querySelector(".facts").textContent.includes("none")`)
	p.keys("z", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.wait(`document.querySelector("[data-cell=r1c2]").textContent.includes("1")`)
	p.keys("y", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.wait(`document.querySelector("[data-cell=r1c2]").textContent.includes("2")`)

	p.click("[data-do=carve]")
	p.wait(`document.querySelector(".facts").textContent.includes("exactly one")`)
	if !strings.Contains(p.text("[data-cell=r1c1]"), "1") || !strings.Contains(p.text("[data-cell=r1c2]"), "2") {
		t.Error("carving has taken my givens away")
	}
	p.wait(`document.querySelector(".facts").textContent.includes("Difficulty")`)
	p.shot("make-sudoku")
	p.click("[data-do=share]")
	p.wait(`document.querySelector(".share-result input")?.value.includes("/s/")`)
	p.do(`document.querySelector("dialog").close()`)
	p.click("[data-do=play]")
	p.wait(`location.pathname === "/play" && document.documentElement.dataset.ready === "true" && document.querySelectorAll(".cell.given").length >= 4`)
}

// TestMakeOtherPages: Fillomino and zebra puzzles are set, on a phone and in Chinese too.
func TestMakeOtherPages(t *testing.T) {
	puztest.From(t, puztest.Whole)
	srv := newServer(t)
	p := newTab(t, srv.URL, 1280, 900)
	p.play("/make?kind=zebra")
	p.wait(`document.querySelector(".code-input")?.value.includes("clues:") && document.querySelector(".facts")?.textContent.includes("exactly one")`)
	p.wait(`document.querySelectorAll(".made-clues li").length > 2`)
	p.shot("make-zebra")
	p.do(`const e = document.querySelector(".code-input"); const at = e.value.indexOf("clues:"); e.focus(); e.setSelectionRange(at, at + 6); document.execCommand("insertText", false, "clus:")`)
	p.wait(`document.querySelector(".mark-item.error")`)
	p.do(`document.querySelector(".code-input").focus(); document.execCommand("undo")`)
	p.wait(`!document.querySelector(".mark-item.error") && document.querySelector(".facts")?.textContent.includes("exactly one")`)

	q := newTab(t, srv.URL, 360, 740)
	q.play("/make?kind=fillomino&lang=zh")
	q.wait(`document.querySelectorAll(".cell").length > 8`)
	q.click("[data-cell=r1c1]")
	q.keys("2")
	q.wait(`document.querySelector(".facts")?.textContent.includes("已知数1")`)
	if wide := js[int](q, `document.documentElement.scrollWidth`); wide > 360 {
		t.Errorf("the page is %d wide on a phone of 360", wide)
	}
	q.shot("make-fillomino-phone")
	r := newTab(t, srv.URL, 360, 740)
	r.play("/make?kind=worded")
	r.wait(`document.querySelector(".sample-text")`)
	if wide := js[int](r, `document.documentElement.scrollWidth`); wide > 360 {
		t.Errorf("the page is %d wide on a phone of 360: %s", wide, js[string](r, `[...document.querySelectorAll("main *")].filter((e) => e.getBoundingClientRect().right > 361).map((e) => e.tagName + "." + e.className).slice(0, 8).join(" ")`))
	}
	r.shot("make-spec-phone")
}

// TestToTheWorkbench: from a puzzle that is played its setter gets to the workbench, where there is one for it.
func TestToTheWorkbench(t *testing.T) {
	puztest.From(t, puztest.Whole)
	srv := newServer(t)
	p := newTab(t, srv.URL, 1280, 900)
	for id, there := range map[string]string{
		easy4:             `document.querySelector('[data-cell="r1c1"] .value')?.textContent === "1"`,
		"fillomino:4x4#2": `document.querySelector(".board .cell")`,
		"zebra:3x3#1":     `/categories:/.test(document.querySelector(".code-input")?.value)`,
		"cards:cars":      `/red/.test(document.querySelector(".code-input")?.value)`,
	} {
		p.play(path(id))
		p.menu("make")
		p.wait(`location.pathname === "/make" && document.documentElement.dataset.ready === "true"`)
		p.wait(there)
		p.wait(`document.querySelector('[data-do="play"]')?.href`) // it can be played again as it stands
	}
	p.play(path("worded:wine#1"))
	if js[bool](p, `!!document.querySelector('[data-do="make"]')`) {
		t.Error("the workbench is offered for a word puzzle, which cannot be carved from")
	}
}

// TestMakeBlanksPage: a blanks file and a program are written with marks and proposals, and give puzzles that are played.
func TestMakeBlanksPage(t *testing.T) {
	srv := newServer(t)
	p := newTab(t, srv.URL, 1280, 900)
	p.play("/make?kind=blanks")
	p.wait(`document.querySelector(".code-input").value.startsWith("blanks: two-ages")`)
	p.wait(`document.querySelector(".sample-text")?.textContent.includes("___1___")`)
	p.wait(`document.querySelector(".mark-summary").textContent === "No problems."`)
	p.shot("make-blanks")
	setText(p, "def twice(n):\n    total = n +\n    return total\n")
	p.wait(`document.querySelector(".mark-item .mark-place")?.textContent.startsWith("2:")`)
	setText(p, "def twice(n):\n    total = n + n\n    return total\n\nassert twice(2) == 4\nassert twice(-3) == -6\nassert twice(0) == 0\n")
	p.wait(`document.querySelector(".sample-text")?.textContent.includes("def twice")`)
	setText(p, "blanks: t\nsl")
	p.keys("o")
	p.wait(`document.querySelector(".code-list [aria-selected=true] .proposal-label")?.textContent === "slots"`)
	setText(p, "def twice(n):\n    total = n + n\n    return total\n\nassert twice(2) == 4\nassert twice(-3) == -6\nassert twice(1) == 2\n")
	p.wait(`document.querySelector(".sample-text:not(.old *)")?.textContent.includes("def twice")`)
	p.click("[data-do=play]")
	p.wait(`location.pathname === "/play" && document.body.textContent.includes("def twice")`)
}
