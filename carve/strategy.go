package carve

import (
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/rng"
)

// State is what a strategy sees of the carving.
type State struct {
	Rand *rng.Stream

	n      int
	there  []bool // the square has not been emptied
	done   []bool // the square has been tested, or is kept
	empty  int
	tested int // kept ones included
	kept   int
}

func newState(n int, keep []int, r *rng.Stream) (*State, error) {
	s := &State{Rand: r, n: n, there: make([]bool, n), done: make([]bool, n)}
	for i := range s.there {
		s.there[i] = true
	}
	for _, q := range keep {
		if q < 0 || q >= n {
			return nil, fmt.Errorf("carve: square %d is to be kept, there are %d", q, n)
		}
		if !s.done[q] {
			s.done[q] = true
			s.kept++
			s.tested++
		}
	}
	return s, nil
}

func (s *State) test(squares []int, removed bool) {
	for _, q := range squares {
		if !s.done[q] {
			s.done[q] = true
			s.tested++
		}
		if removed && s.there[q] {
			s.there[q] = false
			s.empty++
		}
	}
}

// Len is the number of squares.
func (s *State) Len() int { return s.n }

// There reports whether a square has not been emptied.
func (s *State) There(square int) bool { return s.there[square] }

// Open reports whether a square has neither been tested nor is to be kept.
func (s *State) Open(square int) bool { return !s.done[square] }

// Empty counts the empty squares.
func (s *State) Empty() int { return s.empty }

// Strategy chooses the squares to test next: the paper's ChooseSquare.
type Strategy interface {
	// Choose gives open squares that are to be emptied together, or none to end the carving.
	Choose(s *State) []int
}

type strategyFunc func(s *State) []int

func (f strategyFunc) Choose(s *State) []int { return f(s) }

// Marked gives the squares of a text, one character for each, that do not stand for an empty one.
func Marked(text string) []int {
	var squares []int
	for i := range len(text) {
		if strings.IndexByte("._*-?0 ", text[i]) < 0 {
			squares = append(squares, i)
		}
	}
	return squares
}

// Uniform chooses each open square with the same chance.
func Uniform() Strategy {
	return strategyFunc(func(s *State) []int { return s.pick(func(int) int { return 1 }) })
}

// pick chooses an open square with a chance that is proportional to a weight, not negative; when all weights are 0, with
// the same chance.
func (s *State) pick(weight func(square int) int) []int {
	total, open := 0, 0
	for q := range s.n {
		if !s.done[q] {
			total += weight(q)
			open++
		}
	}
	if open == 0 {
		return nil
	}
	if total == 0 {
		weight, total = func(int) int { return 1 }, open
	}
	at := s.Rand.IntN(total)
	for q := range s.n {
		if s.done[q] {
			continue
		}
		if at -= weight(q); at < 0 {
			return []int{q}
		}
	}
	return nil
}

// RowColumn is the paper's weighting for Sudoku (section 3.1.3) on a board of rows by cols squares: draw a row and keep it
// with the chance that its part of squares still there gives, else draw again; then a column the same way. Drawing again
// until the square is open makes the chance of an open square proportional to the product of both parts, and that is how
// it is drawn here.
func RowColumn(rows, cols int) Strategy {
	return strategyFunc(func(s *State) []int {
		inRow, inCol := make([]int, rows), make([]int, cols)
		for q := range min(s.n, rows*cols) {
			if s.there[q] {
				inRow[q/cols]++
				inCol[q%cols]++
			}
		}
		return s.pick(func(q int) int { return inRow[q/cols] * inCol[q%cols] })
	})
}

// Orbits empties squares together that a symmetry carries into each other; each open orbit has the same chance. An orbit
// with a square that is to be kept stays whole.
func Orbits(orbits [][]int) Strategy {
	return strategyFunc(func(s *State) []int {
		var open []int
		for i, o := range orbits {
			ok := len(o) > 0
			for _, q := range o {
				ok = ok && !s.done[q]
			}
			if ok {
				open = append(open, i)
			}
		}
		if len(open) == 0 {
			return nil
		}
		return orbits[open[s.Rand.IntN(len(open))]]
	})
}

// ByRegion chooses a region with the same chance for each that has an open square and more than keep squares left, then a
// square in it (the paper's choice for Fillomino, section 3.2.3, with keep 1). region[square] is the square's region,
// counted from 0.
func ByRegion(region []int, keep int) Strategy {
	return strategyFunc(func(s *State) []int {
		n := 0
		for _, g := range region {
			n = max(n, g+1)
		}
		left, open := make([]int, n), make([]int, n)
		for q, g := range region {
			if s.there[q] {
				left[g]++
			}
			if !s.done[q] {
				open[g]++
			}
		}
		var usable []int
		for g := range n {
			if open[g] > 0 && left[g] > keep {
				usable = append(usable, g)
			}
		}
		if len(usable) == 0 {
			return nil
		}
		g := usable[s.Rand.IntN(len(usable))]
		return s.pick(func(q int) int {
			if region[q] == g {
				return 1
			}
			return 0
		})
	})
}

// Order tests squares in a fixed order.
func Order(squares []int) Strategy {
	return strategyFunc(func(s *State) []int {
		for _, q := range squares {
			if !s.done[q] {
				return []int{q}
			}
		}
		return nil
	})
}

// ByGroup tests all squares of one group before those of the next, each open square of the group with the same chance.
// group[square] is the square's group and order the groups from the first to the last. What is left is not as even as after
// Uniform, and far easier to carve to the end on large boards: the squares tested late stand in groups that are whole.
func ByGroup(group, order []int) Strategy {
	return strategyFunc(func(s *State) []int {
		open := make(map[int]bool, len(order))
		for q, g := range group {
			if !s.done[q] {
				open[g] = true
			}
		}
		for _, g := range order {
			if !open[g] {
				continue
			}
			return s.pick(func(q int) int {
				if group[q] == g {
					return 1
				}
				return 0
			})
		}
		return nil
	})
}

// Then chooses by the first strategy until so many squares are empty, or it has no more to choose, and by the second from
// then on.
func Then(empty int, first, second Strategy) Strategy {
	return strategyFunc(func(s *State) []int {
		if s.empty < empty {
			if squares := first.Choose(s); len(squares) > 0 {
				return squares
			}
		}
		return second.Choose(s)
	})
}

// Late is a strategy that is made when the first square is chosen: one that depends on the full board.
func Late(make func() Strategy) Strategy {
	var made Strategy
	return strategyFunc(func(s *State) []int {
		if made == nil {
			made = make()
		}
		return made.Choose(s)
	})
}
