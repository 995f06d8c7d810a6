package fillomino

import (
	"context"
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/grid"
	"github.com/quandary-puzzles/quandary/internal/kinds/fillomino/solver"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// Names of strategies beside the symmetries of package grid.
const (
	strategyUniform = "uniform"
	strategyRegion  = "region"
)

func strategyNames() []string {
	return append([]string{strategyUniform, strategyRegion}, grid.SymmetryNames()...)
}

// Options lists what Generate knows.
func (Family) Options() []puzzle.Option {
	return []puzzle.Option{
		{Name: "class", Doc: "difficulty class", Values: classes},
		{Name: "empties", Doc: "number of blank cells to aim at, or max: carve to the end", Default: "max"},
		{Name: "strategy", Doc: "how the cells to blank are chosen; region takes a region and then a cell in it, and leaves one cell of each; " +
			"a symmetry blanks symmetric cells together", Default: strategyUniform, Values: strategyNames()},
		{Name: "pattern", Doc: "the cells that are to be given, row by row: . for a blank cell, anything else for a given"},
		{Name: "keep", Doc: "cells that stay given, row by row, as in pattern; the others may go"},
		{Name: "technique", Doc: "a technique that the solution must need",
			Values: []string{onlyNumber, cutCell, contradiction, bySearch}},
		{Name: "up-to", Doc: "the hardest technique allowed: a cell stays given when the puzzle would need a harder one",
			Values: []string{onlyWay, onlyNumber, cutCell, contradiction}},
		{Name: "steps", Doc: "at most so many cells are tested on each full board; 0: all", Default: "0"},
		{Name: "attempts", Doc: "full boards to try for a target", Default: "100"},
	}
}

// goal is what Generate aims at.
type goal struct {
	class     string
	empties   int // -1: carve to the end
	strategy  string
	pattern   string
	keep      string
	technique string
	upTo      string
	steps     int
	attempts  int
}

func parseGoal(p Params, s puzzle.Settings, opts []puzzle.Option) (goal, error) {
	g := goal{class: s["class"], upTo: s["up-to"], strategy: s.Get(opts, "strategy"), pattern: s["pattern"], keep: s["keep"],
		technique: s["technique"], empties: -1}
	if err := s.Validate(opts); err != nil {
		return g, err
	}
	cells := p.Rows * p.Cols
	for _, n := range []struct {
		name        string
		to          *int
		least, most int
		word        string // stands for no number
	}{
		{"empties", &g.empties, 0, cells, "max"}, {"steps", &g.steps, 0, cells, ""}, {"attempts", &g.attempts, 1, 1_000_000, ""},
	} {
		v, ok, err := s.Number(opts, n.name, n.least, n.most, n.word)
		if err != nil {
			return g, err
		}
		if ok {
			*n.to = v
		}
	}
	for _, t := range []struct{ name, text string }{{"pattern", g.pattern}, {"keep", g.keep}} {
		if t.text != "" && len(t.text) != cells {
			return g, fmt.Errorf("option %s: expected %d characters, one for each cell, found %d", t.name, cells, len(t.text))
		}
	}
	if sym, ok := grid.SymmetryNamed(g.strategy); ok && sym.Swaps() && p.Rows != p.Cols {
		return g, fmt.Errorf("option strategy: %s needs a square board, this one has %d rows and %d columns", g.strategy, p.Rows, p.Cols)
	}
	if g.upTo == "" {
		// An easy puzzle is hardly ever what is left when carving to the end; it is carved as one.
		switch g.class {
		case "easy":
			g.upTo = onlyNumber
		case "medium":
			g.upTo = cutCell
		}
	}
	if g.technique != "" && g.upTo != "" && costOf(g.technique) > costOf(g.upTo) {
		return g, fmt.Errorf("option technique: %s is harder than %s, the hardest allowed", g.technique, g.upTo)
	}
	return g, nil
}

// CheckSettings judges settings as Generate does.
func (f Family) CheckSettings(pp puzzle.Params, s puzzle.Settings) error {
	p, ok := pp.(Params)
	if !ok {
		return fmt.Errorf("parameters of another family: %v", pp)
	}
	_, err := parseGoal(p, s, f.Options())
	return err
}

// costOf gives the cost of a technique, which orders them.
func costOf(id string) int {
	t, err := newLadder(context.Background(), nil).Lookup(id)
	if err != nil {
		return 0
	}
	return t.Cost
}

// definition is the paper's D of a goal: full boards at random, and whether their cells can be blanked.
type definition struct {
	goal
	params  Params
	full    solver.Board // the last full board
	carving *carving
}

// Random makes a full board.
func (d *definition) Random(ctx context.Context, r *rng.Stream) (_ carve.Board[*board], err error) {
	if d.full, err = solver.RandomFull(ctx, d.params.Rows, d.params.Cols, d.params.Max, r); err != nil {
		return nil, err
	}
	if d.carving, err = newCarving(d.params, d.full); err != nil {
		return nil, err
	}
	if d.upTo == "" || d.empties == 0 {
		return d.carving, nil
	}
	return newGradedCarving(ctx, d.carving, d.upTo)
}

// options puts the goal into the terms of package carve.
func (d *definition) options() carve.Options {
	opt := carve.Options{Final: true, Empties: max(0, d.empties), Steps: d.steps, Stream: "carve",
		Keep: append(carve.Marked(d.pattern), carve.Marked(d.keep)...)}
	if d.strategy == strategyRegion {
		opt.Strategy = carve.Late(func() carve.Strategy { return carve.ByRegion(regionsOf(d.full), 1) })
	} else if s, ok := grid.SymmetryNamed(d.strategy); ok {
		opt.Strategy = carve.Orbits(grid.Orbits(d.params.Rows, d.params.Cols, s))
	}
	return opt
}

// regionsOf numbers the regions of a full board, by cell.
func regionsOf(full solver.Board) []int {
	of := make([]int, len(full.Cells))
	n := 0
	for group := range full.Groups() {
		for _, c := range group {
			of[c] = n
		}
		n++
	}
	return of
}

// Generate draws full boards and carves them until one meets the settings.
func (f Family) Generate(ctx context.Context, pp puzzle.Params, s puzzle.Settings, r *rng.Stream, report func(puzzle.Progress)) (puzzle.Generated, error) {
	p, ok := pp.(Params)
	if !ok {
		return puzzle.Generated{}, fmt.Errorf("fillomino: parameters of another family: %v", pp)
	}
	g, err := parseGoal(p, s, f.Options())
	if err != nil {
		return puzzle.Generated{}, err
	}
	best, distance := "", 0
	var work solver.Counters
	for attempt := range g.attempts {
		if report != nil {
			report(puzzle.Progress{Done: attempt, Total: g.attempts, Text: "full boards"})
		}
		out, class, empty, needed, err := g.try(ctx, p, r.Derive("attempt", uint64(attempt)), &work)
		if err != nil {
			return puzzle.Generated{}, err
		}
		// The best is what came nearest the number of blank cells wanted; without one, the last board.
		want, text := len(out.Instance.(*board).board.Cells)-len(carve.Marked(g.pattern)), fmt.Sprintf("%d blank cells", empty)
		if g.pattern == "" {
			want = max(0, g.empties)
		}
		if g.class != "" {
			text += ", " + class
		}
		if g.technique != "" && !needed {
			text += ", without " + g.technique
		}
		if d := max(want-empty, empty-want); best == "" || d <= distance {
			best, distance = text, d
		}
		if (g.empties < 0 || empty == g.empties) && (g.pattern == "" || empty == want) && (g.class == "" || class == g.class) && (g.technique == "" || needed) {
			out.Work = record.Object{{Key: "questions", Value: work.Rounds}, {Key: "conflicts", Value: work.Conflicts}, {Key: "boards", Value: attempt + 1}}
			return out, nil
		}
	}
	return puzzle.Generated{}, &puzzle.UnreachableError{Target: g.String(), Best: best, Tries: g.attempts}
}

func (g goal) String() string {
	var parts []string
	if g.class != "" {
		parts = append(parts, "class "+g.class)
	}
	if g.technique != "" {
		parts = append(parts, "technique "+g.technique)
	}
	if g.empties >= 0 {
		parts = append(parts, fmt.Sprintf("%d blank cells", g.empties))
	}
	if g.pattern != "" {
		parts = append(parts, "the given pattern")
	}
	return strings.Join(parts, ", ")
}

// try makes one puzzle; needed says whether it needs the technique asked for.
func (g goal) try(ctx context.Context, p Params, r *rng.Stream, work *solver.Counters) (out puzzle.Generated, class string, empty int, needed bool, err error) {
	fail := func(err error) (puzzle.Generated, string, int, bool, error) { return out, "", 0, false, err }
	d := &definition{goal: g, params: p}
	var inst *board
	if g.empties == 0 {
		full, err := d.Random(ctx, r.Derive("full"))
		if err != nil {
			return fail(err)
		}
		if inst, err = full.Puzzle(); err != nil {
			return fail(err)
		}
	} else {
		res, err := carve.GenPuzzles(ctx, d, nil, nil, d.options(), r)
		if err != nil {
			return fail(err)
		}
		inst, empty = res.Final, res.Empty
	}
	full, c := d.full, d.carving
	work.Rounds += c.Work.Rounds
	work.Conflicts += c.Work.Conflicts
	if g.class != "" || g.technique != "" {
		path, grade, err := inst.path(ctx)
		if err != nil {
			return fail(err)
		}
		if path.Status == deduce.Solved {
			class = classOf(hardest(path))
		}
		needed = grade.Counts[g.technique] > 0
	}
	return puzzle.Generated{Instance: inst, Solution: solution{full}, Class: class}, class, empty, needed, nil
}

// gradedCarving keeps what the techniques up to one can solve.
type gradedCarving struct {
	*carving
	upTo   string
	ladder *deduce.Ladder[*position]
	pos    *position // its memory serves all questions
	order  []int32
	met    []bool
}

func newGradedCarving(ctx context.Context, c *carving, upTo string) (*gradedCarving, error) {
	p := &board{params: c.params, board: c.left}
	l, err := p.ladderUpTo(ctx, upTo)
	if err != nil {
		return nil, err
	}
	return &gradedCarving{carving: c, upTo: upTo, ladder: l, pos: newPosition(p, c.full.Clone()), met: make([]bool, len(c.full.Cells))}, nil
}

// Valid reports whether the techniques still solve the puzzle without these cells. What they solve has one solution.
func (c *gradedCarving) Valid(ctx context.Context, cells []int) (bool, error) {
	trial := c.left.Clone()
	for _, k := range cells {
		trial.Cells[k] = 0
	}
	if c.params.Shown && (&board{params: c.params, board: trial}).checkShown(c.full) != nil {
		return false, nil
	}
	c.Work.Rounds++
	q := c.pos
	q.givens = trial.Clone()
	q.set(trial)
	simple := c.upTo
	if simple == contradiction {
		simple = cutCell
	}
	if !c.params.Shown && c.upTo != contradiction {
		for _, k := range cells {
			if q.board.Cells[k] == 0 && !q.settle(c.around(k), k, simple) {
				return false, nil
			}
		}
		return true, nil
	}
	// A number that is brought back is not a given, which the rule that regions show one asks for; and what contradictions
	// bring back depends on the order.
	q.settle(c.around(cells[0]), -1, simple)
	return c.ladder.Solves(ctx, q)
}

// around lists all cells, those near a cell first: what brings its number back is mostly there.
func (c *gradedCarving) around(cell int) []int32 {
	clear(c.met)
	c.order = append(c.order[:0], int32(cell))
	c.met[cell] = true
	for i := 0; i < len(c.order); i++ {
		for _, d := range c.pos.side[c.order[i]] {
			if !c.met[d] {
				c.met[d] = true
				c.order = append(c.order, d)
			}
		}
	}
	return c.order
}
