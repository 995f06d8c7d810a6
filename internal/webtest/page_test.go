package webtest_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// These tests are the acceptance checks of the page, by their numbers.

// phones are the screens on which nothing of the game may scroll; the last is a desktop.
var (
	phones  = [][2]int64{{390, 844}, {390, 664}, {844, 390}}
	desktop = [2]int64{1280, 800}
)

// slither10 is a 10x10 Slitherlink with few clues; how many solutions it has does not matter here.
const slither10 = "slitherlink:10x10:10_10/3_-_-_-_2_-_-_-_-_3/-_-_2_-_-_-_-_1_-_-/-_-_-_-_3_-_-_-_-_-/-_2_-_-_-_-_0_-_-_2/-_-_-_3_-_-_-_-_-_-/" +
	"-_-_-_-_-_2_-_-_1_-/3_-_-_0_-_-_-_-_-_3/-_-_-_-_-_-_3_-_-_-/-_-_1_-_-_2_-_-_-_-/2_-_-_-_3_-_-_-_-_2"

// inWindow lists what of a page's selectors is not wholly in the window, and what scrolls.
func (p *tab) inWindow(selectors ...string) []string {
	p.t.Helper()
	return js[[]string](p, `(() => {
		const bad = [];
		for (const s of %s) {
			const list = [...document.querySelectorAll(s)].filter((e) => e.getClientRects().length);
			if (!list.length) bad.push(s + " is not there");
			for (const e of list) {
				const r = e.getBoundingClientRect();
				if (r.left < -0.5 || r.top < -0.5 || r.right > innerWidth + 0.5 || r.bottom > innerHeight + 0.5) bad.push(s + " reaches " + [r.left, r.top, r.right, r.bottom].map(Math.round));
				const x = r.left + r.width / 2, y = r.top + r.height / 2, hit = document.elementFromPoint(x, y);
				if (hit && !e.contains(hit) && !hit.contains(e)) bad.push(s + " lies under " + hit.className);
			}
		}
		const root = document.scrollingElement;
		if (root.scrollHeight > innerHeight + 1) bad.push("the page scrolls: " + root.scrollHeight);
		if (root.scrollWidth > innerWidth + 1) bad.push("the page scrolls sideways: " + root.scrollWidth);
		for (const s of [".board", ".grid-frame", ".logic-scroll", ".layers-board"]) for (const e of document.querySelectorAll(s)) if (/auto|scroll/.test(getComputedStyle(e).overflow) && (e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1)) bad.push(s + " scrolls");
		return bad;
	})()`, selectors)
}

// TestPhoneSudoku is checks 1: board, modes, keys and buttons of a Sudoku are seen on every phone, without scrolling.
func TestPhoneSudoku(t *testing.T) {
	puztest.From(t, puztest.Whole)
	sizes(t, "sudoku:9x9#1", ".grid-board", ".modes .btn", ".key", ".toolbar .btn")
}

// TestPhoneSlitherlink is check 2.
func TestPhoneSlitherlink(t *testing.T) {
	puztest.From(t, puztest.Whole)
	sizes(t, slither10, ".layers-board", ".modes .btn", ".toolbar .btn")
}

func sizes(t *testing.T, id string, selectors ...string) {
	t.Parallel()
	p := newTab(t, newServer(t).URL, 390, 844)
	for _, size := range phones {
		p.phone(size[0], size[1])
		p.play(path(id))
		for _, bad := range p.inWindow(selectors...) {
			t.Errorf("%dx%d: %s", size[0], size[1], bad)
		}
		small := js[[]string](p, `[...document.querySelectorAll(".toolbar .btn, .modes .btn, .key")].filter((e) => e.getClientRects().length).map((e) => [e.textContent, e.getBoundingClientRect()]).filter(([, r]) => r.height < 44 || r.width < 36).map(([s, r]) => s + " is " + Math.round(r.width) + "x" + Math.round(r.height))`)
		for _, bad := range small {
			t.Errorf("%dx%d: %s", size[0], size[1], bad)
		}
		p.shot(fmt.Sprintf("size-%s-%dx%d", id[:6], size[0], size[1]))
	}
}

// TestDesktopGrids is check 3: on a desktop no puzzle on a grid scrolls.
func TestDesktopGrids(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, newServer(t).URL, desktop[0], desktop[1])
	ids := map[string]string{"sudoku:9x9#1": ".grid-board", "sudoku:25x25:" + strings.Repeat(".", 625): ".grid-board", "fillomino:9x9#1": ".grid-board", "zebra:5x5#1": ".logic", "zebra:3x3#1": ".logic", slither10: ".layers-board"}
	for _, id := range layered {
		ids[id] = ".layers-board"
	}
	for id, board := range ids {
		p.play(path(id))
		for _, bad := range p.inWindow(board, ".toolbar .btn") {
			t.Errorf("%.20s: %s", id, bad)
		}
		p.shot("desktop-" + strings.NewReplacer(":", "-", "#", "-", "/", "-").Replace(id[:min(len(id), 16)]))
	}
}

// TestPhoneZebra is checks 4 and 5: cells for fingers, nothing sideways, and a clue that is chosen shows one of its pairs.
func TestPhoneZebra(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, newServer(t).URL, 390, 844)
	p.phone(390, 844)
	p.play(path("zebra:5x5#1"))
	for _, bad := range p.inWindow(".logic", ".toolbar .btn", ".tab", ".clue-now", ".pair-map") {
		t.Error(bad)
	}
	small := js[float64](p, `Math.min(...[...document.querySelectorAll(".mark")].filter((e) => e.getClientRects().length).map((e) => Math.min(e.offsetWidth, e.offsetHeight)))`)
	if small < 44 {
		t.Errorf("cells of %v", small)
	}
	if n := js[int](p, `[...document.querySelectorAll(".mark")].filter((e) => e.getClientRects().length).length`); n != 25 {
		t.Errorf("%d cells are seen, not one pair's 25", n)
	}
	p.shot("zebra-phone")
	for range 6 {
		p.tap(`[data-do="clue-next"]`)
		p.wait(`document.querySelector('.pair[aria-pressed="true"]').classList.contains("of-clue")`)
	}
	p.tap(`[data-tab="clues"]`)
	p.wait(`document.querySelector(".clue-panel").getClientRects().length && !document.querySelector(".logic").getClientRects().length`)
	p.shot("zebra-phone-clues")
	p.tap(`.clue:nth-child(3) .clue-text`)
	p.tap(`[data-tab="grid"]`)
	p.wait(`document.querySelector('.pair[aria-pressed="true"]').classList.contains("of-clue") && document.querySelector(".clue-now").textContent.includes("Clue 3")`)
	p.tap(`[data-tab="table"]`)
	p.wait(`document.querySelector(".lineup-table").getClientRects().length`)
	for _, bad := range p.inWindow(".lineup-table select") {
		t.Error(bad)
	}
	p.shot("zebra-phone-table")
}

// TestZebraAgrees is check 6: after 50 random marks the table and the grid say the same.
func TestZebraAgrees(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, newServer(t).URL, 390, 844)
	p.phone(390, 844)
	p.play(path("zebra:4x4#1"))
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		p.do(`const cells = [...document.querySelectorAll(".mark")]; const c = cells[Math.floor(%s * cells.length)]; c.focus(); c.dispatchEvent(new KeyboardEvent("keydown", { key: %s, bubbles: true }))`,
			r.Float64(), []string{"x", "o", "Backspace"}[r.IntN(3)])
	}
	bad := js[[]string](p, `(() => {
		const out = [];
		for (const s of document.querySelectorAll(".lineup-table select")) for (const o of s.options) {
			if (!o.value) continue;
			const [x, y] = [+s.dataset.x, +o.value];
			const c = document.querySelector('.mark[data-x="' + x + '"][data-y="' + y + '"], .mark[data-x="' + y + '"][data-y="' + x + '"]');
			const cross = /^×/.test(o.textContent);
			if (cross !== c.classList.contains("cross")) out.push(x + "," + y + ": crossed in the table " + cross);
			const ticks = [...s.options].filter((q) => q.value && quandary.ctx.moves().includes(Math.min(x, +q.value) + "=" + Math.max(x, +q.value)));
			if (s.value === o.value && !c.classList.contains("tick")) out.push(x + "," + y + ": chosen in the table alone");
			if (c.classList.contains("tick") && s.value !== o.value && ticks.length < 2) out.push(x + "," + y + ": ticked in the grid alone");
		}
		return out;
	})()`)
	if len(bad) > 0 {
		t.Error(bad)
	}
}

// TestStruckStays is check 7: a struck clue survives a reload.
func TestStruckStays(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, newServer(t).URL, 390, 844)
	p.phone(390, 844)
	p.play(path("zebra:3x3#1"))
	p.tap(`[data-do="clue-used"]`)
	p.wait(`document.querySelector(".clue.struck")`)
	p.play(path("zebra:3x3#1"))
	p.wait(`document.querySelector('.clue.struck[data-clue="1"]') && /used/.test(document.querySelector(".clue-now p").className)`)
}

// TestKeysUsed is check 8: the keys are the symbols of the board, all of which work.
func TestKeysUsed(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, newServer(t).URL, 390, 844)
	p.phone(390, 844)
	for id, n := range map[string]int{"sudoku:4x4:" + strings.Repeat(".", 16): 4, "sudoku:25x25:" + strings.Repeat(".", 625): 25} {
		p.play(path(id))
		keys := js[[]string](p, `[...document.querySelectorAll(".key")].map((k) => k.dataset.symbol)`)
		if len(keys) != n {
			t.Errorf("%.12s: %d keys", id, len(keys))
		}
		for _, bad := range p.inWindow(".grid-board", ".key", ".modes .btn", ".toolbar .btn") {
			t.Errorf("%.12s: %s", id, bad)
		}
		for i, k := range keys {
			p.do(`quandary.ctx.board.select("r1c" + %s)`, i%n+1)
			p.do(`document.querySelector('.key[data-symbol="' + %s + '"]').click()`, k)
			p.expect(fmt.Sprintf("r1c%d", i%n+1), k)
		}
	}
}

// TestZoom: the cells of a large board are enlarged by a touch, the map moves the view, and the whole board comes back.
func TestZoom(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, newServer(t).URL, 390, 844)
	p.phone(390, 844)
	p.play(path("sudoku:25x25:" + strings.Repeat(".", 625)))
	p.tap(`[data-cell="r9c14"]`)
	p.wait(`document.querySelector(".zoomed") && document.querySelector(".cell").offsetWidth === 40`)
	p.wait(`document.querySelector('[data-cell="r9c14"]').classList.contains("selected")`)
	inView := `(() => { const f = document.querySelector(".zoomed").getBoundingClientRect(), c = document.querySelector(".cell:focus").getBoundingClientRect(); return c.left >= f.left - 1 && c.right <= f.right + 1 && c.top >= f.top - 1 && c.bottom <= f.bottom + 1 })()`
	p.wait(inView)
	p.tap(`.key[data-symbol="G"]`)
	p.expect("r9c14", "G")
	p.shot("zoom")
	p.tap(`[data-cell="r9c14"]`)
	for range 9 {
		p.keys(kb.ArrowRight)
	}
	p.wait(inView)
	before := js[float64](p, `document.querySelector(".zoomed").scrollTop`)
	at := js[[]float64](p, `(() => { const r = document.querySelector(".zoom-map").getBoundingClientRect(); return [r.left + r.width * 0.2, r.top + r.height * 0.9] })()`)
	command(p, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMousePressed, X: at[0], Y: at[1], Button: input.MouseButtonLeft, Buttons: 1, ClickCount: 1})
	p.wait(`document.querySelector(".zoomed").scrollTop > %s && document.querySelector(".zoomed").scrollLeft < 200`, before)
	command(p, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseReleased, X: at[0], Y: at[1], Button: input.MouseButtonLeft, ClickCount: 1})
	p.act("whole")
	p.wait(`!document.querySelector(".zoomed")`)
}

// TestZoomLayers: so do the cells of a large board on which lines are drawn or cells are shaded; the touch that enlarges marks nothing.
func TestZoomLayers(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, newServer(t).URL, 390, 844)
	row := "/" + strings.Repeat("-_", 19) + "-"
	for _, id := range []string{"slitherlink:20x20:20_20" + strings.Repeat(row, 20), "nurikabe:20x20:20_20" + strings.Repeat(row, 20)} {
		for _, size := range phones {
			p.phone(size[0], size[1])
			p.play(path(id) + "&new=1")
			tap := func() {
				at := js[[]float64](p, `quandary.ctx.board.pixel(10.5, 8)`)
				command(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchStart, TouchPoints: []*input.TouchPoint{{X: at[0], Y: at[1]}}})
				command(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{}})
			}
			tap()
			p.wait(`document.querySelector(".zoomed") && Math.abs(document.querySelector(".node").getBoundingClientRect().width - 40) < 1`)
			if n := js[int](p, `quandary.log().length`); n != 0 {
				t.Errorf("%v: the touch that enlarges makes %d events", size, n)
			}
			tap()
			p.wait(`quandary.ctx.moves().length === 1`)
			p.shot(fmt.Sprintf("zoom-%s-%d", id[:5], size[1]))
			for _, bad := range p.inWindow(".zoom-map", `[data-do="whole"]`, ".toolbar .btn", ".modes .btn") {
				t.Errorf("%v: %s", size, bad)
			}
			p.do(`document.querySelector(".node[tabindex='0']").focus()`)
			for range 9 {
				p.keys(kb.ArrowDown)
			}
			p.wait(`(() => { const f = document.querySelector(".zoomed").getBoundingClientRect(), c = document.querySelector(".node:focus").getBoundingClientRect(); return c.left >= f.left - 21 && c.right <= f.right + 21 && c.top >= f.top - 1 && c.bottom <= f.bottom + 21 })()`)
			p.tap(`[data-do="whole"]`)
			p.wait(`!document.querySelector(".zoomed")`)
		}
	}
}

// TestHintStages is checks 22 to 24: stages in their order, of which each names more, and making the step closes the hint; a wrong mark that
// contradicts nothing shows nothing unasked, and the hint says so first.
func TestHintStages(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	const id = "sudoku:6x6#1"
	p := newTab(t, newServer(t).URL, 1280, 800)
	p.play(path(id))
	p.act("hint")
	for stage := 1; stage <= 3; stage++ {
		p.wait(`document.querySelectorAll("#hint .stages .on").length === %s`, stage)
		marked := js[bool](p, `!!document.querySelector(".cell.effect, .cand.effect")`)
		if marked != (stage == 3) {
			t.Errorf("stage %d: what follows is marked: %v", stage, marked)
		}
		if stage < 3 {
			p.act("more")
		}
	}
	step := js[string](p, `document.querySelector(".cell.effect").dataset.cell`)
	cells, symbols := placements(t, id)
	for i, c := range cells {
		if name := fmt.Sprintf("r%dc%d", c[0], c[1]); name == step {
			p.write(name, symbols[i]) // by hand
		}
	}
	p.wait(`document.getElementById("hint").hidden && !document.querySelector(".cell.effect")`)

	// A wrong mark beside which nothing equal stands.
	wrong := js[[]string](p, `(() => {
		const { rules, log } = quandary, right = new Map(%s.map((c, i) => ["r" + c[0] + "c" + c[1], %s[i]]));
		for (const [cell, symbol] of right) {
			const values = rules.full(log().model), c = rules.cellOf(cell);
			if (values[c]) continue;
			for (const s of rules.quick.candidates(values)[c]) if (s !== symbol) return [cell, s];
		}
		return [];
	})()`, cells, symbols)
	if len(wrong) != 2 {
		t.Fatal("no wrong mark is free of conflicts")
	}
	p.write(wrong[0], wrong[1])
	p.expect(wrong[0], wrong[1])
	if js[bool](p, `!!document.querySelector(".cell.conflict, .cell.wrong") || !document.getElementById("hint").hidden || !document.getElementById("note").hidden`) {
		t.Error("a wrong mark is told unasked")
	}
	p.act("hint")
	p.wait(`/1 mark is wrong/.test(document.getElementById("hint").textContent)`)
}

// TestEdgeDrag is check 25: one drag draws five edges in one step of undo, and back over them erases.
func TestEdgeDrag(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t).URL, 1280, 800)
	p.play(path(slither10))
	lines := func() int { return js[int](p, `quandary.ctx.moves().filter((m) => /^line@.*=1$/.test(m)).length`) }
	way := []float64{1, 1, 2, 1, 3, 1, 4, 1, 5, 1, 6, 1}
	p.mouseAlong(input.MouseButtonLeft, way...)
	if n := lines(); n != 5 {
		t.Errorf("%d edges are drawn, not 5", n)
	}
	p.act("undo")
	if n := lines(); n != 0 {
		t.Errorf("after undo %d edges are left", n)
	}
	p.act("redo")
	p.mouseAlong(input.MouseButtonLeft, 6, 1, 5, 1, 4, 1, 3, 1, 2, 1, 1, 1)
	if n := lines(); n != 0 {
		t.Errorf("going back over them leaves %d edges", n)
	}
}

// TestBoardBeforeScript is a part of check 28: the board stands in the page where no script runs, in the size that it has when it is played.
func TestBoardBeforeScript(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	base := newServer(t).URL
	for id, board := range map[string]string{"sudoku:9x9#1": ".grid-board", slither10: ".layers-board", "zebra:5x5#1": ".logic"} {
		for _, size := range append([][2]int64{desktop}, phones...) {
			p := newTab(t, base, size[0], size[1])
			p.play(path(id))
			measure := `(() => { const r = document.querySelector(%s).getBoundingClientRect(); return [r.left, r.top, r.width, r.height].map(Math.round).join() })()`
			played := js[string](p, measure, board)
			command(p, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
			p.visit(path(id))
			if printed := js[string](p, measure, board); printed != played && !(strings.HasPrefix(id, "zebra") && size != desktop) {
				t.Errorf("%.12s at %v: the board lies at %s before scripts and at %s after", id, size, printed, played)
			}
		}
	}
}

// TestPagesFit holds that no page of the site scrolls sideways on a phone.
func TestPagesFit(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, newServer(t).URL, 390, 844)
	p.phone(390, 844)
	for _, path := range []string{"/", "/days", "/help", "/make"} {
		p.visit(path)
		wide := js[[]string](p, `document.scrollingElement.scrollWidth <= innerWidth + 1 ? [] : [...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".today-row, .chips, svg")).slice(0, 5).map((e) => e.tagName + "." + e.className + " reaches " + Math.round(e.getBoundingClientRect().right))`)
		for _, bad := range wide {
			t.Errorf("%s: %s", path, bad)
		}
		if w := js[int](p, `document.scrollingElement.scrollWidth`); w > 391 {
			t.Errorf("%s is %d wide", path, w)
		}
	}
}

// TestRulesAtFirst: on a phone the rules of a kind and how marks are made stand open, in the room that is left, the first time that it is met; the first
// mark closes them, and then they are one tap away, on a small phone in the menu. The board and its controls stay where they are.
func TestRulesAtFirst(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	for _, size := range [][2]int64{{390, 844}, {390, 664}, {844, 390}} {
		p := newTab(t, newServer(t).URL, size[0], size[1])
		p.phone(size[0], size[1])
		p.play(path(slither10))
		for _, bad := range p.inWindow(".layers-board", ".toolbar .btn", ".modes .btn", "#rules", "#rules p:first-of-type") {
			t.Errorf("%v: %s", size, bad)
		}
		if text := p.text("#rules"); !strings.Contains(text, "one closed loop") || !strings.Contains(text, "Drag along the dots") {
			t.Errorf("%v: the rules say %q", size, text)
		}
		board := js[string](p, `JSON.stringify(document.querySelector(".layers-board").getBoundingClientRect())`)
		p.shot(fmt.Sprintf("rules-first-%dx%d", size[0], size[1]))
		x := js[[]float64](p, `(() => { const l = quandary.rules.layers[0]; return quandary.ctx.board.where(l.name, l.places[40]) })()`)
		command(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchStart, TouchPoints: []*input.TouchPoint{{X: x[0], Y: x[1]}}})
		command(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{}})
		p.wait(`quandary.log().length && !document.getElementById("rules").open`)
		if now := js[string](p, `JSON.stringify(document.querySelector(".layers-board").getBoundingClientRect())`); now != board {
			t.Errorf("%v: the board was at %s and is at %s", size, board, now)
		}
		p.play(path(slither10) + "&new=1")
		if js[bool](p, `document.getElementById("rules").open`) {
			t.Errorf("%v: the rules are open again", size)
		}
		p.do(`document.querySelector("#rules summary").click()`)
		p.wait(`document.getElementById("rules").open`)
		p.play(path(layered["shade"]))
		if !js[bool](p, `document.getElementById("rules").open`) {
			t.Errorf("%v: the rules of another kind are closed", size)
		}
	}
}

// TestAnswersAtHand: the text of a puzzle and what is answered to it are seen together on every screen, and a program is set as one.
func TestAnswersAtHand(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, newServer(t).URL, 390, 844)
	for _, size := range append([][2]int64{desktop}, phones...) {
		p.run(chromedp.EmulateViewport(size[0], size[1]))
		for _, id := range []string{"worded:ages#3", "blanks:account#1"} {
			p.play(path(id))
			for _, bad := range p.inWindow(".worded p:first-of-type", ".question:first-of-type :is(textarea, .option:first-of-type)", ".toolbar .btn") {
				if bad != ".board scrolls" { // a long text does, beside its answers
					t.Errorf("%v %s: %s", size, id, bad)
				}
			}
			if wide := js[bool](p, `document.querySelector("#board").scrollWidth > document.querySelector("#board").clientWidth`); wide {
				t.Errorf("%v %s: the text is wider than its place", size, id)
			}
			if code := js[string](p, `getComputedStyle(document.querySelector(".worded")).fontFamily`); strings.Contains(code, "monospace") != (id == "blanks:account#1") {
				t.Errorf("%v %s is set in %s", size, id, code)
			}
		}
	}
	p.play(path("blanks:account#1") + "&lang=zh")
	if title := p.text(".question label, .question legend"); !strings.HasPrefix(title, "第1空") {
		t.Errorf("a blank is asked for as %q", title)
	}
}
