package als

import (
	"fmt"

	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
)

// largest is the number of cells of the largest almost locked set that is looked at, by the size of the board: all of
// them on a 9 by 9 board, small ones on large boards, where there are too many.
func largest(p *board.Position) int {
	switch {
	case p.Size <= 9:
		return p.Size - 1
	case p.Size <= 12:
		return 4
	case p.Size <= 16:
		return 3
	}
	return 2
}

// Techniques lists the package's techniques, the easiest first.
func Techniques() []board.Technique {
	return []board.Technique{
		{ID: "sue-de-coq", Name: "Sue de coq", Cost: 250, Rating: 6.2, Find: sueDeCoq},
		{ID: "als-xz", Name: "ALS-XZ", Cost: 300, Rating: 6.4, Find: xz},
		{ID: "als-xy-wing", Name: "ALS-XY-wing", Cost: 320, Rating: 7.0, Find: xyWing},
		{ID: "als-chain", Name: "ALS chain", Cost: 340, Rating: 7.3, Find: chain},
		{ID: "death-blossom", Name: "Death blossom", Cost: 360, Rating: 7.4, Find: deathBlossom},
	}
}

// both gives the cells with value z outside two sets that see every z of both.
func both(p *board.Position, a, b *Set, z int) board.Cells {
	_, sa := a.Place(z)
	_, sb := b.Place(z)
	hit := sa.And(sb)
	return hit.And(&p.At[z])
}

// allBut says what an almost locked set is: its cells have all of its values but one.
func allBut(g *board.Geometry, s *Set) string {
	cells := s.Cells.Slice()
	if len(cells) == 1 {
		return g.CellName(cells[0]) + " is " + g.SymbolsOr(s.Values)
	}
	return fmt.Sprintf("%s have all but one of %s", g.CellNames(cells), g.Symbols(s.Values))
}

// without says that a set loses a value; what it has therefore is to follow.
func without(g *board.Geometry, s *Set, value string) string {
	cells := s.Cells.Slice()
	lose := "lose"
	if len(cells) == 1 {
		lose = "loses"
	}
	return fmt.Sprintf("%s %s the %s and must have", g.CellNames(cells), lose, value)
}

func pattern(p *board.Position, sets ...*Set) (cells []int, marks []board.Mark) {
	var all board.Cells
	for _, s := range sets {
		all = all.Or(&s.Cells)
	}
	return all.Slice(), p.Strikes(&all, p.All)
}

// common gives the marks removed of every value of zs that both sets have.
func common(p *board.Position, a, b *Set, zs board.Digits) (remove []board.Mark) {
	for d := a.Values & b.Values & zs; d != 0; d = d.Rest() {
		hit := both(p, a, b, d.First())
		remove = append(remove, board.Marks(&hit, d.First())...)
	}
	return deduce.SortMarks(remove)
}

// xz finds singly and doubly linked pairs of almost locked sets.
func xz(p *board.Position, yield func(board.Step) bool) {
	pairs(p, Sets(p, largest(p)), func(*Set, *Set) bool { return true }, yield)
}

// Wing finds k cells in two houses that have k values, all but one of which are confined to cells in sight of each other:
// for k of 4, 5 and 6 the WXYZ-, VWXYZ- and UVWXYZ-wing. They are the pairs of almost locked sets that share just the two
// values that they need.
func Wing(k int) func(*board.Position, func(board.Step) bool) {
	return func(p *board.Position, yield func(board.Step) bool) {
		pairs(p, Sets(p, k-1), func(a, b *Set) bool {
			return a.Size+b.Size == k && (a.Values|b.Values).Count() == k && !a.Cells.Intersects(&b.Cells)
		}, yield)
	}
}

func pairs(p *board.Position, sets []Set, keep func(a, b *Set) bool, yield func(board.Step) bool) {
	for i := range sets {
		for j := i + 1; j < len(sets); j++ {
			a, b := &sets[i], &sets[j]
			if (a.Values&b.Values).Rest() == 0 || !keep(a, b) {
				continue
			}
			x := restricted(a, b)
			if x == 0 {
				continue
			}
			if x.Count() >= 2 && !a.Cells.Intersects(&b.Cells) {
				if remove := doublyLinked(p, a, b, x); len(remove) > 0 && !yield(xzStep(p, a, b, x, true, remove)) {
					return
				}
				continue
			}
			for d := x; d != 0; d = d.Rest() {
				one := board.Digit(d.First())
				if remove := common(p, a, b, p.All&^one); len(remove) > 0 && !yield(xzStep(p, a, b, one, false, remove)) {
					return
				}
			}
		}
	}
}

func xzStep(p *board.Position, a, b *Set, x board.Digits, doubly bool, remove []board.Mark) board.Step {
	g, sa, sb := p.Geometry, *a, *b
	list, marks := pattern(p, a, b)
	return board.Step{
		Remove: remove, Cells: list, Values: (a.Values | b.Values).Slice(), Pattern: marks,
		Why: func() string {
			if doubly {
				return fmt.Sprintf("%s. %s. Each of %s goes into one of the two only, so each has all its other values, and %s.",
					allBut(g, &sa), allBut(g, &sb), g.Symbols(x), g.Gone(remove))
			}
			return fmt.Sprintf("%s. %s. Only one of the two can have the %s, so the other has all its other values, %s among them. Seeing both, %s.",
				allBut(g, &sa), allBut(g, &sb), g.Symbols(x), valuesOf(g, remove), g.Gone(remove))
		},
	}
}

// doublyLinked gives what two sets that lock each other remove outside both.
func doublyLinked(p *board.Position, a, b *Set, x board.Digits) (remove []board.Mark) {
	inside := a.Cells.Or(&b.Cells)
	for d := x; d != 0; d = d.Rest() {
		hit := both(p, a, b, d.First())
		remove = append(remove, board.Marks(&hit, d.First())...)
	}
	for _, s := range []*Set{a, b} {
		for d := s.Values &^ x; d != 0; d = d.Rest() {
			_, seen := s.Place(d.First())
			hit := seen.And(&p.At[d.First()])
			hit = hit.Minus(&inside)
			remove = append(remove, board.Marks(&hit, d.First())...)
		}
	}
	return deduce.SortMarks(remove)
}

// link is a restricted common value of a set with another.
type link struct {
	to int
	x  board.Digits
}

func linked(sets []Set) [][]link {
	next := make([][]link, len(sets))
	for i := range sets {
		for j := i + 1; j < len(sets); j++ {
			if x := restricted(&sets[i], &sets[j]); x != 0 {
				next[i] = append(next[i], link{j, x})
				next[j] = append(next[j], link{i, x})
			}
		}
	}
	return next
}

// xyWing finds three almost locked sets of which the middle one has different restricted values with the others.
func xyWing(p *board.Position, yield func(board.Step) bool) {
	sets := Sets(p, largest(p))
	next := linked(sets)
	for c := range sets {
		for i, l := range next[c] {
			for _, m := range next[c][i+1:] {
				a, b := &sets[l.to], &sets[m.to]
				if a.Values&b.Values == 0 || l.x == m.x && l.x.Rest() == 0 {
					continue
				}
				if !eachPair(l.x, m.x, func(x, y int) bool {
					zs := p.All &^ board.Digit(x) &^ board.Digit(y)
					remove := common(p, a, b, zs)
					if len(remove) == 0 {
						return true
					}
					g, sa, sb, sc := p.Geometry, *a, *b, sets[c]
					list, marks := pattern(p, a, b, &sets[c])
					return yield(board.Step{
						Remove: remove, Cells: list, Values: (a.Values | b.Values | sc.Values).Slice(), Pattern: marks,
						Why: func() string {
							either := ""
							if sc.Size > 1 {
								either = fmt.Sprintf(", so %s or %s", g.Symbol(x), g.Symbol(y))
							}
							z := valuesOf(g, remove)
							return fmt.Sprintf("%s%s. If %s, then %s %s; if %s, then %s %s. All these sets have all their values but one. Either way %s.", allBut(g, &sc), either,
								g.Symbol(x), without(g, &sa, g.Symbol(x)), z, g.Symbol(y), without(g, &sb, g.Symbol(y)), z, g.Gone(remove))
						},
					})
				}) {
					return
				}
			}
		}
	}
}

func valuesOf(g *board.Geometry, marks []board.Mark) string {
	var d board.Digits
	for _, m := range marks {
		d |= board.Digit(m.Value)
	}
	return g.Symbols(d)
}

func eachPair(x, y board.Digits, yield func(x, y int) bool) bool {
	for ; x != 0; x = x.Rest() {
		for d := y &^ board.Digit(x.First()); d != 0; d = d.Rest() {
			if !yield(x.First(), d.First()) {
				return false
			}
		}
	}
	return true
}
