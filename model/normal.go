package model

import (
	"slices"
)

// normaliser holds what has been found out about terms on the way to their normal forms.
type normaliser struct {
	partial []bool         // by term: something in it may have no value (total.go)
	rails   map[Term]rails // of the partial terms
	simple  []Term         // by term: its normal form, read as total; NoTerm when not found yet
}

// Normal gives the normal form of a Bool term taken as a constraint: a term that is true exactly under the assignments under
// which the constraint holds, and false under all others. Solvers read this form. In it
//
//   - the operators are Const, Var, Not, And, Or, If, Eq, Le, Lt, Distinct, Add, Mul, IntDiv, Mod, RealDiv, Pow, Abs, Min,
//     Max, ToReal, ToInt, Graph, its queries, and Regular;
//   - every operator is total: a/0, Div(a,0) and 0^-n are 0, Mod(a,0) is a, and an Int to a negative power is 0; the guards
//     that make the rule on division by zero true are part of the term (any other total reading gives the same solutions);
//   - Bools: Not stands before Var, And, Or, If, Eq, Le, Lt and Distinct. The first operand of an And or Or is not a Not, so
//     that a term and its complement share a node: nand is Not(And), and "not a and b" may be Not(Or(a, Not b)). Operands are
//     sorted and different, and an And within an And is taken apart (unless it is long). If's condition and its first branch
//     are no Not. Cardinalities are sums of 0/1 terms;
//   - a 0/1 term is If(b, 1, 0), as Int or Real; If with two constant branches has no other form: If(b, 5, 3) is
//     3 + 2*If(b, 1, 0);
//   - numbers: Add is c + k1*t1 + k2*t2 ... with the constant first if it is not 0, and different t in ascending order; a
//     factor that is not 1 stands first in a Mul. Products with a constant are multiplied out, products with a 0/1 term are
//     an If, equal factors a Pow. ToReal stands before variables and what is not linear;
//   - a comparison of numbers is Le(sum, c), Lt(sum, c) or Eq(sum, c), or Not of it, with a constant c on the right and none
//     on the left, whole factors without a common divisor, and the first of them positive. Lt is of Reals only (Ints: Le);
//     what is Real in sort only (ToReal of Ints) is compared as Ints;
//   - graphs, their queries and Regular are as they were, of operands in normal form; the nodes of Same differ and ascend;
//   - constants are folded; no operand is NoTerm.
//
// A variable of the constraint may be missing from its normal form: it is then free within its domain, and still has a value
// in each solution. Domains are not used here. The form is found once and remembered.
func (p *Problem) Normal(t Term) Term {
	if p.Sort(t) != Bool {
		return p.fail("Normal", "the term is %s, not a Bool", p.describe(t))
	}
	return p.simplify(p.Total(t))
}

// isSimple reports whether a total term has its normal form.
func (p *Problem) isSimple(t Term) bool {
	return int(t) < len(p.norm.simple) && p.norm.simple[t] != NoTerm
}

// NormalObjective gives the objective in normal form, and a constraint, in normal form too, that is true where the objective
// has a value. Both are NoTerm when there is no objective.
func (p *Problem) NormalObjective() (objective, defined Term) {
	t, d := p.TotalObjective()
	if t == NoTerm {
		return NoTerm, NoTerm
	}
	return p.simplify(t), p.simplify(d)
}

// simplify finds the normal form of a term read as total, operands first. It takes the problem's constraints along that have
// none yet: to run through the arena once for all of them is what keeps many constraints cheap.
func (p *Problem) simplify(root Term) Term {
	if p.isSimple(root) {
		return p.norm.simple[root]
	}
	roots := []Term{root}
	for _, c := range p.cons {
		if t := p.Total(c.Term); !p.isSimple(t) {
			roots = append(roots, t)
		}
	}
	p.norm.simple = append(p.norm.simple, make([]Term, len(p.nodes)-len(p.norm.simple))...)
	used := p.Cone(roots...)
	inline := p.inlined(used, roots)
	for t := range used {
		if t := Term(t); used[t] && !inline[t] && p.norm.simple[t] == NoTerm {
			p.norm.simple[t] = p.simplifyNode(t, inline)
		}
	}
	return p.norm.simple[root]
}

// inlined marks the links of chains: a sum used once, by a sum (a + b) + c, is gathered by the outermost one, so that a chain
// of n additions makes one sum of n and not n sums. The same goes for And, Or and Mul.
func (p *Problem) inlined(used []bool, roots []Term) []bool {
	uses := make([]uint8, len(used))
	parent := make([]Op, len(used))
	for t := range used {
		if used[t] {
			for _, a := range p.Args(Term(t)) {
				uses[a] = min(uses[a]+1, 2)
				parent[a] = p.Op(Term(t))
			}
		}
	}
	for _, t := range roots {
		uses[t] = 2
	}
	inline := make([]bool, len(used))
	for t := range used {
		if op := p.Op(Term(t)); uses[t] == 1 && p.norm.simple[t] == NoTerm && chainOf(op) != 0 {
			inline[t] = chainOf(op) == chainOf(parent[t])
		}
	}
	return inline
}

// chainOf groups the operators that chains are made of.
func chainOf(op Op) Op {
	switch op {
	case OpAdd, OpSub, OpNeg:
		return OpAdd
	case OpAnd, OpOr, OpMul:
		return op
	}
	return 0
}

// simplifyNode finds the normal form of one term whose operands have theirs (or are inlined).
func (p *Problem) simplifyNode(t Term, inline []bool) Term {
	op, sort := p.Op(t), p.Sort(t)
	switch op {
	case OpConst, OpVar:
		return t
	case OpAnd:
		return p.nAnd(p.gather(t, inline))
	case OpOr:
		return p.nOr(p.gather(t, inline))
	case OpAdd, OpSub, OpNeg:
		l := linear{sort: sort}
		p.gatherSum(&l, t, inline)
		return p.fromLinear(&l)
	case OpMul:
		return p.nMul(sort, p.gather(t, inline))
	}
	args := make([]Term, 0, 8)
	for _, a := range p.Args(t) {
		args = append(args, p.norm.simple[a])
	}
	switch op {
	case OpNot:
		return p.Not(args[0])
	case OpImplies:
		return p.nOr([]Term{p.Not(args[0]), args[1]})
	case OpXor:
		return p.Not(p.nIff(args[0], args[1]))
	case OpIf:
		return p.nIf(args[0], args[1], args[2])
	case OpEq:
		return p.nEq(args[0], args[1])
	case OpNe:
		return p.Not(p.nEq(args[0], args[1]))
	case OpLt:
		return p.nCompare(OpLt, args[0], args[1])
	case OpLe:
		return p.nCompare(OpLe, args[0], args[1])
	case OpGt:
		return p.nCompare(OpLt, args[1], args[0])
	case OpGe:
		return p.nCompare(OpLe, args[1], args[0])
	case OpDistinct:
		return p.nDistinct(args)
	case OpAtMost, OpAtLeast:
		l := linear{sort: Int}
		for _, a := range args {
			l.add(p.n01(Int, a), IntValue(1), p)
		}
		l.constant = foldSub(Int, l.constant, IntValue(int64(p.Param(t))))
		if op == OpAtMost {
			return p.nAtom(OpLe, &l)
		}
		l.scale(IntValue(-1))
		return p.nAtom(OpLe, &l)
	case OpIntDiv:
		return p.nIntDiv(args[0], args[1])
	case OpMod:
		return p.nMod(args[0], args[1])
	case OpRealDiv:
		return p.nRealDiv(args[0], args[1])
	case OpPow:
		return p.nPow(args[0], args[1])
	case OpAbs:
		return p.nAbs(args[0])
	case OpMin, OpMax:
		return p.nExtreme(op, args)
	case OpToReal:
		return p.nToReal(args[0])
	case OpToInt:
		return p.nToInt(args[0])
	case OpGraph, OpRegular:
		return p.intern(op, sort, p.nodes[t].param, args...)
	}
	if op.IsGraphQuery() {
		return p.nQuery(t, args)
	}
	panic("model: no normal form for the operator " + op.String())
}

// gather lists the normal forms of the operands of a chain of one operator.
func (p *Problem) gather(t Term, inline []bool) []Term {
	var out []Term
	stack := []Term{t}
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, a := range p.Args(u) {
			if inline[a] {
				stack = append(stack, a)
			} else {
				out = append(out, p.norm.simple[a])
			}
		}
	}
	return out
}

// gatherSum adds up a chain of sums, differences and negations.
func (p *Problem) gatherSum(l *linear, t Term, inline []bool) {
	type link struct {
		t    Term
		coef int64
	}
	stack := []link{{t, 1}}
	for len(stack) > 0 {
		k := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		op := p.Op(k.t)
		for i, a := range p.Args(k.t) {
			coef := k.coef
			if op == OpNeg || op == OpSub && i == 1 {
				coef = -coef
			}
			if inline[a] {
				stack = append(stack, link{a, coef})
			} else {
				l.add(p.norm.simple[a], IntValue(coef), p)
			}
		}
	}
}

// maxSplice is the length up to which an And within an And is taken apart even where it is shared.
const maxSplice = 32

// base is a Bool without its Not.
func (p *Problem) base(t Term) (Term, bool) {
	if p.Op(t) == OpNot {
		return p.Arg(t, 0), true
	}
	return t, false
}

// nAnd is the conjunction of normal forms; it may change the slice.
func (p *Problem) nAnd(ts []Term) Term {
	var out []Term
	for _, t := range ts {
		b, negative := p.base(t)
		switch {
		case t == True:
		case t == False:
			return False
		case !negative && p.Op(t) == OpAnd && len(p.Args(t)) <= maxSplice:
			out = append(out, p.Args(t)...)
		case negative && p.Op(b) == OpOr && len(p.Args(b)) <= maxSplice:
			n := len(p.Args(b))
			for i := range n {
				out = append(out, p.Not(p.Arg(b, i)))
			}
		default:
			out = append(out, t)
		}
	}
	slices.SortFunc(out, func(a, b Term) int {
		x, nx := p.base(a)
		y, ny := p.base(b)
		switch {
		case x != y:
			return int(x) - int(y)
		case nx == ny:
			return 0
		case ny:
			return -1
		}
		return 1
	})
	out = slices.Compact(out)
	for i := 1; i < len(out); i++ {
		if a, _ := p.base(out[i-1]); p.Op(out[i]) == OpNot && p.Arg(out[i], 0) == a {
			return False
		}
	}
	switch len(out) {
	case 0:
		return True
	case 1:
		return out[0]
	}
	if _, negative := p.base(out[0]); negative {
		for i, t := range out {
			out[i] = p.Not(t)
		}
		return p.Not(p.intern(OpOr, Bool, 0, out...))
	}
	return p.intern(OpAnd, Bool, 0, out...)
}

// nOr is the disjunction of normal forms; it may change the slice.
func (p *Problem) nOr(ts []Term) Term {
	for i, t := range ts {
		ts[i] = p.Not(t)
	}
	return p.Not(p.nAnd(ts))
}

// nIff is the equality of two Bools in normal form.
func (p *Problem) nIff(a, b Term) Term {
	if p.IsConst(a) {
		a, b = b, a
	}
	switch b {
	case True:
		return a
	case False:
		return p.Not(a)
	}
	a, flipA := p.base(a)
	b, flipB := p.base(b)
	var t Term
	if a == b {
		t = True
	} else {
		t = p.intern(OpEq, Bool, 0, min(a, b), max(a, b))
	}
	if flipA != flipB {
		t = p.Not(t)
	}
	return t
}

func (p *Problem) nIf(c, a, b Term) Term {
	if base, negative := p.base(c); negative {
		c, a, b = base, b, a
	}
	switch {
	case c == True || a == b:
		return a
	case c == False:
		return b
	}
	if p.Sort(a) != Bool {
		return p.nIfNumber(c, a, b)
	}
	not := p.Not(c)
	switch {
	case a == c:
		a = True
	case a == not:
		a = False
	}
	switch {
	case b == c:
		b = False
	case b == not:
		b = True
	}
	switch {
	case a == b:
		return a
	case a == True:
		return p.nOr([]Term{c, b})
	case a == False:
		return p.nAnd([]Term{not, b})
	case b == True:
		return p.nOr([]Term{not, a})
	case b == False:
		return p.nAnd([]Term{c, a})
	case a == p.Not(b):
		return p.nIff(c, a)
	}
	if base, negative := p.base(a); negative {
		return p.Not(p.intern(OpIf, Bool, 0, c, base, p.Not(b)))
	}
	return p.intern(OpIf, Bool, 0, c, a, b)
}

func (p *Problem) nIfNumber(c, a, b Term) Term {
	x, y := p.ConstValue(a), p.ConstValue(b)
	if !x.Valid() || !y.Valid() {
		return p.intern(OpIf, p.Sort(a), 0, c, a, b)
	}
	sort := p.Sort(a)
	l := linear{sort: sort, constant: y}
	l.add(p.n01(sort, c), foldSub(sort, x, y), p)
	return p.fromLinear(&l)
}

// n01 is the 0/1 term of a Bool: 1 where it is true.
func (p *Problem) n01(sort Sort, b Term) Term {
	one, zero := p.constant(convert(IntValue(1), sort)), p.constant(convert(IntValue(0), sort))
	switch b {
	case True:
		return one
	case False:
		return zero
	}
	if base, negative := p.base(b); negative {
		l := linear{sort: sort, constant: IntValue(1)}
		l.add(p.n01(sort, base), IntValue(-1), p)
		return p.fromLinear(&l)
	}
	return p.intern(OpIf, sort, 0, b, one, zero)
}

// is01 gives the Bool of a 0/1 term.
func (p *Problem) is01(t Term) (Term, bool) {
	if p.Op(t) == OpIf && p.isNum(p.Arg(t, 1), 1) && p.isNum(p.Arg(t, 2), 0) {
		return p.Arg(t, 0), true
	}
	return NoTerm, false
}

func (p *Problem) nEq(a, b Term) Term {
	if p.Sort(a) == Bool {
		return p.nIff(a, b)
	}
	return p.nCompare(OpEq, a, b)
}

func (p *Problem) nDistinct(args []Term) Term {
	slices.Sort(args)
	if len(slices.Compact(slices.Clone(args))) < len(args) {
		return False
	}
	switch {
	case len(args) < 2:
		return True
	case len(args) == 2:
		return p.Not(p.nEq(args[0], args[1]))
	case p.Sort(args[0]) == Bool:
		return False
	}
	return p.intern(OpDistinct, Bool, 0, args...)
}
