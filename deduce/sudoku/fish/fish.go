// Package fish finds fish: k parallel lines (the base) in which the places of one value all lie in k lines across (the
// cover). The base takes the value k times, once in each line of the cover, so the value goes nowhere else in the cover.
// X-wing, swordfish and jellyfish are k = 2, 3 and 4.
//
// Finned: some places of the base, the fins, lie outside the cover. Either a fin is true or the fish is, so only cells of
// the cover that see every fin lose the value. Sashimi: without its fins, some line of the base would have at most one
// place left, so the plain fish could not exist.
//
// Siamese: two finned or sashimi fish with the same base and different covers, taken in one step.
//
// Complex fish have boxes among their base or cover, and are in complex.go.
package fish

import (
	"fmt"
	"math/bits"

	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
)

type shape uint8

const (
	basic shape = iota
	finned
	sashimi
	withFins // finned or sashimi
)

var fishName = [...]string{2: "X-wing", 3: "swordfish", 4: "jellyfish", 5: "squirmbag"}

// Techniques lists the package's techniques, the easiest first in HoDoKu's order.
func Techniques() []board.Technique {
	return []board.Technique{
		technique("x-wing", "X-wing", 140, 3.2, simple(2, basic)),
		technique("swordfish", "Swordfish", 150, 3.8, simple(3, basic)),
		technique("jellyfish", "Jellyfish", 160, 5.2, simple(4, basic)),
		technique("finned-x-wing", "Finned X-wing", 130, 4.3, simple(2, finned)),
		technique("sashimi-x-wing", "Sashimi X-wing", 150, 4.1, simple(2, sashimi)),
		technique("finned-swordfish", "Finned swordfish", 200, 5.4, simple(3, finned)),
		technique("sashimi-swordfish", "Sashimi swordfish", 240, 5.4, simple(3, sashimi)),
		technique("finned-jellyfish", "Finned jellyfish", 250, 6.1, simple(4, finned)),
		technique("sashimi-jellyfish", "Sashimi jellyfish", 280, 6.1, simple(4, sashimi)),
		siameseTechnique("siamese-x-wing", "Siamese X-wing", 200, 4.3, simple(2, withFins)),
		siameseTechnique("siamese-swordfish", "Siamese swordfish", 260, 5.7, simple(3, withFins)),
		siameseTechnique("siamese-jellyfish", "Siamese jellyfish", 300, 6.1, simple(4, withFins)),
		technique("franken-x-wing", "Franken X-wing", 300, 5.5, complex(2, franken)),
		technique("franken-swordfish", "Franken swordfish", 350, 6.2, complex(3, franken)),
		technique("franken-jellyfish", "Franken jellyfish", 370, 6.6, complex(4, franken)),
		siameseTechnique("siamese-franken-swordfish", "Siamese Franken swordfish", 370, 6.6, complex(3, franken)),
		siameseTechnique("siamese-franken-jellyfish", "Siamese Franken jellyfish", 390, 6.9, complex(4, franken)),
		technique("mutant-x-wing", "Mutant X-wing", 450, 6.6, complex(2, mutant)),
		technique("mutant-swordfish", "Mutant swordfish", 450, 6.8, complex(3, mutant)),
		technique("mutant-jellyfish", "Mutant jellyfish", 450, 7.0, complex(4, mutant)),
		siameseTechnique("siamese-mutant-jellyfish", "Siamese mutant jellyfish", 460, 7.1, complex(4, mutant)),
		technique("franken-squirmbag", "Franken squirmbag", 470, 7.2, complex(5, franken)),
		technique("mutant-squirmbag", "Mutant squirmbag", 470, 7.4, complex(5, mutant)),
	}
}

// search yields fish that remove something, those of one base together, until yield returns false.
type search func(p *board.Position, yield func([]found) bool)

func technique(id, name string, cost int, rating float64, find search) board.Technique {
	return board.Technique{ID: id, Name: name, Cost: cost, Rating: rating,
		Find: func(p *board.Position, yield func(board.Step) bool) {
			find(p, func(batch []found) bool {
				for i := range batch {
					if !yield(batch[i].step(p)) {
						return false
					}
				}
				return true
			})
		}}
}

func siameseTechnique(id, name string, cost int, rating float64, find search) board.Technique {
	return board.Technique{ID: id, Name: name, Cost: cost, Rating: rating,
		Find: func(p *board.Position, yield func(board.Step) bool) {
			find(p, func(batch []found) bool {
				for i := range batch {
					for j := i + 1; j < len(batch); j++ {
						a, b := &batch[i], &batch[j]
						if a.fins.Empty() || b.fins.Empty() || a.hit.Within(&b.hit) || b.hit.Within(&a.hit) {
							continue
						}
						if !yield(siamese(p, a, b)) {
							return false
						}
					}
				}
				return true
			})
		}}
}

// found is one fish.
type found struct {
	v           int
	title       string // what the fish is called
	base, cover []int  // houses, ascending
	fins, hit   board.Cells
	body        board.Cells // the places of the base that the cover covers
}

// lines gives for each row (or column) the columns (or rows) in which it has a candidate v, as bits.
func lines(p *board.Position, v int, columns bool, out *[board.MaxSize]uint32) {
	*out = [board.MaxSize]uint32{}
	for c := p.At[v].First(); c >= 0; c = p.At[v].Next(c) {
		row, col := p.RowCol(c)
		if columns {
			row, col = col, row
		}
		out[row] |= 1 << uint(col)
	}
}

// spread is how many more cover lines than base lines the places of the base may need: fins all lie in one box, so more
// never remove anything on a board with rectangular boxes.
func spread(p *board.Position, columns bool) int {
	if p.Jigsaw() {
		return min(p.Size-1, 4)
	}
	if columns {
		return min(p.BoxRows, 4)
	}
	return min(p.BoxCols, 4)
}

// simple looks for fish of k rows or columns of one shape.
func simple(k int, s shape) search {
	return func(p *board.Position, yield func([]found) bool) { inLines(p, k, s, yield) }
}

func inLines(p *board.Position, k int, s shape, yield func([]found) bool) {
	var batch []found
	for v := 1; v <= p.Size; v++ {
		if p.At[v].Empty() {
			continue
		}
		for _, columns := range []bool{false, true} {
			var line [board.MaxSize]uint32
			lines(p, v, columns, &line)
			most := k
			if s != basic {
				most += spread(p, columns)
			}
			var choose func(from, depth int, base, union uint32) bool
			choose = func(from, depth int, base, union uint32) bool {
				if depth == k {
					batch = covers(p, v, columns, k, s, base, union, &line, batch[:0])
					return len(batch) == 0 || yield(batch)
				}
				for i := from; i < p.Size; i++ {
					if line[i] == 0 || line[i]&(line[i]-1) == 0 { // solved, or a hidden single
						continue
					}
					u := union | line[i]
					if bits.OnesCount32(u) > most {
						continue
					}
					if !choose(i+1, depth+1, base|1<<uint(i), u) {
						return false
					}
				}
				return true
			}
			if !choose(0, 0, 0, 0) {
				return
			}
		}
	}
}

// covers appends the fish of one base.
func covers(p *board.Position, v int, columns bool, k int, s shape, base, union uint32, line *[board.MaxSize]uint32, out []found) []found {
	n := bits.OnesCount32(union)
	if n < k || (n == k) != (s == basic) {
		return out
	}
	inBase := mask(p, columns, base)
	places := p.At[v].And(&inBase)
	others := p.At[v].Minus(&inBase)
	var choose func(rest uint32, depth int, cover uint32)
	choose = func(rest uint32, depth int, cover uint32) {
		if depth == k {
			f := found{v: v}
			if of, ok := f.fit(p, columns, base, cover, &places, &others, line); ok && (of == s || s == withFins) {
				f.title = titles[of] + fishName[k]
				f.base, f.cover = houses(p, columns, base), houses(p, !columns, cover)
				out = append(out, f)
			}
			return
		}
		for ; bits.OnesCount32(rest) >= k-depth && rest != 0; rest &= rest - 1 {
			low := rest & -rest
			choose(rest&^low, depth+1, cover|low)
		}
	}
	choose(union, 0, 0)
	return out
}

// mask gives the cells of a set of lines.
func mask(p *board.Position, columns bool, set uint32) board.Cells {
	var cells board.Cells
	first := 0
	if columns {
		first = p.Size
	}
	for ; set != 0; set &= set - 1 {
		cells = cells.Or(&p.House[first+bits.TrailingZeros32(set)])
	}
	return cells
}

// fit works out body, fins, shape and what a fish of lines removes, given the places of the value in the base and elsewhere. It reports
// whether the fish removes anything.
func (f *found) fit(p *board.Position, columns bool, base, cover uint32, places, others *board.Cells, line *[board.MaxSize]uint32) (shape, bool) {
	of := basic
	for b := base; b != 0; b &= b - 1 {
		in := line[bits.TrailingZeros32(b)] & cover
		if in == 0 {
			return of, false // every place of this line is a fin: the rest is a smaller fish
		}
		if in&(in-1) == 0 {
			of = sashimi
		}
	}
	covered := mask(p, !columns, cover)
	f.hit = others.And(&covered)
	if f.hit.Empty() {
		return of, false
	}
	f.fins = places.Minus(&covered)
	if f.fins.Empty() {
		of = basic
	} else if of == basic {
		of = finned
	}
	f.body = places.And(&covered)
	return of, f.seen(p)
}

// seen leaves of what is hit the cells that see every fin, and reports whether there are any.
func (f *found) seen(p *board.Position) bool {
	for c := f.fins.First(); c >= 0 && !f.hit.Empty(); c = f.fins.Next(c) {
		f.hit = f.hit.And(&p.Peer[c])
	}
	return !f.hit.Empty()
}

// houses gives the house indices of a set of lines.
func houses(p *board.Position, columns bool, set uint32) []int {
	first := 0
	if columns {
		first = p.Size
	}
	var list []int
	for ; set != 0; set &= set - 1 {
		list = append(list, first+bits.TrailingZeros32(set))
	}
	return list
}

var titles = [...]string{basic: "", finned: "finned ", sashimi: "sashimi "}

func (f *found) step(p *board.Position) board.Step {
	base, cover := f.base, f.cover
	fins, v, title := f.fins.Slice(), f.v, f.title
	g, remove := p.Geometry, board.Marks(&f.hit, v)
	return board.Step{
		Remove: remove, Cells: f.body.Slice(), Values: []int{v}, Houses: append(base[:len(base):len(base)], cover...),
		Pattern: board.Marks(&f.body, v), Fins: board.Marks(&f.fins, v),
		Why: func() string {
			if len(fins) == 0 {
				return fmt.Sprintf("In %s the %s is only in %s (%s). These take every %s of %s, so %s.",
					g.LineNames(base), g.Symbol(v), g.LineNames(cover), article(title), g.Symbol(v), g.LineNames(cover), g.Gone(remove))
			}
			return fmt.Sprintf("In %s the %s is only in %s or in %s (%s). Either %s has it or these take every %s of %s. Either way %s.",
				g.LineNames(base), g.Symbol(v), g.LineNames(cover), fin(g, fins), article(title), every(fins), g.Symbol(v), g.LineNames(cover), g.Gone(remove))
		},
	}
}

func siamese(p *board.Position, a, b *found) board.Step {
	hit, body, fins := a.hit.Or(&b.hit), a.body.Or(&b.body), a.fins.Or(&b.fins)
	base, c1, c2 := a.base, a.cover, b.cover
	v, title := a.v, a.title
	g, remove := p.Geometry, board.Marks(&hit, v)
	return board.Step{
		Remove: remove, Cells: body.Slice(), Values: []int{v}, Houses: base,
		Pattern: board.Marks(&body, v), Fins: board.Marks(&fins, v),
		Why: func() string {
			return fmt.Sprintf("In %s the %s makes two fish (%s each): with %s and with %s. By the one or the other, %s.",
				g.LineNames(base), g.Symbol(v), article(title), g.LineNames(c1), g.LineNames(c2), g.Gone(remove))
		},
	}
}

func article(title string) string {
	if title[0] == 'X' {
		return "an " + title
	}
	return "a " + title
}

func fin(g *board.Geometry, fins []int) string {
	if len(fins) == 1 {
		return "the fin " + g.CellName(fins[0])
	}
	return "the fins " + g.CellNames(fins)
}

func every(fins []int) string {
	if len(fins) == 1 {
		return "the fin"
	}
	return "a fin"
}
