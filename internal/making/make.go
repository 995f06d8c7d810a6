package making

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/internal/answers"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/solve"
)

// Definition is the paper's D of a family: full boards at random, and whether a clue can go.
type Definition struct {
	m       *Maker
	p       rules.BoardSize
	sort    *sorted
	sym     board.Symmetry // of shapes
	mine    *rules.Board   // what a setter has given, which stays; nil: nothing
	hardest int            // where boards are varied: class of the hardest step that is asked for
	ease    int            // class of the hardest step that a full board may need; 0: any
	steps   int64          // of the solver, to find whether a clue can go
	last    *carving       // what the last full board holds of the solver, to be given back
	report  func(puzzle.Progress)
	why     error   // why the last start was barren
	starts  int     // random starts for the full board that is looked for
	left    int     // what the nearest of them left undecided, with everything printed; 0: none had a solution
	judged  bool    // each removal is judged: a puzzle carved without that had lost its solution
	again   bool    // the last full board is carved once more, for that reason
	coarse  float64 // how many times as large rooms are drawn as the rules file says
	endless bool    // questions about a whole board came to no end
	met     bool    // a puzzle was compared with the request
	hard    int     // full boards given up since that was asked last: too hard with all clues printed
}

var _ carve.Leaning = (*Definition)(nil)

// Lean draws smaller rooms from now on, where puzzles were too hard: each of them is told of by a clue, most often. Where they were too easy
// larger ones are no way out: two areas fill a board in one way.
func (d *Definition) Lean(side int) {
	if side > 0 {
		d.coarse = max(d.coarse/coarser, leastCoarse)
	}
}

// Bounds on how much smaller rooms are drawn than the rules file says.
const (
	coarser     = 1.25
	leastCoarse = 0.25
)

var _ carve.Picky = (*Definition)(nil)

// GivenUp tells of full boards that were too hard with all clues printed.
func (d *Definition) GivenUp() int {
	n := d.hard
	d.hard = 0
	return n
}

// Close gives back what the last board holds.
func (d *Definition) Close() {
	if d.last != nil {
		d.last.close()
		d.last.d.close()
		d.last = nil
	}
}

// Random makes a full board.
func (d *Definition) Random(ctx context.Context, r *rng.Stream) (carve.Board[*rules.Board], error) {
	if d.again {
		d.again = false
		d.last.whole()
		return d.last, nil
	}
	d.Close()
	d.starts, d.left, d.hard = 0, 0, 0
	rooms, patient := sizing{near: 1}, int64(1)
	barren := 0 // starts that led to no solution at all
	for try := range uint64(maxStarts) {
		if d.report != nil && try > 0 && !d.met { // what is nearest tells more
			d.report(puzzle.Progress{Done: int(try), Total: maxStarts, Text: "no full board yet"})
		}
		d.starts++
		full, err := d.m.draft(ctx, d.p, d.sort, d.mine, d.sym, start{barren >= mostBarren && barren%2 == 1, d.coarse * rooms.next(), patient}, r.Derive("draft", try))
		if errors.Is(err, errBarren) {
			d.why = err
			barren++
			rooms.ended(0)
			if errors.Is(err, solve.ErrBudget) {
				patient = min(2*patient, mostFirst)
			}
			continue
		}
		if errors.Is(err, errNever) {
			return nil, err
		}
		if err != nil {
			return nil, d.ended(ctx, err)
		}
		full.narrow = d.endless
		ok, err := false, error(nil)
		if l := d.m.division(); l != nil && !divides(d.mine, l) {
			ok, err = full.settle(ctx, l, cmp.Or(full.drawn, full.press.enc.Board), mostSettled, r.Derive("settle", try))
		} else {
			ok, err = full.grow(ctx, stamina(int(try)), r.Derive("grow", try))
			if d.ease > 0 && ok && err == nil {
				var eased bool
				eased, err = full.ease(ctx, d.ease, r.Derive("ease", try))
				if !eased && err == nil && d.hard < mostHard && !d.m.answers() {
					d.hard++
					d.starts-- // it led to a full board
					d.Lean(1)
					full.close()
					continue
				}
				// Where that fails again and again the board is carved all the same: it tells what is nearest.
			}
		}
		var c *carving
		if ok && err == nil {
			c, ok, err = newCarving(ctx, full, d.steps, d.judged || d.sort.counted)
		}
		if ok && err == nil {
			if d.last = c; d.hardest > 0 {
				c.made = d
			}
			return c, nil
		}
		if c != nil {
			c.close()
		}
		rooms.ended(full.left)
		d.endless = d.endless || full.endless >= mostEndless
		d.left = rooms.left
		full.close()
		if err != nil && !errors.Is(err, errBarren) {
			if ok { // it was full, and being made easier
				return nil, err
			}
			return nil, d.ended(ctx, err)
		}
		d.why = errSeveral
	}
	return nil, &puzzle.NoBoardError{Err: fmt.Errorf("%s: %w", d.tried(), d.why)}
}

// lost tells that the last puzzle had lost its solution: its board is carved once more, and from now on each removal is judged.
func (d *Definition) lost() {
	d.again = !d.last.judged
	d.judged, d.last.judged = true, true
}

// answers reports whether puzzles print parts of the answer too, so that none is too hard with everything printed.
func (m *Maker) answers() bool {
	return slices.ContainsFunc(m.File.Layers, func(l *rules.Layer) bool { return l.Role == rules.Find && l.Printed })
}

// tried says what was tried for a full board, and how far it came.
func (d *Definition) tried() string {
	starts := "random starts"
	if d.starts == 1 {
		starts = "random start"
	}
	text := fmt.Sprintf("%d %s led to no full board with one solution", d.starts, starts)
	if printed := d.m.File.Printed(); d.left == 0 && len(printed) > 0 {
		names := make([]string, len(printed))
		for i, r := range printed {
			names[i] = r.Name
		}
		text += fmt.Sprintf("; %s asks something of what is printed alone: say under make how that is drawn", strings.Join(names, ", "))
	}
	if d.left > 0 {
		text += fmt.Sprintf("; the nearest left %d values undecided, with everything printed", d.left)
	}
	return text
}

// ended adds to the error of a context that has ended what was tried until then.
func (d *Definition) ended(ctx context.Context, err error) error {
	if ctx.Err() == nil {
		return err
	}
	return fmt.Errorf("%s: %w", d.tried(), err)
}

var errSeveral = errors.New("the last had several solutions with everything printed")

// maxStarts is how many random starts are made for one full board.
const maxStarts = 40

// mostHard is how many full boards are given up that are too hard with all clues printed.
const mostHard = 3

// mostBarren is after how many starts without a solution rooms are drawn when there is one, by turns with those drawn before.
const mostBarren = 3

// make makes a puzzle that has all that a setter has given (nil: nothing).
func (m *Maker) make(ctx context.Context, p rules.BoardSize, s puzzle.Settings, mine *rules.Board, r *rng.Stream, report func(puzzle.Progress)) (Made, error) {
	if m.File.Making.None {
		return Made{}, &puzzle.NoBoardError{Err: fmt.Errorf("puzzles of %s are read and solved, and not made", m.File.ID)}
	}
	if len(m.undrawn(mine)) > 0 {
		return m.makeDrawn(ctx, p, s, mine, r, report)
	}
	return m.carved(ctx, p, s, mine, r, report)
}

// carved makes a puzzle of full boards, all of whose objects are those of a setter or read off a solution.
func (m *Maker) carved(ctx context.Context, p rules.BoardSize, s puzzle.Settings, mine *rules.Board, r *rng.Stream, report func(puzzle.Progress)) (Made, error) {
	none := Made{}
	q, err := m.request(p, s)
	if err != nil {
		return none, err
	}
	d, err := m.Define(ctx, p)
	if err != nil {
		return none, err
	}
	defer d.Close()
	d.mine, d.sym, d.report = mine, q.symmetry, report
	if q.minimal {
		d.steps = minimalSteps
	}
	for _, l := range m.File.Layers {
		if part, given := d.sort.parts[l]; given && part == clue {
			q.clues = append(q.clues, l)
		}
	}
	var sol *rules.Board
	target := carve.Target[*rules.Board]{
		Empties: q.empties, Attempts: q.attempts, Text: q.text(),
		Accept: func(ctx context.Context, b *rules.Board) (ok bool, err error) {
			var lost bool
			if sol, lost, err = m.prove(ctx, b, d.last.d.press.board); lost {
				d.lost()
			}
			return sol != nil && asks(b, sol), err
		},
	}
	objects := m.Variant || slices.ContainsFunc(m.File.Layers, m.drawable)
	if most := q.hardest(); most < easedTo && !objects { // the clues of a variant are its objects, which easing does not draw anew
		d.ease = most
	}
	if q.rated() && !objects {
		d.hardest = q.hardest()
	}
	target.Last = q.minimal
	if q.rated() {
		target.Patience = q.patience
	}
	if q.rated() || q.pattern != "" || q.symmetry != 0 {
		rated := func(ctx context.Context, b *rules.Board) (carve.Verdict, error) { return m.side(ctx, q, b) }
		if objects {
			rated = m.patient(q)
		}
		target.Side = func(ctx context.Context, b *rules.Board) (carve.Verdict, error) { return d.side(ctx, b, rated) }
	}
	opt := carve.Options{Final: true, Share: q.share, Strategy: &chooser{d: d, q: q}, Report: report}
	found, err := carve.Find(ctx, d, nil, opt, target, r)
	if err != nil {
		return none, err
	}
	b, err := m.reread(found.Puzzle)
	if err != nil {
		return none, err
	}
	work := record.Object{{Key: "attempts", Value: found.Attempts}, {Key: "probes", Value: d.last.probes}}
	if q.minimal {
		work.Set("minimal", true)
	}
	if q.rated() {
		rating, err := m.rate(ctx, b)
		if err != nil {
			return none, err
		}
		work = append(work, record.Object{{Key: "rating", Value: rating.Score}, {Key: "steps", Value: rating.Steps}, {Key: "hardest", Value: rating.Hardest}}...)
	}
	return Made{Puzzle: b, Solution: sol, Class: found.Class, Work: work}, nil
}

// asks reports whether a solution has anything that its puzzle does not print: a value, or a second part of a division. A board without is no puzzle: all its
// values are there, or its answer is that there are none.
func asks(b, solution *rules.Board) bool {
	for _, l := range b.File.Layers {
		if l.Role != rules.Find {
			continue
		}
		places, err := b.Places(l)
		if err != nil {
			return true
		}
		if l.Parts {
			m := solution.Marks(l)
			if m != nil && (len(m.Parts) > 1 || len(m.Parts) == 1 && len(m.Parts[0]) < len(places)) {
				return true
			}
			continue
		}
		for _, p := range places {
			v := solution.Value(l, p)
			idle := v.Kind == rules.Nothing || v.Kind == rules.Bool && v.N == 0 || l.Default != nil && v.Equal(*l.Default)
			if !idle && !(l.Printed && b.Held(l, p)) {
				return true
			}
		}
	}
	return false
}

// side compares a puzzle with the request. One that lost its solution as it was carved is beyond it, and from then on each removal is judged.
func (d *Definition) side(ctx context.Context, b *rules.Board, side func(context.Context, *rules.Board) (carve.Verdict, error)) (carve.Verdict, error) {
	v, err := side(ctx, b)
	d.met = true
	if errors.Is(err, carve.ErrNoSolution) {
		d.judged, d.last.judged = true, true
		return carve.Verdict{Side: 1, Text: "one without a solution"}, nil
	}
	return v, err
}

// reread reads a puzzle back from its description: what is printed is what is judged.
func (m *Maker) reread(b *rules.Board) (*rules.Board, error) {
	if m.Variant {
		return b, nil // its text is the notation, which whoever makes variants reads back
	}
	return m.Forms.ReadDesc(m.Forms.Desc(b))
}

// prove judges a puzzle as it is printed: it has one solution, and that is the one it was made from. sol is nil where it is not so; lost says that it
// has none.
func (m *Maker) prove(ctx context.Context, b, made *rules.Board) (sol *rules.Board, lost bool, err error) {
	again, err := m.reread(b)
	if err != nil || m.Forms.Desc(again) != m.Forms.Desc(b) {
		return nil, false, ctx.Err() // the text cannot say this board
	}
	found, err := answers.Solve(ctx, m.Engine, again, 2)
	if err != nil {
		return nil, false, err
	}
	if !found.Unique() || !answers.Same(found.Boards[0], made) { // by what is found: texts may print clues too, and here some are gone
		return nil, len(found.Boards) == 0, nil
	}
	if broken, err := m.judging(again, nil)(ctx, found.Boards[0]); err != nil || len(broken) > 0 {
		return nil, false, ctx.Err()
	}
	return found.Boards[0], false, nil
}

// parts sorts the given layers, once.
func (m *Maker) parts(ctx context.Context) (*sorted, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.sorted != nil {
		return m.sorted, nil
	}
	sizes := m.learning()
	for k, size := range sizes {
		p, err := m.File.ParseSize(size)
		if err == nil {
			p, err = m.File.CompleteSize(p)
		}
		var told bool
		if err == nil {
			m.sorted, told, err = m.sort(ctx, p, k < len(sizes)-1)
		}
		switch {
		case err == nil && told:
			return m.sorted, nil
		case k == len(sizes)-1 || ctx.Err() != nil:
			return m.sorted, err
		}
	}
	return m.sorted, nil
}

// learning lists the sizes of the boards by which the given layers are sorted, one after the other until a board comes. A small one tells as
// much as a large one, if it is not too small.
func (m *Maker) learning() []string {
	sizes := []string{"6x6", ""}
	if p, err := m.File.ParseSize(""); err == nil {
		if n := p.Rows * p.Cols; 20 <= n && n < 6*6 { // a family whose usual boards are small has no time for larger ones
			slices.Reverse(sizes)
		}
	}
	return sizes
}
