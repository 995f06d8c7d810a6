package als

import (
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
)

// longest is the number of sets of the longest ALS chain that is looked for.
const longest = 8

// chain finds chains of four or more almost locked sets.
func chain(p *board.Position, yield func(board.Step) bool) {
	sets := Sets(p, largest(p))
	next := linked(sets)
	type state struct {
		set    int
		x      int // value of the link that led here
		parent int
	}
	var queue []state
	met := make([]board.Digits, len(sets)) // values by which each set was reached
	for start := range sets {
		a := &sets[start]
		for f := a.Values; f != 0; f = f.Rest() {
			first := f.First()
			// Breadth first over (set, value of the link into it), the first link being of this value.
			queue = queue[:0]
			clear(met)
			for _, l := range next[start] {
				if l.x.Has(first) {
					queue = append(queue, state{l.to, first, -1})
					met[l.to] |= f & -f
				}
			}
			from := 0
			for depth := 3; depth <= longest && from < len(queue); depth++ {
				end := len(queue)
				for i := from; i < end; i++ {
					for _, l := range next[queue[i].set] {
						for d := l.x &^ met[l.to] &^ board.Digit(queue[i].x); d != 0; d = d.Rest() {
							queue = append(queue, state{l.to, d.First(), i})
						}
						met[l.to] |= l.x &^ board.Digit(queue[i].x)
					}
				}
				from = end
				if depth == 3 {
					continue
				}
				for i := from; i < len(queue); i++ {
					last := queue[i]
					if last.set <= start {
						continue
					}
					b := &sets[last.set]
					remove := common(p, a, b, p.All&^board.Digit(first)&^board.Digit(last.x))
					if len(remove) == 0 {
						continue
					}
					var path []*Set
					var values []int
					for j := i; j >= 0; j = queue[j].parent {
						path, values = append(path, &sets[queue[j].set]), append(values, queue[j].x)
					}
					path = append(path, a)
					g := p.Geometry
					cells, marks := pattern(p, path...)
					text := chainText(g, path, values, valuesOf(g, remove))
					if !yield(board.Step{
						Remove: remove, Cells: cells, Values: (a.Values | b.Values).Slice(), Pattern: marks,
						Why: func() string {
							return text + " Either way " + g.Gone(remove) + "."
						},
					}) {
						return
					}
				}
			}
		}
	}
}

// chainText tells how the sets of a chain follow from each other: without the values at its end, a set has all its others, and the next one
// does without the value that they share.
func chainText(g *board.Geometry, path []*Set, values []int, end string) string {
	last := len(path) - 1
	cells := path[last].Cells.Slice()
	they := "they have"
	if len(cells) == 1 {
		they = "it has"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s. If %s no %s, %s %s", allBut(g, path[last]), they, end, they, g.Symbol(values[last-1]))
	for i := last; i > 0; i-- {
		next := end
		if i > 1 {
			next = g.Symbol(values[i-2])
		}
		fmt.Fprintf(&b, "; then %s %s", without(g, path[i-1], g.Symbol(values[i-1])), next)
	}
	return b.String() + "."
}

// mostPetals is the number of candidates of a stem that is looked at: each needs a petal.
const mostPetals = 4

// deathBlossom finds a cell, the stem, each candidate of which is restricted in common with an almost locked set, a petal:
// whichever value the stem has, one petal is locked, so a value that all petals share is in one of them.
func deathBlossom(p *board.Position, yield func(board.Step) bool) {
	sets := Sets(p, largest(p))
	for stem := p.Open.First(); stem >= 0; stem = p.Open.Next(stem) {
		n := p.Cand[stem].Count()
		if n < 2 || n > mostPetals {
			continue
		}
		values := p.Cand[stem].Slice()
		petals := make([][]*Set, n)
		for i, v := range values {
			for j := range sets {
				s := &sets[j]
				if s.Values.Has(v) && !s.Cells.Has(stem) {
					if _, seen := s.Place(v); seen.Has(stem) {
						petals[i] = append(petals[i], s)
					}
				}
			}
		}
		pick := make([]*Set, n)
		var choose func(i int, zs board.Digits, hit map[int]board.Cells) bool
		choose = func(i int, zs board.Digits, hit map[int]board.Cells) bool {
			if i == n {
				return blossom(p, stem, values, pick, zs, hit, yield)
			}
			for _, s := range petals[i] {
				left := board.Digits(0)
				narrowed := make(map[int]board.Cells)
				for d := zs & s.Values &^ board.Digit(values[i]); d != 0; d = d.Rest() {
					z := d.First()
					_, seen := s.Place(z)
					h := seen.And(&p.At[z])
					if i > 0 {
						before := hit[z]
						h = h.And(&before)
					}
					h.Remove(stem)
					if !h.Empty() {
						left |= board.Digit(z)
						narrowed[z] = h
					}
				}
				if left == 0 {
					continue
				}
				pick[i] = s
				if !choose(i+1, left, narrowed) {
					return false
				}
			}
			return true
		}
		if !choose(0, p.All, nil) {
			return
		}
	}
}

func blossom(p *board.Position, stem int, values []int, petals []*Set, zs board.Digits, hit map[int]board.Cells, yield func(board.Step) bool) bool {
	var remove []board.Mark
	for d := zs; d != 0; d = d.Rest() {
		cells := hit[d.First()]
		remove = append(remove, board.Marks(&cells, d.First())...)
	}
	g := p.Geometry
	list, marks := pattern(p, petals...)
	texts := make([]string, len(petals))
	for i, s := range petals {
		texts[i] = fmt.Sprintf("if %s, %s %s", g.Symbol(values[i]), without(g, s, g.Symbol(values[i])), g.Symbols(zs))
	}
	gone := deduce.SortMarks(remove)
	return yield(board.Step{
		Remove: gone, Cells: append([]int{stem}, list...), Values: zs.Slice(), Pattern: marks,
		Why: func() string {
			return fmt.Sprintf("Take %s: %s. Each of these sets of cells has all its values but one. Whatever it is, %s.",
				g.CellName(stem), strings.Join(texts, "; "), g.Gone(gone))
		},
	})
}
