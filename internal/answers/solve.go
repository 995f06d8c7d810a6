package answers

import (
	"context"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/solve"
)

// Found are answers to a board.
type Found struct {
	Boards   []*rules.Board
	Complete bool         // it is proved that there are no more
	Work     []solve.Work // what the solver did
}

// Unique reports whether there is one answer, and no other.
func (f Found) Unique() bool { return f.Complete && len(f.Boards) == 1 }

// Solve finds up to limit answers to a board, which differ in what is asked for, and where there is only one, proves that. Its error is that of
// the solver or of the context; what was found before is given with it.
func Solve(ctx context.Context, engine solve.Engine, b *rules.Board, limit int) (out Found, err error) {
	enc, err := encode.New(ctx, b, encode.Options{})
	if err != nil {
		return out, err
	}
	defer enc.Close()
	s, err := engine.Open(ctx, enc.Problem, solve.Budget{})
	if err != nil {
		return out, err
	}
	defer s.Close()
	defer func() { out.Work = s.Work() }()
	for {
		r, err := s.Solve(ctx)
		if err == nil && r.Status == solve.Unsat {
			out.Complete = true
			return out, nil
		}
		if err != nil || len(out.Boards) == limit {
			return out, err
		}
		out.Boards = append(out.Boards, enc.Decode(r.Solution))
		if len(out.Boards) == limit && limit > 1 {
			return out, nil
		}
		if err := s.Add("another", enc.Differs(r.Solution)); err != nil {
			return out, err
		}
	}
}

// Same reports whether two answers to a puzzle are one: whether they have the same values in what is to be found.
func Same(a, b *rules.Board) bool {
	for _, l := range a.File.Layers {
		if l.Role != rules.Find {
			continue
		}
		if l.Parts {
			if !sameParts(a, b, l) {
				return false
			}
			continue
		}
		places, err := b.Places(l)
		if err != nil {
			return false
		}
		// Parts may be numbered otherwise there: what stands at one is compared by a cell of it.
		there := func(p board.Place) board.Place { return p }
		if at := a.File.AtParts(l); at != nil {
			there = func(p board.Place) board.Place { return a.PartOf(at, b.Cells(p)[0]) }
		}
		for _, p := range places {
			if !b.Value(l, p).Equal(a.Value(l, there(p))) {
				return false
			}
		}
	}
	return true
}

// sameParts compares divisions, but not by borders: a part may lie in two pieces, and is another answer than two parts.
func sameParts(a, b *rules.Board, l *rules.Layer) bool {
	there, here := map[board.Place]board.Place{}, map[board.Place]board.Place{}
	for _, c := range b.Geo.All(board.Cell) {
		x, y := b.PartOf(l, c), a.PartOf(l, c)
		if _, met := there[x]; !met {
			there[x] = y
		}
		if _, met := here[y]; !met {
			here[y] = x
		}
		if there[x] != y || here[y] != x || (x == board.Place{}) != (y == board.Place{}) {
			return false
		}
	}
	return true
}
