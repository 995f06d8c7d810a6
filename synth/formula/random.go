package formula

// Stream is where draws come from; internal/rng's Stream is one.
type Stream interface {
	Uint64N(n uint64) uint64 // uniform over 0..n-1, n > 0
}

// Options say what random formulas are made of.
type Options struct {
	Vars     int  // number of variables
	Cond     bool // a comparison with 0
	Power    bool // squares, cubes and quotients are allowed; without, formulas are linear
	MaxDepth int  // levels of operators
}

// Random draws a formula in which at least one variable occurs. Products have a constant on one side; constants are 1 to 10.
func Random(s Stream, o Options) *Node {
	g := &generator{s, o}
	var n *Node
	for n = g.tree(o.MaxDepth); n.Vars() == 0; {
		n = g.tree(o.MaxDepth)
	}
	if o.Cond {
		rels := []string{"<=", ">=", "<", ">", "=="}
		n = &Node{Op: Cmp, Rel: rels[g.n(len(rels))], L: n, R: &Node{Op: Const}}
	}
	return n
}

type generator struct {
	s Stream
	o Options
}

func (g *generator) n(n int) int { return int(g.s.Uint64N(uint64(n))) }

func (g *generator) variable() *Node { return &Node{Op: Var, N: g.n(g.o.Vars)} }
func (g *generator) constant() *Node { return &Node{Op: Const, N: 1 + g.n(10)} }

func (g *generator) leaf() *Node {
	if g.n(2) == 0 {
		return g.variable()
	}
	return g.constant()
}

func (g *generator) tree(depth int) *Node {
	if depth <= 0 {
		return g.variable()
	}
	ops := []Op{Add, Sub, Mul}
	if g.o.Power {
		ops = append(ops, Div, Power)
	}
	op := ops[g.n(len(ops))]
	if depth == 1 {
		return g.last(op)
	}
	switch op {
	case Mul:
		l, r := g.tree(depth-1), g.constant()
		if g.n(2) == 0 {
			l, r = r, l
		}
		return &Node{Op: Mul, L: l, R: r}
	case Div:
		return &Node{Op: Div, L: g.tree(depth - 1), R: g.leaf()}
	case Power:
		return &Node{Op: Power, L: g.variable(), R: &Node{Op: Const, N: 2 + g.n(2)}}
	}
	return &Node{Op: op, L: g.tree(depth - 1), R: g.tree(depth - 1)}
}

// last is an operator on a variable and a second leaf.
func (g *generator) last(op Op) *Node {
	l, r := g.variable(), g.leaf()
	switch op {
	case Power:
		return &Node{Op: Power, L: l, R: &Node{Op: Const, N: 2 + g.n(2)}}
	case Mul:
		r = g.constant()
	case Div:
		return &Node{Op: Div, L: l, R: r}
	}
	if g.n(2) == 0 {
		l, r = r, l
	}
	return &Node{Op: op, L: l, R: r}
}
