package cards

import "fmt"

// Table answers by tables of bits which of the listed things a clue bans. It is safe for concurrent use.
type Table struct {
	P   *Puzzle
	N   int  // things
	all Bits // 0..N-1
	// has[k][v] are the things whose property k has value v.
	has [][]Bits
	// values[i] is thing i.
	values []Thing
}

// NewTable makes the table of a valid puzzle that is not factored.
func NewTable(p *Puzzle) (*Table, error) {
	if p.Factored {
		return nil, fmt.Errorf("a factored puzzle lists no things")
	}
	t := &Table{P: p, N: p.NumThings()}
	t.all = FullBits(t.N)
	t.has = make([][]Bits, len(p.Properties))
	for k := range p.Properties {
		t.has[k] = make([]Bits, len(p.Properties[k].Values))
		for v := range t.has[k] {
			t.has[k][v] = NewBits(t.N)
		}
	}
	t.values = make([]Thing, t.N)
	for i := range t.values {
		t.values[i] = p.Thing(i)
		for k, v := range t.values[i] {
			t.has[k][v].Set(i)
		}
	}
	return t, nil
}

// Bans gives the things that a clue bans: those of which it is false.
func (t *Table) Bans(n *Node) Bits {
	b := t.all.Clone()
	b.AndNot(t.Valid(n))
	return b
}

// Valid gives the things of which a clue is true.
func (t *Table) Valid(n *Node) Bits {
	out := NewBits(t.N)
	switch n.Op {
	case Is:
		out.Or(t.has[n.Prop][n.Val])
	case IsNot:
		out.Or(t.all)
		out.AndNot(t.has[n.Prop][n.Val])
	case Not:
		out.Or(t.all)
		out.AndNot(t.Valid(n.Args[0]))
	case And:
		out.Or(t.all)
		for _, a := range n.Args {
			out.And(t.Valid(a))
		}
	case Or:
		for _, a := range n.Args {
			out.Or(t.Valid(a))
		}
	case Implies:
		out.Or(t.all)
		out.AndNot(t.Valid(n.Args[0]))
		out.Or(t.Valid(n.Args[1]))
	case Xor, Iff:
		for _, a := range n.Args {
			for i, w := range t.Valid(a) {
				out[i] ^= w
			}
		}
		if n.Op == Iff {
			out.flip(t.all)
		}
	case Exactly, AtLeast, AtMost:
		t.counted(n, out)
	case Distinct:
		out.Or(t.all)
		for i, a := range n.Args {
			for _, b := range n.Args[:i] {
				out.AndNot(t.equal(a, b))
			}
		}
	case Eq, Ne, Lt, Le, Gt, Ge:
		t.compare(n, out)
	default:
		panic("cards: " + n.Op.String() + " in a puzzle that is no line-up")
	}
	return out
}

// flip takes what is in b out of all.
func (b Bits) flip(all Bits) {
	for i := range b {
		b[i] = all[i] &^ b[i]
	}
}

// counted adds up the statements that are true of each thing: least[k] are the things of which more than k are.
func (t *Table) counted(n *Node, out Bits) {
	least := make([]Bits, len(n.Args))
	for k := range least {
		least[k] = NewBits(t.N)
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
	at := func(k int64) Bits { // at least k
		switch {
		case k <= 0:
			return t.all
		case k > int64(len(least)):
			return NewBits(t.N)
		}
		return least[k-1]
	}
	switch n.Op {
	case AtLeast:
		out.Or(at(n.Num))
	case AtMost:
		out.Or(t.all)
		out.AndNot(at(n.Num + 1))
	default:
		out.Or(at(n.Num))
		out.AndNot(at(n.Num + 1))
	}
}

// equal gives the things that have the same value of two properties.
func (t *Table) equal(a, b *Node) Bits {
	out := NewBits(t.N)
	q, r := &t.P.Properties[a.Prop], &t.P.Properties[b.Prop]
	for v, text := range q.Values {
		if w := r.Index(text); w >= 0 {
			for i := range out {
				out[i] |= t.has[a.Prop][v][i] & t.has[b.Prop][w][i]
			}
		}
	}
	return out
}

// compare adds the things of which a relation is true. Whether properties are equal is looked up value by value, everything else thing
// by thing.
func (t *Table) compare(n *Node, out Bits) {
	a, b := n.Args[0], n.Args[1]
	if a.Op == Value && b.Op == Value && (n.Op == Eq || n.Op == Ne) {
		out.Or(t.equal(a, b))
		if n.Op == Ne {
			out.flip(t.all)
		}
		return
	}
	ta, tb := t.compile(a), t.compile(b)
	for i, th := range t.values {
		if related(n.Op, ta(th), tb(th)) {
			out.Set(i)
		}
	}
}

// related compares two numbers.
func related(o Op, a, b int64) bool {
	switch o {
	case Eq:
		return a == b
	case Ne:
		return a != b
	case Lt:
		return a < b
	case Le:
		return a <= b
	case Gt:
		return a > b
	default:
		return a >= b
	}
}

// compile turns a term into a function of things.
func (t *Table) compile(n *Node) func(Thing) int64 {
	switch n.Op {
	case Num:
		return func(Thing) int64 { return n.Num }
	case Value:
		q := &t.P.Properties[n.Prop]
		numbers := make([]int64, len(q.Values))
		for v := range numbers {
			numbers[v] = q.Number(v)
		}
		return func(th Thing) int64 { return numbers[th[n.Prop]] }
	case Lit:
		x := t.P.Properties[n.Prop].Number(n.Val)
		return func(Thing) int64 { return x }
	case Neg:
		a := t.compile(n.Args[0])
		return func(th Thing) int64 { return -a(th) }
	case Sub:
		a, b := t.compile(n.Args[0]), t.compile(n.Args[1])
		return func(th Thing) int64 { return a(th) - b(th) }
	}
	args := make([]func(Thing) int64, len(n.Args))
	for i, a := range n.Args {
		args[i] = t.compile(a)
	}
	if n.Op == Mul {
		return func(th Thing) int64 {
			out := int64(1)
			for _, a := range args {
				out *= a(th)
			}
			return out
		}
	}
	return func(th Thing) int64 {
		out := int64(0)
		for _, a := range args {
			out += a(th)
		}
		return out
	}
}
