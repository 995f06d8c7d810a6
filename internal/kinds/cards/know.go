package cards

import (
	"math/bits"
	"slices"

	"github.com/quandary-puzzles/quandary/lineup"
)

// truth is a truth value of Kleene's strong three-valued logic.
type truth int8

const (
	isFalse truth = iota - 1
	isOpen
	isTrue
)

func truthOf(b bool) truth {
	if b {
		return isTrue
	}
	return isFalse
}

// know is what is known of the solution: the values that each property can still have.
type know struct {
	p   *Puzzle
	dom []Bits
	ids map[string]int64 // a number for each text, so that texts compare as numbers
	// relations are those of the statements about places that were looked at, over all clones.
	relations map[*Node]func(a, b, c int) bool
	// work counts what evaluating has cost, over all clones; past maxWork nothing more is derived.
	work *int
}

// maxWork bounds the work of one derivation, in statements evaluated and combinations of values compared.
const maxWork = 20_000_000

// spent reports whether the work allowed is used up.
func (k *know) spent() bool { return *k.work > maxWork }

func newKnow(p *Puzzle) *know {
	k := &know{p: p, ids: map[string]int64{}, relations: map[*Node]func(a, b, c int) bool{}, work: new(int)}
	for i := range p.Properties {
		k.dom = append(k.dom, FullBits(len(p.Properties[i].Values)))
		for _, v := range p.Properties[i].Values {
			if _, ok := k.ids[v]; !ok {
				k.ids[v] = int64(len(k.ids))
			}
		}
	}
	return k
}

func (k *know) clone() *know {
	c := &know{p: k.p, ids: k.ids, relations: k.relations, work: k.work, dom: make([]Bits, len(k.dom))}
	for i, d := range k.dom {
		c.dom[i] = d.Clone()
	}
	return c
}

// single gives the only value that a property can have, or -1.
func (k *know) single(prop int) int {
	if k.dom[prop].Count() == 1 {
		return k.dom[prop].First()
	}
	return -1
}

// solved reports whether every property has one value left.
func (k *know) solved() bool {
	for i := range k.dom {
		if k.single(i) < 0 {
			return false
		}
	}
	return true
}

// assert adds an atom. It reports whether the property still has a value.
func (k *know) assert(atom *Node) bool {
	d := k.dom[atom.Prop]
	if atom.Op == IsNot {
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
func (k *know) places(item *Node) Bits {
	n := k.p.Lineup.Places
	out := NewBits(n)
	for i := range n {
		if k.dom[item.Prop*n+i].Has(item.Val) {
			out.Set(i)
		}
	}
	return out
}

// eval gives what is known of a statement.
func (k *know) eval(n *Node) truth {
	*k.work++
	switch n.Op {
	case Is, IsNot:
		t := isOpen
		if !k.dom[n.Prop].Has(n.Val) {
			t = isFalse
		} else if k.single(n.Prop) == n.Val {
			t = isTrue
		}
		if n.Op == IsNot {
			t = -t
		}
		return t
	case Not:
		return -k.eval(n.Args[0])
	case Implies:
		return max(-k.eval(n.Args[0]), k.eval(n.Args[1]))
	case Iff:
		return k.eval(n.Args[0]) * k.eval(n.Args[1])
	case And:
		t := isTrue
		for _, a := range n.Args {
			t = min(t, k.eval(a))
		}
		return t
	case Or:
		t := isFalse
		for _, a := range n.Args {
			t = max(t, k.eval(a))
		}
		return t
	case Xor:
		t := isFalse
		for _, a := range n.Args {
			t = -t * k.eval(a)
		}
		return t
	case Exactly, AtLeast, AtMost:
		yes, open := k.tally(n)
		lo, hi := int64(yes), int64(yes+open)
		switch {
		case n.Op == Exactly && (hi < n.Num || lo > n.Num), n.Op == AtLeast && hi < n.Num, n.Op == AtMost && lo > n.Num:
			return isFalse
		case n.Op == Exactly && open == 0, n.Op == AtLeast && lo >= n.Num, n.Op == AtMost && hi <= n.Num:
			return isTrue
		}
		return isOpen
	case Distinct:
		return k.distinct(n)
	case Eq, Ne, Lt, Le, Gt, Ge:
		return k.relation(n)
	}
	return k.placed(n)
}

// tally counts the operands that are true and those that are open.
func (k *know) tally(n *Node) (yes, open int) {
	for _, a := range n.Args {
		switch k.eval(a) {
		case isTrue:
			yes++
		case isOpen:
			open++
		}
	}
	return yes, open
}

func (k *know) distinct(n *Node) truth {
	t := isTrue
	for i, a := range n.Args {
		for _, b := range n.Args[:i] {
			x, y := k.values(a, true), k.values(b, true)
			common := false
			for _, v := range x {
				common = common || slices.Contains(y, v)
			}
			if common && len(x) == 1 && len(y) == 1 {
				return isFalse
			}
			if common {
				t = isOpen
			}
		}
	}
	return t
}

// maxSet bounds the values of a term that are told apart; of a term with more, nothing is known.
const maxSet = 300

// values lists what a term can come to, ascending; texts asks for the numbers of texts, where the term has texts. A list of
// more than maxSet is nil: anything is possible.
func (k *know) values(n *Node, texts bool) []int64 {
	of := func(q *Property, v int) int64 {
		if texts && q.Type != Integer {
			return k.ids[q.Values[v]]
		}
		return q.Number(v)
	}
	var out []int64
	switch n.Op {
	case Num:
		return []int64{n.Num}
	case Lit:
		return []int64{of(&k.p.Properties[n.Prop], n.Val)}
	case Value:
		q := &k.p.Properties[n.Prop]
		for _, v := range k.dom[n.Prop].List() {
			out = append(out, of(q, v))
		}
	case Pos:
		for _, i := range k.places(n.Args[0]).List() {
			out = append(out, int64(i)+1)
		}
	case Of:
		q := &k.p.Lineup.Categories[n.Prop]
		some := NewBits(len(q.Values))
		for _, i := range k.places(n.Args[0]).List() {
			some.Or(k.dom[n.Prop*k.p.Lineup.Places+i])
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
			case n.Op == Neg:
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

func combine(op Op, a, b []int64) []int64 {
	seen := map[int64]bool{}
	var out []int64
	for _, x := range a {
		for _, y := range b {
			z := x + y
			switch op {
			case Sub:
				z = x - y
			case Mul:
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

func (k *know) relation(n *Node) truth {
	texts := n.Op == Eq || n.Op == Ne
	a, b := k.values(n.Args[0], texts), k.values(n.Args[1], texts)
	if a == nil || b == nil {
		return isOpen
	}
	*k.work += len(a) * len(b)
	yes, no := false, false
	for _, x := range a {
		for _, y := range b {
			if related(n.Op, x, y) {
				yes = true
			} else {
				no = true
			}
			if yes && no {
				return isOpen
			}
		}
	}
	if len(a) == 0 || len(b) == 0 {
		return isOpen // nothing stands anywhere: the contradiction is found where it arises
	}
	return truthOf(yes)
}

// placed judges a statement about a line-up by all places that are still possible. Two different items of one category never
// stand at one place.
func (k *know) placed(n *Node) truth {
	sets := make([][]int, len(n.Args))
	cost := 1
	for i, a := range n.Args {
		sets[i] = k.places(a).List()
		cost *= len(sets[i])
	}
	if *k.work += cost; cost > maxSet*maxSet {
		return isOpen // too much to look at; nothing is said, which is sound
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
		return isOpen
	default:
		return truthOf(yes)
	}
}

// relationOf gives the relation of places that a statement says, which is compiled once.
func (k *know) relationOf(n *Node) func(a, b, c int) bool {
	if f := k.relations[n]; f != nil {
		return f
	}
	f := func(a, b, _ int) bool { return (a == b) == (n.Op == Same) }
	if n.Op != Same && n.Op != Other {
		l := k.p.Lineup
		m := l.placement(n)
		f = m.form.Compile(lineup.Row(l.Places, l.Round), m.said)
	}
	k.relations[n] = f
	return f
}

// touched lists the atoms whose truth a leaf depends on, as pairs of property and value, each once.
func (k *know) touched(n *Node) [][2]int {
	var out [][2]int
	seen := map[[2]int]bool{}
	add := func(prop, val int) {
		if key := [2]int{prop, val}; !seen[key] {
			seen[key] = true
			out = append(out, key)
		}
	}
	n.Walk(func(n *Node) {
		switch n.Op {
		case Is, IsNot:
			add(n.Prop, n.Val)
		case Value:
			for v := range k.p.Properties[n.Prop].Values {
				add(n.Prop, v)
			}
		case Item:
			for i := range k.p.Lineup.Places {
				add(n.Prop*k.p.Lineup.Places+i, n.Val)
			}
		case Of:
			for i := range k.p.Lineup.Places {
				for v := range k.p.Lineup.Places {
					add(n.Prop*k.p.Lineup.Places+i, v)
				}
			}
		}
	})
	return out
}

// narrow sets a property to a value, with what that means in a line-up.
func (k *know) narrow(prop, val int) {
	clear(k.dom[prop])
	k.dom[prop].Set(val)
	if l := k.p.Lineup; l != nil {
		c := prop / l.Places
		for i := c * l.Places; i < (c+1)*l.Places; i++ {
			if i != prop {
				k.dom[i].Clear(val)
			}
		}
	}
}

// log2 is how many yes-or-no questions tell n values apart.
func log2(n int) float64 { return float64(bits.Len(uint(max(n-1, 0)))) }
