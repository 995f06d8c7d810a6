package model

// Copy builds a term of another problem, which is no variable, in this one: the same operator with the operands given, which
// stand for those that Args lists. The term is folded as the constructors do it.
func (q *Problem) Copy(p *Problem, t Term, args []Term) Term {
	switch p.Op(t) {
	case OpConst:
		return q.Val(p.ConstValue(t))
	case OpNot:
		return q.Not(args[0])
	case OpAnd:
		return q.And(args...)
	case OpOr:
		return q.Or(args...)
	case OpImplies:
		return q.Implies(args[0], args[1])
	case OpXor:
		return q.Xor(args[0], args[1])
	case OpIf:
		return q.If(args[0], args[1], args[2])
	case OpEq:
		return q.Eq(args[0], args[1])
	case OpNe:
		return q.Ne(args[0], args[1])
	case OpLt:
		return q.Lt(args[0], args[1])
	case OpLe:
		return q.Le(args[0], args[1])
	case OpGt:
		return q.Gt(args[0], args[1])
	case OpGe:
		return q.Ge(args[0], args[1])
	case OpDistinct:
		return q.Distinct(args...)
	case OpAtMost:
		return q.AtMost(p.Param(t), args...)
	case OpAtLeast:
		return q.AtLeast(p.Param(t), args...)
	case OpAdd:
		return q.Add(args...)
	case OpSub:
		return q.Sub(args[0], args[1])
	case OpNeg:
		return q.Neg(args[0])
	case OpMul:
		return q.Mul(args...)
	case OpIntDiv:
		return q.IntDiv(args[0], args[1])
	case OpMod:
		if p.Param(t) > 0 && q.Bits(args[0]) > 0 {
			return args[0] // a bit vector's wrap-around, which q has made itself
		}
		return q.Mod(args[0], args[1])
	case OpRealDiv:
		return q.RealDiv(args[0], args[1])
	case OpPow:
		return q.Pow(args[0], args[1])
	case OpAbs:
		return q.Abs(args[0])
	case OpMin:
		return q.Min(args...)
	case OpMax:
		return q.Max(args...)
	case OpToReal:
		return q.ToReal(args[0])
	case OpToInt:
		return q.ToInt(args[0])
	case OpGraph:
		edges := p.GraphEdges(Graph(t))
		nodes := len(args) - len(edges)
		for i := range edges {
			edges[i].On = args[nodes+i]
		}
		return Term(q.Graph(args[:nodes], edges))
	case OpRegular:
		return q.Regular(p.DFAOf(t), args)
	}
	if p.Op(t).IsGraphQuery() {
		g, nodes := Graph(args[0]), p.QueryNodes(t)
		switch p.Op(t) {
		case OpConnected:
			return q.Connected(g)
		case OpGroups:
			return q.Groups(g)
		case OpSame:
			return q.Same(g, nodes[0], nodes[1])
		case OpGroupFirst:
			return q.GroupFirst(g, nodes[0])
		case OpGroupSum:
			return q.GroupSum(g, nodes[0], args[2:])
		case OpAcyclic:
			return q.Acyclic(g)
		case OpLoop:
			return q.Loop(g)
		case OpParted:
			return q.Parted(g)
		}
	}
	panic("model: cannot copy the operator " + p.Op(t).String())
}
