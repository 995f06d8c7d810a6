package fillomino

import (
	"context"
	"fmt"
	"strconv"

	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// Options lists what Generate knows.
func (Family) Options() []puzzle.Option {
	return []puzzle.Option{
		{Name: "class", Doc: "difficulty class", Values: classes},
		{Name: "empties", Doc: "number of blank cells to aim at, or max: carve to the end", Default: "max"},
		{Name: "up-to", Doc: "the hardest technique allowed: a cell stays given when the puzzle would need a harder one",
			Values: []string{onlyWay, onlyNumber, cutCell, contradiction}},
		{Name: "attempts", Doc: "boards to try for a target", Default: "100"},
	}
}

// goal is what Generate aims at.
type goal struct {
	class    string
	empties  int // -1: carve to the end
	upTo     string
	attempts int
}

func parseGoal(p Params, s puzzle.Settings, opts []puzzle.Option) (goal, error) {
	g := goal{class: s.Get(opts, "class"), upTo: s.Get(opts, "up-to"), empties: -1}
	if err := s.Validate(opts); err != nil {
		return g, err
	}
	cells := p.Rows * p.Cols
	var err error
	if text := s.Get(opts, "empties"); text != "max" {
		if g.empties, err = strconv.Atoi(text); err != nil || g.empties < 0 || g.empties > cells {
			return g, fmt.Errorf("option empties: expected max or a number from 0 to %d, found %.20q", cells, text)
		}
	}
	if text := s.Get(opts, "attempts"); true {
		if g.attempts, err = strconv.Atoi(text); err != nil || g.attempts < 1 || g.attempts > 1_000_000 {
			return g, fmt.Errorf("option attempts: expected a number from 1 to 1000000, found %.20q", text)
		}
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
	best := ""
	var work Counters
	for attempt := range g.attempts {
		if report != nil {
			report(puzzle.Progress{Done: attempt, Total: g.attempts, Text: "full boards"})
		}
		out, class, empty, err := g.try(ctx, p, r.Derive("attempt", uint64(attempt)), &work)
		if err != nil {
			return puzzle.Generated{}, err
		}
		best = fmt.Sprintf("%d blank cells", empty)
		if g.class != "" {
			best += ", " + class
		}
		if (g.empties < 0 || empty == g.empties) && (g.class == "" || class == g.class) {
			out.Work = record.Object{{Key: "questions", Value: work.Rounds}, {Key: "conflicts", Value: work.Conflicts}, {Key: "boards", Value: attempt + 1}}
			return out, nil
		}
	}
	return puzzle.Generated{}, &puzzle.UnreachableError{Target: g.String(), Best: best, Tries: g.attempts}
}

func (g goal) String() string {
	text := ""
	if g.class != "" {
		text = "class " + g.class
	}
	if g.empties >= 0 {
		if text != "" {
			text += ", "
		}
		text += fmt.Sprintf("%d blank cells", g.empties)
	}
	return text
}

// try makes one puzzle.
func (g goal) try(ctx context.Context, p Params, r *rng.Stream, work *Counters) (out puzzle.Generated, class string, empty int, err error) {
	full, err := randomFull(ctx, p, r.Derive("full"))
	if err != nil {
		return out, "", 0, err
	}
	c, err := NewCarving(p, full)
	if err != nil {
		return out, "", 0, err
	}
	inst, err := c.Puzzle()
	if err != nil {
		return out, "", 0, err
	}
	if g.empties != 0 {
		var board carve.Board[*Puzzle] = c
		if g.upTo != "" {
			if board, err = newGradedCarving(ctx, c, g.upTo); err != nil {
				return out, "", 0, err
			}
		}
		res, err := carve.Carve(ctx, board, nil, nil, carve.Options{Final: true, Empties: max(0, g.empties)}, r.Derive("carve"))
		if err != nil {
			return out, "", 0, err
		}
		inst, empty = res.Final, res.Empty
	}
	work.Rounds += c.Work.Rounds
	work.Conflicts += c.Work.Conflicts
	if g.class != "" {
		rating, err := inst.Rate(ctx)
		if err != nil {
			return out, "", 0, err
		}
		class = rating.Class
	}
	return puzzle.Generated{Instance: inst, Solution: Solution{full}, Class: class}, class, empty, nil
}

// gradedCarving keeps what the techniques up to one can solve.
type gradedCarving struct {
	*Carving
	upTo   string
	ladder *deduce.Ladder[*position]
	pos    *position // its memory serves all questions
	order  []int32
	met    []bool
}

func newGradedCarving(ctx context.Context, c *Carving, upTo string) (*gradedCarving, error) {
	p := &Puzzle{c.params, c.left}
	l, err := p.ladderUpTo(ctx, upTo)
	if err != nil {
		return nil, err
	}
	return &gradedCarving{Carving: c, upTo: upTo, ladder: l, pos: newPosition(p, c.full.clone()), met: make([]bool, len(c.full.Cells))}, nil
}

// Valid reports whether the techniques still solve the puzzle without these cells. What they solve has one solution.
func (c *gradedCarving) Valid(ctx context.Context, cells []int) (bool, error) {
	trial := c.left.clone()
	for _, k := range cells {
		trial.Cells[k] = 0
	}
	if c.params.Shown && (&Puzzle{c.params, trial}).checkShown(c.full) != nil {
		return false, nil
	}
	c.Work.Rounds++
	q := c.pos
	q.givens = trial.clone()
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
