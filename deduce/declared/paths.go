package declared

import (
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/rules"
)

// Where numbers follow each other from place to place, a person does not ask of each number and each cell. The 5 and the 9 are known, and what
// lies between has few ways from one to the other: what all of these have in common is so. The turns of the rules that say where the next number is,
// of all cells on these ways, are one thing to the eye.

// hand is an instance that says: where a number is at one place, the next one, or the one before, is at one of some.
type hand struct {
	inst int
	from int   // atom; printed where the board prints it
	to   []int // atoms; none where no place is left for that number
	end  end   // what is printed
}

// printed is the atom of what the board prints: it is no unknown.
const printed = -1

// end is a number whose place is known.
type end struct {
	atom  int // or printed
	value int64
	at    board.Place
}

// walk is places whose numbers follow each other.
type walk struct {
	layer   *rules.Layer
	hands   map[int][]hand // by atom they start from
	starts  []hand         // from what is printed
	of      map[int64][]int
	printed map[int64]board.Place
	lo, hi  int64
	vars    []int
	beside  map[int][]int  // by variable: those that have the next number, or the one before
	once    int            // the instance that says that all these places differ
	fixed   map[int64]bool // what is printed of other places that are to differ from these
}

// handings lists all that instances hand on. root tells which places are joined by that: it is the same of these.
func (b *Board) handings() (hands []hand, root func(v int) int) {
	parent := make([]int, len(b.vars))
	for v := range parent {
		parent[v] = v
	}
	root = func(v int) int {
		for parent[v] != v {
			parent[v] = parent[parent[v]]
			v = parent[v]
		}
		return v
	}
	for i, in := range b.insts {
		if op := b.p.Op(in.term); in.turn < 0 || in.sort == silent || op != model.OpOr && op != model.OpImplies {
			continue
		}
		h, ok := b.handed(i)
		if !ok {
			continue
		}
		hands = append(hands, h)
		first := h.from
		if first == printed {
			first = h.to[0]
		}
		for _, a := range h.to {
			parent[root(b.atoms[a].v)] = root(b.atoms[first].v)
		}
	}
	return hands, root
}

// paths finds the places whose numbers follow each other, and of which each number is at one.
func (b *Board) paths() {
	hands, root := b.handings()
	of := map[int]*walk{} // by root
	for _, h := range hands {
		if h.from != printed && len(h.to) > 0 {
			of[root(b.atoms[h.from].v)] = &walk{layer: b.vars[b.atoms[h.from].v].Layer, hands: map[int][]hand{}, of: map[int64][]int{}, printed: map[int64]board.Place{},
				beside: map[int][]int{}, once: none, fixed: map[int64]bool{}, lo: b.atoms[h.from].value, hi: b.atoms[h.from].value}
		}
	}
	if len(of) == 0 {
		return
	}
	for _, h := range hands {
		if h.from != printed {
			if w := of[root(b.atoms[h.from].v)]; w != nil {
				b.handOn(w, h)
			}
		} else if w := of[root(b.atoms[h.to[0]].v)]; w != nil {
			w.starts = append(w.starts, h)
			w.printed[h.end.value] = h.end.at
		}
	}
	for v := range b.vars {
		w := of[root(v)]
		if w == nil {
			continue
		}
		w.vars = append(w.vars, v)
		for a := b.vars[v].first; a < b.vars[v].first+b.vars[v].n; a++ {
			k := b.atoms[a].value
			w.of[k] = append(w.of[k], a)
			w.lo, w.hi = min(w.lo, k), max(w.hi, k)
		}
	}
	for i, in := range b.insts {
		if in.turn < 0 || b.p.Op(in.term) != model.OpDistinct {
			continue
		}
		w := of[root(in.vars[0])]
		if w != nil && w.once == none && b.differ(in.term, w.vars) {
			w.once = i
			b.walks = append(b.walks, w)
			b.printedAmong(w, in.term)
		}
	}
}

// differ reports whether a term says of some variables that their own values all differ, and not what is worked out from them.
func (b *Board) differ(distinct model.Term, vars []int) bool {
	own := map[int]bool{}
	for _, t := range b.p.Args(distinct) {
		if v, ok := b.p.VarOf(t); ok {
			own[int(v)] = true
		}
	}
	return !slices.ContainsFunc(vars, func(v int) bool { return !own[v] })
}

// handOn notes what a place that is not printed hands on.
func (b *Board) handOn(w *walk, h hand) {
	w.hands[h.from] = append(w.hands[h.from], h)
	v := b.atoms[h.from].v
	for _, a := range h.to {
		if o := b.atoms[a].v; !slices.Contains(w.beside[v], o) {
			w.beside[v] = append(w.beside[v], o)
		}
	}
}

// printedAmong notes what is printed of places that all differ.
func (b *Board) printedAmong(w *walk, distinct model.Term) {
	places, err := b.enc.Board.Places(w.layer)
	if err != nil {
		return
	}
	at := map[int64]board.Place{}
	for _, p := range places {
		if v := b.enc.Board.Value(w.layer, p); v.Kind == rules.Int {
			at[v.N] = p
		}
	}
	for _, t := range b.p.Args(distinct) {
		if k, ok := b.p.ConstValue(t).Int64(); b.p.IsConst(t) && ok {
			w.fixed[k] = true
			if p, ok := at[k]; ok && w.printed[k] == (board.Place{}) {
				w.printed[k] = p
			}
		}
	}
}

// handed gives what an instance hands on; ok is false where it says something else.
func (b *Board) handed(i int) (h hand, ok bool) {
	h = hand{inst: i, from: printed}
	lits, ok := b.clause(b.insts[i].term, true, nil)
	if !ok {
		return h, false
	}
	for _, t := range lits {
		holds := true
		if b.p.Op(t) == model.OpNot {
			t, holds = b.p.Arg(t, 0), false
		}
		if b.p.Op(t) != model.OpEq {
			return h, false
		}
		a, can := b.atomOf(t)
		switch {
		case can && holds:
			h.to = append(h.to, a)
		case can && h.from == printed:
			h.from = a
		case !holds: // there is no such value there, or two things are asked for
			return h, false
		}
	}
	if h.from == printed {
		if h.end, ok = b.printedBeside(i, h.to); !ok {
			return h, false
		}
	} else {
		h.end = b.endAt(h.from)
	}
	layer := b.vars[b.atoms[slices.Concat(h.to, []int{h.from})[0]].v].Layer
	if layer == nil || layer.Domain.Kind != rules.Ints {
		return h, false
	}
	for _, a := range h.to {
		if d := b.atoms[a].value - h.end.value; b.vars[b.atoms[a].v].Layer != layer || d != 1 && d != -1 || b.atoms[a].value != b.atoms[h.to[0]].value {
			return h, false
		}
	}
	return h, true
}

// endAt is a number at its place.
func (b *Board) endAt(a int) end { return end{a, b.atoms[a].value, b.vars[b.atoms[a].v].Place} }

// printedBeside gives the number that is printed where an instance is about, and beside which some places are to have the next number, or the one
// before: no condition is left of it.
func (b *Board) printedBeside(i int, to []int) (end, bool) {
	if len(to) == 0 {
		return end{}, false
	}
	layer := b.vars[b.atoms[to[0]].v].Layer
	if layer == nil {
		return end{}, false
	}
	for _, x := range b.turnOf(i).Bound {
		if at, ok := x.Value.(board.Place); ok {
			if v := b.enc.Board.Value(layer, at); v.Kind == rules.Int {
				if d := v.N - b.atoms[to[0]].value; d == 1 || d == -1 {
					return end{printed, v.N, at}, true
				}
			}
		}
	}
	return end{}, false
}

// atomOf gives the atom of a term that says that a number has a value; ok is false where it cannot have it.
func (b *Board) atomOf(t model.Term) (a int, ok bool) {
	x, c := b.p.Arg(t, 0), b.p.Arg(t, 1)
	if b.p.IsConst(x) {
		x, c = c, x
	}
	v, isVar := b.p.VarOf(x)
	k, isInt := b.p.ConstValue(c).Int64()
	if !isVar || !isInt {
		return 0, false
	}
	y := &b.vars[v]
	for a := y.first; a < y.first+y.n; a++ {
		if b.atoms[a].value == k && y.bare == model.NoTerm {
			return a, true
		}
	}
	return 0, false
}
