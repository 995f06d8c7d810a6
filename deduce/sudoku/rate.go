package sudoku

import (
	"context"

	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/forcing"
)

// Rating is how hard a puzzle is, on both scales.
type Rating struct {
	// Human is the grade on Ladder: the hardest named technique and the sum of HoDoKu's costs.
	Human deduce.Grade
	// Explainer is the grade on Explainer; its Rating is comparable with Sudoku Explainer's.
	Explainer deduce.Grade
}

// Rater rates puzzles. It is safe for concurrent use.
type Rater struct {
	human, explainer *deduce.Ladder[*board.Position]
}

// NewRater makes the two ladders.
func NewRater() *Rater { return &Rater{human: Ladder(), explainer: Explainer()} }

// Ladder gives the ladder of named techniques.
func (r *Rater) Ladder() *deduce.Ladder[*board.Position] { return r.human }

// Rate rates a position, which it leaves as it is. The errors are the context's.
func (r *Rater) Rate(ctx context.Context, p *board.Position) (Rating, error) {
	var out Rating
	path, err := r.human.Solve(ctx, p.Clone(), 0)
	if err != nil {
		return out, err
	}
	out.Human = r.human.Grade(path)
	if path, err = r.explainer.Solve(ctx, p.Clone(), 0); err != nil {
		return out, err
	}
	out.Explainer = r.explainer.Grade(path)
	return out, nil
}

// Refute says why a mark is wrong: why the cell cannot have the value, or, with place unset, why the cell cannot lack it. It
// looks for a contradiction that follows from the mark in the position, which holds no mark of the player that is not
// right. The step removes (or places) the mark and has the contradiction as its branches; ok is false where the mark is
// right, or no argument short enough was found.
func Refute(p *board.Position, m deduce.Mark, place bool) (step deduce.Step, ok bool) {
	return forcing.Refute(p, m, place)
}
