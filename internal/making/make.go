package making

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/internal/answers"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/rules"
)

// make makes a puzzle that has all that a setter has given (nil: nothing).
func (m *Maker) make(ctx context.Context, p rules.BoardSize, s puzzle.Settings, preset *rules.Board, r *rng.Stream, report func(puzzle.Progress)) (Made, error) {
	if m.File.Making.None {
		return Made{}, &puzzle.NoBoardError{Err: fmt.Errorf("puzzles of %s are read and solved, and not made", m.File.ID)}
	}
	if len(m.undrawn(preset)) > 0 {
		return m.makeDrawn(ctx, p, s, preset, r, report)
	}
	return m.carved(ctx, p, s, preset, r, report)
}

// carved makes a puzzle of full boards, all of whose objects are those of a setter or read off a solution.
func (m *Maker) carved(ctx context.Context, p rules.BoardSize, s puzzle.Settings, preset *rules.Board, r *rng.Stream, report func(puzzle.Progress)) (Made, error) {
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
	d.preset, d.sym, d.report = preset, q.symmetry, report
	d.steady = q.technique.named()
	if q.minimal {
		d.steps = minimalSteps
	}
	for _, l := range m.File.Layers {
		if part, given := d.sort.parts[l]; given && part == clue {
			q.clues = append(q.clues, l)
		}
	}
	var sol *rules.Board // of the puzzle that was accepted last: a later one that is not leaves it
	target := carve.Target[*rules.Board]{
		Empties: q.empties, Attempts: q.attempts, Text: q.text(),
		Accept: func(ctx context.Context, b *rules.Board) (bool, error) {
			got, err := d.accept(ctx, b)
			if got != nil {
				sol = got
			}
			return got != nil, err
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
		if q.glances() && !objects {
			glance := func(ctx context.Context, b *rules.Board) (carve.Verdict, error) { return m.glance(ctx, q, b) }
			target.Glance = func(ctx context.Context, b *rules.Board) (carve.Verdict, error) { return d.side(ctx, b, glance) }
		}
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

// accept gives the solution of a puzzle that is one as it is printed; nil where it is not.
func (d *Definition) accept(ctx context.Context, b *rules.Board) (*rules.Board, error) {
	sol, lost, err := d.m.prove(ctx, b, d.last.d.solver.board)
	if lost {
		d.lost()
	}
	if sol == nil || !asks(b, sol) {
		return nil, err
	}
	return sol, err
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
