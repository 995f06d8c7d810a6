package webtest_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"

	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// tapWith taps the board with some fingers at once, side by side around a point of the screen. The events say when they happened: a tap is
// short on a busy machine too, which takes long to bring them.
func (p *tab) tapWith(fingers int, x, y float64) {
	p.t.Helper()
	at := float64(time.Now().UnixMilli()) / 1000
	next := func() input.TimeSinceEpoch { at += 0.03; return input.TimeSinceEpoch(at) }
	var points []*input.TouchPoint
	for i := range fingers {
		id := float64(i)
		points = append(points, &input.TouchPoint{X: x + float64(40*i), Y: y + float64(30*i), ID: &id})
		command(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchStart, TouchPoints: points, Timestamp: next()})
	}
	command(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{}, Timestamp: next()})
}

// TestFingers: a tap with two fingers undoes the last step, and leaves nothing of its own where one finger marks; one with three redoes.
func TestFingers(t *testing.T) {
	t.Parallel()
	puztest.Need(t, "chromium")
	srv := newServer(t)
	for _, id := range puztest.Some([]string{"sudoku:6x6#1", "hitori:5x5#1"}, 2) {
		t.Run(id, func(t *testing.T) {
			p := newTab(t, srv.URL, 390, 844)
			p.play(path(id))
			state := func() string { return js[string](p, `JSON.stringify(quandary.ctx.moves())`) }
			start := state()
			if id == "sudoku:6x6#1" {
				cells, symbols := placements(t, id)
				p.write(fmt.Sprintf("r%dc%d", cells[0][0], cells[0][1]), symbols[0])
			} else {
				p.touchAlong(1.5, 1.5)
			}
			marked := state()
			if marked == start {
				t.Fatal("nothing was marked")
			}
			at := js[[]float64](p, `(() => { const b = document.querySelector("#board").getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()`)
			p.tapWith(2, at[0], at[1])
			if got := state(); got != start {
				t.Errorf("two fingers: %s, not %s", got, start)
			}
			p.tapWith(3, at[0], at[1])
			if got := state(); id == "sudoku:6x6#1" && got != marked {
				t.Errorf("three fingers: %s, not %s", got, marked)
			}
		})
	}
}
