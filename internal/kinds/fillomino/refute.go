package fillomino

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/grid"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Refute says why a number is wrong: the reference is a cell of the state ("cell", "r1c1") or a move ("r1c1=5"). The
// argument starts from what is right in the state. Where the number breaks the rule at once, that is the argument; else it
// is the steps that find the cell's true number.
func (p *board) Refute(ctx context.Context, s puzzle.State, ref puzzle.Ref) (puzzle.Step, bool, error) {
	step, wrong, err := p.refute(ctx, s, ref)
	return p.say(step), wrong, err
}

func (p *board) refute(ctx context.Context, s puzzle.State, ref puzzle.Ref) (puzzle.Step, bool, error) {
	move := strings.ReplaceAll(ref.ID, " ", "")
	if !strings.Contains(move, "=") {
		move += "=0"
	} else if next, err := p.Apply(s, puzzle.Move(move)); err != nil {
		return puzzle.Step{}, false, err
	} else {
		s = next
	}
	b, err := p.state(s)
	if err != nil {
		return puzzle.Step{}, false, err
	}
	name, _, _ := strings.Cut(move, "=")
	cell, ok := grid.CellNamed(b.Rows, b.Cols, name)
	if !ok {
		return puzzle.Step{}, false, fmt.Errorf("fillomino: there is no cell %.20q", ref.ID)
	}
	res, err := p.Solve(ctx, 2)
	if err != nil || res.Status != puzzle.Unique {
		return puzzle.Step{}, false, err
	}
	full, err := p.boardOf(res.Solutions[0])
	if err != nil {
		return puzzle.Step{}, false, err
	}
	wrong, want := b.Cells[cell], full.Cells[cell]
	if wrong == 0 || wrong == want {
		return puzzle.Step{}, false, nil
	}
	right := p.board.Clone()
	for c, v := range b.Cells {
		if v == full.Cells[c] {
			right.Cells[c] = v
		}
	}
	step := puzzle.Step{Technique: "refutation", Name: "Refutation", Effects: []puzzle.Ref{cellRef(b, cell)}}
	tried := right.Clone()
	tried.Cells[cell] = wrong
	v, err := p.Judge(puzzle.State(describe(tried.Cells)))
	if err != nil {
		return puzzle.Step{}, false, err
	}
	if len(v.Conflicts) > 0 {
		step.Because = v.Conflicts
		step.Text = fmt.Sprintf("With %d at %s, a group of equal numbers would have more cells than its number says, or be closed in with fewer.", wrong, name)
		return step, true, nil
	}
	found := puzzle.Move(fmt.Sprintf("%s=%d", name, want))
	for sub, err := range p.Explain(ctx, puzzle.State(describe(right.Cells)), puzzle.ExplainOptions{}) {
		if err != nil {
			return puzzle.Step{}, false, err
		}
		step.Sub = append(step.Sub, sub)
		step.Cost += sub.Cost
		if slices.Contains(sub.Moves, found) {
			step.Because = sub.Because
			step.Text = fmt.Sprintf("%s is %d, not %d: from what is right on the board, %d steps lead there.", name, want, wrong, len(step.Sub))
			return step, true, nil
		}
	}
	step.Sub, step.Cost = nil, 0
	step.Text = fmt.Sprintf("%s is %d in the only solution, not %d; no technique finds it from here.", name, want, wrong)
	return step, true, nil
}
