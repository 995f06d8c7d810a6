package zebra

import (
	"fmt"
	"math/bits"
	"sort"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/lineup"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// A fact says that two items of different categories are the same, or that they are not.
type fact struct {
	x, y int // x < y
	same bool
}

func newFact(x, y int, same bool) fact { return fact{min(x, y), max(x, y), same} }

// code is the fact as a move: 3=12 for the same, 3!12 for different.
func (f fact) code() string { return f.mark().String() }

func (f fact) mark() lineup.Mark { return lineup.Mark{X: f.x, Y: f.y, Same: f.same} }

// facts is what is known of a puzzle: a matrix of links as in package elimination, without propagation. Marks are kept as
// the player made them, so that a wrong one can be shown.
type facts struct {
	p    *Puzzle
	rows []uint64 // rows[x*M+c]: items of category c that x is not known to differ from
	yes  []uint64 // yes[x*M+c]: items of category c that x is marked to be
}

func newFacts(p *Puzzle) *facts {
	f := &facts{p: p, rows: make([]uint64, p.M()*p.N*p.M()), yes: make([]uint64, p.M()*p.N*p.M())}
	for x := 0; x < p.M()*p.N; x++ {
		for c := range p.Cats {
			f.rows[x*p.M()+c] = 1<<p.N - 1
			if c == x/p.N {
				f.rows[x*p.M()+c] = 1 << (x % p.N)
			}
		}
	}
	return f
}

func (f *facts) row(x, cat int) uint64 { return f.rows[x*f.p.M()+cat] }

// is tells whether x and y are marked as the same, isNot whether they are marked as different.
func (f *facts) is(x, y int) bool    { return f.yes[x*f.p.M()+y/f.p.N]>>(y%f.p.N)&1 == 1 }
func (f *facts) isNot(x, y int) bool { return f.rows[x*f.p.M()+y/f.p.N]>>(y%f.p.N)&1 == 0 }

// has tells whether a fact is marked.
func (f *facts) has(k fact) bool {
	if k.same {
		return f.is(k.x, k.y)
	}
	return f.isNot(k.x, k.y)
}

func (f *facts) set(k fact) {
	m, n := f.p.M(), f.p.N
	rx, ry := k.x*m+k.y/n, k.y*m+k.x/n
	bx, by := uint64(1)<<(k.y%n), uint64(1)<<(k.x%n)
	if k.same {
		f.yes[rx] |= bx
		f.yes[ry] |= by
	} else {
		f.rows[rx] &^= bx
		f.rows[ry] &^= by
	}
}

func (f *facts) clear(k fact) {
	m, n := f.p.M(), f.p.N
	rx, ry := k.x*m+k.y/n, k.y*m+k.x/n
	bx, by := uint64(1)<<(k.y%n), uint64(1)<<(k.x%n)
	f.yes[rx] &^= bx
	f.yes[ry] &^= by
	f.rows[rx] |= bx
	f.rows[ry] |= by
}

// list gives all marks, positive ones first, in order.
func (f *facts) list() []fact {
	var out []fact
	for _, same := range []bool{true, false} {
		for x := 0; x < f.p.M()*f.p.N; x++ {
			for c := x/f.p.N + 1; c < f.p.M(); c++ {
				set := f.yes[x*f.p.M()+c]
				if !same {
					set = (1<<f.p.N - 1) &^ f.rows[x*f.p.M()+c]
				}
				for ; set != 0; set &= set - 1 {
					out = append(out, fact{x, c*f.p.N + bits.TrailingZeros64(set), same})
				}
			}
		}
	}
	return out
}

func (f *facts) clone() *facts {
	return &facts{f.p, append([]uint64(nil), f.rows...), append([]uint64(nil), f.yes...)}
}

// complete tells whether every item is marked with its partner in every category.
func (f *facts) complete() bool {
	for x := 0; x < f.p.M()*f.p.N; x++ {
		for c := range f.p.Cats {
			if c != x/f.p.N && !single(f.yes[x*f.p.M()+c]) {
				return false
			}
		}
	}
	return true
}

// state writes the marks as a state.
func (f *facts) state() puzzle.State {
	var marks []lineup.Mark
	for _, k := range f.list() {
		marks = append(marks, k.mark())
	}
	return puzzle.State(lineup.MarksText(marks))
}

// readState reads a state; the empty one is the start.
func (in *Instance) readState(s puzzle.State) (*facts, error) {
	f := newFacts(in.P)
	return f, lineup.ReadMarks(string(s), func(m lineup.Mark) error {
		k, err := in.factOf(m)
		if err == nil {
			f.set(k)
		}
		return err
	})
}

// readMove reads 3=12 (the items 3 and 12 are the same), 3!12 (they are not) or 3?12 (take the mark away). Items are
// numbered category by category from 0.
func (in *Instance) readMove(m puzzle.Move) (k fact, erase bool, err error) {
	mark, erase, err := lineup.ReadMove(string(m))
	if err == nil {
		k, err = in.factOf(mark)
	}
	return k, erase, err
}

// factOf gives the fact that a mark notes.
func (in *Instance) factOf(m lineup.Mark) (fact, error) {
	if items := in.P.M() * in.P.N; m.X >= items || m.Y >= items {
		return fact{}, fmt.Errorf("a mark of %d and %d: expected items 0 to %d", m.X, m.Y, items-1)
	}
	if m.X/in.P.N == m.Y/in.P.N {
		return fact{}, fmt.Errorf("a mark of %d and %d: %s and %s are of the same category", m.X, m.Y, in.P.Label(m.X), in.P.Label(m.Y))
	}
	return newFact(m.X, m.Y, m.Same), nil
}

// Start gives the empty grid.
func (in *Instance) Start() puzzle.State { return "-" }

// moves makes moves. Marking two items as the same takes away a mark that they are not, and the reverse.
func (in *Instance) moves() puzzle.Positions[*facts] {
	return puzzle.Positions[*facts]{Read: in.readState, Write: (*facts).state, Make: func(f *facts, m puzzle.Move) error {
		k, erase, err := in.readMove(m)
		if err != nil {
			return err
		}
		if f.clear(k); !erase {
			f.set(k)
		}
		return nil
	}}
}

// Apply makes or takes away a mark.
func (in *Instance) Apply(s puzzle.State, m puzzle.Move) (puzzle.State, error) {
	return in.moves().Apply(s, m)
}

// Judge judges the marks by the rules: conflicts are marks that contradict each other or, where everything that a clue
// speaks of is filled in, clues that do not hold.
func (in *Instance) Judge(s puzzle.State) (puzzle.Verdict, error) {
	f, err := in.readState(s)
	if err != nil {
		return puzzle.Verdict{}, err
	}
	p := in.P
	var v puzzle.Verdict
	bad := map[fact]bool{}
	for x := 0; x < p.M()*p.N; x++ {
		for c := range p.Cats {
			if c == x/p.N {
				continue
			}
			marked := f.yes[x*p.M()+c]
			clash := marked &^ f.row(x, c) // both marks
			if bits.OnesCount64(marked) > 1 {
				clash |= marked
			}
			for ; clash != 0; clash &= clash - 1 {
				bad[newFact(x, c*p.N+bits.TrailingZeros64(clash), true)] = true
			}
			if f.row(x, c) == 0 {
				bad[newFact(x, c*p.N, false)] = true
			}
		}
	}
	g, complete := f.grid()
	v.Complete = complete
	if complete {
		for i, c := range p.Clues {
			if !p.Holds(c, g) {
				r := clueRef(p, i)
				r.Rule = "clue " + r.ID
				v.Conflicts = append(v.Conflicts, r)
			}
		}
	}
	var ks []fact
	for k := range bad {
		ks = append(ks, k)
	}
	sort.Slice(ks, func(i, j int) bool { return ks[i].x < ks[j].x || ks[i].x == ks[j].x && ks[i].y < ks[j].y })
	for _, k := range ks {
		r := p.factRef(k)
		r.Rule = "matching" // each item belongs to one of each category
		v.Conflicts = append(v.Conflicts, r)
	}
	v.Solved = complete && len(v.Conflicts) == 0
	return v, nil
}

// grid reads a complete matching off the marks that two items are the same, if they make one.
func (f *facts) grid() (Grid, bool) {
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
			if !single(set) || seen&set != 0 {
				return nil, false
			}
			seen |= set
			g[c][i] = bits.TrailingZeros64(set)
		}
	}
	return g, true
}

func clueRef(p *Puzzle, i int) puzzle.Ref {
	return puzzle.Ref{Kind: "clue", ID: strconv.Itoa(i + 1), Text: p.Sentence(p.Clues[i], p.lang())}
}

func (p *Puzzle) factRef(k fact) puzzle.Ref {
	return puzzle.Ref{Kind: "mark", ID: k.code(), Text: p.factText(k, p.lang(), false, false)}
}

// factText puts a fact in words.
func (p *Puzzle) factText(k fact, lang string, turned, more bool) string {
	x, y, key := k.x, k.y, "is"
	if x/p.N == p.Line {
		x, y = y, x
	}
	if y/p.N == p.Line {
		key = "is-at"
	}
	form := strings.Split(lexicon().Text(lang, key), "|")[boolInt(!k.same)]
	return phrases.Fill(phrases.Bend(form, turned, more), "a", p.name(x, lang), "b", p.name(y, lang))
}

// name gives the short name of an item: its label, with the category where the label alone would not tell.
func (p *Puzzle) name(x int, lang string) string {
	label := p.Label(x)
	cat := p.Cats[x/p.N]
	if x/p.N == p.Line && cat.Order == Numeric {
		switch phrase := p.Phrase(x, lang); { // who is there is at the place, not at "the one at" it
		case strings.HasPrefix(phrase, "the one "), strings.HasSuffix(phrase, "的那位"):
			return p.placeName(x, lang)
		default:
			return phrase
		}
	}
	if y, err := p.Find(label); err == nil && y == x && cat.Order != Numeric {
		return label
	}
	return say(lang, "named", "c", cat.Name, "n", label)
}

// catName gives the name of a category: the program's own words for places that the puzzle does not list.
func (p *Puzzle) catName(c int, lang string) string {
	if name := p.Cats[c].Name; c != p.Line || !p.Implicit || name != lineWord {
		return name
	}
	return say(lang, "position")
}
