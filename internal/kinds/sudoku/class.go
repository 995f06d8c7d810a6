package sudoku

import (
	"context"

	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// The four classes of the paper. Their bounds are stated on Sudoku Explainer's scale, by the hardest step that a puzzle
// needs: a puzzle belongs to the first class whose bound its rating does not exceed.
const (
	easy   = "easy"
	medium = "medium"
	hard   = "hard"
	evil   = "evil"
)

// Class is a class of difficulty.
type Class struct {
	Name string
	Most float64 // largest rating
	Text string  // what it asks of a solver
}

// Classes lists the classes from the easiest.
func Classes() []Class {
	return []Class{
		{easy, 1.5, "full houses and hidden singles"},
		{medium, 2.5, "naked singles, and singles behind a locked candidate or a hidden pair"},
		{hard, 4.9, "locked candidates, subsets up to three, basic fish, wings and unique rectangles"},
		{evil, 12, "quads, chains and everything beyond"},
	}
}

// ClassOf gives the class of a rating on Sudoku Explainer's scale.
func ClassOf(rating float64) string {
	list := Classes()
	for _, c := range list {
		if rating <= c.Most+1e-9 {
			return c.Name
		}
	}
	return list[len(list)-1].Name
}

func classIndex(name string) int {
	for i, c := range Classes() {
		if c.Name == name {
			return i
		}
	}
	return -1
}

func classNames() []string {
	var names []string
	for _, c := range Classes() {
		names = append(names, c.Name)
	}
	return names
}

// classifier finds the class of a puzzle without walking the ladder further than the class needs.
type classifier struct {
	below *ratings // of the classes below the last
}

func newClassifier() *classifier {
	list := Classes()
	return &classifier{newRatings(0, list[len(list)-2].Most)}
}

// class gives the class of a puzzle with one solution. A puzzle that the ladder below the last class does not solve, or
// only by a step rated above its bound, is of the last.
func (c *classifier) class(ctx context.Context, p *Puzzle) (string, error) {
	rating, above, err := c.below.of(ctx, p)
	if err != nil {
		return "", err
	}
	if list := Classes(); above {
		return list[len(list)-1].Name, nil
	}
	return ClassOf(rating), nil
}

// ratings is a range of ratings that a puzzle is to have.
type ratings struct {
	least, most float64
	below       *deduce.Ladder[*board.Position] // techniques whose steps may be rated so
}

func newRatings(least, most float64) *ratings {
	return &ratings{least, most, sharedExplainer().Select(func(t *board.Technique) bool { return t.Rating <= most+1e-9 && !t.Guess })}
}

// of gives the rating of a puzzle with one solution where it is not above the range, and does not look how far above it is.
func (q *ratings) of(ctx context.Context, p *Puzzle) (rating float64, above bool, err error) {
	pos, err := p.atStart()
	if err != nil {
		return 0, false, err
	}
	for s, err := range q.below.Walk(ctx, pos) {
		if err != nil {
			return 0, false, err
		}
		if rating = max(rating, s.Rating); rating > q.most+1e-9 {
			break
		}
	}
	return rating, pos.Status() != deduce.Solved, nil
}

// Rate rates the puzzle on both ladders.
func (p *Puzzle) Rate(ctx context.Context) (puzzle.Rating, error) {
	if err := p.Conflict(); err != nil {
		return puzzle.Rating{}, err
	}
	res, err := p.Solve(ctx, 2)
	if err != nil {
		return puzzle.Rating{}, err
	}
	out := puzzle.Rating{Scale: "Sudoku Explainer", Features: p.features(res)}
	if res.Status != puzzle.Unique {
		out.Hardest = "none: the puzzle has " + map[puzzle.Status]string{puzzle.None: "no solution", puzzle.Several: "several solutions"}[res.Status]
		return out, nil
	}
	pos, err := p.atStart()
	if err != nil {
		return puzzle.Rating{}, err
	}
	r, err := sharedRater().Rate(ctx, pos)
	if err != nil {
		return puzzle.Rating{}, err
	}
	out.Class, out.Score = ClassOf(r.Explainer.Rating), r.Explainer.Rating
	out.Hardest, out.Steps, out.Cost = r.Human.Name, r.Human.Steps, float64(r.Human.Cost)
	if p.params.plain() {
		for _, set := range []struct {
			name string
			x    []float64
		}{{ByVector, p.Vector(res.Count)}, {byTechniques, techniqueVector(r)}} {
			if class, ok := predicted(set.name, set.x); ok {
				out.Features.Set("class-by-"+set.name, class)
			}
		}
	}
	out.Solved = r.Human.Status == deduce.Solved && r.Human.Guesses == 0
	return out, nil
}
