package declared

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/solve"
)

var ()

// Fill makes a puzzle that has all that a board gives, by the general generator: its full boards are drawn with the setter's clues, and
// these are not carved away.
func (f *Family) Fill(ctx context.Context, inst puzzle.Instance, s puzzle.Settings, r *rng.Stream, report func(puzzle.Progress)) (puzzle.Generated, error) {
	i, ok := inst.(*Instance)
	if !ok || i.f != f {
		return puzzle.Generated{}, errors.New("a board of another family")
	}
	drawn := true // whether the board has all that a puzzle cannot do without
	for _, l := range f.file.Layers {
		drawn = drawn && (!fixedLayer(l) || divides(i.b, l))
	}
	if drawn {
		res, err := i.Solve(ctx, 1)
		if err != nil {
			return puzzle.Generated{}, err
		}
		if res.Count == 0 {
			return puzzle.Generated{}, carve.ErrNoSolution
		}
	}
	g := f
	if f.readsGiven(i.b) {
		g = f.jointly()
	}
	made, err := g.generate(ctx, i.b.Size(), s, i.b, r, report)
	if err != nil || g == f {
		return made, err
	}
	if made.Instance, err = f.reread(made.Instance.(*Instance)); err != nil {
		return puzzle.Generated{}, err
	}
	made.Solution = &Solution{f, made.Solution.(*Solution).b}
	return made, nil
}

// readsGiven reports whether a board gives values that making would draw, or read off a solution.
func (f *Family) readsGiven(b *rules.Board) bool {
	for _, l := range f.file.Layers {
		if m := b.Marks(l); m != nil && len(m.Values) > 0 && (f.reading(l) != nil || f.framing(l) != nil) {
			return true
		}
	}
	return false
}

// jointly gives the family as one whose clues are all sampled together with the solution, but for lists: clues that a setter has given
// cannot be read off a solution.
func (f *Family) jointly() *Family {
	file, making := *f.file, *f.file.Making
	making.Frame = nil
	making.Read = slices.DeleteFunc(slices.Clone(making.Read), func(w rules.Reading) bool { return w.Layer.Domain.Kind != rules.Lists })
	making.Rooms = slices.DeleteFunc(slices.Clone(making.Rooms), func(w rules.Rooms) bool { return w.Layer.Role != rules.Given || w.Around != nil })
	file.Making = &making
	return &Family{file: &file, forms: f.forms, looks: f.looks, grades: f.grades, engine: f.engine, judge: f.judge, own: f.own, model: f.model, reasons: f.reasons}
}

// Fill makes a puzzle that has all that a board gives.
func (b *Builtin) Fill(ctx context.Context, inst puzzle.Instance, s puzzle.Settings, r *rng.Stream, report func(puzzle.Progress)) (puzzle.Generated, error) {
	return b.load().Fill(ctx, inst, s, r, report)
}

// gave reports whether a setter has given the value of a cell.
func (d *draft) gave(c cell) bool {
	if d.mine == nil || d.mine.Marks(c.l) == nil || !d.mine.Held(c.l, c.p) {
		return false
	}
	if c.p.Kind < board.Others {
		return true
	}
	// A place that is a room is the same one only in the setter's rooms.
	l := d.mine.LayerOf(c.p)
	return l != nil && (!l.Parts || divides(d.mine, l))
}

// keep asserts what a setter has given.
func (d *draft) keep() error {
	for i, c := range d.press.cells {
		if !d.gave(c) {
			continue
		}
		lit, err := d.press.is(i, d.mine.Value(c.l, c.p))
		if err != nil {
			return err
		}
		if err := d.press.probe.Clause(lit); err != nil {
			return err
		}
	}
	return nil
}

// How far advice looks.
const (
	mostAdvised = 24     // solutions that are looked at
	adviceSteps = 20_000 // of the solver, for one clue and one solution
)

// Advise looks at some solutions of the board, and for each clue that one of them would have at how many of the others do not.
func (i *Instance) Advise(ctx context.Context) (puzzle.Advice, error) {
	none := puzzle.Advice{}
	res, err := i.Solve(ctx, mostAdvised)
	if err != nil && len(res.Solutions) < 2 {
		return none, err
	}
	switch len(res.Solutions) {
	case 0:
		return none, carve.ErrNoSolution
	case 1:
		return none, errors.New("the board has one solution: there is nothing to add")
	}
	sorted, err := i.f.parts(ctx)
	if err != nil {
		return none, err
	}
	cand, err := i.candidates(ctx, sorted, res.Solutions)
	if err != nil {
		return none, err
	}
	best := puzzle.Advice{Of: len(res.Solutions)}
	for _, c := range cand {
		if c.gone > best.Gone && c.gone < len(res.Solutions) {
			if _, err := i.Edit([]puzzle.Move{c.move}); err == nil {
				best.Move, best.Gone = c.move, c.gone
			}
		}
	}
	if best.Move == "" {
		return none, errors.New("no single clue tells these solutions apart")
	}
	next, err := i.Edit([]puzzle.Move{best.Move})
	if err != nil {
		return none, err
	}
	after, err := next.(*Instance).Solve(ctx, 2)
	if err != nil && len(after.Solutions) < 2 {
		return none, err
	}
	best.Unique = after.Status == puzzle.Unique
	return best, nil
}

// candidate is a clue that could be added, and how many of the solutions it excludes.
type candidate struct {
	move puzzle.Move
	gone int
}

// candidates lists the clues that some solution would have where nothing is printed.
func (i *Instance) candidates(ctx context.Context, s *sorted, all []puzzle.Solution) ([]candidate, error) {
	shapes := i.b.Clone()
	open := func(l *rules.Layer) bool { return s.parts[l] == clue }
	for _, l := range i.f.file.Layers {
		if open(l) {
			shapes.Set(l, nil)
		}
	}
	p, err := newPress(ctx, i.f.engine, shapes, encode.Options{Open: open})
	if err != nil {
		return nil, err
	}
	defer p.close()
	layers := map[*rules.Layer]*playLayer{}
	at := map[cell]int{}
	for k, c := range p.cells {
		at[c] = k
		if !open(c.l) || layers[c.l] != nil {
			continue
		}
		if layers[c.l], err = i.brush(c.l); err != nil {
			return nil, err
		}
	}
	asked := make([][]solve.Literal, len(all)) // by solution: what it says of the layers to be found
	for n, sol := range all {
		b := sol.(*Solution).b
		for k, c := range p.cells {
			if c.l.Role != rules.Find {
				continue
			}
			lit, err := p.is(k, p.enc.Value(b, c.l, c.p))
			if err != nil {
				return nil, err
			}
			asked[n] = append(asked[n], lit)
		}
	}
	var out []candidate
	for k, c := range p.cells {
		pl := layers[c.l]
		if pl == nil || i.b.Held(c.l, c.p) {
			continue
		}
		place := slices.Index(pl.places, c.p)
		if place < 0 {
			continue
		}
		values, err := p.clues(ctx, k, asked[0], c)
		if err != nil {
			return nil, err
		}
		for _, v := range values {
			lit, err := p.is(k, v)
			if err != nil {
				return nil, err
			}
			gone := 0
			for n := 1; n < len(all); n++ {
				st, err := p.probe.Probe(ctx, solve.Question{Assume: append(slices.Clip(asked[n]), lit), Steps: adviceSteps})
				if err != nil && !errors.Is(err, solve.ErrBudget) {
					return nil, err
				}
				if st == solve.Unsat {
					gone++
				}
			}
			if gone > 0 {
				out = append(out, candidate{pl.move(place, pl.mark(v)), gone})
			}
		}
	}
	return out, nil
}

// mostClues is how many values of one clue are looked at.
const mostClues = 4

// clues lists values that a clue can have in a solution.
func (p *press) clues(ctx context.Context, k int, asked []solve.Literal, c cell) ([]rules.Value, error) {
	domain, few := p.enc.Domain(c.l, c.p, rules.MaxCells)
	if !few {
		return nil, fmt.Errorf("%s has too many values", c.l.Name)
	}
	nothing := rules.Value{}
	if !c.l.Some && c.l.Domain.Kind == rules.Bools {
		nothing = rules.BoolOf(false)
	}
	none, err := p.is(k, nothing)
	if err != nil {
		return nil, err
	}
	assume := append(slices.Clip(asked), none.Not())
	var out []rules.Value
	for len(out) < mostClues {
		st, err := p.probe.Probe(ctx, solve.Question{Assume: assume, Steps: adviceSteps})
		if err != nil && !errors.Is(err, solve.ErrBudget) {
			return nil, err
		}
		if st != solve.Sat {
			break
		}
		for _, v := range domain {
			lit, err := p.is(k, v)
			if err != nil {
				return nil, err
			}
			if p.probe.Holds(lit) {
				out, assume = append(out, v), append(assume, lit.Not())
				break
			}
		}
	}
	return out, nil
}
