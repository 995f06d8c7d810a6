package laws

import (
	"math/bits"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/bitset"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/lineup"
)

// Truth is a truth value of Kleene's strong three-valued logic.
type Truth int8

const (
	False Truth = iota - 1
	Open
	True
)

func truthOf(b bool) Truth {
	if b {
		return True
	}
	return False
}

// Knowledge is what is known of the solution: the values that each property can still have.
type Knowledge struct {
	p   *deck.Puzzle
	Dom []bitset.Set
	ids map[string]int64 // a number for each text, so that texts compare as numbers
	// relations are those of the statements about places that were looked at, over all clones.
	relations map[*deck.Node]func(a, b, c int) bool
	// work counts what evaluating has cost, over all clones; past maxWork nothing more is derived.
	work *int
}

// maxWork bounds the work of one derivation, in statements evaluated and combinations of values compared.
const maxWork = 20_000_000

// spent reports whether the work allowed is used up.
func (k *Knowledge) spent() bool { return *k.work > maxWork }

// NewKnowledge knows nothing yet.
func NewKnowledge(p *deck.Puzzle) *Knowledge {
	k := &Knowledge{p: p, ids: map[string]int64{}, relations: map[*deck.Node]func(a, b, c int) bool{}, work: new(int)}
	for i := range p.Properties {
		k.Dom = append(k.Dom, bitset.Full(len(p.Properties[i].Values)))
		for _, v := range p.Properties[i].Values {
			if _, ok := k.ids[v]; !ok {
				k.ids[v] = int64(len(k.ids))
			}
		}
	}
	return k
}

func (k *Knowledge) clone() *Knowledge {
	c := &Knowledge{p: k.p, ids: k.ids, relations: k.relations, work: k.work, Dom: make([]bitset.Set, len(k.Dom))}
	for i, d := range k.Dom {
		c.Dom[i] = d.Clone()
	}
	return c
}

// Single gives the only value that a property can have, or -1.
func (k *Knowledge) Single(prop int) int {
	if k.Dom[prop].Count() == 1 {
		return k.Dom[prop].First()
	}
	return -1
}

// Solved reports whether every property has one value left.
func (k *Knowledge) Solved() bool {
	for i := range k.Dom {
		if k.Single(i) < 0 {
			return false
		}
	}
	return true
}

// Assert adds an atom. It reports whether the property still has a value.
func (k *Knowledge) Assert(atom *deck.Node) bool {
	d := k.Dom[atom.Prop]
	if atom.Op == deck.IsNot {
		d.Clear(atom.Val)
	} else {
		had := d.Has(atom.Val)
		clear(d)
		if had {
			d.Set(atom.Val)
		}
	}
	return !d.Empty()
}

// places gives the places at which an item can still stand, bit i for place i+1.
func (k *Knowledge) places(item *deck.Node) bitset.Set {
	n := k.p.Lineup.Places
	out := bitset.New(n)
	for i := range n {
		if k.Dom[item.Prop*n+i].Has(item.Val) {
			out.Set(i)
		}
	}
	return out
}

// Eval gives what is known of a statement.
func (k *Knowledge) Eval(n *deck.Node) Truth {
	*k.work++
	switch n.Op {
	case deck.Is, deck.IsNot:
		t := Open
		if !k.Dom[n.Prop].Has(n.Val) {
			t = False
		} else if k.Single(n.Prop) == n.Val {
			t = True
		}
		if n.Op == deck.IsNot {
			t = -t
		}
		return t
	case deck.Not:
		return -k.Eval(n.Args[0])
	case deck.Implies:
		return max(-k.Eval(n.Args[0]), k.Eval(n.Args[1]))
	case deck.Iff:
		return k.Eval(n.Args[0]) * k.Eval(n.Args[1])
	case deck.And:
		t := True
		for _, a := range n.Args {
			t = min(t, k.Eval(a))
		}
		return t
	case deck.Or:
		t := False
		for _, a := range n.Args {
			t = max(t, k.Eval(a))
		}
		return t
	case deck.Xor:
		t := False
		for _, a := range n.Args {
			t = -t * k.Eval(a)
		}
		return t
	case deck.Exactly, deck.AtLeast, deck.AtMost:
		yes, open := k.tally(n)
		lo, hi := int64(yes), int64(yes+open)
		switch {
		case n.Op == deck.Exactly && (hi < n.Num || lo > n.Num), n.Op == deck.AtLeast && hi < n.Num, n.Op == deck.AtMost && lo > n.Num:
			return False
		case n.Op == deck.Exactly && open == 0, n.Op == deck.AtLeast && lo >= n.Num, n.Op == deck.AtMost && hi <= n.Num:
			return True
		}
		return Open
	case deck.Distinct:
		return k.distinct(n)
	case deck.Eq, deck.Ne, deck.Lt, deck.Le, deck.Gt, deck.Ge:
		return k.relation(n)
	}
	return k.placed(n)
}

// tally counts the operands that are true and those that are open.
func (k *Knowledge) tally(n *deck.Node) (yes, open int) {
	for _, a := range n.Args {
		switch k.Eval(a) {
		case True:
			yes++
		case Open:
			open++
		}
	}
	return yes, open
}

func (k *Knowledge) distinct(n *deck.Node) Truth {
	t := True
	for i, a := range n.Args {
		for _, b := range n.Args[:i] {
			x, y := k.values(a, true), k.values(b, true)
			common := false
			for _, v := range x {
				common = common || slices.Contains(y, v)
			}
			if common && len(x) == 1 && len(y) == 1 {
				return False
			}
			if common {
				t = Open
			}
		}
	}
	return t
}

// maxSet bounds the values of a term that are told apart; of a term with more, nothing is known.
const maxSet = 300

// values lists what a term can come to, ascending; texts asks for the numbers of texts, where the term has texts. A list of
// more than maxSet is nil: anything is possible.
func (k *Knowledge) values(n *deck.Node, texts bool) []int64 {
	of := func(q *deck.Property, v int) int64 {
		if texts && q.Type != deck.Integer {
			return k.ids[q.Values[v]]
		}
		return q.Number(v)
	}
	var out []int64
	switch n.Op {
	case deck.Num:
		return []int64{n.Num}
	case deck.Lit:
		return []int64{of(&k.p.Properties[n.Prop], n.Val)}
	case deck.Value:
		q := &k.p.Properties[n.Prop]
		for _, v := range k.Dom[n.Prop].List() {
			out = append(out, of(q, v))
		}
	case deck.Pos:
		for _, i := range k.places(n.Args[0]).List() {
			out = append(out, int64(i)+1)
		}
	case deck.Of:
		q := &k.p.Lineup.Categories[n.Prop]
		some := bitset.New(len(q.Values))
		for _, i := range k.places(n.Args[0]).List() {
			some.Or(k.Dom[n.Prop*k.p.Lineup.Places+i])
		}
		*k.work += k.p.Lineup.Places
		for _, v := range some.List() {
			out = append(out, of(q, v))
		}
	default:
		for i, arg := range n.Args {
			a := k.values(arg, false)
			if a == nil {
				return nil
			}
			switch {
			case n.Op == deck.Neg:
				for _, x := range a {
					out = append(out, -x)
				}
			case i == 0:
				out = a
			default:
				*k.work += len(out) * len(a)
				if out = combine(n.Op, out, a); out == nil {
					return nil
				}
			}
		}
	}
	*k.work += len(out)
	slices.Sort(out)
	out = slices.Compact(out)
	if len(out) > maxSet {
		return nil
	}
	return out
}

func combine(op deck.Op, a, b []int64) []int64 {
	seen := map[int64]bool{}
	var out []int64
	for _, x := range a {
		for _, y := range b {
			z := x + y
			switch op {
			case deck.Sub:
				z = x - y
			case deck.Mul:
				z = x * y
			}
			if !seen[z] {
				seen[z] = true
				out = append(out, z)
			}
		}
	}
	if len(out) > maxSet {
		return nil
	}
	return out
}

func (k *Knowledge) relation(n *deck.Node) Truth {
	texts := n.Op == deck.Eq || n.Op == deck.Ne
	a, b := k.values(n.Args[0], texts), k.values(n.Args[1], texts)
	if a == nil || b == nil {
		return Open
	}
	*k.work += len(a) * len(b)
	yes, no := false, false
	for _, x := range a {
		for _, y := range b {
			if deck.Related(n.Op, x, y) {
				yes = true
			} else {
				no = true
			}
			if yes && no {
				return Open
			}
		}
	}
	if len(a) == 0 || len(b) == 0 {
		return Open // nothing stands anywhere: the contradiction is found where it arises
	}
	return truthOf(yes)
}

// placed judges a statement about a line-up by all places that are still possible. Two different items of one category never
// stand at one place.
func (k *Knowledge) placed(n *deck.Node) Truth {
	sets := make([][]int, len(n.Args))
	cost := 1
	for i, a := range n.Args {
		sets[i] = k.places(a).List()
		cost *= len(sets[i])
	}
	if *k.work += cost; cost > maxSet*maxSet {
		return Open // too much to look at; nothing is said, which is sound
	}
	apart := func(i, j int) bool { return n.Args[i].Prop == n.Args[j].Prop && n.Args[i].Val != n.Args[j].Val }
	yes, no := false, false
	note := func(t bool) {
		if t {
			yes = true
		} else {
			no = true
		}
	}
	holds := k.relationOf(n)
	others := [2][]int{{0}, {0}}
	copy(others[:], sets[1:])
	for _, a := range sets[0] {
		for _, b := range others[0] {
			if len(sets) > 1 && apart(0, 1) && a == b {
				continue
			}
			for _, c := range others[1] {
				if len(sets) > 2 && (apart(1, 2) && b == c || apart(0, 2) && a == c) {
					continue
				}
				note(holds(a, b, c))
			}
		}
	}
	switch {
	case yes == no: // open; or nothing stands anywhere, which is found where it arises
		return Open
	default:
		return truthOf(yes)
	}
}

// relationOf gives the relation of places that a statement says, which is compiled once.
func (k *Knowledge) relationOf(n *deck.Node) func(a, b, c int) bool {
	if f := k.relations[n]; f != nil {
		return f
	}
	f := func(a, b, _ int) bool { return (a == b) == (n.Op == deck.Same) }
	if n.Op != deck.Same && n.Op != deck.Other {
		l := k.p.Lineup
		m := l.Placement(n)
		f = m.Form.Compile(lineup.Row(l.Places, l.Round), m.Said)
	}
	k.relations[n] = f
	return f
}

// touched lists the atoms whose truth a leaf depends on, as pairs of property and value, each once.
func (k *Knowledge) touched(n *deck.Node) [][2]int {
	var out [][2]int
	seen := map[[2]int]bool{}
	add := func(prop, val int) {
		if key := [2]int{prop, val}; !seen[key] {
			seen[key] = true
			out = append(out, key)
		}
	}
	n.Walk(func(n *deck.Node) {
		switch n.Op {
		case deck.Is, deck.IsNot:
			add(n.Prop, n.Val)
		case deck.Value:
			for v := range k.p.Properties[n.Prop].Values {
				add(n.Prop, v)
			}
		case deck.Item:
			for i := range k.p.Lineup.Places {
				add(n.Prop*k.p.Lineup.Places+i, n.Val)
			}
		case deck.Of:
			for i := range k.p.Lineup.Places {
				for v := range k.p.Lineup.Places {
					add(n.Prop*k.p.Lineup.Places+i, v)
				}
			}
		}
	})
	return out
}

// Narrow sets a property to a value, with what that means in a line-up.
func (k *Knowledge) Narrow(prop, val int) {
	clear(k.Dom[prop])
	k.Dom[prop].Set(val)
	if l := k.p.Lineup; l != nil {
		c := prop / l.Places
		for i := c * l.Places; i < (c+1)*l.Places; i++ {
			if i != prop {
				k.Dom[i].Clear(val)
			}
		}
	}
}

// log2 is how many yes-or-no questions tell n values apart.
func log2(n int) float64 { return float64(bits.Len(uint(max(n-1, 0)))) }
