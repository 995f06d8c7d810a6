// Package sample makes random puzzles for the tests of the techniques. It is small and slow on purpose: the generator that
// people use is carve with internal/kinds/sudoku.
package sample

import (
	"fmt"

	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/guess"
	"github.com/quandary-puzzles/quandary/grid"
)

// Rand is the source of randomness: *rng.Stream is one.
type Rand interface {
	IntN(n int) int
	Shuffle(n int, swap func(i, j int))
}

// Geometry gives a layout by name: "9x9", "6x6", "12x12", "9x9x" (with diagonals), "jigsaw9", "jigsaw6".
func Geometry(name string) *board.Geometry {
	var l *grid.Layout
	var err error
	switch name {
	case "9x9x":
		l, err = grid.NewLayout(3, 3, true)
	case "jigsaw9":
		l, err = grid.NewJigsaw(9, regions(jigsaw9), false)
	case "jigsaw6":
		l, err = grid.NewJigsaw(6, regions(jigsaw6), false)
	default:
		var n, m int
		if _, err = fmt.Sscanf(name, "%dx%d", &n, &m); err == nil {
			r, c := grid.BoxShape(n)
			l, err = grid.NewLayout(r, c, false)
		}
	}
	if err != nil {
		panic(err)
	}
	g, err := board.NewGeometry(l)
	if err != nil {
		panic(err)
	}
	return g
}

const jigsaw9 = "" +
	"aabbbbccc" +
	"aaaabbccc" +
	"aaabbbccf" +
	"dddeeefcf" +
	"ddeeeefff" +
	"ddddeefff" +
	"ggghhhiii" +
	"gggghhiii" +
	"gghhhhiii"

const jigsaw6 = "" +
	"aaabbb" +
	"aabbcb" +
	"addccc" +
	"edddcc" +
	"eedfff" +
	"eeefff"

func regions(s string) []int {
	r := make([]int, len(s))
	for i := range s {
		r[i] = int(s[i] - 'a')
	}
	return r
}

// full gives a random full board.
func full(g *board.Geometry, r Rand) []int {
	for {
		p, _ := board.New(g, make([]int, g.Cells()))
		if full := fill(p, r, new(int)); full != nil {
			return full
		}
	}
}

func fill(p *board.Position, r Rand, nodes *int) []int {
	if *nodes++; *nodes > 5000 {
		return nil
	}
	p.Singles()
	if _, _, _, dead := p.Dead(); dead {
		return nil
	}
	if p.Open.Empty() {
		return p.Values()
	}
	cell, fewest := -1, 99
	for c := p.Open.First(); c >= 0; c = p.Open.Next(c) {
		if n := p.Cand[c].Count(); n < fewest {
			cell, fewest = c, n
		}
	}
	values := p.Cand[cell].Slice()
	r.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
	for _, v := range values {
		q := p.Clone()
		q.Place(cell, v)
		if full := fill(q, r, nodes); full != nil {
			return full
		}
	}
	return nil
}

// Puzzle gives a random puzzle with one solution, and the solution: a full board from which givens were taken in random
// order while the puzzle stays unique, at most attempts of them tried.
func Puzzle(g *board.Geometry, r Rand, attempts int) (puzzle, solution []int) {
	solution = full(g, r)
	puzzle = append([]int(nil), solution...)
	order := make([]int, g.Cells())
	for i := range order {
		order[i] = i
	}
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	for _, c := range order[:min(attempts, len(order))] {
		puzzle[c] = 0
		p, err := board.New(g, puzzle)
		if err != nil {
			panic(err)
		}
		found, complete := guess.Solutions(p, 2, 3000)
		if len(found) != 1 || !complete {
			puzzle[c] = solution[c]
		}
	}
	return puzzle, solution
}
