package lineup

import (
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// Term states a statement of the form in a constraint problem. The places are numbers from 1 to n, in a row or in a ring.
func (f *Form) Term(m *model.Problem, n int, ring bool, s Said, places ...model.Term) model.Term {
	return stated{m, n, ring, s, places}.truth(f.means)
}

type stated struct {
	m      *model.Problem
	n      int
	ring   bool
	s      Said
	places []model.Term
}

func (t stated) truth(x syntax.Expr) model.Term {
	m := t.m
	parts := func(xs []syntax.Expr) []model.Term {
		out := make([]model.Term, len(xs))
		for i, y := range xs {
			out[i] = t.truth(y)
		}
		return out
	}
	switch x := x.(type) {
	case *syntax.UnaryExpr:
		return m.Not(t.truth(x.X))
	case *syntax.BoolExpr:
		if x.Op == syntax.And {
			return m.And(parts(x.X)...)
		}
		return m.Or(parts(x.X)...)
	case *syntax.CallExpr: // odd(x)
		return m.Eq(m.Mod(t.number(x.Args[0].Value), m.Num(2)), m.Num(1))
	}
	chain := x.(*syntax.CompareExpr)
	if term, ok := t.bounded(chain); ok {
		return term
	}
	var links []model.Term
	left := chain.First
	for i, right := range chain.Rest {
		if link, ok := t.link(chain.Ops[i], left, right); ok {
			links = append(links, link)
		}
		left = right
	}
	if len(links) == 1 {
		return links[0]
	}
	return m.And(links...)
}

// bounded states lo <= ahead(x, y) <= hi, or that of apart(x, y), where the bounds are equal or there is no upper one: as equations and
// comparisons of places, which engines propagate better than those of differences. Not ok for other chains.
func (t stated) bounded(chain *syntax.CompareExpr) (model.Term, bool) {
	call, ok := chain.Rest[0].(*syntax.CallExpr)
	lo, isName := chain.First.(*syntax.Name)
	if !ok || !isName || lo.ID != "lo" || len(call.Args) != 2 || t.s.Lo%Unit != 0 && t.s.Lo != 1 {
		return 0, false
	}
	m, apart := t.m, call.Fun.(*syntax.Name).ID == "apart"
	x, y := t.number(call.Args[0].Value), t.number(call.Args[1].Value)
	if t.s.Hi == Open && !t.ring && !apart && t.s.Lo <= Unit {
		return m.Lt(x, y), true
	}
	if t.s.Lo != t.s.Hi || t.ring && t.s.Lo != Unit {
		return 0, false
	}
	d := m.Num(int64(t.s.Lo / Unit))
	on := func(x, y model.Term) model.Term { // y is d above x; in a ring, x is the next after y
		if !t.ring {
			return m.Eq(y, m.Add(x, d))
		}
		next := m.Eq(x, m.Add(y, d))
		if t.n > 1 {
			next = m.Or(next, m.And(m.Eq(x, d), m.Eq(y, m.Num(int64(t.n)))))
		}
		return next
	}
	if apart {
		return m.Or(on(y, x), on(x, y)), true
	}
	return on(x, y), true
}

// link states one comparison; not ok where it always holds, because its bound is open.
func (t stated) link(op syntax.Op, left, right syntax.Expr) (model.Term, bool) {
	m := t.m
	if isTruth(left) {
		same := m.Iff(t.truth(left), t.truth(right))
		if op == syntax.Ne {
			same = m.Not(same)
		}
		return same, true
	}
	if name, ok := right.(*syntax.Name); ok && name.ID == "hi" && t.s.Hi == Open {
		return m.Truth(true), false
	}
	p, q := t.number(left), t.number(right)
	compare := map[syntax.Op]func(a, b model.Term) model.Term{syntax.Eq: m.Eq, syntax.Ne: m.Ne, syntax.Lt: m.Lt, syntax.Le: m.Le, syntax.Gt: m.Gt, syntax.Ge: m.Ge}
	return compare[op](p, q), true
}

// isTruth tells whether an expression is true or false rather than a number.
func isTruth(x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.Name, *syntax.NumLit, *syntax.BinaryExpr:
		return false
	case *syntax.CallExpr:
		return x.Fun.(*syntax.Name).ID == "odd"
	}
	return true
}

func (t stated) number(x syntax.Expr) model.Term {
	m := t.m
	switch x := x.(type) {
	case *syntax.NumLit:
		return m.Num(x.Int)
	case *syntax.Name:
		switch x.ID {
		case "n":
			return m.Num(int64(t.n))
		case "lo": // places are whole numbers: the next one that keeps the bound
			return m.Num(int64((t.s.Lo + Unit - 1) / Unit))
		case "hi":
			return m.Num(int64(t.s.Hi / Unit))
		case "at":
			return m.Num(int64(t.s.At + 1))
		}
		return t.places[argument(x)]
	case *syntax.BinaryExpr:
		p, q := t.number(x.X), t.number(x.Y)
		switch x.Op {
		case syntax.Add:
			return m.Add(p, q)
		case syntax.Sub:
			return m.Sub(p, q)
		}
		return m.Mul(p, q)
	}
	call := x.(*syntax.CallExpr)
	p, q := t.number(call.Args[0].Value), t.number(call.Args[len(call.Args)-1].Value)
	name := call.Fun.(*syntax.Name).ID
	if name == "rank" {
		return p
	}
	if !t.ring {
		if d := m.Sub(q, p); name == "ahead" {
			return d
		} else {
			return m.Abs(d)
		}
	}
	n := m.Num(int64(t.n))
	clockwise := m.If(m.Ge(p, q), m.Sub(p, q), m.Add(m.Sub(p, q), n))
	if name == "ahead" {
		return clockwise
	}
	return m.Min(clockwise, m.Sub(n, clockwise))
}
