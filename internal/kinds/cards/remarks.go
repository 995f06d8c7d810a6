package cards

import (
	"context"
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/choose"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Remarks tells a setter what the clues do: which ban nothing, which could be left out, and in which order they solve the puzzle
// fastest. Of factored puzzles with one solution it is told which clues could be left out.
func (in *Instance) Remarks(ctx context.Context) ([]puzzle.Remark, error) {
	if len(in.P.Clues) == 0 || in.table == nil && in.f.Engine == nil {
		return nil, nil
	}
	a, err := choose.Analyse(ctx, in.f.Engine, in.P, in.bans)
	if err != nil {
		return nil, err
	}
	var out []puzzle.Remark
	for _, c := range a.Useless {
		out = append(out, puzzle.Remark{Code: "useless-clue", Text: in.P.Clues[c].ID + " bans nothing"})
	}
	for _, c := range a.Redundant {
		out = append(out, puzzle.Remark{Code: "redundant-clue", Text: in.P.Clues[c].ID + " bans nothing but what the others ban"})
	}
	if n := len(a.Minimal); n > 1 {
		out = append(out, puzzle.Remark{Code: "minimal-sets", Text: fmt.Sprintf("%d sets of clues suffice of which none can be spared", n)})
	}
	if len(a.Order) > 0 {
		var ids []string
		for _, c := range a.Order {
			ids = append(ids, in.P.Clues[c].ID)
		}
		out = append(out, puzzle.Remark{Code: "order", Text: "fastest in the order " + strings.Join(ids, ", ")})
	}
	return out, nil
}
