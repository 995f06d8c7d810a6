package webtest_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/web"
)

// act presses a button of the tool bar, or one in a panel.
func (p *tab) act(name string) {
	p.t.Helper()
	p.click(fmt.Sprintf(`[data-do="%s"]`, name))
}

// menu presses an entry behind "More".
func (p *tab) menu(name string) {
	p.t.Helper()
	p.act("menu")
	p.act(name)
}

// write selects a cell and types a symbol.
func (p *tab) write(cell, symbol string) {
	p.t.Helper()
	p.click(`[data-cell="` + cell + `"]`)
	p.keys(symbol)
}

func (p *tab) value(cell string) string {
	p.t.Helper()
	return js[string](p, `document.querySelector(%s).querySelector(".value")?.textContent ?? ""`, `[data-cell="`+cell+`"]`)
}

func (p *tab) expect(cell, want string) {
	p.t.Helper()
	if got := p.value(cell); got != want {
		p.t.Errorf("%s shows %q, not %q", cell, got, want)
	}
}

func (p *tab) noted(pattern string) {
	p.t.Helper()
	p.wait(`new RegExp(%s).test(document.getElementById("note").textContent)`, pattern)
}

// easy4 is a 4x4 puzzle with one solution:
//
//	1 2 | 3 4
//	3 4 | 1 2
//	2 1 | 4 3
//	4 3 | 2 1
const easy4 = "sudoku:4x4:1..434.2..4.4.21"

// TestUndoSaveTrial: undo and redo without end, branches, save points and trials, all kept over a reload.
func TestUndoSaveTrial(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t).URL, 1200, 850)
	p.play(path("sudoku:4x4#1"))
	cells, symbols := placements(t, "sudoku:4x4#1")
	name := func(i int) string { return fmt.Sprintf("r%dc%d", cells[i][0], cells[i][1]) }
	p.write(name(0), symbols[0])
	p.write(name(1), symbols[1])
	p.expect(name(1), symbols[1])
	p.act("undo")
	p.expect(name(1), "")
	p.act("undo")
	p.expect(name(0), "")
	p.act("redo")
	p.act("redo")
	p.expect(name(1), symbols[1])
	p.keys("z", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.expect(name(1), "")
	p.keys("y", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.expect(name(1), symbols[1])

	p.menu("save")
	p.wait(`document.querySelector("#save-name")`)
	p.keys("before the trial")
	p.keys(kb.Enter)
	p.noted("before the trial")

	p.act("trial")
	p.wait(`document.body.classList.contains("in-trial")`)
	p.write(name(2), symbols[2])
	p.wait(`document.querySelector(%s).classList.contains("tried")`, `[data-cell="`+name(2)+`"]`)
	p.act("reject")
	p.expect(name(2), "")
	p.act("undo") // even what was taken back comes back
	p.expect(name(2), symbols[2])
	p.act("redo")
	p.act("trial")
	p.write(name(2), symbols[2])
	p.act("accept")
	p.wait(`!document.body.classList.contains("in-trial")`)
	p.expect(name(2), symbols[2])
	p.shot("saves")

	p.menu("saves")
	p.click(`dialog .plain button`)
	p.expect(name(2), "")
	p.expect(name(1), symbols[1])
	p.wait(`document.getElementById("save-status").dataset.state === "saved"`)

	p.play(path("sudoku:4x4#1"))
	p.noted("Continued")
	p.expect(name(1), symbols[1])
	p.act("undo")
	p.expect(name(1), "")
}

// TestTrialsInTrials: each trial that is begun inside another has a colour and a dash of its own, on the board, in its bar and in words; what
// is kept is then the outer trial's, and what is taken back leaves the outer trial as it was.
func TestTrialsInTrials(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	srv := newServer(t)
	p := newTab(t, srv.URL, 1200, 850)
	p.play(path("sudoku:4x4#1"))
	cells, symbols := placements(t, "sudoku:4x4#1")
	name := func(i int) string { return fmt.Sprintf("r%dc%d", cells[i][0], cells[i][1]) }
	tried := func(i, trial int) {
		t.Helper()
		p.wait(`(document.querySelector(%s).dataset.tried || "0") === %s`, `[data-cell="`+name(i)+`"]`, fmt.Sprint(trial))
		said := js[string](p, `document.querySelector(%s).getAttribute("aria-label")`, `[data-cell="`+name(i)+`"]`)
		if strings.Contains(said, fmt.Sprintf("trial %d", trial)) != (trial > 0) {
			t.Errorf("a cell of trial %d is said as %q", trial, said)
		}
	}
	colours := func(list string) []string {
		return js[[]string](p, `[...new Set([...document.querySelectorAll(%s)].map((e) => getComputedStyle(e).color + getComputedStyle(e).textDecorationLine + getComputedStyle(e).textDecorationStyle))]`, list)
	}
	p.act("trial")
	p.write(name(0), symbols[0])
	p.act("trial")
	p.write(name(1), symbols[1])
	p.do(`document.activeElement.blur()`)
	p.keys("T", chromedp.KeyModifiers(chromedp.ModifierAlt|chromedp.ModifierShift))
	p.wait(`document.querySelectorAll(".trial-step").length === 3`)
	p.write(name(2), symbols[2])
	p.act("trial")
	p.write(name(3), symbols[3])
	for i := range 4 {
		tried(i, i+1)
	}
	if got := colours(".trial-step"); len(got) != 4 {
		t.Errorf("four trials have the colours %v in their bar", got)
	}
	if got := colours(".cell.tried .value"); len(got) != 4 {
		t.Errorf("four trials have the colours and lines %v on the board", got)
	}
	p.shot("trials-grid")
	p.act("reject")
	p.expect(name(3), "")
	p.act("accept") // the third is now part of the second
	tried(2, 2)
	p.wait(`document.querySelectorAll(".trial-step").length === 2 && document.body.dataset.tried === "2"`)
	p.act("reject")
	p.expect(name(1), "")
	p.expect(name(2), "")
	tried(0, 1)
	p.act("accept")
	tried(0, 0)
	p.expect(name(0), symbols[0])
	p.wait(`!document.body.classList.contains("in-trial")`)

	// The lines of a declared family are dashed apart, too.
	q := newTab(t, srv.URL, 1200, 850)
	q.play(path(layered["edge"]))
	marks := winning(t, layered["edge"])
	for i := range 3 {
		q.act("trial")
		q.layerByPointer(marks[i], func(points ...float64) { q.mouseAlong(input.MouseButtonLeft, points...) })
		q.wait(`document.querySelectorAll(".mk.tried").length === %s`, i+1)
	}
	if got := js[[]string](q, `[...new Set([...document.querySelectorAll(".mk.tried line")].map((e) => getComputedStyle(e).stroke + getComputedStyle(e).strokeDasharray))]`); len(got) != 3 {
		t.Errorf("lines of three trials look %v", got)
	}
	q.shot("trials-edge")
	q.act("accept")
	q.wait(`document.querySelectorAll('.mk.tried[data-tried="2"]').length === 2`)
	q.act("reject")
	q.wait(`document.querySelectorAll(".mk.tried").length === 1`)

	// The marks of a logic grid.
	z := newTab(t, srv.URL, 1200, 850)
	z.play(path("zebra:3x3#1"))
	for i := range 2 {
		z.act("trial")
		z.do(`document.querySelectorAll(".mark:not([class*=cross]):not([class*=tick])")[0].focus()`)
		z.keys("x")
		z.wait(fmt.Sprintf(`document.querySelector('.mark.tried[data-tried="%d"]')?.getAttribute("aria-label").includes("trial %d")`, i+1, i+1))
	}
	z.shot("trials-lineup")
}

// TestHelp: the check, hints in stages, "why is this wrong", the way back before the first mistake.
func TestHelp(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	const id = "sudoku:9x9#1"
	p := newTab(t, newServer(t).URL, 1280, 950)
	p.play(path(id))
	cells, symbols := placements(t, id)
	name := func(i int) string { return fmt.Sprintf("r%dc%d", cells[i][0], cells[i][1]) }
	other := func(s string) string { return string('1' + (s[0]-'1'+1)%9) }

	p.write(name(0), symbols[0])
	p.act("check")
	p.noted("right so far")
	p.write(name(1), other(symbols[1]))
	p.write(name(2), symbols[2])
	p.write(name(3), other(symbols[3]))
	p.act("check")
	p.wait(`/2 marks are wrong/.test(document.getElementById("hint").textContent)`)
	p.act("show-mistakes")
	p.wait(`document.querySelectorAll(".cell.wrong").length === 2`)
	p.shot("mistakes")
	p.click(`[data-cell="` + name(1) + `"]`)
	p.menu("why")
	p.wait(`document.querySelector("#hint .reason")?.textContent.length > 10`)
	p.shot("why")
	p.menu("beforeMistake")
	p.noted("first mistake")
	p.expect(name(0), symbols[0])
	for i := 1; i <= 3; i++ {
		p.expect(name(i), "")
	}
	p.act("redo")
	p.expect(name(1), other(symbols[1])) // nothing is lost
	p.act("undo")

	p.act("hint")
	p.wait(`/Look /.test(document.getElementById("hint").textContent) && !document.querySelector("#hint strong")`)
	p.act("more")
	p.wait(`document.querySelector("#hint strong")?.textContent`)
	p.act("more")
	p.wait(`document.querySelector("#hint .reason") && document.querySelector(".cell.effect, .cand.effect")`)
	p.shot("hint")
	before := len(p.events())
	p.act("apply")
	p.wait(`document.getElementById("hint").hidden`)
	if after := len(p.events()); after != before+1 {
		t.Errorf("applying a hint makes %d events", after-before)
	}
	p.act("check")
	p.noted("right so far")
	p.click(`[data-cell="` + name(0) + `"]`)
	p.menu("why")
	p.noted("nothing is wrong")
}

// TestPath: the whole solution path forth and back, without a trace in the game.
func TestPath(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, newServer(t).URL, 1280, 950)
	p.play(path("sudoku:6x6#1"))
	p.menu("path")
	p.wait(`/Step 0 of/.test(document.getElementById("hint").textContent)`)
	p.act("path-next")
	p.act("path-next")
	p.wait(`/Step 2 of/.test(document.getElementById("hint").textContent)`)
	p.act("path-back")
	p.wait(`/Step 1 of/.test(document.getElementById("hint").textContent)`)
	p.shot("path")
	p.do(`const r = document.querySelector("#hint input"); r.value = r.max; r.dispatchEvent(new Event("input"))`)
	p.wait(`/Solved/.test(document.getElementById("hint").textContent) && [...document.querySelectorAll(".cell")].every((c) => c.querySelector(".value"))`)
	p.act("close-hint")
	p.wait(`[...document.querySelectorAll(".cell:not(.given)")].every((c) => !c.querySelector(".value"))`)
	if n := len(p.events()); n != 0 {
		t.Errorf("looking at the path made %d events", n)
	}
}

// TestModes: corner, centre and colour marks on several cells at once, candidates, conflicts, and their switches.
func TestModes(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, newServer(t).URL, 1200, 850)
	p.play(path("sudoku:9x9:" + strings.Repeat(".", 79) + "12"))
	p.drag(`[data-cell="r1c1"]`, `[data-cell="r1c2"]`, `[data-cell="r1c3"]`, `[data-cell="r2c3"]`)
	p.wait(`document.querySelectorAll(".cell.selected").length === 4`)
	p.keys("3", chromedp.KeyModifiers(chromedp.ModifierShift))
	p.wait(`document.querySelectorAll(".corners").length === 4`)
	p.keys("4", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.wait(`document.querySelectorAll(".centre").length === 4`)
	p.click(`[data-mode="colour"]`)
	p.click(`.key[data-symbol="2"]`)
	p.wait(`document.querySelectorAll(".cell .tint-2").length === 4`)
	p.click(`[data-mode="digit"]`)
	p.click(`[data-cell="r5c5"]`)
	p.keys("7")
	p.click(`[data-cell="r5c6"]`)
	p.keys("7")
	p.wait(`document.querySelectorAll(".cell.conflict").length === 2`)
	p.shot("modes")
	p.click("#open-settings")
	p.click("dialog .toggle input")
	p.keys(kb.Escape)
	p.wait(`document.querySelectorAll(".cell.conflict").length === 0`)
	p.click(`[data-cell="r5c6"]`)
	p.keys(kb.Backspace)
	p.click(`[data-key="auto"]`)
	p.wait(`document.querySelector('[data-cell="r9c1"] .cands')`)
	if got := js[string](p, `document.querySelector('[data-cell="r9c1"] .cands').textContent`); got != "3456789" {
		t.Errorf("candidates of r9c1: %s", got)
	}
	p.click(`[data-mode="centre"]`)
	p.click(`[data-cell="r9c1"]`)
	p.keys("9") // a candidate is struck, and the family's state knows
	p.wait(`document.querySelector('[data-cell="r9c1"] .cands').textContent === "345678" && quandary.ctx.moves().includes("r9c1-9")`)
	p.shot("candidates")
	p.keys("a", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.wait(`document.querySelectorAll(".cell.selected").length === 81`)
}

// TestTimer: the clock runs, pauses, hides, and is kept.
func TestTimer(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, newServer(t).URL, 1200, 850)
	p.play(path(easy4))
	p.write("r1c2", "2")
	p.wait(`document.querySelector(".timer-face").textContent === "0:01"`)
	p.act("timer")
	p.wait(`document.body.classList.contains("paused")`)
	p.wait(`quandary.ctx.game.record.events.some((e) => e.t === "timer" && e.s >= 1)`)
	p.act("timer")
	p.wait(`!document.body.classList.contains("paused")`)
	p.click("#open-settings")
	p.click("dialog .toggle:last-child input")
	p.keys(kb.Escape)
	p.wait(`document.querySelector(".timer-face").hidden`)
}

// TestShare is check 18: a link to a puzzle and one to a game; whoever opens it gets a copy that overwrites nothing.
func TestShare(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	srv := newServer(t)
	p := newTab(t, srv.URL, 1200, 900)
	p.play(path(easy4))
	p.write("r1c2", "2")
	p.menu("share")
	p.act("share-game")
	p.wait(`document.querySelector(".qr")?.complete && document.querySelector(".qr").naturalWidth > 0`)
	p.shot("share")
	link := js[string](p, `document.querySelector(".share-result input").value`)
	p.act("share-puzzle")
	p.wait(`document.querySelector(".share-result input") && document.querySelector(".share-result input").value !== %s`, link)
	bare := js[string](p, `document.querySelector(".share-result input").value`)
	p.keys(kb.Escape)

	friend := newTab(t, srv.URL, 1200, 900)
	at := strings.TrimPrefix(link, srv.URL)
	if at == link {
		t.Fatalf("the link %s is not at %s", link, srv.URL)
	}
	friend.play(at)
	friend.expect("r1c2", "2")
	friend.write("r1c3", "3")
	friend.wait(`document.getElementById("save-status").dataset.state === "saved"`)
	friend.play(at)
	friend.expect("r1c3", "3") // the copy goes on
	friend.play(strings.TrimPrefix(bare, srv.URL))
	friend.expect("r1c2", "")

	p.play(path(easy4))
	p.expect("r1c2", "2")
	p.expect("r1c3", "")
	p.play(at) // one's own link is a copy too
	p.write("r1c3", "1")
	p.wait(`document.getElementById("save-status").dataset.state === "saved"`)
	p.visit("/")
	p.wait(`document.querySelectorAll("#continue .game").length === 2`)
}

// TestFiles: print view, PDF, export.
func TestFiles(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t).URL, 1200, 900)
	p.play(path(easy4))
	p.menu("export")
	p.click(`[data-format="line"]`)
	p.wait(`/^1..434/.test(document.querySelector("dialog textarea").value)`)
	p.keys(kb.Escape)
	p.do(`window.saved = []; URL.createObjectURL = (b) => { saved.push(b); return "data:,"; }`)
	p.menu("pdf")
	p.wait(`saved.length === 1 && saved[0].type === "application/pdf" && saved[0].size > 500`)
	p.visit("/print?answers=1&p=" + url.QueryEscape(easy4))
	p.wait(`document.querySelectorAll(".sheet svg").length === 2`)
	p.shot("print")
}

// TestGallery: a puzzle of each family is made, the puzzle of the day opened, one's own imported, a game gone on with.
func TestGallery(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, newServer(t).URL, 1280, 900)
	p.visit("/")
	p.wait(`document.querySelectorAll(".tile").length >= 100 && document.querySelectorAll(".daily").length === 4`)
	p.shot("gallery")
	for _, family := range []string{"sudoku", "fillomino", "zebra"} {
		p.visit("/")
		p.click("#family-" + family)
		p.wait(`document.querySelector("dialog.kind-sheet form")`)
		p.do(`const f = document.querySelector('form[data-family="` + family + `"]'); f.elements.params.value = {sudoku: "4x4", fillomino: "5x5", zebra: "3x3"}["` + family + `"]`)
		p.click(`form[data-family="` + family + `"] .big`)
		p.wait(`location.pathname === "/play" && document.documentElement.dataset.ready`)
	}
	// Without the sheet, the family's own page does the same.
	p.visit("/kind/masyu")
	p.do(`document.querySelector('[name="class"][value="4"]').click()`)
	p.wait(`document.querySelector(".means").textContent.startsWith("Hold two rules against each other")`)
	p.do(`document.querySelector('[name="class"][value="7"]').click()`)
	p.wait(`document.querySelector(".means").textContent.startsWith("Take cases apart")`)
	p.do(`document.querySelector('[name="class"][value=""]').click()`)
	p.do(`document.querySelector('[name="params"][value="10x10"]').click()`)
	p.wait(`document.querySelector(".today").search === "?params=10x10"`)
	p.click(".new-game .big")
	p.wait(`location.pathname === "/play" && document.documentElement.dataset.ready`)
	p.visit("/d/2026-11-01/sudoku")
	p.wait(`location.search.includes("20261101") && document.documentElement.dataset.ready`)
	p.visit("/?day=2026-11-01")
	p.click(`.daily[data-length="short"] a`)
	p.wait(`location.search.includes("daily=short") && document.documentElement.dataset.ready`)
	p.visit("/")
	p.do(`document.getElementById("import-text").value = "1..434.2..4.4.21"`)
	p.click("#import [type=submit]")
	p.wait(`location.pathname === "/play" && document.documentElement.dataset.ready`)
	p.write("r1c2", "2")
	p.wait(`document.getElementById("save-status").dataset.state === "saved"`)
	p.visit("/")
	p.click("#continue .game")
	p.wait(`document.documentElement.dataset.ready`)
	p.expect("r1c2", "2")
	// A browser that has forgotten its games finds them by its cookie. It forgets them on a page where no game is open: one that is left writes
	// its clock down, and is on this device again.
	p.visit("/")
	p.do(`localStorage.clear()`)
	p.visit("/")
	p.wait(`document.querySelector('#continue .game[href^="/g/"]')`)
	p.click("#continue .game")
	p.wait(`document.documentElement.dataset.ready`)
	p.expect("r1c2", "2")
}

// TestMaking: the page of a puzzle that takes long to make goes on to it by itself, keeps its address, and says why where there is none.
func TestMaking(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, limitedServer(t, web.Limits{Page: time.Nanosecond}).URL, 390, 844)
	p.play("/play?p=sudoku:4x4%231")
	if at := js[string](p, `location.search`); at != "?p=sudoku:4x4%231" || js[int](p, `document.querySelectorAll(".grid-frame").length`) != 1 {
		t.Errorf("the page has become %s", at)
	}
	p.quiet = true // the browser reports the refused call
	p.visit("/play?p=nonsense")
	p.wait(`document.querySelector("#making[role=alert]")?.textContent.includes("nonsense") && document.querySelector("#making [data-do=again]")`)
	p.shot("making-failed")
}

// TestFindKind: the best known kinds come first; a search, a group and "New to me" leave some of them, "Surprise me" opens one of these.
func TestFindKind(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t).URL, 1280, 900)
	p.visit("/")
	p.do(`localStorage.setItem("quandary.diary", JSON.stringify({solves: [{id: "a", k: "masyu", p: "6x6", c: "", s: 60, h: 0, at: 1}]}))`)
	p.visit("/")
	p.wait(`[...document.querySelectorAll("#group-lines .tile")].slice(0, 2).map((e) => e.id).join() === "family-slitherlink,family-masyu"`)
	p.wait(`document.querySelector("#family-masyu .tile-solved").textContent === "✓ 1"`)
	shown := `[...document.querySelectorAll(".tiles > li")].filter((e) => !e.hidden).map((e) => e.firstChild.id)`
	all := js[int](p, shown+`.length`)
	p.wait(`document.getElementById("new-to-me").textContent.endsWith(" ` + fmt.Sprint(all-1) + `")`)
	p.click("#new-to-me")
	p.wait(shown + `.length === ` + fmt.Sprint(all-1) + ` && !` + shown + `.includes("family-masyu")`)
	p.click("#new-to-me")
	p.do(`const f = document.getElementById("find-kind"); f.value = "masyu"; f.dispatchEvent(new Event("input"))`)
	p.wait(shown + `.includes("family-masyu") && ` + shown + `.length < 5`)
	if text := js[string](p, `[...document.querySelectorAll(".kind-group:not([hidden])")].map((g) => g.querySelectorAll("li:not([hidden])").length + " kinds " + g.querySelector("h3 .small").textContent).filter((x) => { const [n, , m] = x.split(" "); return n !== m }).join("; ")`); text != "" {
		t.Errorf("groups of which a part is shown say %s", text)
	}
	p.do(`const f = document.getElementById("find-kind"); f.value = ""; f.dispatchEvent(new Event("input"))`)
	p.click(`.chip[data-group="sentences"]`)
	p.click("#surprise")
	p.wait(`["zebra", "cards", "worded", "blanks"].includes(document.querySelector("dialog.kind-sheet form")?.dataset.family)`)
	// Of many open games the latest are shown; all of them when that is asked for.
	p.do(`for (let i = 1; i < 10; i++) localStorage.setItem("quandary.game.g" + i, JSON.stringify({id: "g" + i, puzzle: "sudoku:4x4#" + i, title: "Game " + i, updated: i, seconds: i, synced: 0, events: [{}]}))`)
	p.visit("/")
	p.wait(`document.querySelectorAll("#continue .game").length === 5`)
	p.click("#continue li:last-child button")
	p.wait(`document.querySelectorAll("#continue .game").length === 9 && document.activeElement.textContent.startsWith("Game 4")`)
}

// TestOffline: once opened, a puzzle is played without the server; what was done is sent when it is back.
func TestOffline(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	inner := newServer(t)
	var down atomic.Bool
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if down.Load() {
			panic(http.ErrAbortHandler)
		}
		inner.Config.Handler.ServeHTTP(w, r)
	}))
	t.Cleanup(srv.Close)
	p := newWorkerTab(t, srv.URL, 1000, 800)
	p.quiet = true // the network is away
	p.play(path(easy4))
	p.wait(`navigator.serviceWorker.controller`)
	p.wait(`caches.has("pages").then((x) => { window.kept = x })`)
	p.play(path(easy4))
	p.write("r1c2", "2")
	p.wait(`document.getElementById("save-status").dataset.state === "saved"`)
	down.Store(true)
	p.play(path(easy4))
	p.expect("r1c2", "2")
	cells, symbols := placements(t, easy4)
	for i, c := range cells {
		p.write(fmt.Sprintf("r%dc%d", c[0], c[1]), symbols[i])
		if i == 3 {
			break
		}
	}
	p.wait(`document.getElementById("save-status").dataset.state === "offline"`)
	p.act("hint")
	p.wait(`/cannot be reached/.test(document.getElementById("hint").textContent)`)
	p.wait(`document.querySelector('#hint [data-do="again"]')`)
	p.shot("offline")
	p.visit("/")
	p.wait(`document.querySelector(".brand") || document.querySelector("h1")`) // the gallery was never opened: the page says so
	down.Store(false)
	p.play(path(easy4))
	p.wait(`quandary.ctx.game.record.synced === quandary.ctx.game.record.events.length && quandary.ctx.game.record.events.length >= 4`)
}

// TestHostile: markup in labels, names and ids stays text.
func TestHostile(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	srv := newServer(t)
	p := newTab(t, srv.URL, 1200, 900)
	p.quiet = true // bad ids are answered with errors
	const evil = `<img src=x onerror="window.pwned=1">`
	zebra := "categories:\n  name: ['<b>a</b>', 'b', '</script><script>window.pwned=1</script>']\n" +
		"  '" + evil + "': [cat, dog, '\"onmouseover=\"window.pwned=1']\nclues:\n  - is: ['<b>a</b>', cat]\n  - is: [b, dog]\n"
	p.visit("/")
	id := js[string](p, `fetch("/api/v1/import", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ text: %s }) })
		.then((r) => r.json()).then((v) => (v.entries && v.entries[0].puzzle) || JSON.stringify(v))`, zebra)
	if !strings.HasPrefix(id, "zebra:") {
		t.Fatalf("the hostile puzzle is not read: %s", id)
	}
	clean := func(where string) {
		t.Helper()
		if js[bool](p, `!!window.pwned || !!document.querySelector("main img:not([src^='/static/'], [src^='/d/']), main b") || document.querySelectorAll("script:not([src]):not([type='application/json'])").length > 0`) {
			t.Errorf("%s: markup of a puzzle became part of the page", where)
		}
	}
	p.play(path(id))
	p.wait(`document.body.textContent.includes("<b>a</b>")`)
	clean("play")
	p.act("hint")
	p.wait(`!document.getElementById("hint").hidden`)
	p.act("more")
	clean("hint")
	p.menu("save")
	p.wait(`document.querySelector("#save-name")`)
	p.do(`document.querySelector("#save-name").value = ` + fmt.Sprintf("%q", evil))
	p.keys(kb.Enter)
	p.noted("img src")
	p.menu("saves")
	clean("saves")
	p.visit("/print?p=" + url.QueryEscape(id))
	clean("print")
	p.visit("/")
	p.do(`document.getElementById("import-text").value = ` + fmt.Sprintf("%q", "\n"+evil+"\n"+evil))
	p.click("#import [type=submit]")
	p.wait(`document.getElementById("import-result").textContent.length > 10 && !/Working/.test(document.getElementById("import-result").textContent)`)
	clean("import")
	for _, at := range []string{"/play?p=" + url.QueryEscape("sudoku:"+evil), "/" + evil, "/g/" + url.PathEscape(evil), "/s/" + url.PathEscape(evil), "/print?p=" + url.QueryEscape(evil), "/?day=" + url.QueryEscape(evil) + "&lang=" + url.QueryEscape(evil)} {
		p.visit(at)
		clean(at)
	}
}
