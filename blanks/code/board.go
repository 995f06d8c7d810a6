package code

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// Demand says what puzzle is wanted. The zero value asks for three blanks of any kind with four pieces each.
type Demand struct {
	Class  int      // 1 (easy) to 7; 0: any
	Blanks int      // how many; 0: two to four, drawn
	Kinds  []string // of places; nil: all
	Extra  int      // wrong pieces at each blank; 0: 3
	Typed  bool     // the pieces are not shown: answers are typed
}

// Blank is a blank of a puzzle.
type Blank struct {
	Kind   string   `json:"kind"`
	From   int      `json:"from"` // in the program's text
	To     int      `json:"to"`
	Pieces []string `json:"pieces"` // in the order shown
	Right  int      `json:"right"`
	// Left is how many of the pieces are left when those are gone that types and names in scope rule out; 0 where it is not known.
	Left int `json:"left,omitempty"`
}

// Puzzle is a program with blanks. Every other filling of the pieces fails one of the Inputs.
type Puzzle struct {
	Text   string  `json:"text"` // the whole program
	Blanks []Blank `json:"blanks"`
	Inputs []Input `json:"inputs"` // what is shown: the tests, and witnesses
	Added  int     `json:"added"`  // how many of the last ones are witnesses
	Typed  bool    `json:"typed,omitempty"`
	Class  int     `json:"class"`
	Score  float64 `json:"score"`
	// Assumed are conditions on inputs that were learnt from the tests.
	Assumed []string    `json:"assumed,omitempty"`
	Where   []Condition `json:"where,omitempty"` // as the author says
	Note    []string    `json:"note,omitempty"`  // accepted alternatives, with how they are known to be right
	// Varied names the changes by which the program differs from the author's.
	Varied []string `json:"varied,omitempty"`
}

// square is a place that may be emptied, with its bank.
type square struct {
	*Studied
	bank []Wrong
}

// definition is the paper's D: the full program, whose squares are places.
type definition struct {
	s  *Study
	d  Demand
	at *board // the board being carved
}

// board is a program being carved.
type board struct {
	s       *Study
	d       Demand
	squares []square
	empty   []int
	banks   map[int][]int // the pieces of the empty squares
	next    map[int][]int // those with the square that was judged valid last
	killers []int
	nextKil []int
}

// Random chooses the squares and their banks.
func (d *definition) Random(ctx context.Context, r *rng.Stream) (carve.Board[*draft], error) {
	b := &board{s: d.s, d: d.d, banks: map[int][]int{}}
	extra := d.d.Extra
	if extra == 0 {
		extra = 3
	}
	for _, st := range d.s.Places {
		if d.d.Kinds != nil && !slices.Contains(d.d.Kinds, st.Kind) {
			continue
		}
		if bank := distractors(st, extra, r); len(bank) >= 2 {
			b.squares = append(b.squares, square{st, bank})
		}
	}
	d.at = b
	return b, ctx.Err()
}

// Choose chooses a kind of place with the same chance for each, and then a place: there are far more variables than conditions.
func (d *definition) Choose(st *carve.State) []int {
	var kinds []string
	open := map[string][]int{}
	for q := range st.Len() {
		if st.Open(q) {
			k := d.at.squares[q].Kind
			if open[k] == nil {
				kinds = append(kinds, k)
			}
			open[k] = append(open[k], q)
		}
	}
	if len(kinds) == 0 {
		return nil
	}
	list := open[kinds[st.Rand.IntN(len(kinds))]]
	return []int{list[st.Rand.IntN(len(list))]}
}

// distractors chooses wrong pieces: near misses first, which pass many tests and end with a value; at most one in three raises where
// others are there.
func distractors(st *Studied, n int, r *rng.Stream) []Wrong {
	list := slices.Clone(st.Wrong)
	keys := map[int]float64{}
	for i, w := range list {
		k := float64(w.Passed) + 2*r.Float64()
		if w.Raises {
			k -= 4
		}
		if i < 3 {
			k++ // the first pieces of a place are the most typical slips
		}
		keys[w.Piece] = k
	}
	slices.SortStableFunc(list, func(a, b Wrong) int {
		switch {
		case keys[a.Piece] > keys[b.Piece]:
			return -1
		case keys[a.Piece] < keys[b.Piece]:
			return 1
		}
		return 0
	})
	var out []Wrong
	raising := 0
	for _, w := range list {
		if len(out) == n {
			break
		}
		if w.Raises {
			if raising > n/3 && len(list) > n+raising {
				continue
			}
			raising++
		}
		out = append(out, w)
	}
	return out
}

// Len is the number of places.
func (b *board) Len() int { return len(b.squares) }

// errUndone is not an error of the run: the square stays.
var errUndone = errors.New("not determined")

// Valid reports whether the program is determined with one more place blank. Where a wrong piece is right together with others,
// up to six pieces leave the bank.
func (b *board) Valid(ctx context.Context, squares []int) (bool, error) {
	set := append(slices.Clone(b.empty), squares...)
	for i, x := range set {
		for _, y := range set[:i] {
			if overlaps(b.squares[x].Place, b.squares[y].Place) {
				return false, nil
			}
		}
	}
	banks := map[int][]int{}
	for _, q := range set {
		banks[q] = b.banks[q]
		if banks[q] == nil {
			banks[q] = []int{0}
			for _, w := range b.squares[q].bank {
				banks[q] = append(banks[q], w.Piece)
			}
		}
	}
	slices.Sort(set)
	for range 7 {
		left, killed, err := b.test(ctx, set, banks)
		if errors.Is(err, errTooMany) || errors.Is(err, errUndone) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if len(left) == 1 && left[0].fillings() == 1 {
			b.next, b.nextKil = banks, killed
			return true, nil
		}
		if !drop(set, banks, left) {
			return false, nil
		}
	}
	return false, nil
}

// test gives the fillings of the banks that nothing tells apart from the reference.
func (b *board) test(ctx context.Context, set []int, banks map[int][]int) ([]box, []int, error) {
	var places []chosen
	for _, q := range set {
		places = append(places, chosen{b.squares[q].Place, banks[q]})
	}
	v, err := b.s.machine.variantOf(b.s.tree, b.s.Program.Text, places)
	if err != nil {
		return nil, nil, errUndone
	}
	return b.s.machine.survivors(ctx, v, places, b.s.Inputs, boardRuns)
}

// drop takes a piece that only other fillings use out of a bank that has more than three; ok is false where there is none.
func drop(set []int, banks map[int][]int, left []box) bool {
	best, piece, most := -1, -1, 0
	for i, q := range set {
		if len(banks[q]) <= 3 {
			continue
		}
		for j := 1; j < len(banks[q]); j++ {
			n := 0
			for _, bx := range left {
				if slices.Contains(bx[i], j) {
					n++
				}
			}
			if n > most {
				best, piece, most = q, j, n
			}
		}
	}
	if best < 0 {
		return false
	}
	banks[best] = slices.Delete(slices.Clone(banks[best]), piece, piece+1)
	return true
}

// Remove empties squares.
func (b *board) Remove(squares []int) {
	b.empty = append(b.empty, squares...)
	slices.Sort(b.empty)
	b.banks, b.killers = b.next, b.nextKil
}

// draft is a board as it stands.
type draft struct {
	places  []chosen
	studied []*Studied
	killed  []int // for each input how many fillings it was the first to rule out
}

// Puzzle gives the board as it stands.
func (b *board) Puzzle() (*draft, error) {
	d := &draft{killed: slices.Clone(b.killers)}
	for _, q := range b.empty {
		d.places = append(d.places, chosen{b.squares[q].Place, slices.Clone(b.banks[q])})
		d.studied = append(d.studied, b.squares[q].Studied)
	}
	return d, nil
}

// Classes are the names of the classes, the easiest first.
func Classes() []string { return []string{"1", "2", "3", "4", "5", "6", "7"} }

// score is the paper's C before it is cut into classes: how much has to be traced to tell the pieces apart, more where the wrong ones
// pass many tests, less where they raise or can be ruled out before anything is traced, and more for several blanks.
func (d *draft) score(s *Study) float64 {
	total := 0.0
	for i, c := range d.places {
		st := d.studied[i]
		passed, raises, n := 0.0, 0.0, 0.0
		for _, k := range c.bank[1:] {
			for _, w := range st.Wrong {
				if w.Piece == k {
					n++
					passed += float64(w.Passed) / float64(s.Tests)
					if w.Raises {
						raises++
					}
				}
			}
		}
		x := math.Log2(1+st.Effort/8) + 3*passed/max(n, 1) - 2*raises/max(n, 1) + 0.25*float64(c.Depth)
		x -= 0.5 * math.Log2(float64(len(c.bank))/float64(st.left(c.bank)))
		total = max(total, x)
	}
	return total + 0.6*float64(len(d.places)-1)
}

// left is how many pieces of a bank cannot be ruled out on the spot.
func (st *Studied) left(bank []int) int {
	n := 0
	for _, k := range bank {
		if !st.Seen[k] {
			n++
		}
	}
	return n
}

// cuts are the scores at which classes begin.
var cuts = [...]float64{3.6, 4.6, 5.5, 6.4, 7.4, 8.6}

// classOf gives the class of a score, 1 to 7. Typing an answer is one class harder than choosing it.
func classOf(score float64, typed bool) int {
	c := 1
	for _, cut := range cuts {
		if score >= cut {
			c++
		}
	}
	if typed {
		c++
	}
	return min(c, 7)
}

// Make makes a puzzle of a studied program.
func (s *Study) Make(ctx context.Context, d Demand, r *rng.Stream) (*Puzzle, error) {
	blanks := d.Blanks
	if blanks == 0 {
		blanks = 2 + r.IntN(3)
	}
	complexity := func(_ context.Context, p *draft) (string, error) {
		if p == nil || len(p.places) == 0 {
			return "", nil
		}
		return fmt.Sprint(classOf(p.score(s), d.Typed)), nil
	}
	target := carve.Target[*draft]{Attempts: 12, Text: fmt.Sprintf("%d blanks", blanks)}
	opt := carve.Options{Empties: blanks, Final: true}
	if d.Class > 0 {
		target.Class, target.Attempts = fmt.Sprint(d.Class), 60
		target.Text = fmt.Sprintf("class %d", d.Class)
		opt = carve.Options{Empties: max(blanks, 6), From: 2}
		if d.Blanks > 0 {
			opt.Empties, opt.Final, target.Empties = d.Blanks, true, d.Blanks
			target.Text += fmt.Sprintf(" with %d blanks", d.Blanks)
		}
	} else if d.Blanks > 0 {
		target.Empties = d.Blanks
	} else {
		target.Accept = func(_ context.Context, p *draft) (bool, error) { return len(p.places) >= min(2, blanks), nil }
	}
	near := map[string]bool{}
	target.Near = func(res carve.Result[*draft]) (float64, string) {
		for _, c := range res.Classes {
			near[c.Name] = true
		}
		var names []string
		for _, n := range Classes() {
			if near[n] {
				names = append(names, n)
			}
		}
		return float64(res.Empty), fmt.Sprintf("%d blanks, classes met: %v", res.Empty, names)
	}
	def := &definition{s: s, d: d}
	opt.Strategy = def
	found, err := carve.Find(ctx, def, complexity, opt, target, r.Derive("carve"))
	if err != nil {
		return nil, err
	}
	return s.finish(ctx, d, found.Puzzle, r.Derive("show"))
}
