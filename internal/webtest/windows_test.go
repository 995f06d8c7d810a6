package webtest_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// beside opens a second window of the same browser.
func (p *tab) beside(width, height int64) *tab {
	p.t.Helper()
	ctx, cancel := chromedp.NewContext(p.ctx)
	q := &tab{t: p.t, ctx: ctx, base: p.base}
	p.t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		p.t.Fatal("chromium opens no second window: ", err)
	}
	q.run(chromedp.EmulateViewport(width, height))
	return q
}

func (p *tab) saved() {
	p.t.Helper()
	p.wait(`document.getElementById("save-status").dataset.state === "saved"`)
}

func (p *tab) shows(cell, want string) {
	p.t.Helper()
	p.wait(`(document.querySelector(%s).querySelector(".value")?.textContent ?? "") === %s`, `[data-cell="`+cell+`"]`, want)
}

// TestTwoWindows is checks 9 to 11: two windows on one game see each other's moves, of one cell the later stands and is told, history has
// both, undo takes back a window's own step, and a reload shows the same.
func TestTwoWindows(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, newServer(t).URL, 1100, 800)
	p.quiet = true // events that come second are refused first (409)
	p.play(path(easy4))
	p.write("r1c2", "2")
	p.saved()
	q := p.beside(1100, 800)
	q.play(path(easy4))
	q.shows("r1c2", "2")

	// Different cells: both stand, in both windows and after a reload.
	q.write("r1c3", "3")
	p.shows("r1c3", "3")
	p.write("r3c1", "2")
	q.shows("r3c1", "2")

	// Undo takes back this window's own step and leaves the other's.
	q.act("undo")
	q.shows("r1c3", "")
	p.shows("r1c3", "")
	p.expect("r3c1", "2")
	q.expect("r3c1", "2")
	q.act("redo")
	q.shows("r1c3", "3")
	p.shows("r1c3", "3")

	// The same cell: the later one stands, a note names it, and history has both.
	p.write("r2c3", "4")
	q.shows("r2c3", "4")
	q.write("r2c3", "1")
	p.shows("r2c3", "1")
	p.noted("another window.*r2c3")
	p.saved()
	q.saved()
	for _, w := range []*tab{p, q} {
		w.play(path(easy4))
		for cell, want := range map[string]string{"r1c2": "2", "r1c3": "3", "r3c1": "2", "r2c3": "1"} {
			w.expect(cell, want)
		}
		moves := ""
		for _, e := range w.events() {
			moves += fmt.Sprint(e["m"], " ")
		}
		if !strings.Contains(moves, "r2c3=4") || !strings.Contains(moves, "r2c3=1") {
			t.Errorf("the history lost something: %s", moves)
		}
	}

	// A trial stays in its window until it is kept.
	p.act("trial")
	p.write("r3c2", "1")
	q.write("r4c2", "3")
	p.shows("r4c2", "3")
	q.expect("r3c2", "")
	p.act("accept")
	q.shows("r3c2", "1")
	q.wait(`!document.body.classList.contains("in-trial")`)

	// The history is a tree that one can see and go back in.
	p.menu("history")
	p.wait(`document.querySelectorAll("dialog .history circle").length > 5`)
	p.shot("history")
}

// TestTwoDevices: what another device appended stands beside what was done here.
func TestTwoDevices(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, newServer(t).URL, 1000, 800)
	p.quiet = true // events that come second are refused first (409)
	p.play(path(easy4))
	p.write("r1c2", "2")
	p.saved()
	p.wait(`fetch("/api/v1/games/" + quandary.ctx.game.record.server + "/events", { method: "POST", headers: { "Content-Type": "application/json" },
		body: JSON.stringify({ from: quandary.ctx.game.record.synced, events: [{ t: "move", m: "r3c1=2" }] }) }).then((r) => { window.elsewhere = r.ok; })`)
	p.wait(`window.elsewhere`)
	p.write("r1c3", "3")
	p.wait(`quandary.ctx.game.conflicts === 1 && document.getElementById("save-status").dataset.state === "saved"`)
	p.expect("r1c3", "3")
	p.expect("r3c1", "2")
}

// TestJoin joins logs of random events: both windows come to the same log, nothing is lost, and what one changed alone stands.
func TestJoin(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, newServer(t).URL, 1000, 800)
	p.play(path("sudoku:4x4:1..............."))
	bad := js[string](p, `(async () => {
		const { Log, join, placesOf } = await import("/static/log.js");
		const { rules } = quandary;
		let seed = 7;
		const rnd = (n) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 2147483648 * n); };
		const end = (list) => { const l = new Log(rules); l.load(list); return l; };
		for (let round = 0; round < 300; round++) {
			const some = (who, from, n) => Array.from({ length: n }, (_, i) => rnd(4) ? { t: "move", m: "r" + (2 + rnd(3)) + "c" + (1 + rnd(4)) + "=" + (1 + rnd(4)), w: who + "." + i } : { t: "undo", to: rnd(from + i + 1), w: who + "." + i });
			const base = some("base", 0, rnd(5)), a = some("a", base.length, 1 + rnd(6)), b = some("b", base.length, 1 + rnd(6));
			const events = join(rules, base, a, b);
			const names = new Set(events.map((e) => e.w));
			if (![...base, ...a, ...b].every((e) => names.has(e.w))) return "an event is lost";
			if (JSON.stringify(join(rules, base, a, b)) !== JSON.stringify(events)) return "not the same twice";
			if (JSON.stringify(join(rules, base, a, [...a, ...b].filter((e) => e.t === "move"))) === "") return "empty";
			const mine = new Set(b.flatMap(placesOf));
			const was = new Set(rules.moves(end(base).model)), alone = rules.moves(end([...base, ...a]).model).filter((m) => !was.has(m) && !mine.has(m.split("=")[0]));
			const now = new Set(rules.moves(end(events).model));
			for (const m of alone) if (!now.has(m)) return "round " + round + ": " + m + " is gone: " + JSON.stringify([base, a, b, events]);
		}
		return "";
	})()`)
	if bad != "" {
		t.Error(bad)
	}
}

// away is a server that can be taken off the network.
func away(t *testing.T) (string, *atomic.Bool) {
	t.Helper()
	inner := newServer(t)
	down := &atomic.Bool{}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if down.Load() {
			panic(http.ErrAbortHandler)
		}
		inner.Config.Handler.ServeHTTP(w, r)
	}))
	t.Cleanup(srv.Close)
	return srv.URL, down
}

// TestOfflineMoves is checks 12 and 13: moves made without a network reach the server when it is back, and a puzzle that is solved without
// a network is known to be solved.
func TestOfflineMoves(t *testing.T) {
	for _, id := range puztest.Some([]string{"sudoku:6x6#1", layered["edge"], "zebra:3x3#1"}, 2) {
		t.Run(id[:5], func(t *testing.T) {
			t.Parallel()
			base, down := away(t)
			p := newTab(t, base, 1100, 800)
			p.quiet = true // the network is away
			p.play(path(id))
			p.wait(`quandary.ctx.game.record.digest`)
			down.Store(true)
			var moves []string
			if strings.HasPrefix(id, "slither") {
				_, inst, err := families().Open(t.Context(), id)
				if err != nil {
					t.Fatal(err)
				}
				for _, m := range winningMoves(t, inst) {
					moves = append(moves, string(m))
				}
			} else if strings.HasPrefix(id, "zebra") {
				_, pairs := ticks(t, id)
				for _, x := range pairs {
					moves = append(moves, fmt.Sprintf("%d=%d", min(x[0], x[1]), max(x[0], x[1])))
				}
			} else {
				cells, symbols := placements(t, id)
				for i, c := range cells {
					moves = append(moves, fmt.Sprintf("r%dc%d=%s", c[0], c[1], symbols[i]))
				}
			}
			p.do(`for (const m of %s) quandary.ctx.act({ t: "move", m })`, moves)
			p.wait(`document.body.classList.contains("solved") && !document.getElementById("solved").hidden`)
			p.wait(`document.getElementById("save-status").dataset.state === "offline"`)
			down.Store(false)
			p.do(`quandary.ctx.game.send()`)
			p.saved()
			n := js[int](p, `fetch("/api/v1/games/" + quandary.ctx.game.record.server).then((r) => r.json()).then((g) => g.events.filter((e) => e.t === "move").length)`)
			if n != len(moves) {
				t.Errorf("the server has %d of %d moves", n, len(moves))
			}
		})
	}
}
