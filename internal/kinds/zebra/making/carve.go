package making

import (
	"context"
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/solver"
)

// clueBoard is a set of clues being carved: a square is a clue. One clue is left out at a time.
type clueBoard struct {
	m     *maker
	clues []*matching.Clue
	keep  []bool
	e     *solver.Engine
	count int // how many solutions the clues that are left have, as far as they were counted; 1 at the start
}

func newClueBoard(m *maker, clues []*matching.Clue) *clueBoard {
	q := *m.p
	q.Clues = clues
	b := &clueBoard{m: m, clues: clues, keep: make([]bool, len(clues)), e: solver.New(&q), count: 1}
	for i := range b.keep {
		b.keep[i] = true
	}
	return b
}

// Len is the number of clues.
func (b *clueBoard) Len() int { return len(b.clues) }

// Valid reports whether the other clues have as few solutions as asked for. With one it asks whether the others, with the
// contrary of the clue, have a solution: that proves that the clue is needed, and it stays needed when more are left out.
func (b *clueBoard) Valid(ctx context.Context, squares []int) (bool, error) {
	i := squares[0]
	b.e.Reset()
	b.e.Post(slices.DeleteFunc(matching.Numbers(len(b.keep)), func(c int) bool { return !b.keep[c] || c == i }))
	limit := 1
	if want := b.m.req.solutions; want == 1 {
		b.e.Graph.Post(b.e.Rules[i].Contrary())
	} else {
		limit = want + 1
	}
	out, err := b.e.Solve(ctx, limit)
	b.m.nodes += out.Nodes
	if err != nil {
		return false, err
	}
	n := len(out.Grids)
	if limit == 1 {
		return n == 0, nil
	}
	if n >= limit {
		return false, nil
	}
	b.count = n
	return true, nil
}

// Remove leaves clues out.
func (b *clueBoard) Remove(squares []int) {
	for _, i := range squares {
		b.keep[i] = false
	}
}

// Puzzle gives the clues that are left.
func (b *clueBoard) Puzzle() ([]*matching.Clue, error) {
	var out []*matching.Clue
	for i, c := range b.clues {
		if b.keep[i] {
			out = append(out, c)
		}
	}
	return out, nil
}

// carve leaves out clues for as long as the solutions are no more than asked for; nil when they are fewer then. No clue can be
// left out of the result without adding solutions.
func (m *maker) carve(ctx context.Context, clues []*matching.Clue) ([]*matching.Clue, error) {
	b := newClueBoard(m, clues)
	opt := carve.Options{Strategy: carve.Order(m.removal(clues)), Final: true}
	res, err := carve.Carve[[]*matching.Clue](ctx, b, nil, nil, opt, m.r.Derive("carve"))
	if err != nil {
		return nil, err
	}
	if b.count != m.req.solutions {
		m.best = fmt.Sprintf("%d solutions", b.count)
		return nil, nil
	}
	return res.Final, nil
}
