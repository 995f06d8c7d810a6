package solving

import (
	"fmt"

	"github.com/quandary-puzzles/quandary/internal/bitset"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
)

// Table answers by tables of bits which of the listed things a clue bans. It is safe for concurrent use.
type Table struct {
	P   *deck.Puzzle
	N   int        // things
	All bitset.Set // 0..N-1
	// has[k][v] are the things whose property k has value v.
	Has [][]bitset.Set
	// values[i] is thing i.
	Things []deck.Thing
}

// NewTable makes the table of a valid puzzle that is not factored.
func NewTable(p *deck.Puzzle) (*Table, error) {
	if p.Factored {
		return nil, fmt.Errorf("a factored puzzle lists no things")
	}
	t := &Table{P: p, N: p.NumThings()}
	t.All = bitset.Full(t.N)
	t.Has = make([][]bitset.Set, len(p.Properties))
	for k := range p.Properties {
		t.Has[k] = make([]bitset.Set, len(p.Properties[k].Values))
		for v := range t.Has[k] {
			t.Has[k][v] = bitset.New(t.N)
		}
	}
	t.Things = make([]deck.Thing, t.N)
	for i := range t.Things {
		t.Things[i] = p.Thing(i)
		for k, v := range t.Things[i] {
			t.Has[k][v].Set(i)
		}
	}
	return t, nil
}

// Bans gives the things that a clue bans: those of which it is false.
func (t *Table) Bans(n *deck.Node) bitset.Set {
	b := t.All.Clone()
	b.AndNot(t.Valid(n))
	return b
}

// Valid gives the things of which a clue is true.
func (t *Table) Valid(n *deck.Node) bitset.Set {
	out := bitset.New(t.N)
	switch n.Op {
	case deck.Is:
		out.Or(t.Has[n.Prop][n.Val])
	case deck.IsNot:
		out.Or(t.All)
		out.AndNot(t.Has[n.Prop][n.Val])
	case deck.Not:
		out.Or(t.All)
		out.AndNot(t.Valid(n.Args[0]))
	case deck.And:
		out.Or(t.All)
		for _, a := range n.Args {
			out.And(t.Valid(a))
		}
	case deck.Or:
		for _, a := range n.Args {
			out.Or(t.Valid(a))
		}
	case deck.Implies:
		out.Or(t.All)
		out.AndNot(t.Valid(n.Args[0]))
		out.Or(t.Valid(n.Args[1]))
	case deck.Xor, deck.Iff:
		for _, a := range n.Args {
			for i, w := range t.Valid(a) {
				out[i] ^= w
			}
		}
		if n.Op == deck.Iff {
			out.Flip(t.All)
		}
	case deck.Exactly, deck.AtLeast, deck.AtMost:
		t.counted(n, out)
	case deck.Distinct:
		out.Or(t.All)
		for i, a := range n.Args {
			for _, b := range n.Args[:i] {
				out.AndNot(t.equal(a, b))
			}
		}
	case deck.Eq, deck.Ne, deck.Lt, deck.Le, deck.Gt, deck.Ge:
		t.compare(n, out)
	default:
		panic("cards: " + n.Op.String() + " in a puzzle that is no line-up")
	}
	return out
}

// counted adds up the statements that are true of each thing: least[k] are the things of which more than k are.
func (t *Table) counted(n *deck.Node, out bitset.Set) {
	least := make([]bitset.Set, len(n.Args))
	for k := range least {
		least[k] = bitset.New(t.N)
	}
	for i, a := range n.Args {
		v := t.Valid(a)
		for k := i; k > 0; k-- {
			for w := range v {
				least[k][w] |= least[k-1][w] & v[w]
			}
		}
		least[0].Or(v)
	}
	at := func(k int64) bitset.Set { // at least k
		switch {
		case k <= 0:
			return t.All
		case k > int64(len(least)):
			return bitset.New(t.N)
		}
		return least[k-1]
	}
	switch n.Op {
	case deck.AtLeast:
		out.Or(at(n.Num))
	case deck.AtMost:
		out.Or(t.All)
		out.AndNot(at(n.Num + 1))
	default:
		out.Or(at(n.Num))
		out.AndNot(at(n.Num + 1))
	}
}

// equal gives the things that have the same value of two properties.
func (t *Table) equal(a, b *deck.Node) bitset.Set {
	out := bitset.New(t.N)
	q, r := &t.P.Properties[a.Prop], &t.P.Properties[b.Prop]
	for v, text := range q.Values {
		if w := r.Index(text); w >= 0 {
			for i := range out {
				out[i] |= t.Has[a.Prop][v][i] & t.Has[b.Prop][w][i]
			}
		}
	}
	return out
}

// compare adds the things of which a relation is true. Whether properties are equal is looked up value by value, everything else thing
// by thing.
func (t *Table) compare(n *deck.Node, out bitset.Set) {
	a, b := n.Args[0], n.Args[1]
	if a.Op == deck.Value && b.Op == deck.Value && (n.Op == deck.Eq || n.Op == deck.Ne) {
		out.Or(t.equal(a, b))
		if n.Op == deck.Ne {
			out.Flip(t.All)
		}
		return
	}
	ta, tb := t.compile(a), t.compile(b)
	for i, th := range t.Things {
		if deck.Related(n.Op, ta(th), tb(th)) {
			out.Set(i)
		}
	}
}

// compile turns a term into a function of things.
func (t *Table) compile(n *deck.Node) func(deck.Thing) int64 {
	switch n.Op {
	case deck.Num:
		return func(deck.Thing) int64 { return n.Num }
	case deck.Value:
		q := &t.P.Properties[n.Prop]
		numbers := make([]int64, len(q.Values))
		for v := range numbers {
			numbers[v] = q.Number(v)
		}
		return func(th deck.Thing) int64 { return numbers[th[n.Prop]] }
	case deck.Lit:
		x := t.P.Properties[n.Prop].Number(n.Val)
		return func(deck.Thing) int64 { return x }
	case deck.Neg:
		a := t.compile(n.Args[0])
		return func(th deck.Thing) int64 { return -a(th) }
	case deck.Sub:
		a, b := t.compile(n.Args[0]), t.compile(n.Args[1])
		return func(th deck.Thing) int64 { return a(th) - b(th) }
	}
	args := make([]func(deck.Thing) int64, len(n.Args))
	for i, a := range n.Args {
		args[i] = t.compile(a)
	}
	if n.Op == deck.Mul {
		return func(th deck.Thing) int64 {
			out := int64(1)
			for _, a := range args {
				out *= a(th)
			}
			return out
		}
	}
	return func(th deck.Thing) int64 {
		out := int64(0)
		for _, a := range args {
			out += a(th)
		}
		return out
	}
}
