package webtest_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/quandary-puzzles/quandary/internal/packed"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// layered are puzzles of our own of declared families, each with one solution: one for each way of filling in (words in cells, rails and stitches
// too), and one with two at once.
var layered = map[string]string{
	"edge":   "slitherlink:2x3:2_3/3_1_3/-_-_-",
	"shade":  "nurikabe:3x3:3_3/1_-_1/-_-_-/1_-_1",
	"object": "akari:3x3:3_3/-_0_-/-_x_-/-_2_-",
	"path":   "masyu:3x3:3_3/b_-_-/-_-_-/-_-_b",
	"border": "shikaku:2x3:2_3/2_-_-/-_-_4",
	"span":   "hashi:3x3:3_3/2_-_2/-_-_-/1_-_1",
	"digit":  "hakyuu:2x3:2_3/1_-_-/-_-_3/1_1_2/1_2_2",
	"letter": "abc-end-view:3x3,k=1#1",
	"spot":   "squaro:2x2:2_2/1_2/3_4",
	"slash":  "gokigen:2x2:2_2/-_1_-/1_-_-/1_1_-",
	"word":   "battleship:6x6#1",
	"rail":   "train-tracks:4x4#1",
	"stitch": "stitches:4x4#1",
	"both":   "yajilin:3x3:3_3/-_-_-/-_-_1n/-_-_-",
	"diagonal": ownID("find: {strand: {at: slashes}}\ngiven: {number: {values: 0..4, some: true}}\nrules:\n  one: not (strand[c.fall] and strand[c.rise]) for c in cells\n" +
		"  around: count(strand[x.fall] or strand[x.rise] for x in c.next) == number[c] for c in number\n  meet: count(strand[x] for x in slashes if x.a == k or x.b == k) in [0, 2] for k in corners\n"),
	"wire": ownID("find: {wire: {at: links, values: red blue, some: true}}\ngiven: {number: {values: 0..4, some: true}}\nrules:\n  ends: count(wire[l] == 'red' for l in c.links) == number[c] for c in number\n" +
		"  blue: wire[l] == 'blue' for l in links if wire[l] != 'red' and (l.a.row + l.a.col) % 2 == 0\n  free: l not in wire or wire[l] == 'red' for l in links if (l.a.row + l.a.col) % 2 == 1\n"),
	"colour": ownID("find: {patch: {values: red blue green, given: true}}\ngiven: {number: {values: 0..4, some: true}}\nrules:\n  same: count(patch[x] == patch[c] for x in c.next) == number[c] for c in number\n"),
}

// ownID is a puzzle of 3x3 cells by rules that stand in the id.
func ownID(rules string) string {
	return "own:" + packed.Pack([]byte("version: 1\nfamily: own\nsize: {side: 2..6}\n"+rules)) + ",3x3#1"
}

// winningMoves gives the moves that solve a puzzle of a declared family.
func winningMoves(t *testing.T, inst puzzle.Instance) []puzzle.Move {
	t.Helper()
	r, err := inst.(puzzle.Solver).Solve(t.Context(), 2)
	if err != nil || r.Status != puzzle.Unique {
		t.Fatalf("%v %v, want one solution", r.Status, err)
	}
	moves, err := inst.(interface {
		Winning(puzzle.Solution) ([]puzzle.Move, error)
	}).Winning(r.Solutions[0])
	if err != nil {
		t.Fatal(err)
	}
	return moves
}

// winning gives the marks that solve a puzzle.
func winning(t *testing.T, id string) []markAt {
	t.Helper()
	_, inst, err := families().Open(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	moves := winningMoves(t, inst)
	v, err := inst.(puzzle.Shown).View("en")
	if err != nil {
		t.Fatal(err)
	}
	var out []markAt
	for _, m := range moves {
		where, mark, _ := strings.Cut(string(m), "=")
		layer, place, _ := strings.Cut(where, "@")
		for n, l := range v.Layers.Layers {
			for i, name := range l.Places {
				if l.Name == layer && name == place {
					a := markAt{layer: n, input: l.Input, mark: mark, x: l.At[i][0], y: l.At[i][1], times: 1}
					if l.Input == puzzle.ShadeInput || l.Input == puzzle.SpotInput {
						a.times += slices.Index(l.Marks, mark) // a tap for each mark on the way
						if len(l.Marks) == 2 && (mark == "1" || l.Marks[0] == mark) {
							a.times = 1
						}
					}
					if l.Ends != nil {
						a.ends = l.Ends[i]
					}
					out = append(out, a)
				}
			}
		}
	}
	return out
}

// markAt is a mark to be made at a point of the board.
type markAt struct {
	layer int
	input puzzle.Input
	mark  string
	x, y  float64
	times int // how often the place is tapped
	ends  [4]float64
}

// nodes gives the two points that a line joins.
func (m markAt) nodes() (x1, y1, x2, y2 float64) {
	dx, dy := 0.5, 0.0
	across := m.x == float64(int(m.x)) // between a cell and the one on its right
	switch m.input {
	case puzzle.SpanInput:
		return m.ends[0], m.ends[1], m.ends[2], m.ends[3]
	case puzzle.EdgeInput:
		across = !across
	}
	if !across {
		dx, dy = dy, dx
	}
	return m.x - dx, m.y - dy, m.x + dx, m.y + dy
}

func (p *tab) pixel(x, y float64) (float64, float64) {
	at := js[[]float64](p, fmt.Sprintf(`quandary.ctx.board.pixel(%v, %v)`, x, y))
	return at[0], at[1]
}

// touchAlong puts a finger down at the first point of the board, moves it to the others and lifts it.
func (p *tab) touchAlong(points ...float64) {
	for i := 0; i < len(points); i += 2 {
		x, y := p.pixel(points[i], points[i+1])
		kind := input.DispatchTouchEventTypeTouchMove
		if i == 0 {
			kind = input.DispatchTouchEventTypeTouchStart
		}
		command(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{{X: x, Y: y}}})
	}
	command(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{}})
}

func (p *tab) mouseAlong(button input.MouseButton, points ...float64) {
	bits := map[input.MouseButton]int64{input.MouseButtonLeft: 1, input.MouseButtonRight: 2}[button]
	send := func(kind input.DispatchMouseEventType, x, y float64) {
		x, y = p.pixel(x, y)
		command(p, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: button, Buttons: bits, ClickCount: 1})
	}
	send(input.DispatchMouseEventTypeMousePressed, points[0], points[1])
	for i := 2; i < len(points); i += 2 {
		send(input.DispatchMouseEventTypeMouseMoved, points[i], points[i+1])
	}
	send(input.DispatchMouseEventTypeMouseReleased, points[len(points)-2], points[len(points)-1])
}

// TestLayers solves a puzzle of each kind of input to the end, with the mouse, by touch on a phone, and with nothing but keys.
func TestLayers(t *testing.T) {
	for i, name := range slices.Sorted(maps.Keys(layered)) {
		for j, way := range []string{"mouse", "touch", "keys"} {
			if puztest.Doing() < puztest.Whole && (i%5 != 0 || j != i/5%3) {
				continue // each way on a board of another sort
			}
			id := layered[name]
			t.Run(name+" "+way, func(t *testing.T) {
				t.Parallel()
				marks := winning(t, id)
				p := newTab(t, newServer(t).URL, 1200, 800)
				along := func(points ...float64) { p.mouseAlong(input.MouseButtonLeft, points...) }
				if way == "touch" {
					p.phone(390, 844)
					along = p.touchAlong
				}
				p.play(path(id))
				// Neither the board nor the keys move under a finger, for as long as one plays.
				p.do(`const top = (s) => document.querySelector(s).getBoundingClientRect().top, at = { ".layers-board": 0, ".keypad": 0 };
					window.moved = {};
					for (const s in at) at[s] = top(s);
					(function look() {
						if (!document.body.classList.contains("solved")) for (const s in at) if (top(s) !== at[s]) moved[s] = top(s) - at[s];
						requestAnimationFrame(look);
					})()`)
				if way == "keys" {
					p.layersByKeys(marks)
				} else {
					for _, m := range marks {
						p.layerByPointer(m, along)
					}
				}
				p.solved()
				if raw := js[string](p, `document.getElementById("solved").textContent.match(/\w+\.\w+\b/)?.[0] || ""`); raw != "" {
					t.Errorf("the page says %q, which is a key", raw)
				}
				for what, by := range js[map[string]float64](p, `moved`) {
					t.Errorf("%s has moved by %v while the puzzle was played", what, by)
				}
				p.shot("layers-" + name + "-" + way)
			})
		}
	}
}

// layerByPointer makes a mark as a mouse or a finger does.
func (p *tab) layerByPointer(m markAt, along func(...float64)) {
	switch m.input {
	case puzzle.PathInput:
		along(m.nodes())
	case puzzle.DigitInput:
		along(m.x, m.y)
		p.click(fmt.Sprintf(`.key[data-symbol="%s"]`, m.mark))
	case puzzle.SpanInput:
		for range m.mark[0] - '0' {
			along(m.x, m.y)
		}
	default:
		for range m.times {
			along(m.x, m.y)
		}
	}
}

// said waits until the live region tells the last move, and checks that the board says where the cursor is and what is there.
func (p *tab) said() {
	p.t.Helper()
	p.wait(`(() => { const live = document.getElementById("live"); return live.getAttribute("aria-live") && live.textContent.trim().length > 0 })()`)
	p.wait(`(() => { const e = document.activeElement; return e.getAttribute("role") === "gridcell" && /(Row|Dot) .*\d.*: ./.test(e.getAttribute("aria-label") || "") && e.closest("[role=grid]").getAttribute("aria-label") })()`)
}

// layersByKeys tabs to the board and makes marks with keys alone.
func (p *tab) layersByKeys(marks []markAt) {
	p.do(`document.activeElement.blur()`)
	for i := 0; !js[bool](p, `document.activeElement.classList.contains("node")`); i++ {
		if p.keys(kb.Tab); i == 40 {
			p.t.Fatal("the board is not reached by Tab")
		}
	}
	layer := 0
	p.keys(kb.Home + kb.PageUp)
	at := [2]int{}
	to := func(x, y float64) {
		p.steps(int(x)-at[0], kb.ArrowRight, kb.ArrowLeft)
		p.steps(int(y)-at[1], kb.ArrowDown, kb.ArrowUp)
		at = [2]int{int(x), int(y)}
	}
	for k, m := range marks {
		for ; layer != m.layer; layer++ {
			p.keys("m")
			p.wait(`document.activeElement.classList.contains("node")`)
		}
		switch m.input {
		case puzzle.DigitInput:
			to(m.x, m.y)
			if m.mark[0] >= 'a' { // a word, by its first letter
				p.keys(m.mark[:1])
			} else {
				p.keys(m.mark)
			}
		case puzzle.ShadeInput:
			to(m.x, m.y)
			for range m.times {
				p.keys(" ")
			}
		case puzzle.SpotInput:
			p.spotByKeys(m, to)
		default:
			x1, y1, x2, y2 := m.nodes()
			to(x1, y1)
			key := kb.ArrowRight
			if x1 == x2 {
				key = kb.ArrowDown
			}
			times := 1
			if m.input == puzzle.SpanInput {
				times = int(m.mark[0] - '0')
			}
			for range times {
				p.keys(key, chromedp.KeyModifiers(chromedp.ModifierShift))
			}
			if m.input == puzzle.EdgeInput || m.input == puzzle.PathInput {
				at = [2]int{int(x2), int(y2)}
			}
		}
		if k < len(marks)-1 { // after the last one the page tells that the puzzle is solved
			p.said()
		}
	}
}

// spotByKeys marks a spot from the node on which it lies, or from the cell on one of whose sides it lies.
func (p *tab) spotByKeys(m markAt, to func(x, y float64)) {
	whole := func(x float64) bool { return x == math.Trunc(x) }
	key, x, y := "", m.x, m.y
	switch {
	case whole(x) && !whole(y): // on the right side of a cell
		key, x = kb.ArrowRight, x-1
	case whole(y) && !whole(x):
		key, y = kb.ArrowDown, y-1
	case x-math.Trunc(x) == 0.25: // the diagonals of a cell: falling on its left, rising on its right
		key = kb.ArrowLeft
	case x-math.Trunc(x) == 0.75:
		key = kb.ArrowRight
	}
	to(x, y)
	for range m.times {
		if key == "" {
			p.keys(kb.Enter)
		} else {
			p.keys(key, chromedp.KeyModifiers(chromedp.ModifierShift))
		}
	}
}

// TestLeft: the page counts what is left to be found where the family says how, mark by mark, unless the player wants none of it.
func TestLeft(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	const id = "tents:4x4#1"
	marks := winning(t, id)
	tents := slices.DeleteFunc(marks, func(m markAt) bool { return m.mark != "1" })
	p := newTab(t, newServer(t).URL, 1200, 800)
	p.play(path(id))
	along := func(points ...float64) { p.mouseAlong(input.MouseButtonLeft, points...) }
	for k, m := range tents {
		p.wait(fmt.Sprintf(`document.querySelector(".left-count")?.textContent === "Left to find: tent %d"`, len(tents)-k))
		p.layerByPointer(m, along)
	}
	p.solved()
	p.do(`localStorage.setItem("quandary.settings", JSON.stringify({ left: false }))`)
	p.play(path("tents:4x4#2"))
	p.wait(`document.querySelector(".met-count")`)
	if js[bool](p, `!!document.querySelector(".left-count")`) {
		t.Error("what is left is counted against the player's wish")
	}
}

// TestCircledClue: a clue in a circle of its own can be read on a cell that is shaded.
func TestCircledClue(t *testing.T) {
	puztest.From(t, puztest.Whole)
	p := newTab(t, newServer(t).URL, 1280, 800)
	p.play(path(layered["shade"]))
	p.click(`[data-node="r1c1"]`)
	p.wait(`quandary.ctx.moves().length === 1 && document.querySelector(".picture-board .fill")`)
	if js[bool](p, `document.querySelector('text[data-at="r1c1"]').classList.contains("on-fill")`) {
		t.Error("the clue is as light as its circle")
	}
}
