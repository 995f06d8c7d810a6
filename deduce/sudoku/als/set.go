// Package als finds the techniques of almost locked sets: n cells of a house with n+1 candidates, which would be a naked
// subset if they lost one value.
//
// Two sets have a restricted common value x where every x of one sees every x of the other: not both contain x, so one of
// them is locked. ALS-XZ: with another common value z, one of the sets contains z, so a cell that sees every z of both does
// not. Doubly linked: with two restricted common values the sets lock each other, and every other value of either set goes
// nowhere that its cells there all see. ALS-XY-wing: a third set that shares restricted values x and y with the two. ALS
// chain: any number of sets, each sharing a restricted value with the next, no value used twice running. Death blossom: a
// cell each candidate of which is restricted in common with a set of its own.
//
// Sue de coq: where a line crosses a box, some cells of the crossing, of the rest of the line and of the rest of the box
// have as many candidates as they are, and no value twice: the value is confined to them in the line or the box that holds
// all its cells.
package als

import (
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
)

// Set is one almost locked set.
type Set struct {
	Cells  board.Cells
	Values board.Digits
	At     []board.Cells // At[i]: the cells that have the i-th of Values, ascending
	Seen   []board.Cells // Seen[i]: the cells outside that see all of At[i]
	Size   int
}

// Place gives the cells of the set that have a value of it, and the cells that see them all.
func (s *Set) Place(v int) (at, seen *board.Cells) {
	i := (s.Values & (board.Digit(v) - 1)).Count()
	return &s.At[i], &s.Seen[i]
}

// Sets lists the almost locked sets of a position with at most most cells, each once, in the order of the houses.
func Sets(p *board.Position, most int) []Set {
	var list []Set
	known := make(map[board.Cells]bool)
	var cells []int
	for h := range p.House {
		cells = cells[:0]
		for _, c := range p.Houses[h].Cells {
			if p.Value[c] == 0 && p.Cand[c].Count() <= most+1 {
				cells = append(cells, c)
			}
		}
		var choose func(from, n int, set board.Cells, union board.Digits)
		choose = func(from, n int, set board.Cells, union board.Digits) {
			if n > 0 && union.Count() == n+1 && !known[set] {
				known[set] = true
				list = append(list, newSet(p, set, union, n))
			}
			if n == most {
				return
			}
			for i := from; i < len(cells); i++ {
				if u := union | p.Cand[cells[i]]; u.Count() <= most+1 {
					s := set
					s.Add(cells[i])
					choose(i+1, n+1, s, u)
				}
			}
		}
		choose(0, 0, board.Cells{}, 0)
	}
	return list
}

func newSet(p *board.Position, cells board.Cells, values board.Digits, n int) Set {
	s := Set{Cells: cells, Values: values, Size: n}
	for d := values; d != 0; d = d.Rest() {
		at := cells.And(&p.At[d.First()])
		s.At = append(s.At, at)
		s.Seen = append(s.Seen, p.Seen(&at))
	}
	return s
}

// restricted gives the restricted common values of two sets: those that both have, no cell of which is in both, and all of
// whose cells in one see all of those in the other.
func restricted(a, b *Set) board.Digits {
	var x board.Digits
	for d := a.Values & b.Values; d != 0; d = d.Rest() {
		at, _ := a.Place(d.First())
		_, seen := b.Place(d.First())
		if at.Within(seen) {
			x |= board.Digit(d.First())
		}
	}
	return x
}
