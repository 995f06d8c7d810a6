package declared

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
)

// classNames are the difficulty classes of every declared family, the easiest first: the form of the hardest step.
var classNames = []string{"1", "2", "3", "4", "5", "6", "7"}

// Options lists the settings of Generate.
func (f *Family) Options() []puzzle.Option { return options(f.classes()) }

func options(classes []string) []puzzle.Option {
	var symmetries []string
	for s := board.FlipLeftRight; s < board.Symmetries; s++ {
		if s != board.ThreeQuarters {
			symmetries = append(symmetries, s.String())
		}
	}
	return []puzzle.Option{
		{Name: "class", Doc: "difficulty class: the form of the hardest step", Values: classes},
		{Name: "rating", Doc: "range of the rating, such as 2.0..3.5"},
		{Name: "steps", Doc: "range of the number of steps of the solution, such as 30..60"},
		{Name: "technique", Doc: "the hardest step must be of this kind, as the rating names it"},
		{Name: "empties", Doc: "how many printed values are taken away, or max: carve to the end", Default: "max"},
		{Name: "symmetry", Doc: "values that a symmetry carries into each other are taken away together", Values: symmetries},
		{Name: "pattern", Doc: "the cells that may have a clue, row by row: . for one without, anything else for one with"},
		{Name: "keep", Doc: "cells whose clues stay, row by row, as in pattern; the others may go"},
		{Name: "attempts", Doc: "full boards to try for a target", Default: "100"},
	}
}

// span is a range of numbers that a request asks for.
type span struct{ lo, hi float64 }

// request is what Generate is asked for.
type request struct {
	classes       []string // the easiest first
	class         int      // from 1; 0: any
	rating, steps *span
	technique     string
	empties       int // 0: carve to the end
	symmetry      board.Symmetry
	pattern, keep string
	attempts      int
}

func (f *Family) request(p params, s puzzle.Settings) (request, error) {
	q := request{technique: s["technique"], pattern: s["pattern"], keep: s["keep"]}
	opts := f.Options()
	if err := s.Validate(opts); err != nil {
		return q, err
	}
	q.classes = f.classes()
	q.class = slices.Index(q.classes, s["class"]) + 1
	for _, n := range []struct {
		name        string
		to          *int
		least, most int
		word        string
	}{{"empties", &q.empties, 1, rules.MaxCells, "max"}, {"attempts", &q.attempts, 1, 1_000_000, ""}} {
		v, ok, err := s.Number(opts, n.name, n.least, n.most, n.word)
		if err != nil {
			return q, err
		}
		if ok {
			*n.to = v
		}
	}
	for _, n := range []struct {
		name string
		to   **span
	}{{"rating", &q.rating}, {"steps", &q.steps}} {
		text := s[n.name]
		if text == "" {
			continue
		}
		lo, hi, two := strings.Cut(text, "..")
		if !two {
			hi = lo
		}
		a, err := strconv.ParseFloat(lo, 64)
		b, err2 := strconv.ParseFloat(hi, 64)
		if err != nil || err2 != nil || a > b || math.IsNaN(a) || math.IsNaN(b) {
			return q, fmt.Errorf("option %s: expected a range such as 4..5, found %.20q", n.name, text)
		}
		*n.to = &span{a, b}
	}
	for sym := board.Symmetry(0); sym < board.Symmetries; sym++ {
		if sym.String() == s["symmetry"] {
			q.symmetry = sym
		}
	}
	if q.symmetry.Swaps() && p.rows != p.cols {
		return q, fmt.Errorf("option symmetry: %s needs a square board, this one has %d rows and %d columns", q.symmetry, p.rows, p.cols)
	}
	for _, t := range []struct{ name, text string }{{"pattern", q.pattern}, {"keep", q.keep}} {
		if t.text != "" && len(t.text) != p.rows*p.cols {
			return q, fmt.Errorf("option %s: expected %d characters, one for each cell, found %d", t.name, p.rows*p.cols, len(t.text))
		}
	}
	return q, nil
}

// CheckSettings judges settings as Generate does.
func (f *Family) CheckSettings(p puzzle.Params, s puzzle.Settings) error {
	own, ok := p.(params)
	if !ok {
		return fmt.Errorf("parameters of another family: %v", p)
	}
	_, err := f.request(own, s)
	return err
}

// text is the request in words.
func (q request) text() string {
	var parts []string
	if q.class > 0 {
		parts = append(parts, "class "+q.classes[q.class-1])
	}
	if q.rating != nil {
		parts = append(parts, fmt.Sprintf("a rating of %g..%g", q.rating.lo, q.rating.hi))
	}
	if q.steps != nil {
		parts = append(parts, fmt.Sprintf("%g..%g steps", q.steps.lo, q.steps.hi))
	}
	if q.technique != "" {
		parts = append(parts, "technique "+q.technique)
	}
	if q.empties > 0 {
		parts = append(parts, fmt.Sprintf("%d values taken away", q.empties))
	}
	if q.pattern != "" {
		parts = append(parts, "the given pattern")
	}
	if len(parts) == 0 {
		return "a puzzle with one solution"
	}
	return strings.Join(parts, ", ")
}

// rated reports whether the request asks for something that rating tells.
func (q request) rated() bool {
	return q.class > 0 || q.rating != nil || q.steps != nil || q.technique != ""
}

// side compares a puzzle with the request.
func (q request) side(ctx context.Context, inst *Instance) (side int, class, text string, err error) {
	r, err := inst.Rate(ctx)
	if err != nil {
		return 0, "", "", err
	}
	text = fmt.Sprintf("class %s, rating %.2f, %d steps, the hardest %s: %s:%s:%s", r.Class, r.Score, r.Steps, r.Hardest, inst.f.Name(), inst.Params(), inst.Desc())
	at := slices.Index(q.classes, r.Class) + 1
	switch {
	case q.class > 0 && at != q.class:
		side = at - q.class
	case q.rating != nil && (r.Score < q.rating.lo || r.Score > q.rating.hi):
		side = away(r.Score, *q.rating)
	case q.steps != nil && (float64(r.Steps) < q.steps.lo || float64(r.Steps) > q.steps.hi):
		side = away(float64(r.Steps), *q.steps)
	case q.technique != "" && r.Hardest != q.technique:
		side = -1
	}
	return side, r.Class, text, nil
}

// away is how far a number is from a range, on a scale of whole numbers: never 0 outside.
func away(x float64, s span) int {
	if x < s.lo {
		return min(int(math.Floor(x-s.lo)), -1)
	}
	return max(int(math.Ceil(x-s.hi)), 1)
}

// chooser chooses the squares that go next, as a request asks: those that a symmetry carries into each other together, printed answers
// before clues, nothing that is to be kept.
type chooser struct {
	d *definition
	q request

	of     *carving // the board that the orbits are of
	orbits [2][][]int
}

// Choose gives squares to be taken away together.
func (c *chooser) Choose(s *carve.State) []int {
	if c.of != c.d.last {
		c.of = c.d.last
		c.orbits = c.d.last.orbits(c.q)
	}
	for _, o := range c.orbits {
		if squares := carve.Orbits(o).Choose(s); len(squares) > 0 {
			return squares
		}
	}
	return nil
}

// marked reports whether a text that has a character for each cell marks a place.
func (c *carving) marked(text string, p board.Place) bool {
	geo := c.check.enc.Board.Geo
	if p.Kind != board.Cell {
		return false
	}
	ch := text[(geo.Row(p)-1)*geo.Cols+geo.Col(p)-1]
	return ch != '.' && ch != '-' && ch != '0' && ch != ' '
}

// orbits lists the squares that go together: first printed answers, then clues.
func (c *carving) orbits(q request) (out [2][][]int) {
	turned := c.check.enc.Board.Geo.Turn(q.symmetry)
	type key struct {
		l *rules.Layer
		p board.Place
	}
	at := map[key]int{}
	for k, cells := range c.squares {
		for _, i := range cells {
			at[key{c.check.cells[i].l, c.check.cells[i].p}] = k
		}
	}
	seen := make([]bool, len(c.squares))
	for k := range c.squares {
		if seen[k] {
			continue
		}
		var orbit []int
		keep := false
		for j, ok := k, true; ok && !seen[j]; {
			seen[j] = true
			orbit = append(orbit, j)
			first := c.check.cells[c.squares[j][0]]
			keep = keep || c.d.gave(first)
			keep = keep || q.keep != "" && c.marked(q.keep, first.p) || q.pattern != "" && c.marked(q.pattern, first.p)
			j, ok = at[key{first.l, turned.Place(first.p)}]
		}
		if keep {
			continue
		}
		group := 1
		if c.check.cells[c.squares[k][0]].l.Role == rules.Find {
			group = 0
		}
		out[group] = append(out[group], orbit)
	}
	return out
}

// fits reports whether a carved board has clues where the pattern asks for them, and nowhere else.
func (q request) fits(c *carving) bool {
	if q.pattern == "" {
		return true
	}
	for k, there := range c.there {
		if p := c.places[k]; there && p.Kind == board.Cell && !c.marked(q.pattern, p) {
			return false
		}
	}
	return true
}
