package eval

import (
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// relation is one comparison of a chain, of any kind.
func (fr *frame) relation(op Op, a, b Value, at int32) Value {
	switch op {
	case syntax.Is:
		return Bool(identical(a, b))
	case syntax.IsNot:
		return Bool(!identical(a, b))
	case syntax.In, syntax.NotIn:
		in, err := Contains(fr.th, b, a)
		if err != nil {
			return fr.fail(at, err)
		}
		return Bool(in == (op == syntax.In))
	}
	return fr.compare(op, a, b, at)
}

// looper iterates over a value for a loop, without an iterator object for the commonest kinds.
type looper struct {
	kind  uint8
	i, n  int64
	step  int64
	elems []Value
	list  *List
	it    Iterator
}

const (
	loopIter = iota
	loopRange
	loopList
	loopTuple
)

// start begins an iteration; false means that it failed, with the error pending.
func (l *looper) start(fr *frame, v Value, at int32) bool {
	switch v := v.(type) {
	case *Range:
		l.kind, l.i, l.n, l.step = loopRange, v.start, v.n, v.step
	case *List:
		l.kind, l.list = loopList, v
	case *Tuple:
		l.kind, l.elems = loopTuple, v.elems
	default:
		it, err := Iterate(fr.th, v)
		if err != nil {
			fr.fail(at, err)
			return false
		}
		l.kind, l.it = loopIter, it
	}
	return true
}

// next gives the next value; nil at the end and on failure, which fr.th.err tells apart.
func (l *looper) next(fr *frame, at int32) Value {
	switch l.kind {
	case loopRange:
		if l.n <= 0 {
			return nil
		}
		i := l.i
		l.i += l.step
		l.n--
		return fr.th.box.int(i)
	case loopList:
		if l.i < int64(len(l.list.elems)) {
			v := l.list.elems[l.i]
			l.i++
			return v
		}
		return nil
	case loopTuple:
		if l.i < int64(len(l.elems)) {
			v := l.elems[l.i]
			l.i++
			return v
		}
		return nil
	}
	v, err := l.it.Next(fr.th)
	if err != nil {
		return fr.fail(at, err)
	}
	return v
}

// compLoop is the for and if part of a comprehension.
type compLoop struct{ clauses []compClause }

type compClause struct {
	iter     node
	target   target
	slot     int // of a target that is a plain local, or -1
	conds    []condNode
	cost     int64 // steps of one round
	iterCost int64
	at       int32
}

// pass evaluates a clause's conditions: 1, 0, or -1 when one failed.
func (c *compClause) pass(fr *frame) int8 {
	for _, x := range c.conds {
		if t := x.cond(fr); t != 1 {
			return t
		}
	}
	return 1
}

type compNode struct {
	compLoop
	kind     syntax.CompKind
	elt, val node
	cost     int64
	cells    []int
	at       int32
}

// compAcc collects what a comprehension gives.
type compAcc struct {
	list List
	set  *Set
	dict *Dict
}

func (n *compNode) eval(fr *frame) Value {
	first := n.clauses[0].iter.eval(fr)
	if first == nil {
		return nil
	}
	for _, s := range n.cells {
		fr.loc[s] = &cell{}
	}
	var acc compAcc
	switch n.kind {
	case syntax.ListComp:
		if len(n.clauses) == 1 && len(n.clauses[0].conds) == 0 {
			k := 0
			switch x := first.(type) {
			case *List:
				k = len(x.elems)
			case *Tuple:
				k = len(x.elems)
			case *Range:
				k = int(min(x.n, 1<<20))
			}
			if k > 0 && k <= 1024 {
				if err := fr.th.allocItems(k, 16); err != nil {
					return fr.fail(n.at, err)
				}
				acc.list.elems = make([]Value, 0, k)
			}
		}
	case syntax.SetComp:
		acc.set = NewSet()
	case syntax.DictComp:
		acc.dict = NewDict(0)
	}
	if !n.loop(fr, 0, first, &acc) {
		return nil
	}
	switch n.kind {
	case syntax.SetComp:
		return acc.set
	case syntax.DictComp:
		return acc.dict
	}
	return &List{elems: acc.list.elems}
}

func (n *compNode) loop(fr *frame, level int, v Value, acc *compAcc) bool {
	th := fr.th
	c := &n.clauses[level]
	var l looper
	if !l.start(fr, v, c.at) {
		return false
	}
	last := level == len(n.clauses)-1
	cost := c.cost
	if last {
		cost += n.cost
	}
	for {
		x := l.next(fr, c.at)
		if x == nil {
			return th.err == nil
		}
		if !th.burn(cost) {
			return fr.failPending(c.at)
		}
		if c.slot >= 0 {
			fr.loc[c.slot] = x
		} else if !c.target.assign(fr, x) {
			return false
		}
		if len(c.conds) > 0 {
			switch c.pass(fr) {
			case -1:
				return false
			case 0:
				continue
			}
		}
		if last {
			if !n.give(fr, acc) {
				return false
			}
			continue
		}
		next := &n.clauses[level+1]
		y := next.iter.eval(fr)
		if y == nil || !n.loop(fr, level+1, y, acc) {
			return false
		}
	}
}

// give evaluates the element and keeps it.
func (n *compNode) give(fr *frame, acc *compAcc) bool {
	e := n.elt.eval(fr)
	if e == nil {
		return false
	}
	var err error
	switch n.kind {
	case syntax.ListComp:
		if len(acc.list.elems) < cap(acc.list.elems) {
			acc.list.elems = append(acc.list.elems, e)
			return true
		}
		err = acc.list.push(fr.th, e)
	case syntax.SetComp:
		err = acc.set.Add(fr.th, e)
	default:
		v := n.val.eval(fr)
		if v == nil {
			return false
		}
		err = acc.dict.Set(fr.th, e, v)
	}
	if err != nil {
		fr.fail(n.at, err)
		return false
	}
	return true
}

// genNode makes a generator expression.
type genNode struct {
	compLoop
	fc   *funcCode
	elt  node
	cost int64
	at   int32
}

func (n *genNode) eval(fr *frame) Value {
	first := n.clauses[0].iter.eval(fr)
	if first == nil {
		return nil
	}
	g := &genExpr{n: n}
	g.fr = frame{th: fr.th, fc: n.fc, g: fr.g}
	if k := n.fc.nlocals; k <= len(g.locBuf) {
		g.fr.loc = g.locBuf[:k:k]
	} else {
		g.fr.loc = make([]Value, k)
	}
	g.fr.free = fr.captured(n.fc)
	for _, s := range n.fc.cells {
		g.fr.loc[s] = &cell{}
	}
	if k := len(n.clauses); k <= len(g.loopBuf) {
		g.loops = g.loopBuf[:k]
	} else {
		g.loops = make([]looper, k)
	}
	if !g.loops[0].start(fr, first, n.clauses[0].at) {
		return nil
	}
	if err := fr.th.Alloc(256); err != nil {
		return fr.fail(n.at, err)
	}
	return g
}

// genExpr is a generator expression under way: its loops, and how deep in them it stands.
type genExpr struct {
	n       *genNode
	fr      frame
	loops   []looper
	level   int
	running bool
	done    bool
	locBuf  [3]Value
	loopBuf [1]looper
}

// TypeName gives "generator".
func (*genExpr) TypeName() string { return "generator" }

// Iter gives the generator itself.
func (g *genExpr) Iter(*Thread) (Iterator, error) { return g, nil }

// Repr gives <generator object>.
func (g *genExpr) Repr(*Thread) (string, error) { return "<generator object <genexpr>>", nil }

// Attr gives the generator's methods.
func (g *genExpr) Attr(_ *Thread, name string) (Value, error) {
	switch name {
	case "__next__":
		return &BoundMethod{recv: g, name: name, fn: func(th *Thread, _ Value, _ []Value, _ []Kwarg) (Value, error) {
			v, err := g.Next(th)
			if v == nil && err == nil {
				err = stopIterationError(nil)
			}
			return v, err
		}}, nil
	case "close":
		return &BoundMethod{recv: g, name: name, fn: func(*Thread, Value, []Value, []Kwarg) (Value, error) {
			g.done = true
			return None, nil
		}}, nil
	}
	return nil, nil
}

// Next runs the loops to the next element.
func (g *genExpr) Next(th *Thread) (Value, error) {
	if g.done {
		return nil, nil
	}
	if g.running {
		return nil, valueErr("generator already executing")
	}
	if th.depth >= th.limits.Depth {
		return nil, th.tooDeep()
	}
	g.running = true
	th.depth++
	outer := th.cur
	th.cur = &g.fr
	v := g.step(&g.fr)
	th.cur = outer
	th.depth--
	g.running = false
	if v == nil {
		g.done = true
		if th.err != nil {
			return nil, th.takeErr()
		}
	}
	return v, nil
}

func (g *genExpr) step(fr *frame) Value {
	th, n := fr.th, g.n
	for {
		c := &n.clauses[g.level]
		x := g.loops[g.level].next(fr, c.at)
		if x == nil {
			if th.err != nil || g.level == 0 {
				return nil
			}
			g.level--
			continue
		}
		last := g.level == len(n.clauses)-1
		cost := c.cost
		if last {
			cost += n.cost
		}
		if !th.burn(cost) {
			fr.failPending(c.at)
			return nil
		}
		if c.slot >= 0 {
			fr.loc[c.slot] = x
		} else if !c.target.assign(fr, x) {
			return nil
		}
		switch c.pass(fr) {
		case -1:
			return nil
		case 0:
			continue
		}
		if last {
			return n.elt.eval(fr)
		}
		y := n.clauses[g.level+1].iter.eval(fr)
		if y == nil {
			return nil
		}
		g.loops[g.level+1] = looper{}
		if !g.loops[g.level+1].start(fr, y, n.clauses[g.level+1].at) {
			return nil
		}
		g.level++
	}
}
