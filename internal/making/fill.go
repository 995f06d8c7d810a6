package making

import (
	"context"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/internal/answers"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
)

// Fill makes a puzzle that has all that a setter's board prints: full boards are drawn with these clues, which are not carved away. The error of a board
// without a solution is carve.ErrNoSolution; others are those of Make.
func (m *Maker) Fill(ctx context.Context, preset *rules.Board, s puzzle.Settings, r *rng.Stream, report func(puzzle.Progress)) (Made, error) {
	whole := !slices.ContainsFunc(m.File.Layers, func(l *rules.Layer) bool { return fixedLayer(l) && !divides(preset, l) })
	if whole { // the board has all that a puzzle cannot do without
		found, err := answers.Solve(ctx, m.Engine, preset, 1)
		if err != nil {
			return Made{}, err
		}
		if len(found.Boards) == 0 {
			return Made{}, carve.ErrNoSolution
		}
	}
	if m.readsGiven(preset) {
		m = m.jointly()
	}
	return m.make(ctx, preset.Size(), s, preset, r, report)
}

// readsGiven reports whether a board gives values that making would draw, or read off a solution.
func (m *Maker) readsGiven(b *rules.Board) bool {
	return slices.ContainsFunc(m.File.Layers, func(l *rules.Layer) bool {
		marks := b.Marks(l)
		return marks != nil && len(marks.Values) > 0 && (m.reading(l) != nil || m.framing(l) != nil)
	})
}

// jointly gives a maker that samples all clues together with the solution, but for lists: clues that a setter has given cannot be read off a solution.
func (m *Maker) jointly() *Maker {
	source, file, making := m.Source, *m.File, *m.File.Making
	making.Frame = nil
	making.Read = slices.DeleteFunc(slices.Clone(making.Read), func(w rules.Reading) bool { return w.Layer.Domain.Kind != rules.Lists })
	making.Rooms = slices.DeleteFunc(slices.Clone(making.Rooms), func(w rules.Rooms) bool { return w.Layer.Role != rules.Given || w.Around != nil })
	file.Making, source.File = &making, &file
	return &Maker{Source: source, grades: m.grades, judge: m.judge}
}

// gave reports whether a setter has given the value of a cell.
func (d *draft) gave(c cell) bool {
	if d.preset == nil || d.preset.Marks(c.l) == nil || !d.preset.Held(c.l, c.p) {
		return false
	}
	if c.p.Kind < board.Others {
		return true
	}
	// A place that is a room is the same one only in the setter's rooms.
	l := d.preset.LayerOf(c.p)
	return l != nil && (!l.Parts || divides(d.preset, l))
}

// keep asserts what a setter has given.
func (d *draft) keep() error {
	for i, c := range d.solver.cells {
		if !d.gave(c) {
			continue
		}
		lit, err := d.solver.is(i, d.preset.Value(c.l, c.p))
		if err != nil {
			return err
		}
		if err := d.solver.probe.Clause(lit); err != nil {
			return err
		}
	}
	return nil
}
