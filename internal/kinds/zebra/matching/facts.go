package matching

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/lineup"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// A fact says that two items of different categories are the same, or that they are not.
type Fact struct {
	X, Y int // x < y
	Same bool
}

// NewFact gives a fact of two items in any order.
func NewFact(x, y int, same bool) Fact { return Fact{min(x, y), max(x, y), same} }

// NoneOf gives the facts that an item goes with none of a set of items of a category.
func (p *Puzzle) NoneOf(x, cat int, set uint64) []Fact {
	var out []Fact
	for ; set != 0; set &= set - 1 {
		out = append(out, NewFact(x, cat*p.N+bits.TrailingZeros64(set), false))
	}
	return out
}

// Excluded gives the facts that each of two items which go together goes with no other of the category of the other.
func (p *Puzzle) Excluded(x, y int) []Fact {
	var out []Fact
	for i := range p.N {
		if z := y/p.N*p.N + i; z != y {
			out = append(out, NewFact(x, z, false))
		}
		if z := x/p.N*p.N + i; z != x {
			out = append(out, NewFact(z, y, false))
		}
	}
	return out
}

// All is the set of all items of a category.
func (p *Puzzle) All() uint64 { return 1<<p.N - 1 }

// Contrary is the fact that holds when f does not.
func (f Fact) Contrary() Fact { return Fact{f.X, f.Y, !f.Same} }

// Code is the fact as a move: 3=12 for the same, 3!12 for different.
func (f Fact) Code() string { return f.mark().String() }

func (f Fact) mark() lineup.Mark { return lineup.Mark{X: f.X, Y: f.Y, Same: f.Same} }

// Facts is what is known of a puzzle: a matrix of links as in package elimination, without propagation. Marks are kept as
// the player made them, so that a wrong one can be shown.
type Facts struct {
	p    *Puzzle
	rows []uint64 // rows[x*M+c]: items of category c that x is not known to differ from
	yes  []uint64 // yes[x*M+c]: items of category c that x is marked to be
}

// NewFacts begins without a fact.
func NewFacts(p *Puzzle) *Facts {
	f := &Facts{p: p, rows: make([]uint64, p.M()*p.N*p.M()), yes: make([]uint64, p.M()*p.N*p.M())}
	for x := 0; x < p.M()*p.N; x++ {
		for c := range p.Cats {
			f.rows[x*p.M()+c] = p.All()
			if c == x/p.N {
				f.rows[x*p.M()+c] = 1 << (x % p.N)
			}
		}
	}
	return f
}

// Row gives the items of a category that x is not known to differ from.
func (f *Facts) Row(x, cat int) uint64 { return f.rows[x*f.p.M()+cat] }

// Marked gives the items of a category that x is marked to be.
func (f *Facts) Marked(x, cat int) uint64 { return f.yes[x*f.p.M()+cat] }

// Is tells whether x and y are marked as the same, IsNot whether they are marked as different.
func (f *Facts) Is(x, y int) bool    { return f.yes[x*f.p.M()+y/f.p.N]>>(y%f.p.N)&1 == 1 }
func (f *Facts) IsNot(x, y int) bool { return f.rows[x*f.p.M()+y/f.p.N]>>(y%f.p.N)&1 == 0 }

// Has tells whether a fact is marked.
func (f *Facts) Has(k Fact) bool {
	if k.Same {
		return f.Is(k.X, k.Y)
	}
	return f.IsNot(k.X, k.Y)
}

// at gives the rows that a fact is about, from both of its ends, and its bit in each.
func (f *Facts) at(k Fact) (rx, ry int, bx, by uint64) {
	m, n := f.p.M(), f.p.N
	return k.X*m + k.Y/n, k.Y*m + k.X/n, 1 << (k.Y % n), 1 << (k.X % n)
}

// Set marks a fact.
func (f *Facts) Set(k Fact) {
	rx, ry, bx, by := f.at(k)
	if k.Same {
		f.yes[rx] |= bx
		f.yes[ry] |= by
	} else {
		f.rows[rx] &^= bx
		f.rows[ry] &^= by
	}
}

// Clear takes all marks of the two items of a fact away.
func (f *Facts) Clear(k Fact) {
	rx, ry, bx, by := f.at(k)
	f.yes[rx] &^= bx
	f.yes[ry] &^= by
	f.rows[rx] |= bx
	f.rows[ry] |= by
}

// List gives all marks, positive ones first, in order.
func (f *Facts) List() []Fact {
	var out []Fact
	for _, same := range []bool{true, false} {
		for x := 0; x < f.p.M()*f.p.N; x++ {
			for c := x/f.p.N + 1; c < f.p.M(); c++ {
				set := f.yes[x*f.p.M()+c]
				if !same {
					set = f.p.All() &^ f.rows[x*f.p.M()+c]
				}
				for ; set != 0; set &= set - 1 {
					out = append(out, Fact{x, c*f.p.N + bits.TrailingZeros64(set), same})
				}
			}
		}
	}
	return out
}

// Clone gives a copy that can be changed.
func (f *Facts) Clone() *Facts {
	return &Facts{f.p, append([]uint64(nil), f.rows...), append([]uint64(nil), f.yes...)}
}

// Complete tells whether every item is marked with its partner in every category.
func (f *Facts) Complete() bool {
	for x := 0; x < f.p.M()*f.p.N; x++ {
		for c := range f.p.Cats {
			if c != x/f.p.N && !Single(f.Marked(x, c)) {
				return false
			}
		}
	}
	return true
}

// State writes the marks as a state.
func (f *Facts) State() puzzle.State {
	var marks []lineup.Mark
	for _, k := range f.List() {
		marks = append(marks, k.mark())
	}
	return puzzle.State(lineup.MarksText(marks))
}

// ReadState reads a state; the empty one is the start.
func (p *Puzzle) ReadState(s puzzle.State) (*Facts, error) {
	f := NewFacts(p)
	return f, lineup.ReadMarks(string(s), func(m lineup.Mark) error {
		k, err := p.factOf(m)
		if err == nil {
			f.Set(k)
		}
		return err
	})
}

// ReadMove reads 3=12 (the items 3 and 12 are the same), 3!12 (they are not) or 3?12 (take the mark away). Items are
// numbered category by category from 0.
func (p *Puzzle) ReadMove(m puzzle.Move) (k Fact, erase bool, err error) {
	mark, erase, err := lineup.ReadMove(string(m))
	if err == nil {
		k, err = p.factOf(mark)
	}
	return k, erase, err
}

// factOf gives the fact that a mark notes.
func (p *Puzzle) factOf(m lineup.Mark) (Fact, error) {
	if items := p.M() * p.N; m.X >= items || m.Y >= items {
		return Fact{}, fmt.Errorf("a mark of %d and %d: expected items 0 to %d", m.X, m.Y, items-1)
	}
	if m.X/p.N == m.Y/p.N {
		return Fact{}, fmt.Errorf("a mark of %d and %d: %s and %s are of the same category", m.X, m.Y, p.Label(m.X), p.Label(m.Y))
	}
	return NewFact(m.X, m.Y, m.Same), nil
}

// Grid reads a complete matching off the marks that two items are the same, if they make one.
func (f *Facts) Grid() (Grid, bool) {
	p := f.p
	g := make(Grid, p.M())
	for c := range g {
		g[c] = make([]int, p.N)
		var seen uint64
		for i := range g[c] {
			if c == p.Anchor() {
				g[c][i] = i
				continue
			}
			set := f.yes[(p.Anchor()*p.N+i)*p.M()+c]
			if !Single(set) || seen&set != 0 {
				return nil, false
			}
			seen |= set
			g[c][i] = bits.TrailingZeros64(set)
		}
	}
	return g, true
}

// ReadMark reads a mark, by the numbers of its items or by their names.
func (p *Puzzle) ReadMark(text string) (Fact, error) {
	if f, erase, err := p.ReadMove(puzzle.Move(text)); err == nil && !erase {
		return f, nil
	}
	for _, sign := range []string{"!=", "≠", "==", "="} {
		a, b, ok := strings.Cut(text, sign)
		if !ok {
			continue
		}
		x, err := p.Find(strings.TrimSpace(a))
		if err != nil {
			return Fact{}, err
		}
		y, err := p.Find(strings.TrimSpace(b))
		if err != nil {
			return Fact{}, err
		}
		if x/p.N == y/p.N {
			return Fact{}, fmt.Errorf("%s and %s are of the same category", p.Label(x), p.Label(y))
		}
		return NewFact(x, y, sign == "==" || sign == "="), nil
	}
	return Fact{}, fmt.Errorf("expected a mark such as 3=12, Dana = XL or Dana != XL, found %q", nearest.Clip(text))
}

// Bytes is what the facts hold.
func (f *Facts) Bytes() int { return 8 * (len(f.yes) + len(f.rows)) }
