package matching

import (
	"slices"
	"sort"
)

// This file judges clues on half-filled grids, by their meaning, with three truth values (Kleene 1952, section 64). A statement that is
// decided stays decided, however the rest is filled in. On a complete grid every clue is decided; check.go uses that.
//
// Steps of explanations are checked here: do some clues and facts imply another fact? The check places items one by one. It takes time
// exponential in the open items, so it has a budget. It shares no code with the compiler, the graph and the prover.

// Truth is a truth value.
type Truth int8

const (
	No    Truth = -1
	Maybe Truth = 0
	Yes   Truth = 1
)

// TruthOf gives the truth value of what is known.
func TruthOf(b bool) Truth {
	if b {
		return Yes
	}
	return No
}

// partial is a grid in which some items have no place yet.
type partial struct {
	p     *Puzzle
	place []int   // by item: index in the anchor, or -1
	item  [][]int // by category and anchor index: index of the item, or -1
}

func newPartial(p *Puzzle) *partial {
	h := &partial{p: p, place: make([]int, p.M()*p.N)}
	for c := range p.Cats {
		row := make([]int, p.N)
		for i := range row {
			row[i] = -1
			h.place[c*p.N+i] = -1
			if c == p.Anchor() {
				row[i], h.place[c*p.N+i] = i, i
			}
		}
		h.item = append(h.item, row)
	}
	return h
}

func (h *partial) put(x, e int) { h.place[x], h.item[x/h.p.N][e] = e, x%h.p.N }
func (h *partial) lift(x int)   { h.item[x/h.p.N][h.place[x]], h.place[x] = -1, -1 }

// same judges whether two items go together.
func (h *partial) same(x, y int) Truth {
	n := h.p.N
	switch ex, ey := h.place[x], h.place[y]; {
	case x/n == y/n:
		return TruthOf(x == y)
	case ex >= 0 && ey >= 0:
		return TruthOf(ex == ey)
	case ex >= 0 && h.item[y/n][ex] >= 0, ey >= 0 && h.item[x/n][ey] >= 0:
		return No // the place is taken by another
	}
	return Maybe
}

// someone is where a Who is: an anchor index, -1 when not known yet, -2 when there is nobody.
func (h *partial) someone(w Who) int {
	e := h.place[w.Item]
	if e < 0 || w.Shift == 0 {
		return e
	}
	e += w.Shift
	if h.p.Round {
		return (e%h.p.N + h.p.N) % h.p.N
	}
	if e < 0 || e >= h.p.N {
		return -2
	}
	return e
}

// judge gives the truth of a clue as far as it is decided.
func (h *partial) judge(c *Clue) Truth {
	p := h.p
	switch c.Kind {
	case Not:
		return -h.judge(c.Sub[0])
	case If:
		return max(-h.judge(c.Sub[0]), h.judge(c.Sub[1]))
	case Iff:
		return h.judge(c.Sub[0]) * h.judge(c.Sub[1])
	case And:
		return h.among(c.Sub, len(c.Sub), len(c.Sub))
	case Or:
		return h.among(c.Sub, 1, len(c.Sub))
	case Xor:
		return h.among(c.Sub, 1, 1)
	case Sum:
		return h.sum(c)
	case Is, IsNot:
		if c.Who[0].Shift == 0 && c.Who[1].Shift == 0 {
			t := h.same(c.Who[0].Item, c.Who[1].Item)
			if c.Kind == IsNot {
				t = -t
			}
			return t
		}
	}
	var es [4]int
	known := true
	for i, w := range c.Who {
		es[i] = h.someone(w)
		if es[i] == -2 {
			return No
		}
		known = known && es[i] >= 0
	}
	if c.Kind == OneOf {
		return h.oneOf(c.Items, es[0])
	}
	if !known {
		return Maybe
	}
	switch c.Kind {
	case Is:
		return TruthOf(es[0] == es[1])
	case IsNot:
		return TruthOf(es[0] != es[1])
	case Pair:
		return TruthOf(es[0] != es[1] && (es[0] == es[2] && es[1] == es[3] || es[0] == es[3] && es[1] == es[2]))
	}
	var in [3]int
	for i := range c.Who {
		if in[i] = h.item[c.Cat][es[i]]; in[i] < 0 {
			return Maybe
		}
	}
	return TruthOf(c.Placed(p, in[:len(c.Who)]...))
}

// among judges that at least lo and at most hi of some clues hold.
func (h *partial) among(clues []*Clue, lo, hi int) Truth {
	sure, possible := 0, 0
	for _, c := range clues {
		switch h.judge(c) {
		case Yes:
			sure, possible = sure+1, possible+1
		case Maybe:
			possible++
		}
	}
	switch {
	case possible < lo || sure > hi:
		return No
	case sure >= lo && possible <= hi:
		return Yes
	}
	return Maybe
}

// sum judges a sum, once all its values are known.
func (h *partial) sum(c *Clue) Truth {
	total := Value(0)
	for _, t := range c.Terms {
		switch e := h.someone(t.Who); {
		case e == -2:
			return No
		case e < 0 || h.item[t.Cat][e] < 0:
			return Maybe
		default:
			total += Value(t.Coef) * h.p.Value(t.Cat, h.item[t.Cat][e])
		}
	}
	return TruthOf(c.Rel.Holds(total, c.Const))
}

// oneOf judges that one of some items of a category is at a place.
func (h *partial) oneOf(items []int, e int) Truth {
	if e < 0 {
		return Maybe
	}
	n := h.p.N
	if i := h.item[items[0]/n][e]; i >= 0 {
		return TruthOf(slices.Contains(items, items[0]/n*n+i))
	}
	if slices.ContainsFunc(items, func(x int) bool { return h.place[x] < 0 }) {
		return Maybe
	}
	return No
}

// Implies tells whether clues and facts leave no grid in which one of gives is false. The second result is false when the
// budget of places tried ran out first.
func (p *Puzzle) Implies(clues []*Clue, because []Fact, gives []Fact, budget int) (holds, done bool) {
	for _, f := range gives {
		ok, decided := p.Contradict(clues, append(append([]Fact(nil), because...), Fact{f.X, f.Y, !f.Same}), &budget)
		if !decided || !ok {
			return ok, decided
		}
	}
	return true, true
}

// Contradict tells whether clues and facts have no grid at all.
func (p *Puzzle) Contradict(clues []*Clue, fs []Fact, budget *int) (none, done bool) {
	h := newPartial(p)
	// The items to place: those mentioned, and all of a category that something is compared in or whose items' places
	// are narrowed down. Others always find a place.
	mention := map[int]int{}
	whole := map[int]bool{}
	for _, f := range fs {
		mention[f.X]++
		mention[f.Y]++
	}
	for _, c := range clues {
		for _, x := range c.items(p) {
			mention[x] += 2
		}
		c.compared(func(cat int) { whole[cat] = true })
	}
	for c := range whole {
		for i := range p.N {
			mention[c*p.N+i]++
		}
	}
	var vars []int
	for x := range mention {
		if x/p.N != p.Anchor() {
			vars = append(vars, x)
		}
	}
	sort.Ints(vars)
	s := &stepCheck{h: h, clues: clues, fs: fs, budget: budget, vars: vars}
	if sym := p.Turn(); sym >= 0 {
		s.fs = append(append([]Fact(nil), fs...), NewFact(sym, p.Line*p.N, true))
		if mention[sym] == 0 {
			s.vars = append(s.vars, sym)
		}
	}
	s.index()
	found := s.search()
	return !found, *budget > 0 || found
}

// Turn gives the item that sits in the first seat of an unnumbered table, by which its solutions are told apart; else -1.
func (p *Puzzle) Turn() int {
	if !p.Round || p.Numbered || p.M() < 2 {
		return -1
	}
	if p.Line == 0 {
		return p.N
	}
	return 0
}

type stepCheck struct {
	h      *partial
	clues  []*Clue
	fs     []Fact
	vars   []int
	budget *int
	// what a change of place in a category can touch
	factsOf [][]Fact
	cluesOf [][]*Clue
}

// index fills factsOf and cluesOf.
func (s *stepCheck) index() {
	p := s.h.p
	s.factsOf, s.cluesOf = make([][]Fact, p.M()), make([][]*Clue, p.M())
	for _, f := range s.fs {
		s.factsOf[f.X/p.N] = append(s.factsOf[f.X/p.N], f)
		s.factsOf[f.Y/p.N] = append(s.factsOf[f.Y/p.N], f)
	}
	for _, c := range s.clues {
		touched := map[int]bool{}
		for _, x := range c.items(p) {
			touched[x/p.N] = true
		}
		c.compared(func(cat int) { touched[cat] = true })
		for cat := range touched {
			s.cluesOf[cat] = append(s.cluesOf[cat], c)
		}
	}
}

// fits tells whether none of some facts and clues is broken yet.
func (s *stepCheck) fits(fs []Fact, clues []*Clue) bool {
	for _, f := range fs {
		t := s.h.same(f.X, f.Y)
		if f.Same && t == No || !f.Same && t == Yes {
			return false
		}
	}
	for _, c := range clues {
		if s.h.judge(c) == No {
			return false
		}
	}
	return true
}

// search tells whether the items can be placed; it places next the item with the fewest places.
func (s *stepCheck) search() bool {
	h, n := s.h, s.h.p.N
	var pick []int
	x := -1
	for _, v := range s.vars {
		if h.place[v] >= 0 {
			continue
		}
		var ok []int
		for e := 0; e < n; e++ {
			if h.item[v/n][e] >= 0 {
				continue
			}
			if *s.budget--; *s.budget <= 0 {
				return false
			}
			h.put(v, e)
			if s.fits(s.factsOf[v/n], s.cluesOf[v/n]) {
				ok = append(ok, e)
			}
			h.lift(v)
		}
		if x < 0 || len(ok) < len(pick) {
			x, pick = v, ok
		}
		if len(ok) == 0 {
			return false
		}
	}
	if x < 0 {
		return s.fits(s.fs, s.clues)
	}
	for _, e := range pick {
		h.put(x, e)
		if s.search() {
			h.lift(x)
			return true
		}
		h.lift(x)
		if *s.budget <= 0 {
			return false
		}
	}
	return false
}
