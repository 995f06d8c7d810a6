package webtest_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// path is the address on which a puzzle is played.
func path(id string, more ...string) string {
	return "/play?p=" + url.QueryEscape(id) + strings.Join(more, "")
}

// solution gives the moves that solve a puzzle: those of its explanation that end up standing.
func solution(t *testing.T, id string) []string {
	t.Helper()
	_, inst, err := families().Open(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	var moves []string
	for step, err := range inst.(puzzle.Explainer).Explain(t.Context(), "", puzzle.ExplainOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range step.Moves {
			moves = append(moves, string(m))
		}
	}
	return moves
}

// placements gives the moves that write a symbol, as cells and symbols.
func placements(t *testing.T, id string) (cells [][2]int, symbols []string) {
	t.Helper()
	for _, m := range solution(t, id) {
		var r, c int
		if name, symbol, ok := strings.Cut(m, "="); ok {
			if _, err := fmt.Sscanf(name, "r%dc%d", &r, &c); err != nil {
				t.Fatal(m, err)
			}
			cells = append(cells, [2]int{r, c})
			symbols = append(symbols, symbol)
		}
	}
	return cells, symbols
}

// steps presses an arrow key so often.
func (p *tab) steps(by int, forth, back string) {
	for range max(by, -by) {
		if by > 0 {
			p.keys(forth)
		} else {
			p.keys(back)
		}
	}
}

func (p *tab) solved() {
	p.t.Helper()
	p.wait(`document.body.classList.contains("solved") && /Solved/.test(document.getElementById("solved").textContent)`)
	p.wait(`document.getElementById("save-status").dataset.state === "saved"`)
}

// TestGridByKeyboard plays grids to the end with nothing but keys, from the top of the page.
func TestGridByKeyboard(t *testing.T) {
	for _, id := range puztest.Some([]string{"sudoku:4x4#1", "fillomino:4x4#2", "sudoku:6x6-x#1"}, 3) {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			p := newTab(t, newServer(t).URL, 1200, 800)
			p.play(path(id))
			p.do(`document.activeElement.blur()`)
			p.wait(`document.activeElement === document.body`)
			for i := 0; !js[bool](p, `document.activeElement.classList.contains("cell")`); i++ {
				if p.keys(kb.Tab); i == 40 {
					t.Fatal("the board is not reached by Tab")
				}
			}
			p.keys(kb.Home + kb.PageUp)
			at := [2]int{1, 1}
			cells, symbols := placements(t, id)
			for i, c := range cells {
				p.steps(c[0]-at[0], kb.ArrowDown, kb.ArrowUp)
				p.steps(c[1]-at[1], kb.ArrowRight, kb.ArrowLeft)
				at = c
				p.keys(symbols[i])
			}
			p.solved()
		})
	}
}

// TestGridByMouseAndTouch plays grids to the end with a mouse, and on a phone.
func TestGridByMouseAndTouch(t *testing.T) {
	for _, id := range puztest.Some([]string{"sudoku:4x4#3", "fillomino:4x4#4"}, 2) {
		for _, way := range puztest.Some([]string{"touch", "mouse"}, 2) {
			t.Run(way+" "+id, func(t *testing.T) {
				t.Parallel()
				p := newTab(t, newServer(t).URL, 1200, 800)
				press := p.click
				if way == "touch" {
					p.phone(360, 740)
					press = p.tap
				}
				p.play(path(id))
				cells, symbols := placements(t, id)
				for i, c := range cells {
					press(fmt.Sprintf(`[data-cell="r%dc%d"]`, c[0], c[1]))
					press(fmt.Sprintf(`.key[data-symbol="%s"]`, symbols[i]))
				}
				p.solved()
				p.shot("solved-" + way + "-" + strings.NewReplacer(":", "-", "#", "-").Replace(id))
			})
		}
	}
}

// ticks gives the pairs of items, of the anchor and another category, that belong together.
func ticks(t *testing.T, id string) (*puzzle.LineupView, [][2]int) {
	t.Helper()
	_, inst, err := families().Open(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	v, err := inst.(puzzle.Shown).View("en")
	if err != nil {
		t.Fatal(err)
	}
	res, err := inst.(puzzle.Solver).Solve(t.Context(), 2)
	if err != nil || res.Status != puzzle.Unique {
		t.Fatal(res.Status, err)
	}
	var pairs [][2]int
	l := v.Lineup
	for c, row := range strings.Split(res.Solutions[0].Desc(), "/") {
		for i, text := range strings.Split(row, ".") {
			var j int
			fmt.Sscan(text, &j)
			if c != l.Anchor {
				pairs = append(pairs, [2]int{l.Anchor*l.N + i, c*l.N + j})
			}
		}
	}
	return l, pairs
}

func mark(x, y int) string { return fmt.Sprintf(`.mark[data-x="%d"][data-y="%d"]`, x, y) }

// TestLineupByKeyboard plays a zebra puzzle to the end in the logic grid with keys.
func TestLineupByKeyboard(t *testing.T) {
	t.Parallel()
	const id = "zebra:3x3#1"
	p := newTab(t, newServer(t).URL, 1280, 900)
	p.play(path(id))
	l, pairs := ticks(t, id)
	p.do(`document.querySelector(".mark").focus()`)
	row, col := 0, 0
	for _, pair := range pairs {
		// The first rows are the anchor's; the columns are the other categories in order.
		toRow, c := pair[0]%l.N, pair[1]/l.N
		if c > l.Anchor {
			c--
		}
		toCol := c*l.N + pair[1]%l.N
		p.steps(toRow-row, kb.ArrowDown, kb.ArrowUp)
		p.steps(toCol-col, kb.ArrowRight, kb.ArrowLeft)
		row, col = toRow, toCol
		p.keys("o")
	}
	p.solved()
}

// TestLineupByMouseAndTouch plays a zebra puzzle by clicks in the grid, and on a phone; the table shows the same.
func TestLineupByMouseAndTouch(t *testing.T) {
	for _, way := range puztest.Some([]string{"mouse", "touch"}, 2) {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			const id = "zebra:3x3#2"
			p := newTab(t, newServer(t).URL, 1280, 900)
			press := p.click
			if way == "touch" {
				p.phone(390, 800)
				press = p.tap
			}
			p.play(path(id))
			l, pairs := ticks(t, id)
			for i, pair := range pairs {
				if way == "touch" { // one pair of categories is seen at a time
					press(fmt.Sprintf(`.pair[data-pair="%d,%d"]`, pair[0]/l.N, pair[1]/l.N))
				}
				press(mark(pair[0], pair[1])) // crossed
				press(mark(pair[0], pair[1])) // ticked
				if i == 0 {
					p.wait(`document.querySelector(%s).classList.contains("tick")`, mark(pair[0], pair[1]))
					p.wait(`[...document.querySelectorAll(".lineup-table select")].some((s) => s.value === "%s")`, pair[1])
					p.wait(`document.querySelectorAll(".mark.derived").length === 4`)
				}
			}
			p.solved()
		})
	}
}

// TestLineupTable plays a zebra puzzle by the drop-downs, with keys; the grid shows the same.
func TestLineupTable(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	const id = "zebra:3x3#3"
	p := newTab(t, newServer(t).URL, 1280, 900)
	p.play(path(id))
	l, pairs := ticks(t, id)
	for _, pair := range pairs {
		p.do(`document.querySelector('select[data-x="%s"][data-cat="%s"]').focus()`, pair[0], pair[1]/l.N)
		p.steps(pair[1]%l.N+1, kb.ArrowDown, kb.ArrowUp)
		p.wait(`document.querySelector(%s).classList.contains("tick")`, mark(pair[0], pair[1]))
	}
	p.solved()
	p.shot("zebra-table")
}

// TestLineupClues: clues are struck and grouped, and those that the marks break are shown on request.
func TestLineupClues(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	const id = "zebra:3x3#1"
	p := newTab(t, newServer(t).URL, 1280, 900)
	p.play(path(id))
	p.click(`.clue:first-child .clue-box`)
	p.wait(`document.querySelector(".clue.struck [aria-pressed=true]")`)
	p.click(`.clue:last-child .clue-group`)
	p.wait(`document.querySelector(".clues .clue:first-child .clue-group").dataset.group === "A"`) // groups stand together, first
	p.click(`[data-key="clues"]`)
	p.wait(`/No clue is broken/.test(document.getElementById("note").textContent)`)
	// The first category is matched wrongly, the others rightly: a full board breaks a clue.
	l, pairs := ticks(t, id)
	for _, pair := range pairs {
		if pair[1]/l.N == pairs[0][1]/l.N {
			pair[1] = pair[1]/l.N*l.N + (pair[1]+1)%l.N
		}
		p.click(mark(pair[0], pair[1]))
		p.click(mark(pair[0], pair[1]))
	}
	p.wait(`/something is wrong/.test(document.getElementById("note").textContent)`)
	p.click(`[data-key="clues"]`)
	p.wait(`document.querySelector(".clue.broken") && /cannot hold/.test(document.getElementById("note").textContent)`)
	p.shot("zebra-broken-clue")
}

// TestQuickRules: what the page says at once of conflicts and candidates is what the server says, on random boards.
func TestQuickRules(t *testing.T) {
	for _, id := range puztest.Some([]string{"sudoku:9x9-jigsaw-x#1", "sudoku:4x4#5", "fillomino:5x5#1", "fillomino:6x6-max5#2"}, 4) {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			p := newTab(t, newServer(t).URL, 1000, 800)
			p.play(path(id))
			answer := js[string](p, `(async () => {
				const { rules, ctx } = quandary;
				const { g } = rules;
				let seed = 12345;
				const rnd = (n) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 2147483648 * n); };
				const ask = async (moves) => {
					const r = await (await fetch("/api/v1/check", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ puzzle: ctx.play.puzzle, moves }) })).json();
					return new Set(r.conflicts.map((c) => rules.cellOf(c.id)));
				};
				let compared = 0;
				for (let round = 0; round < 8; round++) {
					let m = rules.start();
					const fill = rnd(rules.cells);
					for (let i = 0; i < fill; i++) {
						const c = rnd(rules.cells);
						if (!g.givens[c]) m = rules.apply(m, { t: "move", m: rules.name(c) + "=" + g.symbols[rnd(Math.min(g.symbols.length, 5))] });
					}
					const values = rules.full(m);
					const mine = rules.quick.conflicts(values), theirs = await ask(rules.moves(m));
					if ([...mine].sort().join() !== [...theirs].sort().join()) return "conflicts of " + rules.moves(m) + ": " + [...mine] + " but " + [...theirs];
					const cand = rules.quick.candidates(values);
					for (let i = 0; i < 6; i++) {
						const c = rnd(rules.cells);
						if (values[c]) continue;
						for (const s of g.symbols) {
							const bad = await ask([...rules.moves(m), rules.name(c) + "=" + s]);
							// A symbol is a candidate unless writing it breaks a rule at the cell or beside it.
							const near = [c, ...(g.rule === "regions" ? rules.quick.peers[c] : [])];
							const broken = near.some((d) => bad.has(d) && (d === c || values[d]));
							if (broken === cand[c].includes(s)) return "candidate " + s + " at " + rules.name(c) + " of " + rules.moves(m);
							compared++;
						}
					}
				}
				return compared > 50 ? "" : "only " + compared + " compared";
			})()`)
			if answer != "" {
				t.Error(answer)
			}
		})
	}
}

// TestSameFold: the page and the server fold a log of all kinds of events to the same board, at every position.
func TestSameFold(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	srv := newServer(t)
	p := newTab(t, srv.URL, 1000, 800)
	p.quiet = true // events that do not fit are answered with an error, as they should
	p.play(path("sudoku:4x4:1..............."))
	answer := js[string](p, `(async () => {
		const { rules, ctx } = quandary;
		const { Log } = await import("/static/log.js");
		let seed = 99;
		const rnd = (n) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 2147483648 * n); };
		const post = async (path, body) => { const r = await fetch("/api/v1/" + path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }); return { ok: r.ok, v: await r.json() }; };
		const game = (await post("games", { puzzle: ctx.play.puzzle })).v.game;
		const log = new Log(rules);
		for (let i = 0; i < 120; i++) {
			const c = "r" + (rnd(4) + 1) + "c" + (rnd(4) + 1);
			const kinds = [{ t: "move", m: c + "=" + (rnd(4) + 1) }, { t: "move", m: c + "-" + (rnd(4) + 1) + " r2c2=" + (rnd(4) + 1) }, { t: "mark", k: "corner", c: [5], v: 1, on: true },
				{ t: "undo", to: rnd(i + 2) }, { t: "save", name: "x" }, { t: "trial" }, { t: "accept" }, { t: "reject" }, { t: "timer", s: i }];
			const e = kinds[rnd(kinds.length)];
			let mine = true;
			try { log.add(e); } catch { mine = false; }
			const theirs = await post("games/" + game + "/events", { from: log.length - (mine ? 1 : 0), events: [e] });
			if (theirs.ok !== mine) return "event " + i + " " + JSON.stringify(e) + ": here " + mine + ", there " + JSON.stringify(theirs.v);
			const there = theirs.ok ? theirs.v.state : null;
			const here = (await post("apply", { puzzle: ctx.play.puzzle, moves: rules.moves(log.model) })).v.state;
			if (there !== null && here !== there) return "event " + i + " " + JSON.stringify(e) + ": here " + here + ", there " + there;
		}
		return "";
	})()`)
	if answer != "" {
		t.Error(answer)
	}
}

// events gives the log of the latest game on the page's device.
func (p *tab) events() []map[string]any {
	p.t.Helper()
	var list []map[string]any
	if err := json.Unmarshal([]byte(js[string](p, `JSON.stringify(quandary.ctx.game.record.events)`)), &list); err != nil {
		p.t.Fatal(err)
	}
	return list
}
