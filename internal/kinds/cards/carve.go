package cards

import (
	"context"
	"math/bits"

	"github.com/quandary-puzzles/quandary/carve"
)

// board is a set of clues being carved: a square is a clue. It is valid while every thing of the goal is banned.
type board struct {
	bans  []Bits
	clues []int   // by square
	by    []int32 // by thing: how many of the clues that are left ban it
	goal  Bits
	there []bool
}

func newBoard(bans []Bits, clues []int, goal Bits, n int) *board {
	b := &board{bans: bans, clues: clues, by: make([]int32, n), goal: goal, there: make([]bool, len(clues))}
	for q, i := range clues {
		b.there[q] = true
		b.count(i, 1)
	}
	return b
}

func (b *board) count(clue int, by int32) {
	for w, x := range b.bans[clue] {
		for ; x != 0; x &= x - 1 {
			b.by[w<<6+bits.TrailingZeros64(x)] += by
		}
	}
}

// Len is the number of clues.
func (b *board) Len() int { return len(b.clues) }

// Valid reports whether the other clues ban all that is to be banned. Only one clue is left out at a time.
func (b *board) Valid(_ context.Context, squares []int) (bool, error) {
	for _, q := range squares {
		for w, x := range b.bans[b.clues[q]] {
			for x &= b.goal[w]; x != 0; x &= x - 1 {
				if b.by[w<<6+bits.TrailingZeros64(x)] == 1 {
					return false, nil
				}
			}
		}
	}
	return true, nil
}

// Remove leaves clues out.
func (b *board) Remove(squares []int) {
	for _, q := range squares {
		b.there[q] = false
		b.count(b.clues[q], -1)
	}
}

// Puzzle gives the clues that are left.
func (b *board) Puzzle() ([]int, error) {
	var out []int
	for q, there := range b.there {
		if there {
			out = append(out, b.clues[q])
		}
	}
	return out, nil
}

// carve leaves out clues in a random order for as long as the solutions stay: what is left is a minimal set, and every minimal
// set is left by some order. Clues that are hidden behind useless ones are added where those are allowed.
func (c *chooser) carve(ctx context.Context) error {
	order := c.r.Perm(len(c.useful))
	b := newBoard(c.u.Bans, c.useful, c.goal, c.u.Table.N)
	res, err := carve.Carve(ctx, b, nil, nil, carve.Options{Strategy: carve.Order(order), Final: true}, c.r.Derive("carve"))
	if err != nil {
		return err
	}
	for _, i := range res.Final {
		c.push(i)
	}
	c.Nodes += res.Steps
	if c.d.Useless == Allow {
		for slots := MaxClues - len(c.chosen); slots > 1 && c.r.Bool(); slots-- {
			if i := c.extra(slots); i >= 0 {
				c.push(i)
			}
		}
	}
	return nil
}
