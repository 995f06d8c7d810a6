// Package guess is the last resort: where no deduction of the ladder is left, it looks the answer up by trial and error.
package guess

import (
	"fmt"

	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
)

// Techniques gives the one technique of the package.
func Techniques() []board.Technique {
	return []board.Technique{
		{ID: "brute-force", Name: "Brute force", Cost: 10000, Rating: 12.0, Guess: true, Find: bruteForce},
	}
}

// nodes bounds the search of bruteForce: beyond it, it finds nothing.
const nodes = 2_000_000

// bruteForce places one value of the solution: in a cell with the fewest candidates. It finds nothing where the position
// has no solution, or where Unique is set and it has several.
func bruteForce(p *board.Position, yield func(board.Step) bool) {
	if p.Status() != deduce.Open {
		return
	}
	limit := 1
	if p.Unique {
		limit = 2
	}
	found, complete := Solutions(p, limit, nodes)
	if len(found) != 1 || (p.Unique && !complete) {
		return
	}
	cell, fewest := -1, board.MaxSize+1
	for c := p.Open.First(); c >= 0; c = p.Open.Next(c) {
		if n := p.Cand[c].Count(); n < fewest {
			cell, fewest = c, n
		}
	}
	v := found[0][cell]
	g := p.Geometry
	yield(board.Step{
		Place: []board.Mark{{Cell: cell, Value: v}}, Cells: []int{cell}, Values: []int{v},
		Pattern: []board.Mark{{Cell: cell, Value: v}},
		Why: func() string {
			return fmt.Sprintf("Looked up by trial, not deduced: %s.", g.Is(cell, v))
		},
	})
}

// Solutions finds up to limit solutions of a position by singles and backtracking, and leaves the position as it is.
// Complete is false where the search gave up after a number of nodes.
func Solutions(p *board.Position, limit, nodes int) (found [][]int, complete bool) {
	s := search{limit: limit, nodes: nodes}
	s.run(p.Clone(), 0)
	return s.found, s.nodes >= 0
}

type search struct {
	limit, nodes int
	found        [][]int
	pool         []*board.Position
}

func (s *search) run(p *board.Position, depth int) {
	if s.nodes--; s.nodes < 0 {
		return
	}
	p.Singles()
	if p.Status() == deduce.Solved {
		s.found = append(s.found, p.Values())
		return
	}
	if p.Status() == deduce.Broken {
		return
	}
	if _, _, _, dead := p.Dead(); dead {
		return
	}
	cell, fewest := -1, board.MaxSize+1
	for c := p.Open.First(); c >= 0 && fewest > 2; c = p.Open.Next(c) {
		if n := p.Cand[c].Count(); n < fewest {
			cell, fewest = c, n
		}
	}
	if depth == len(s.pool) {
		s.pool = append(s.pool, p.Clone())
	}
	q := s.pool[depth]
	for d := p.Cand[cell]; d != 0 && len(s.found) < s.limit && s.nodes >= 0; d = d.Rest() {
		q.CopyFrom(p)
		q.Place(cell, d.First())
		s.run(q, depth+1)
	}
}
