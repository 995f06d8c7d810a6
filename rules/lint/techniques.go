package lint

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/solve"
)

// mostPlaces is at how many places of a board a technique is proved.
const mostPlaces = 6

// techniques proves on small boards that what the techniques of the file say follows from the rules that they name.
func (c *checker) techniques(ctx context.Context) {
	if len(c.f.Techniques) == 0 {
		return
	}
	for _, t := range c.f.Techniques {
		if t.Text.In("en") == "" {
			c.add(doctree.Warning, t.Pos, "no-sentence", "the technique %s has no sentence", t.Name).Expected = "text: {en: ...}, why it follows"
		}
	}
	none := func(*rules.Layer) bool { return false }
	stream := rng.New(3)
	wrong := map[string]bool{}
	for i, size := range shapes(c.f) {
		for j, share := range []int{10, 7, 4, 2} {
			b, err := rules.NewBoard(c.f, size[0], size[1], params(c.f, size[0], j%3))
			if err != nil || draw(b, stream.Derive("technique", uint64(i), uint64(j)), share, none) != nil {
				continue
			}
			enc, err := encode.New(ctx, b, encode.Options{Loose: true, Techniques: true, Steps: maxSteps, Terms: maxTerms})
			if err != nil {
				continue
			}
			seen := map[string]int{}
			for _, in := range enc.Techniques {
				if seen[in.Rule]++; wrong[in.Rule] || seen[in.Rule] > mostPlaces || c.proved(ctx, enc, in) {
					continue
				}
				wrong[in.Rule] = true
				t := c.f.Technique(in.Rule)
				var by []string
				for _, r := range t.By {
					by = append(by, r.Name)
				}
				from := "the rules"
				if len(by) > 0 {
					from = strings.Join(by, ", ")
				}
				c.add(doctree.Error, t.Pos, "unproved", "the technique %s does not follow from %s%s", t.Name, from, at(b, in)).Expected = "a statement that holds wherever its condition does; no step rests on another"
			}
			enc.Close()
		}
	}
}

// at says where a technique applies.
func at(b *rules.Board, in encode.Instance) string {
	var names []string
	for _, x := range in.Bound {
		if p, ok := x.Value.(board.Place); ok && b.Geo.Name(p) != "" {
			names = append(names, b.Geo.Name(p))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf(" at %s of a board of %dx%d", strings.Join(names, ", "), len(b.Geo.All(board.Row)), len(b.Geo.All(board.Col)))
}

// meet reports whether two instances bind the same place.
func meet(x, y encode.Instance) bool {
	return slices.ContainsFunc(x.Bound, func(a encode.Binding) bool {
		place, ok := a.Value.(board.Place)
		return ok && slices.ContainsFunc(y.Bound, func(b encode.Binding) bool { return b.Value == any(place) })
	})
}

// proved reports whether a technique follows at a place from the turns of rules around it, or these contradict each other, as clues that are
// drawn blindly may.
func (c *checker) proved(ctx context.Context, enc *encode.Encoding, in encode.Instance) bool {
	p := enc.Problem
	t := c.f.Technique(in.Rule)
	vars := map[model.Var]bool{}
	for _, v := range p.VarsOf(in.Term) {
		vars[v] = true
	}
	s, err := c.engine.Open(ctx, p, solve.Budget{Steps: solverSteps})
	if err != nil {
		return true
	}
	defer s.Close()
	var near []model.Term
	for range 2 {
		near = near[:0]
		more := map[model.Var]bool{}
		for _, turn := range enc.Instances {
			rule := c.f.Rule(turn.Rule)
			if rule != nil && len(t.By) > 0 && !slices.Contains(t.By, rule) {
				continue
			}
			// Of a clue that no values meet, neither its turns nor what follows from them need have any unknown.
			own := p.VarsOf(turn.Term)
			if !slices.ContainsFunc(own, func(v model.Var) bool { return vars[v] }) && !meet(in, turn) {
				continue
			}
			near = append(near, turn.Term)
			for _, v := range own {
				more[v] = true
			}
		}
		r, err := s.Solve(ctx, append(slices.Clone(near), p.Not(in.Term))...)
		if err != nil || r.Status == solve.Unsat {
			return true // or it takes too long to tell: explaining tries again where it is used
		}
		vars = more
	}
	r, err := s.Solve(ctx, near...)
	return err != nil || r.Status == solve.Unsat
}
