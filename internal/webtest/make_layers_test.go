package webtest_test

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// setSize lays an empty board of a size.
func setSize(p *tab, size string, nodes int) {
	p.t.Helper()
	p.wait(`document.querySelector(".make .layers-board")`)
	p.do(`const s = document.querySelector(".size-field"); s.value = %s; s.dispatchEvent(new Event("change"))`, size)
	p.wait(`document.querySelectorAll(".make .node").length === %s`, nodes)
}

// settled waits for a verdict: several, none or unique.
func settled(p *tab, verdict string) {
	p.t.Helper()
	p.wait(`document.querySelector(".verdict-` + verdict + `") && !document.querySelector(".verdict").classList.contains("old")`)
}

// give writes a digit into a cell of the board that is set.
func give(p *tab, cell, digit string) {
	p.t.Helper()
	p.click(`.make [data-node="` + cell + `"]`)
	p.keys(digit)
}

// TestMakeLayersPage: the board of a declared family is set: the verdict follows, with two solutions and their differences, the
// givens that clash, a clue that decides, and a puzzle made round what is given as one step of undo.
func TestMakeLayersPage(t *testing.T) {
	puztest.From(t, puztest.Whole)
	srv := newServer(t)
	p := newTab(t, srv.URL, 1280, 900)
	p.play("/make?kind=slitherlink")
	setSize(p, "3x3", 9)
	settled(p, "several")
	if js[int](p, `[...document.querySelectorAll(".two-solutions svg")].filter((s) => s.getBoundingClientRect().width > 80).length`) != 2 || js[int](p, `document.querySelectorAll(".letter").length`) == 0 {
		t.Error("the two solutions are not shown, or their differences have no letters")
	}
	p.shot("make-layers-two")

	// Of three clues two clash, and are framed; the third is not.
	give(p, "r1c1", "3")
	give(p, "r1c2", "3")
	give(p, "r2c1", "3")
	give(p, "r3c3", "1")
	settled(p, "none")
	frames := js[int](p, `document.querySelectorAll(".light.wrong").length`)
	if text := p.text(".verdict-none"); frames < 2 || frames > 3 || !strings.Contains(text, "cannot hold together") {
		t.Errorf("%d givens are framed: %s", frames, text)
	}
	p.shot("make-layers-none")

	// Back to one clue; the best clue is added until one solution is left.
	for range 3 {
		p.keys("z", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	}
	settled(p, "several")
	for n := 0; ; n++ {
		p.click("[data-do=best]")
		p.wait(`/excludes|decides/.test(document.querySelector(".make-side p[role=status]:last-child").textContent) && !document.querySelector("[data-do=best]").matches(":disabled, .x") || document.querySelector(".verdict-unique")`)
		p.wait(`!document.querySelector(".verdict").classList.contains("old")`)
		if js[bool](p, `!!document.querySelector(".verdict-unique")`) {
			break
		}
		if n == 9 {
			t.Fatal("ten best clues leave several solutions")
		}
	}
	p.wait(`/Class \d/.test(document.querySelector(".rated").textContent)`)
	p.shot("make-layers-unique")

	// Filling is one step of undo, and keeps what is mine.
	setSize(p, "5x5", 25)
	p.click("[data-do=blank]")
	give(p, "r2c2", "2")
	settled(p, "several")
	p.click("[data-do=fill]")
	settled(p, "unique")
	many := js[int](p, `document.querySelectorAll(".make .mk").length`)
	p.click("[data-do=undo]")
	p.wait(`document.querySelectorAll(".make .mk").length === 1`)
	if many < 3 {
		t.Errorf("filled up to %d givens", many)
	}
	p.click("[data-do=redo]")
	settled(p, "unique")
	p.click("[data-do=play]")
	p.wait(`location.pathname === "/play" && document.documentElement.dataset.ready === "true" && document.querySelector(".layers-board")`)
}

// TestMakeFillToClass: a board is filled up to a puzzle of the class that is chosen, with the mouse or with keys, round the clue that is given.
func TestMakeFillToClass(t *testing.T) {
	puztest.From(t, puztest.Whole)
	p := newTab(t, newServer(t).URL, 1280, 900)
	p.play("/make?kind=slitherlink")
	setSize(p, "5x5", 25)
	p.click("[data-do=blank]")
	give(p, "r2c2", "2")
	settled(p, "several")
	fill := func(class string) {
		t.Helper()
		p.wait(`document.querySelectorAll(".classes [aria-checked=true]").length === 1 && document.querySelector(".classes [aria-checked=true]").dataset.class === %s`, class)
		p.click("[data-do=fill]")
		settled(p, "unique")
		p.wait(`/Class \d/.test(document.querySelector(".rated").textContent)`)
		if text := p.text(".rated"); !strings.Contains(text, "Class "+class) {
			t.Errorf("filled to class %s, it is rated: %s", class, text)
		}
		p.click(`.make [data-node="r2c2"]`)
		if said := js[string](p, `document.activeElement.getAttribute("aria-label")`); !strings.HasSuffix(said, ": 2") {
			t.Errorf("my clue is not kept: %s", said)
		}
		p.shot("make-class-" + class)
	}
	p.click(`.classes [data-class="3"]`)
	fill("3")
	p.click("[data-do=undo]") // one step
	p.wait(`document.querySelectorAll(".make .mk").length === 1`)
	p.do(`document.querySelector('.classes [data-class="3"]').focus()`)
	p.keys(kb.ArrowLeft)
	fill("2")
}

// TestMakeNeeds: a puzzle of a rules file that somebody wrote can be asked to need a technique that the file names; a file without it offers it no longer.
func TestMakeNeeds(t *testing.T) {
	puztest.From(t, puztest.Whole)
	p := newTab(t, newServer(t).URL, 1280, 800)
	p.play("/make")
	p.wait(`document.querySelector(".make .layers-board")`)
	setText(p, countingRules)
	p.wait(`document.querySelector(".board-title").textContent === "Counting around" && [...document.querySelector("[data-do=needs]").options].some((o) => o.value === "full-house" && o.text === "full house")`)
	setSize(p, "4x4", 16)
	p.do(`const s = document.querySelector("[data-do=needs]"); s.value = "full-house"; s.dispatchEvent(new Event("change"))`)
	p.click("[data-do=one]")
	settled(p, "unique")
	p.shot("make-needs")
	id := js[string](p, `new URL(document.querySelector("[data-do=play]").href).searchParams.get("p")`)
	_, inst, err := families().Open(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if rating, err := inst.(puzzle.Rater).Rate(t.Context()); err != nil || rating.Named["full-house"] == 0 {
		t.Errorf("%s needs %v, %v", id, rating.Named, err)
	}
	setText(p, ownRules[0].text)
	p.wait(`document.querySelector(".board-title").textContent === %s && document.querySelector("[data-do=needs]").value === "" && ![...document.querySelector("[data-do=needs]").options].some((o) => o.value === "full-house")`, ownRules[0].title)
}

// TestMakeStale: while the rules cannot be read, the page says that the board is of the version before, and nothing is made or shared of it; a board
// that was found to have one solution says so to who plays it.
func TestMakeStale(t *testing.T) {
	puztest.From(t, puztest.Whole)
	p := newTab(t, newServer(t).URL, 1280, 800)
	p.play("/make")
	p.wait(`document.querySelector(".make .layers-board")`)
	setText(p, countingRules)
	p.wait(`document.querySelector(".board-title").textContent === "Counting around"`)
	setSize(p, "3x3", 9)
	p.click("[data-do=one]")
	settled(p, "unique")
	stale := `document.querySelector("[data-do=share]").closest("[inert]") && document.querySelector("[data-do=one]").closest("[inert]") && document.querySelector(".make .note:not([hidden])")?.textContent.includes("version before")`
	setText(p, strings.Replace(countingRules, "count(", "cuont(", 1))
	p.wait(stale)
	p.shot("make-stale")
	setText(p, countingRules)
	p.wait(`!document.querySelector(".make [inert]") && !document.querySelector(".make .note:not([hidden])")`)
	p.click("[data-do=play]")
	p.wait(`document.getElementById("claim")?.dataset.claim === "one"`)
}

// TestMakeUnreadable: a page that begins with rules that cannot be read speaks of no board of the version before.
func TestMakeUnreadable(t *testing.T) {
	puztest.From(t, puztest.Whole)
	p := newTab(t, newServer(t).URL, 1280, 800)
	p.play("/make")
	p.wait(`document.querySelector(".make .layers-board")`)
	setText(p, strings.Replace(countingRules, "count(", "cuont(", 1))
	p.wait(`document.querySelector(".make [inert]")`)
	p.play("/make")
	p.wait(`document.querySelector(".mark-summary").textContent && document.querySelector(".make [inert]")`)
	if js[bool](p, `!!document.querySelector(".make .note:not([hidden]), .make .layers-board")`) {
		t.Error("the page begins with rules that cannot be read, and speaks of a board of the version before")
	}
}

// TestMakeZoom: on a phone the first touch enlarges a board whose cells are too small for a finger, as where one plays, and a button brings the whole
// board back.
func TestMakeZoom(t *testing.T) {
	puztest.From(t, puztest.Whole)
	p := newTab(t, newServer(t).URL, 390, 844)
	p.phone(390, 844)
	p.play("/make?kind=slitherlink")
	setSize(p, "20x20", 400)
	p.do(`document.querySelector(".make .layers-board").scrollIntoView({block: "center", behavior: "instant"})`)
	p.tap(`.make .layers-board`)
	p.wait(`document.querySelector(".make .zoomed .layers-board") && Math.abs(document.querySelector(".make .node").getBoundingClientRect().width - 40) < 1`)
	p.shot("make-zoom")
	p.tap(`.make [data-do="whole"]`)
	p.wait(`!document.querySelector(".zoomed") && document.querySelector(".make .node").getBoundingClientRect().width < 28`)
}

// countingRules is a rules file that names a technique.
const countingRules = `version: 1
family: counting
title: {en: Counting around}
size: {rows: 3..20, cols: 3..20}
given: {number: {values: 0..8, some: true}}
find: {shade: {}}
rules:
  count: count(shade[x] for x in c.around) == number[c] for c in number
text:
  en: {count: "Not {number[c]} [cell|cells] around {c} [is|are] shaded."}
techniques:
  full-house:
    then: all(shade[x] for x in c.around) for c in number if number[c] == len(c.around)
    by: count
    weight: 1
    text: {en: "{c} has no more than {number[c]} [cell|cells] around it"}
`

// Three families that nobody has on file.
var ownRules = []struct{ name, title, text, size string }{
	{"two-a-line", "Two a line", `version: 1
family: two-a-line
title: {en: Two a line}
about: {en: Shade two cells in each row and column. A number counts the shaded cells around it.}
size: {rows: 3..10, cols: 3..10, usual: [4x4]}
given: {number: {values: 0..8, some: true}}
find: {shade: {}}
rules:
  line: count(shade[c] for c in l) == 2 for l in lines
  number: count(shade[x] for x in c.around) == number[c] for c in number
text:
  en: {line: "{l} does not have two shaded cells.", number: "{c} does not count its shaded neighbours."}
symmetries: [square]
`, "4x4"},
	{"climbers", "Climbers", `version: 1
family: climbers
title: {en: Climbers}
about: {en: Write 1 to the number of columns into each row and column, each once. Neighbours never differ by one.}
size: {side: 3..9, usual: [5x5]}
find: {digit: {values: 1..len(rows), given: true}}
rules:
  line: distinct(digit[c] for c in l) for l in lines
  climb: abs(digit[a] - digit[b]) != 1 for a, b in links
text:
  en: {line: "{l} has a number twice.", climb: "{a} and {b} differ by one."}
`, "5x5"},
	{"fence", "Fence", `version: 1
family: fence
title: {en: Fence}
about: {en: Draw one loop along the sides of cells. A cell with a star has exactly two of its sides drawn.}
size: {rows: 2..12, cols: 2..12, usual: [4x4]}
given: {star: {}}
find: {line: {at: edges}}
rules:
  star: count(line[e] for e in c.edges) == 2 for c in star
  loop: loop(line)
text:
  en: {star: "{c} does not have two sides drawn.", loop: The lines are not one loop.}
`, "4x4"},
}

// TestMakeRulesPage: three rules files are written in the workbench; what is wrong is marked, words are proposed, the board stands beside;
// a puzzle is made, shared with its rules and played by somebody else.
func TestMakeRulesPage(t *testing.T) {
	puztest.From(t, puztest.Whole)
	srv := newServer(t)
	p := newTab(t, srv.URL, 1440, 900)
	p.play("/make")
	p.wait(`document.querySelector(".code-input").value.includes("family: my-family")`)
	p.wait(`document.querySelector(".make .layers-board")`)
	links := map[string]string{}
	for _, own := range ownRules {
		// A mistake is marked where it is, and mended by a click.
		setText(p, strings.Replace(own.text, "count(", "cuont(", 1))
		if strings.Contains(own.text, "count(") {
			p.wait(`document.querySelector(".mark-item.error .small-btn")`)
			p.shot("make-rules-marks-" + own.name)
			p.click(".mark-item.error .small-btn")
		}
		p.wait(`document.querySelector(".mark-summary").textContent.startsWith("No problems") || document.querySelector(".mark-summary").classList.contains("good")`)
		p.wait(`document.querySelector(".board-title").textContent === %s`, own.title)
		setSize(p, own.size, int(own.size[0]-'0')*int(own.size[2]-'0'))
		p.click("[data-do=blank]")
		p.wait(`document.querySelector(".verdict .panel") && !document.querySelector(".verdict").classList.contains("old")`)
		p.click("[data-do=one]")
		settled(p, "unique")
		p.wait(`/Class \d/.test(document.querySelector(".rated").textContent)`)
		p.shot("make-rules-" + own.name)
		p.click("[data-do=share]")
		p.wait(`document.querySelector("[data-link=whole]")?.value.includes("/play?p=own")`)
		links[own.name] = js[string](p, `document.querySelector("[data-link=whole]").value`)
		p.do(`document.querySelector("dialog").close()`)
	}

	// Words of the language and names of the file are proposed.
	setText(p, ownRules[0].text+"  more: count(sha")
	p.do(`const e = document.querySelector(".code-input"); e.value = e.value.replace("more: count(sha", ""); e.setSelectionRange(e.value.indexOf("rules:") + 7, e.value.indexOf("rules:") + 7); document.execCommand("insertText", false, "  more: count(sha")`)
	p.keys("d")
	p.wait(`document.querySelector(".code-list [aria-selected=true] .proposal-label")?.textContent === "shade"`)
	p.keys(kb.Escape)

	// Somebody else opens the link, which holds the rules: the puzzle is played to its end.
	for _, own := range ownRules {
		link := links[own.name]
		q := newTab(t, srv.URL, 1280, 900)
		q.play(link[strings.Index(link, "/play?p="):])
		q.wait(`document.querySelector(".layers-board")`)
		for _, m := range winning(t, js[string](q, `new URLSearchParams(location.search).get("p")`)) {
			q.layerByPointer(m, func(points ...float64) { q.mouseAlong(input.MouseButtonLeft, points...) })
		}
		q.solved()
		q.shot("make-rules-played-" + own.name)
	}
}
