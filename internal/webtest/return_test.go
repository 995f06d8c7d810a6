package webtest_test

import (
	"encoding/base64"
	"fmt"
	"image/png"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// clock makes a tab's pages believe that it is noon of a day, whatever the machine says.
func (p *tab) clock(at string) {
	p.t.Helper()
	command(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `(() => {
		const real = Date, shift = new real(` + "`" + at + "`" + `).getTime() - real.now();
		window.Date = class extends real { constructor(...a) { a.length ? super(...a) : super(real.now() + shift); } static now() { return real.now() + shift; } };
	})()`})
}

// solve plays a grid of the puzzle that is open to the end.
func (p *tab) solve(id string) {
	p.t.Helper()
	var moves []string
	cells, symbols := placements(p.t, id)
	for i, c := range cells {
		moves = append(moves, fmt.Sprintf("r%dc%d=%s", c[0], c[1], symbols[i]))
	}
	p.do(`for (const m of %s) quandary.ctx.act({ t: "move", m })`, moves)
	p.solved()
}

// TestNext is check 14: when a puzzle is solved, Enter opens the next of the same kind, size and class.
func TestNext(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, newServer(t).URL, 1280, 800)
	const id = "sudoku:4x4#1"
	p.play(path(id, "&class=easy"))
	p.solve(id)
	p.wait(`document.activeElement.dataset.do === "next" && /Next Sudoku · Easy/.test(document.activeElement.textContent)`)
	p.shot("solved-desktop")
	p.wait(`document.querySelector('[data-do="harder"]')`)
	p.do(`addEventListener("unload", () => {})`) // such a page is not kept: Back loads it anew
	p.keys(kb.Enter)
	p.wait(`location.pathname === "/play" && !/%231/.test(location.search) && document.documentElement.dataset.ready === "true"`)
	if got := js[string](p, `quandary.ctx.play.family + " " + quandary.ctx.play.params + " " + new URLSearchParams(location.search).get("class")`); got != "sudoku 4x4 easy" {
		t.Errorf("the next is %s", got)
	}
	// Back comes to the game that was solved, and not to a fresh board.
	p.do(`history.back()`)
	p.wait(`/%231/.test(location.search) && document.documentElement.dataset.ready === "true" && document.querySelector('#solved:not([hidden]) [data-do="harder"]')`)
}

// TestSolvedLeaves is check 15, and the statistics: solved games leave Continue and stand in the diary.
func TestSolvedLeaves(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, newServer(t).URL, 1280, 800)
	p.play(path(easy4))
	p.solve(easy4)
	p.play(path("sudoku:4x4#2"))
	cells, symbols := placements(t, "sudoku:4x4#2")
	p.write(fmt.Sprintf("r%dc%d", cells[0][0], cells[0][1]), symbols[0])
	p.wait(`document.getElementById("save-status").dataset.state === "saved"`)
	p.visit("/")
	p.wait(`document.querySelectorAll("#continue .game").length === 1`)
	p.wait(`document.querySelector("#family-sudoku .tile-solved")?.textContent === "✓ 1"`)
	p.visit("/days")
	p.wait(`document.querySelectorAll("#stats tbody tr").length === 1 && document.querySelector("#stats .spread i")`)
	p.shot("days")
	for _, size := range phones {
		p.phone(size[0], size[1])
		if wide := js[float64](p, `document.querySelector("#stats tbody tr").getBoundingClientRect().width`); wide < 200 {
			t.Errorf("%v: the statistics are %v px wide", size, wide)
		}
	}
}

// TestSharing is checks 16 and 17: what is shared holds no given and no solution, and the pictures are made in the browser.
func TestSharing(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, newServer(t).URL, 1280, 800)
	const id = "sudoku:6x6#1"
	p.play(path(id))
	p.do(`window.saved = []; URL.createObjectURL = new Proxy(URL.createObjectURL, { apply: (f, self, [b]) => { saved.push(b); return f.call(self, b); } });
		Object.defineProperty(navigator, "clipboard", { value: { writeText: async (s) => { window.copied = s; } } })`)
	p.solve(id)
	// What a game and its end ask for by themselves comes before the counting: the digest, the class, and the next puzzle of that class.
	p.wait(`quandary.ctx.game.record.digest && quandary.ctx.game.record.class && !document.querySelector('[data-do="next"]').hasAttribute("aria-busy")`)
	p.saved()
	p.do(`window.asked = 0; window.fetch = new Proxy(fetch, { apply: (f, self, a) => { asked++; window.askedFor = String(a[0]); return f.apply(self, a); } })`)
	p.act("share-text")
	p.wait(`window.copied`)
	text := js[string](p, `copied`)
	if lines := strings.Split(text, "\n"); len(lines) != 3 || len([]rune(lines[1])) != 10 || !strings.Contains(lines[0], "Sudoku") {
		t.Errorf("the text is %q", text)
	}
	if strings.ContainsAny(strings.ReplaceAll(strings.SplitN(text, "\n", 2)[0], "6×6", ""), "23456789") || strings.Contains(text, "play?p=") {
		t.Errorf("the text holds numbers or the puzzle: %q", text)
	}
	p.act("share-picture")
	p.wait(`saved.some((b) => b.type === "image/png")`)
	p.act("share-svg")
	p.wait(`saved.filter((b) => b.type === "image/svg+xml").length >= 2`)
	data := js[string](p, `(async () => { const b = new Uint8Array(await saved.find((b) => b.type === "image/png").arrayBuffer()); let s = ""; for (const x of b) s += String.fromCharCode(x); return btoa(s); })()`)
	img, err := png.Decode(base64.NewDecoder(base64.StdEncoding, strings.NewReader(data)))
	if err != nil || img.Bounds().Dx() != 1200 || img.Bounds().Dy() != 630 {
		t.Fatalf("the picture: %v", err)
	}
	svg := js[string](p, `saved.find((b) => b.type === "image/svg+xml").text()`)
	if bad := js[string](p, `(() => { const d = new DOMParser().parseFromString(%s, "image/svg+xml"); return d.querySelector("parsererror")?.textContent || [...d.querySelectorAll("text")].map((e) => e.textContent).filter((s) => /^\d$/.test(s)).join() })()`, svg); bad != "" {
		t.Errorf("the drawing: %s", bad)
	}
	if n := js[int](p, `asked`); n != 0 {
		t.Errorf("%d requests were sent for sharing, the last for %s", n, js[string](p, `askedFor`))
	}
	p.run(chromedp.Navigate("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(svg))))
	p.shot("share-picture")
}

// TestStreak is check 19, with the rules of the streak: six solved days and a missed one keep it, two missed end it.
func TestStreak(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, newServer(t).URL, 1000, 800)
	p.visit("/days")
	bad := js[[]string](p, `(async () => {
		const d = await import("/static/diary.js");
		const days = (...list) => Object.fromEntries(list.map((x) => ["2026-11-" + String(x).padStart(2, "0"), { short: 1 }]));
		const out = [];
		const want = (what, now, list, n, rests = "") => { const s = d.streak(days(...list), "2026-11-" + now); if (s.count !== n || s.rests.map((x) => x.slice(-2)).join() !== rests) out.push(what + ": " + s.count + " with rests " + s.rests); };
		want("none", "20", [], 0);
		want("today alone", "20", [20], 1);
		want("until yesterday", "20", [18, 19], 2);
		want("six and a missed one", "20", [13, 14, 15, 16, 17, 18], 6, "19");
		want("six, a missed one and today", "20", [13, 14, 15, 16, 17, 18, 20], 7, "19");
		want("two missed end it", "20", [12, 13, 14, 15, 16, 17], 0);
		want("two missed end it, today counts", "20", [12, 13, 14, 15, 16, 17, 20], 1);
		want("a rest day in each week", "20", [5, 6, 8, 9, 10, 11, 12, 13, 15, 16, 17, 18, 19, 20], 14, "14,07");
		want("two in one week", "20", [8, 9, 11, 12, 13, 15, 16, 17, 18, 19, 20], 9, "14");
		if (!d.counts("2026-11-20", new Date("2026-11-20T23:50"), new Date("2026-11-21T02:30"))) out.push("begun before midnight counts until three");
		if (d.counts("2026-11-20", new Date("2026-11-20T23:50"), new Date("2026-11-21T03:10"))) out.push("not after three");
		if (d.counts("2026-11-20", new Date("2026-11-21T00:10"), new Date("2026-11-21T00:30"))) out.push("not begun after midnight");
		return out;
	})()`)
	for _, b := range bad {
		t.Error(b)
	}
}

// TestUnion is check 20: what comes from another browser is joined day by day and game by game; a broken file is refused.
func TestUnion(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, newServer(t).URL, 1000, 800)
	p.visit("/days")
	bad := js[string](p, `(async () => {
		const d = await import("/static/diary.js");
		const a = { days: { "2026-11-19": { short: 60 }, "2026-11-20": { long: 900 } }, solves: [{ id: "x", k: "sudoku", p: "9x9", c: "easy", s: 60, h: 0, at: 1 }] };
		const b = { days: { "2026-11-20": { long: 800, short: 50 }, "2026-11-18": { middle: 1 }, "<b>": { short: 1 } }, solves: [{ id: "x", k: "sudoku", s: 60, at: 1 }, { id: "y", k: "zebra", p: "4x4", s: 5, at: 2 }, 7, null] };
		const c = d.join(a, b);
		const again = d.join(c, b);
		if (JSON.stringify(c) !== JSON.stringify(again)) return "joining again changes something";
		if (JSON.stringify(d.join(b, a).days["2026-11-20"]) === "{}") return "a day is lost";
		return Object.keys(c.days).sort().join() + " " + c.days["2026-11-20"].long + " " + c.days["2026-11-20"].short + " " + c.solves.map((s) => s.id).join();
	})()`)
	if bad != "2026-11-18,2026-11-19,2026-11-20 800 50 x,y" {
		t.Error(bad)
	}
}

// TestDays is check 21, with the clock set: today's puzzle counts for the streak, an earlier day's fills the calendar alone.
func TestDays(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, newServer(t).URL, 1280, 900)
	p.clock("2026-11-20T12:00:00")
	short := func(day string) string {
		p.visit("/d/" + day + "/short")
		p.wait(`document.documentElement.dataset.ready === "true"`)
		p.do(`window.scrollTo(0, 0)`)
		return js[string](p, `new URLSearchParams(location.search).get("p")`)
	}
	// Find two days whose short puzzle is a grid.
	solve := func(day string) {
		id := short(day)
		if !strings.HasPrefix(id, "sudoku:") && !strings.HasPrefix(id, "fillomino:") {
			p.do(`quandary.ctx.finish()`)
		} else {
			p.solve(id)
		}
		p.wait(`document.body.classList.contains("solved")`)
	}
	solve("2026-11-20")
	solve("2026-11-17")
	p.visit("/days")
	p.wait(`document.querySelector('[data-date="2026-11-20"].done') && document.querySelector('[data-date="2026-11-17"].late')`)
	p.wait(`/^1 day in a row/.test(document.getElementById("streak-line").textContent)`)
	p.visit("/")
	p.wait(`document.querySelector('.daily.done[data-length="short"]') && document.querySelectorAll(".week .done").length === 1`)
	p.wait(`/1 day/.test(document.querySelector(".streak-pill").textContent)`)
	p.shot("gallery-streak")
}
