package maths

import (
	"fmt"
	"maps"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// This file puts rules to a solver. Rules are expressions of Python over whole numbers: + - * // % **, comparisons, and, or, not,
// abs, min, max, sum, all, any, distinct, op(sign, a, b) and logic(sign, p, q), with loops over lists that are known.

// thing is what an expression stands for: a model.Term, or a list of things.
type thing any

// encoder states the rules of a draw.
type encoder struct {
	p     *model.Problem
	names map[string]thing
	signs map[string]int64 // signs by number, as slots hold them
}

// fault is a part of a rule that cannot be put to the solver.
type fault struct {
	at  syntax.Pos
	why string
}

func (f *fault) Error() string { return fmt.Sprintf("%s: %s", f.at, f.why) }

func (e *encoder) fail(x syntax.Expr, why string) { panic(&fault{x.Start(), why}) }

// term encodes an expression that stands for a number or a condition.
func (e *encoder) term(x syntax.Expr, env map[string]thing) model.Term {
	t, ok := e.expr(x, env).(model.Term)
	if !ok {
		e.fail(x, "expected a number or a condition, found a list")
	}
	return t
}

func (e *encoder) list(x syntax.Expr, env map[string]thing) []thing {
	l, ok := e.expr(x, env).([]thing)
	if !ok {
		e.fail(x, "expected a list")
	}
	return l
}

// constant gives the value of an expression that is known.
func (e *encoder) constant(x syntax.Expr, env map[string]thing) int64 {
	t := e.term(x, env)
	if !e.p.IsConst(t) {
		e.fail(x, "expected a number that is known")
	}
	n, ok := e.p.ConstValue(t).Int64()
	if !ok {
		e.fail(x, "expected a whole number")
	}
	return n
}

// rule encodes what a rule states, once for each turn of its loop.
func (e *encoder) rule(q rule) []model.Term {
	env := map[string]thing{}
	if q.loop == nil {
		return []model.Term{e.term(q.expr, env)}
	}
	var out []model.Term
	for _, v := range e.comp(q.loop, env) {
		t, ok := v.(model.Term)
		if !ok {
			e.fail(q.loop, "expected conditions, found a list")
		}
		out = append(out, t)
	}
	return out
}

func (e *encoder) expr(x syntax.Expr, env map[string]thing) thing {
	p := e.p
	switch n := x.(type) {
	case *syntax.NumLit:
		if n.IsInt && n.Big == nil {
			return p.Num(n.Int)
		}
	case *syntax.ConstLit:
		switch n.Word {
		case "True":
			return model.True
		case "False":
			return model.False
		}
	case *syntax.StrLit:
		if k, ok := e.signs[n.Value]; ok {
			return p.Num(k)
		}
		e.fail(x, fmt.Sprintf("%q is the value of no slot", n.Value))
	case *syntax.Name:
		if v, ok := env[n.ID]; ok {
			return v
		}
		if v, ok := e.names[n.ID]; ok {
			return v
		}
		e.fail(x, "there is no "+n.ID)
	case *syntax.ListExpr:
		return e.elems(n.Elts, env)
	case *syntax.TupleExpr:
		return e.elems(n.Elts, env)
	case *syntax.IndexExpr:
		l := e.list(n.X, env)
		i := e.constant(n.Index, env)
		if i < 0 {
			i += int64(len(l))
		}
		if i < 0 || i >= int64(len(l)) {
			e.fail(x, fmt.Sprintf("index %d of a list of %d", i, len(l)))
		}
		return l[i]
	case *syntax.UnaryExpr:
		t := e.term(n.X, env)
		switch n.Op {
		case syntax.Neg:
			return p.Neg(t)
		case syntax.Not:
			return p.Not(t)
		case syntax.Plus:
			return t
		}
	case *syntax.BinaryExpr:
		a := e.expr(n.X, env)
		if l, ok := a.([]thing); ok && n.Op == syntax.Add {
			return append(append([]thing{}, l...), e.list(n.Y, env)...)
		}
		l, r := e.term(n.X, env), e.term(n.Y, env)
		switch n.Op {
		case syntax.Add:
			return p.Add(l, r)
		case syntax.Sub:
			return p.Sub(l, r)
		case syntax.Mul:
			return p.Mul(l, r)
		case syntax.FloorDiv:
			return p.IntDiv(l, r)
		case syntax.Mod:
			return p.Mod(l, r)
		case syntax.Pow:
			k := e.constant(n.Y, env)
			if k < 0 || k > 12 {
				e.fail(x, "expected a power from 0 to 12")
			}
			out := p.Num(1)
			for range k {
				out = p.Mul(out, l)
			}
			return out
		}
	case *syntax.BoolExpr:
		var ts []model.Term
		for _, y := range n.X {
			ts = append(ts, e.term(y, env))
		}
		if n.Op == syntax.And {
			return p.And(ts...)
		}
		return p.Or(ts...)
	case *syntax.IfExpr:
		return p.If(e.term(n.Cond, env), e.term(n.Then, env), e.term(n.Else, env))
	case *syntax.CompareExpr:
		return e.compare(n, env)
	case *syntax.CallExpr:
		return e.call(n, env)
	case *syntax.Comp:
		if n.Kind == syntax.ListComp || n.Kind == syntax.GenExpr {
			return e.comp(n, env)
		}
	}
	e.fail(x, "rules know nothing of this")
	return nil
}

func (e *encoder) elems(xs []syntax.Expr, env map[string]thing) []thing {
	out := []thing{}
	for _, y := range xs {
		out = append(out, e.expr(y, env))
	}
	return out
}

func (e *encoder) compare(n *syntax.CompareExpr, env map[string]thing) model.Term {
	var all []model.Term
	left := n.First
	for i, op := range n.Ops {
		if op == syntax.In || op == syntax.NotIn {
			var any []model.Term
			for _, v := range e.list(n.Rest[i], env) {
				t, ok := v.(model.Term)
				if !ok {
					e.fail(n, "expected a list of numbers")
				}
				any = append(any, e.p.Eq(e.term(left, env), t))
			}
			t := e.p.Or(any...)
			if op == syntax.NotIn {
				t = e.p.Not(t)
			}
			all = append(all, t)
			left = n.Rest[i]
			continue
		}
		a, b := e.term(left, env), e.term(n.Rest[i], env)
		switch op {
		case syntax.Eq:
			all = append(all, e.p.Eq(a, b))
		case syntax.Ne:
			all = append(all, e.p.Ne(a, b))
		case syntax.Lt:
			all = append(all, e.p.Lt(a, b))
		case syntax.Le:
			all = append(all, e.p.Le(a, b))
		case syntax.Gt:
			all = append(all, e.p.Gt(a, b))
		case syntax.Ge:
			all = append(all, e.p.Ge(a, b))
		default:
			e.fail(n, "rules do not compare by "+op.String())
		}
		left = n.Rest[i]
	}
	return e.p.And(all...)
}

// most bounds how many turns loops take.
const mostTurns = 10_000

func (e *encoder) comp(n *syntax.Comp, env map[string]thing) []thing {
	out := []thing{}
	e.turns(n, 0, env, func(in map[string]thing) {
		if out = append(out, e.expr(n.Elt, in)); len(out) > mostTurns {
			e.fail(n, "a loop of too many turns")
		}
	})
	return out
}

// turns calls a function for each turn of a loop, with the names that it binds.
func (e *encoder) turns(n *syntax.Comp, k int, env map[string]thing, each func(env map[string]thing)) {
	if k == len(n.Clauses) {
		each(env)
		return
	}
	cl := n.Clauses[k]
	for _, v := range e.list(cl.Iter, env) {
		in := make(map[string]thing, len(env)+1)
		maps.Copy(in, env)
		e.bind(cl.Target, v, in)
		ok := true
		for _, c := range cl.Ifs {
			t := e.term(c, in)
			if !e.p.IsConst(t) {
				e.fail(c, "expected a condition that is known")
			}
			ok = ok && t == model.True
		}
		if ok {
			e.turns(n, k+1, in, each)
		}
	}
}

func (e *encoder) bind(target syntax.Expr, v thing, env map[string]thing) {
	switch t := target.(type) {
	case *syntax.Name:
		env[t.ID] = v
		return
	case *syntax.TupleExpr:
		if l, ok := v.([]thing); ok && len(l) == len(t.Elts) {
			for i, x := range t.Elts {
				e.bind(x, l[i], env)
			}
			return
		}
	}
	e.fail(target, "the target of a loop does not fit")
}

func (e *encoder) call(n *syntax.CallExpr, env map[string]thing) thing {
	p := e.p
	f, ok := n.Fun.(*syntax.Name)
	if !ok {
		e.fail(n, "rules have no methods")
	}
	var args []syntax.Expr
	for _, a := range n.Args {
		args = append(args, a.Value)
	}
	terms := func() []model.Term { return e.numbers(n, env) }
	need := func(k int) {
		if len(args) != k {
			e.fail(n, fmt.Sprintf("%s takes %d arguments", f.ID, k))
		}
	}
	switch f.ID {
	case "range":
		var b []int64
		for _, a := range args {
			b = append(b, e.constant(a, env))
		}
		lo, hi := int64(0), int64(0)
		switch len(b) {
		case 1:
			hi = b[0]
		case 2:
			lo, hi = b[0], b[1]
		default:
			e.fail(n, "range takes one or two arguments")
		}
		out := []thing{}
		for i := lo; i < hi && len(out) <= mostTurns; i++ {
			out = append(out, p.Num(i))
		}
		return out
	case "len":
		need(1)
		return p.Num(int64(len(e.list(args[0], env))))
	case "sum":
		return p.Add(append([]model.Term{p.Num(0)}, terms()...)...)
	case "min":
		return p.Min(terms()...)
	case "max":
		return p.Max(terms()...)
	case "all":
		return p.And(terms()...)
	case "any":
		return p.Or(terms()...)
	case "distinct":
		return p.Distinct(terms()...)
	case "abs":
		need(1)
		return p.Abs(e.term(args[0], env))
	case "int":
		need(1)
		return e.term(args[0], env)
	case "op", "logic":
		need(3)
		o, a, b := e.term(args[0], env), e.term(args[1], env), e.term(args[2], env)
		if f.ID == "op" {
			out := p.Mul(a, b)
			out = p.If(p.Eq(o, p.Num(e.signs["-"])), p.Sub(a, b), out)
			return p.If(p.Eq(o, p.Num(e.signs["+"])), p.Add(a, b), out)
		}
		out := p.Iff(a, b)
		for _, c := range []struct {
			sign string
			t    model.Term
		}{{"and", p.And(a, b)}, {"or", p.Or(a, b)}, {"implies", p.Implies(a, b)}, {"xor", p.Not(p.Iff(a, b))}} {
			if k, ok := e.signs[c.sign]; ok {
				is := p.Eq(o, p.Num(k))
				out = p.Or(p.And(is, c.t), p.And(p.Not(is), out))
			}
		}
		return out
	}
	e.fail(n, "rules have no function "+f.ID)
	return nil
}

// numbers are the arguments of a function that takes several numbers, or one list of them.
func (e *encoder) numbers(n *syntax.CallExpr, env map[string]thing) []model.Term {
	var things []thing
	if len(n.Args) == 1 {
		things = e.list(n.Args[0].Value, env)
	} else {
		for _, a := range n.Args {
			things = append(things, e.expr(a.Value, env))
		}
	}
	var out []model.Term
	for _, v := range things {
		t, ok := v.(model.Term)
		if !ok {
			e.fail(n, "expected numbers")
		}
		out = append(out, t)
	}
	return out
}
