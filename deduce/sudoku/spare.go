package sudoku

import (
	"context"
	"iter"
	"slices"

	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/single"
)

// Spared gives the steps of a walk from a position, which they change, without eliminations that the solution does not need. Steps behind one that
// is left out are found anew on the position without it, so that each says what stands there. Forcing chains take too long for that: nothing that
// comes before one is left out, and nothing at all on boards larger than 9x9. Where the walk does not end at the solution, all its steps stay.
func Spared(ctx context.Context, p *board.Position, steps iter.Seq2[board.Step, error]) iter.Seq2[board.Step, error] {
	if p.Size > mostSize {
		return steps
	}
	return func(yield func(board.Step, error) bool) {
		s := spare{Ladder(), deduce.NewLadder(single.Techniques()...), p.Clone()}
		var all []board.Step
		var ended error
		for step, err := range steps {
			if ended = err; err == nil {
				all = append(all, step)
			}
		}
		if ended == nil && p.Status() == deduce.Solved {
			all = s.shortened(ctx, all)
		}
		p.CopyFrom(s.start)
		for _, step := range all {
			if !yield(step, nil) {
				return
			}
			if err := p.Apply(step); err != nil {
				yield(board.Step{}, err)
				return
			}
		}
		if ended != nil {
			yield(board.Step{}, ended)
		}
	}
}

// spare looks for eliminations that a solution can do without.
type spare struct {
	ladder, singles *deduce.Ladder[*board.Position]
	start           *board.Position
}

// Bounds of what is tried: the size of a board, and how many eliminations are tried to be done without.
const (
	mostSize   = 9
	mostSpared = 60
)

// shortened leaves out one elimination after another, the last first, where the others still lead to the solution. Those of the hardest technique
// stay: they are what the puzzle is known for, and what a lesson shows.
func (s *spare) shortened(ctx context.Context, steps []board.Step) []board.Step {
	first, hardest := 0, "" // from where on something may be left out
	for i, step := range steps {
		if rung(step.Technique) > rung(hardest) {
			hardest = step.Technique
		}
		if !s.single(step) && (len(step.Remove) == 0 || rung(step.Technique) >= rung("nishio")) {
			first = i + 1
		}
	}
	tries := 0
	for i := len(steps) - 1; i >= first && tries < mostSpared && ctx.Err() == nil; i-- {
		if i < len(steps) && len(steps[i].Remove) > 0 && steps[i].Technique != hardest {
			tries++
			if shorter := s.without(steps, i); shorter != nil {
				steps = shorter
			}
		}
	}
	return steps
}

// single reports whether a step is one of those that are taken wherever there are some.
func (s *spare) single(step board.Step) bool {
	return slices.ContainsFunc(s.singles.Techniques(), func(t board.Technique) bool { return t.ID == step.Technique })
}

// rung is how high a technique stands on the ladder. Those from nishio on try values.
func rung(technique string) int { return slices.Index(order[:], technique) }

// without does the steps but one, and singles wherever there are some. It gives nothing where that does not lead to the solution.
func (s *spare) without(steps []board.Step, left int) (out []board.Step) {
	p := s.start.Clone()
	settle := func() {
		for p.Status() == deduce.Open {
			step, ok := s.singles.Next(p)
			if !ok || p.Apply(step) != nil {
				return
			}
			out = append(out, step)
		}
	}
	settle()
	for i, step := range steps {
		if s.single(step) || i == left {
			continue
		}
		if i > left {
			var ok bool
			if step, ok = s.again(p, step); !ok {
				return nil
			}
		}
		if !step.Progress() {
			continue
		}
		if p.Apply(step) != nil {
			return nil
		}
		out = append(out, step)
		settle()
	}
	if p.Status() != deduce.Solved {
		return nil
	}
	return out
}

// again finds a step on another position: one of its technique that eliminates all that it did. Where that is gone already it is empty.
func (s *spare) again(p *board.Position, step board.Step) (found board.Step, ok bool) {
	gone := func(m board.Mark) bool { return !p.Cand[m.Cell].Has(m.Value) }
	todo := slices.DeleteFunc(slices.Clone(step.Remove), gone)
	if len(todo) == 0 {
		return board.Step{}, true
	}
	t, err := s.ladder.Lookup(step.Technique)
	if err != nil {
		return board.Step{}, false
	}
	t.Each(p, func(other board.Step) bool {
		ok = !slices.ContainsFunc(todo, func(m board.Mark) bool { return !slices.Contains(other.Remove, m) })
		found = other
		return !ok
	})
	return found, ok
}
