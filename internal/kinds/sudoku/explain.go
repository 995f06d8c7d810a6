package sudoku

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/quandary-puzzles/quandary/deduce"
	techniques "github.com/quandary-puzzles/quandary/deduce/sudoku"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/single"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// geometry gives the board in the form that techniques work on, and speak of in the puzzle's symbols.
func (p *Puzzle) geometry() (*board.Geometry, error) {
	if p.layout == plainLayout() {
		return plainGeometry().With(p.symbols), nil
	}
	g, err := board.NewGeometry(p.layout)
	if err != nil {
		return nil, err
	}
	return g.With(p.symbols), nil
}

// position gives a state in the form that techniques work on. unique says that the puzzle is known to have one solution.
func (p *Puzzle) position(m *marks, unique bool) (*board.Position, error) {
	g, err := p.geometry()
	if err != nil {
		return nil, err
	}
	pos, err := board.New(g, p.Values())
	if err != nil {
		return nil, err
	}
	pos.Unique = unique
	for cell, v := range m.values {
		if v != 0 && p.values[cell] == 0 && !pos.Place(cell, int(v)) {
			return nil, fmt.Errorf("%s cannot hold %c", p.layout.CellName(cell), p.symbols.Symbol(int(v)))
		}
	}
	for cell, set := range m.struck {
		for v := 1; set>>v != 0; v++ {
			if set>>v&1 != 0 && pos.Value[cell] == 0 {
				pos.Strike(cell, v)
			}
		}
	}
	return pos, nil
}

// atStart gives the beginning of a puzzle with one solution in that form.
func (p *Puzzle) atStart() (*board.Position, error) {
	return p.position(&marks{values: p.values, struck: make([]uint64, len(p.values))}, true)
}

// move names a mark as a move of the game.
func (p *Puzzle) move(m deduce.Mark, place bool) puzzle.Move {
	op := byte('-')
	if place {
		op = '='
	}
	return puzzle.Move(fmt.Sprintf("%s%c%c", p.layout.CellName(m.Cell), op, p.symbols.Symbol(m.Value)))
}

// Explain gives the steps of the ladder of named techniques from a state.
func (p *Puzzle) Explain(ctx context.Context, from puzzle.State, opt puzzle.ExplainOptions) iter.Seq2[puzzle.Step, error] {
	return p.steps(ctx, from, opt, func(_ *board.Position, steps walk) walk { return steps })
}

// Tell gives the same in few sentences: without eliminations that the solution does not need, and with runs of singles told together.
func (p *Puzzle) Tell(ctx context.Context, from puzzle.State) iter.Seq2[puzzle.Step, error] {
	return p.steps(ctx, from, puzzle.ExplainOptions{}, func(pos *board.Position, steps walk) walk {
		return single.Told(pos, techniques.Spared(ctx, pos, steps))
	})
}

type walk = iter.Seq2[deduce.Step, error]

// steps exports the steps of the ladder from a state, as they are told.
func (p *Puzzle) steps(ctx context.Context, from puzzle.State, opt puzzle.ExplainOptions, told func(*board.Position, walk) walk) iter.Seq2[puzzle.Step, error] {
	return func(yield func(puzzle.Step, error) bool) {
		ladder, pos, err := p.explaining(ctx, from, opt)
		if err != nil {
			yield(puzzle.Step{}, err)
			return
		}
		naming := techniques.Naming(pos.Geometry, p.move)
		for s, err := range told(pos, ladder.Walk(ctx, pos)) {
			if err != nil {
				yield(puzzle.Step{}, err)
				return
			}
			if !yield(p.say(deduce.Export(s, naming)), nil) {
				return
			}
		}
	}
}

// explaining gives the techniques that may be used on a state, and the state as they see it. One that contradicts the puzzle is an error.
func (p *Puzzle) explaining(ctx context.Context, from puzzle.State, opt puzzle.ExplainOptions) (*deduce.Ladder[*board.Position], *board.Position, error) {
	if err := p.Conflict(); err != nil {
		return nil, nil, err
	}
	m, err := p.marks(from)
	if err != nil {
		return nil, nil, err
	}
	res, err := p.Solve(ctx, 2)
	if err != nil {
		return nil, nil, err
	}
	if res.Status == puzzle.None {
		return nil, nil, fmt.Errorf("the puzzle has no solution")
	}
	if res.Status == puzzle.Unique {
		if err := p.contradicts(m, res.Solutions[0].(*filledBoard)); err != nil {
			return nil, nil, err
		}
	}
	ladder := sharedRater().Ladder()
	if opt.Max != "" {
		if ladder, err = upTo(ladder, opt.Max); err != nil {
			return nil, nil, err
		}
	}
	if res.Status != puzzle.Unique {
		// What guesses would show is one of several solutions; what rests on uniqueness would be wrong.
		ladder = ladder.Select(func(t *board.Technique) bool { return !t.Guess })
	}
	pos, err := p.position(m, res.Status == puzzle.Unique)
	return ladder, pos, err
}

// upTo cuts a ladder behind a technique; the error of an unknown one is the contract's.
func upTo(l *deduce.Ladder[*board.Position], id string) (*deduce.Ladder[*board.Position], error) {
	cut, err := l.UpTo(id)
	if err != nil {
		return nil, puzzle.Unknownf("technique", id, techniqueNames(l))
	}
	return cut, nil
}

func techniqueNames(l *deduce.Ladder[*board.Position]) []string {
	var names []string
	for _, t := range l.Techniques() {
		names = append(names, t.ID)
	}
	return names
}

// contradicts gives an error where a mark of a state is wrong.
func (p *Puzzle) contradicts(m *marks, s *filledBoard) error {
	var wrong []string
	for cell, v := range m.values {
		switch {
		case v != 0 && v != s.values[cell]:
			wrong = append(wrong, fmt.Sprintf("%s is not %c", p.layout.CellName(cell), p.symbols.Symbol(int(v))))
		case v == 0 && m.struck[cell]>>s.values[cell]&1 != 0:
			wrong = append(wrong, fmt.Sprintf("%c is struck from %s", p.symbols.Symbol(int(s.values[cell])), p.layout.CellName(cell)))
		}
	}
	if len(wrong) > 0 {
		return fmt.Errorf("the state contradicts the solution: %s", strings.Join(wrong[:min(len(wrong), 8)], ", "))
	}
	return nil
}

// Refute says why a player's mark is wrong: the reference is a cell with a wrong value, a candidate wrongly struck
// ("candidate", "r1c1:5"), or a move that makes such a mark ("r1c1=5", "r1c1-5").
func (p *Puzzle) Refute(ctx context.Context, s puzzle.State, ref puzzle.Ref) (puzzle.Step, bool, error) {
	m, err := p.marks(s)
	if err != nil {
		return puzzle.Step{}, false, err
	}
	name, value, _ := strings.Cut(ref.ID, ":")
	if move := strings.ReplaceAll(ref.ID, " ", ""); strings.ContainsAny(move, "=-") {
		if err := p.apply(m, puzzle.Move(move)); err != nil {
			return puzzle.Step{}, false, err
		}
		at := strings.IndexAny(move, "=-")
		if name = move[:at]; move[at] == '-' {
			value = move[at+1:]
		}
	}
	cell, ok := p.cellNamed(name)
	if !ok {
		return puzzle.Step{}, false, fmt.Errorf("there is no cell %.20q", ref.ID)
	}
	res, err := p.Solve(ctx, 2)
	if err != nil || res.Status != puzzle.Unique {
		return puzzle.Step{}, false, err
	}
	sol := res.Solutions[0].(*filledBoard)
	mark := deduce.Mark{Cell: cell, Value: int(m.values[cell])}
	place := true
	switch {
	case value != "" || ref.Kind == "candidate":
		mark.Value, place = int(sol.values[cell]), false
		if m.struck[cell]>>mark.Value&1 == 0 {
			return puzzle.Step{}, false, nil
		}
	case mark.Value == 0 || p.values[cell] != 0 || mark.Value == int(sol.values[cell]):
		return puzzle.Step{}, false, nil
	}
	// The argument starts from what is right in the state.
	right := &marks{values: append([]uint8(nil), p.values...), struck: make([]uint64, len(p.values))}
	for c, v := range m.values {
		if v == sol.values[c] {
			right.values[c] = v
		}
	}
	pos, err := p.position(right, true)
	if err != nil {
		return puzzle.Step{}, false, err
	}
	step, ok := techniques.Refute(pos, mark, place)
	if !ok {
		return puzzle.Step{}, false, nil
	}
	return p.say(deduce.Export(step, techniques.Naming(pos.Geometry, p.move))), true, nil
}
