package making

import (
	"context"
	"errors"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/solve"
)

// carving is a full board being carved. A square is a printed value, or those of one place that can only stand together.
//
// The solver is asked for a solution other than the board's, with the printed values as assumptions. When there is none, it tells
// which of them it needed: all others can go without another question.
type carving struct {
	m       *Maker
	d       *draft
	solver  *solver
	own     bool            // solver is not the draft's
	squares [][]int         // cells of the solver; a link is in those of both of its ends where the text says links cell by cell
	there   []bool          // by square
	needed  map[int]bool    // by square: among those that the last proof rests on
	other   solve.Literal   // some value that is asked for is another
	absent  []solve.Literal // the clues that the full board does not have
	places  []board.Place   // by square
	steps   int64           // of the solver, to find whether a clue can go
	tired   int             // more the more of the last questions took them all: the next get a half, a quarter, ...
	proofs  int64           // that there is no other solution, so far
	proving int64           // what they took, in steps
	judged  bool            // each removal is judged: see stands
	made    *Definition     // whose last board this is; nil: it is not varied
	start   saved           // the draft as it was when the board was full
	next    [][]int         // squares that will be tried after those that are, in this order
	ahead   int             // how many of these tries one question is asked for
	gone    int             // tries in a row, of one question each, that succeeded
	probes  int
}

// Bounds on asking for several tries at once.
const (
	goneFirst = 4  // tries in a row that succeed before the next are taken together
	mostAhead = 64 // tries of one question
)

// Bounds on how little is left to a question after others that came to no end: an eighth of the steps, and some times what a proof took so far.
const (
	mostTired   = 3
	usualProofs = 2
)

// worthOwn is from how many unknowns on, inner ones too, of the solver that samples boards it pays to state a board anew to be carved.
const worthOwn = 1000

// muchLearnt is from how many conflicts on it does not: what was learnt of them is worth more than to be small.
const muchLearnt = 500

var _ carve.Board[*rules.Board] = (*carving)(nil)
var _ carve.Restorer = (*carving)(nil)

// newCarving starts from a draft. ok is false where the draft has several solutions, with everything printed.
func newCarving(ctx context.Context, d *draft, steps int64, judged bool) (c *carving, ok bool, err error) {
	c = &carving{m: d.m, d: d, steps: steps, judged: judged, solver: d.solver, needed: map[int]bool{}, start: d.save()}
	// Rules of style leave no other solution out; and a large solver that leaves clues open takes long for each of a hundred questions, unless it has
	// learnt much already of what they are about.
	c.own = len(d.m.File.Making.Must) > 0 || d.m.ranged() || d.solver.variables() >= worthOwn && d.solver.counted("conflicts") < muchLearnt
	for _, l := range d.m.File.Layers {
		if l.Role == rules.Given && (d.sort.parts[l] == shape || d.m.reading(l) != nil) {
			c.own = true
		}
	}
	if c.own {
		base := d.problem(func(c cell) bool { return c.l.Role == rules.Given })
		open := func(l *rules.Layer) bool { return d.sort.parts[l] == clue }
		c.solver, err = newSolver(ctx, d.m.Engine, base, encode.Options{Open: open, Printed: open})
		if err != nil {
			return nil, false, err
		}
		c.solver.found = c.solver.solution(d.solver.board)
	}
	if err := c.begin(); err != nil {
		c.close()
		return nil, false, barren(err)
	}
	// The first question is the hardest: with all clues there is most to know, and nothing has been learnt.
	c.steps = max(steps, firstProof)
	unique, err := c.unique(ctx, nil)
	c.steps = steps
	if err != nil {
		c.close()
		return nil, false, err
	}
	return c, unique, nil
}

func (c *carving) close() {
	if c.own {
		c.solver.close()
	}
}

// begin lists the squares.
func (c *carving) begin() error {
	var asked []int
	byPlace, byEnd := map[board.Place]int{}, map[cell]int{}
	for i, at := range c.solver.cells {
		if at.l.Role == rules.Find {
			asked = append(asked, i)
			if !at.l.Printed {
				continue
			}
		}
		v := c.solver.now[i]
		if at.l.Role == rules.Find && c.d.unsaid(c.solver, i) {
			continue
		}
		if c.d.sort.whole[at.l] {
			for _, end := range c.solver.ends(i) {
				if !c.solver.lined(at.l, end) {
					continue
				}
				k, ok := byEnd[cell{at.l, end}]
				if !ok {
					k = len(c.squares)
					byEnd[cell{at.l, end}] = k
					c.squares, c.there, c.places = append(c.squares, nil), append(c.there, true), append(c.places, end)
				}
				c.squares[k] = append(c.squares[k], i)
			}
			continue
		}
		if v.Kind == rules.Nothing || at.l.Role == rules.Given && !at.l.Some && !v.True() {
			lit, err := c.solver.is(i, v)
			if err != nil {
				return err
			}
			if at.l.Role == rules.Given {
				c.absent = append(c.absent, lit)
			}
			continue
		}
		if k, ok := byPlace[at.p]; ok && c.bound(at.l) {
			c.squares[k] = append(c.squares[k], i)
			continue
		}
		byPlace[at.p] = len(c.squares)
		c.squares, c.there, c.places = append(c.squares, []int{i}), append(c.there, true), append(c.places, at.p)
	}
	var err error
	c.other, err = c.solver.other(asked)
	return err
}

// bound reports whether a clue goes with the others at its place: the family's text has no way to say it alone.
func (c *carving) bound(l *rules.Layer) bool {
	_, ok := c.d.sort.beside[l.Class()]
	return ok
}

// unique asks for another solution without some squares.
func (c *carving) unique(ctx context.Context, without []int) (bool, error) {
	gone := map[int]bool{}
	for _, k := range without {
		gone[k] = true
	}
	assume := append([]solve.Literal{c.other}, c.absent...)
	of := map[solve.Literal]int{}
	for k, cells := range c.squares {
		if !c.there[k] || gone[k] {
			continue
		}
		for _, i := range cells {
			lit, err := c.solver.is(i, c.solver.now[i])
			if err != nil {
				return false, err
			}
			of[lit] = k
			assume = append(assume, lit)
		}
	}
	c.probes++
	steps := c.steps >> min(c.tired, 1)
	if c.proofs > 0 { // what takes much longer than others did is hardly worth the time
		steps = min(steps, max(c.steps>>c.tired, usualProofs*c.proving/c.proofs))
	}
	before := c.solver.work()
	st, err := c.solver.probe.Probe(ctx, solve.Question{AtOnce: true, Assume: assume, Steps: steps})
	if errors.Is(err, solve.ErrBudget) && c.steps < minimalSteps {
		c.tired = min(c.tired+1, mostTired)
		return false, nil // what is not proved is not so
	}
	c.tired = max(c.tired-1, 0)
	if st == solve.Unsat {
		c.proving += c.solver.work() - before
		c.proofs++
	}
	if err != nil || st != solve.Unsat {
		return false, err
	}
	clear(c.needed)
	for _, lit := range c.solver.probe.Needed() {
		if k, ok := of[lit]; ok {
			c.needed[k] = true
		}
	}
	return true, nil
}

// spared asks whether squares can go. As long as all can, the next ones are asked about together with them: those that the proof does without
// need no question of their own, and what goes in the end is the same.
func (c *carving) spared(ctx context.Context, squares []int) (bool, error) {
	for ; c.ahead > 1; c.ahead /= 2 {
		all := slices.Concat(append([][]int{squares}, c.next[:min(c.ahead-1, len(c.next))]...)...)
		ok, err := c.unique(ctx, all)
		if err != nil {
			return false, err
		}
		if ok {
			c.ahead = min(2*c.ahead, mostAhead)
			return true, nil
		}
	}
	ok, err := c.unique(ctx, squares)
	if c.gone++; !ok {
		c.gone = 0
	}
	if c.ahead = 1; c.gone == goneFirst {
		c.ahead, c.gone = 2, 0
	}
	return ok, err
}

// Len is the number of squares.
func (c *carving) Len() int { return len(c.squares) }

// Valid reports whether the solution is still the only one without these squares.
func (c *carving) Valid(ctx context.Context, squares []int) (bool, error) {
	idle := true
	for _, k := range squares {
		idle = idle && !c.needed[k]
	}
	if !idle {
		if ok, err := c.spared(ctx, squares); !ok || err != nil {
			return false, err
		}
	}
	return c.stands(ctx, squares)
}

// stands reports whether the board's own solution is one without some squares: where a rule counts what is printed, it may not be.
func (c *carving) stands(ctx context.Context, without []int) (bool, error) {
	if !c.judged {
		return true, ctx.Err()
	}
	c.Remove(without)
	b, err := c.Puzzle()
	c.Restore(without)
	if err != nil {
		return false, err
	}
	for _, l := range c.m.File.Layers {
		if l.Role == rules.Find {
			b.Set(l, c.solver.board.Marks(l))
		}
	}
	return c.m.stands(ctx, b)
}

// Remove takes squares away.
func (c *carving) Remove(squares []int) {
	for _, k := range squares {
		c.there[k] = false
	}
}

// Restore puts squares back. What the last proof rests on is there still.
func (c *carving) Restore(squares []int) {
	for _, k := range squares {
		c.there[k] = true
	}
}

// whole puts all squares back.
func (c *carving) whole() {
	for k := range c.there {
		c.there[k] = true
	}
}

// Puzzle gives the puzzle as it stands.
func (c *carving) Puzzle() (*rules.Board, error) {
	kept := map[cell]bool{}
	for k, cells := range c.squares {
		for _, i := range cells {
			kept[c.solver.cells[i]] = kept[c.solver.cells[i]] || c.there[k]
		}
	}
	return c.d.problem(func(x cell) bool { return kept[x] }), nil
}
