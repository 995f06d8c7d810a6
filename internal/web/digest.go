package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// A page without a network still knows when its puzzle is solved: by a digest of the solution, from which nothing can be read. It is the
// SHA-256 of the puzzle's id, a line feed, and the answer, which the page's boards write in the same way:
//
//   - of a grid, the symbols of all cells, row by row, with commas between them;
//   - of a lineup, for each category the numbers of its items by place of the anchor, with dots between them and / between categories;
//   - of clue cards, the values of the card that is the solution, with dots between them;
//   - of layers, the moves that mark the solution, without those that say that something is not there, sorted, with spaces between them.

type digestAnswer struct {
	Digest string `json:"digest"` // empty where a page cannot tell
}

// digest gives the digest of a puzzle's only solution.
func (s *Server) digest(ctx context.Context, req viewRequest, _ func(puzzle.Progress)) (digestAnswer, error) {
	p, err := s.puzzles.open(ctx, req.Puzzle)
	if err != nil {
		return digestAnswer{}, err
	}
	return digestOf(ctx, p)
}

func digestOf(ctx context.Context, p *opened) (digestAnswer, error) {
	sol, err := p.only(ctx)
	if err != nil || sol == nil {
		return digestAnswer{}, err
	}
	text, err := solutionText(p, sol)
	if err != nil || text == "" {
		return digestAnswer{}, err
	}
	sum := sha256.Sum256([]byte(p.id + "\n" + text))
	return digestAnswer{hex.EncodeToString(sum[:])}, nil
}

// solutionText writes a solution as pages do, or "" for boards of which they do not.
func solutionText(p *opened, sol puzzle.Solution) (string, error) {
	viewed, ok := p.inst.(puzzle.Shown)
	if !ok {
		return "", nil
	}
	v, err := viewed.View("en")
	if err != nil {
		return "", refused("puzzle", err)
	}
	switch {
	case v.Grid != nil:
		if s, ok := sol.(interface{ Values() []int }); ok {
			list := make([]string, 0, len(v.Grid.Givens))
			for _, x := range s.Values() {
				if x < 1 || x > len(v.Grid.Symbols) {
					return "", fmt.Errorf("the solution of %.200s has the value %d", p.id, x)
				}
				list = append(list, v.Grid.Symbols[x-1])
			}
			return strings.Join(list, ","), nil
		}
		full, err := p.family.Decode(p.inst.Params(), sol.Desc())
		if err != nil {
			return "", fmt.Errorf("the solution of %.200s is not read back: %w", p.id, err)
		}
		w, err := full.(puzzle.Shown).View("en")
		if err != nil || w.Grid == nil || slices.Contains(w.Grid.Givens, "") {
			return "", fmt.Errorf("the solution of %.200s is no full board: %w", p.id, err)
		}
		return strings.Join(w.Grid.Givens, ","), nil
	case v.Lineup != nil, v.Cards != nil:
		return sol.Desc(), nil
	case v.Layers != nil:
		winner, ok := p.inst.(interface {
			Winning(puzzle.Solution) ([]puzzle.Move, error)
		})
		if !ok {
			return "", nil
		}
		moves, err := winner.Winning(sol)
		if err != nil {
			return "", fmt.Errorf("the solution of %.200s: %w", p.id, err)
		}
		list := make([]string, len(moves))
		for i, m := range moves {
			list[i] = string(m)
		}
		slices.Sort(list)
		return strings.Join(list, " "), nil
	}
	return "", nil
}
