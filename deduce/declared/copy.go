package declared

import (
	"slices"

	"github.com/quandary-puzzles/quandary/model"
)

// copier builds terms of one problem again in another, which has only what they need.
type copier struct {
	from, to *model.Problem
	terms    map[model.Term]model.Term
}

func (c *copier) copy(t model.Term) model.Term {
	if t == model.NoTerm {
		return t
	}
	if out, ok := c.terms[t]; ok {
		return out
	}
	out := c.build(t)
	c.terms[t] = out
	return out
}

func (c *copier) build(t model.Term) model.Term {
	p, q := c.from, c.to
	switch p.Op(t) {
	case model.OpConst:
		return q.Val(p.ConstValue(t))
	case model.OpVar:
		v, _ := p.VarOf(t)
		return q.Declare(p.Variable(v))
	case model.OpGraph:
		return model.Term(c.graph(model.Graph(t)))
	}
	if p.Op(t).IsGraphQuery() {
		return c.query(t)
	}
	var args []model.Term
	for _, a := range slices.Clone(p.Args(t)) {
		args = append(args, c.copy(a))
	}
	switch p.Op(t) {
	case model.OpNot:
		return q.Not(args[0])
	case model.OpAnd:
		return q.And(args...)
	case model.OpOr:
		return q.Or(args...)
	case model.OpImplies:
		return q.Implies(args[0], args[1])
	case model.OpXor:
		return q.Not(q.Iff(args[0], args[1]))
	case model.OpIf:
		return q.If(args[0], args[1], args[2])
	case model.OpEq:
		return q.Eq(args[0], args[1])
	case model.OpNe:
		return q.Ne(args[0], args[1])
	case model.OpLt:
		return q.Lt(args[0], args[1])
	case model.OpLe:
		return q.Le(args[0], args[1])
	case model.OpGt:
		return q.Gt(args[0], args[1])
	case model.OpGe:
		return q.Ge(args[0], args[1])
	case model.OpDistinct:
		return q.Distinct(args...)
	case model.OpAtMost:
		return q.AtMost(p.Param(t), args...)
	case model.OpAtLeast:
		return q.AtLeast(p.Param(t), args...)
	case model.OpAdd:
		return q.Add(args...)
	case model.OpSub:
		return q.Sub(args[0], args[1])
	case model.OpNeg:
		return q.Neg(args[0])
	case model.OpMul:
		return q.Mul(args...)
	case model.OpIntDiv:
		return q.IntDiv(args[0], args[1])
	case model.OpMod:
		return q.Mod(args[0], args[1])
	case model.OpRealDiv:
		return q.RealDiv(args[0], args[1])
	case model.OpPow:
		return q.Pow(args[0], args[1])
	case model.OpAbs:
		return q.Abs(args[0])
	case model.OpMin:
		return q.Min(args...)
	case model.OpMax:
		return q.Max(args...)
	case model.OpToReal:
		return q.ToReal(args[0])
	case model.OpToInt:
		return q.ToInt(args[0])
	case model.OpRegular:
		return q.Regular(p.DFAOf(t), args)
	}
	panic("declared: the operator " + p.Op(t).String() + " cannot be copied")
}

func (c *copier) graph(g model.Graph) model.Graph {
	var nodes []model.Term
	for _, n := range slices.Clone(c.from.GraphNodes(g)) {
		nodes = append(nodes, c.copy(n))
	}
	edges := c.from.GraphEdges(g)
	for i := range edges {
		edges[i].On = c.copy(edges[i].On)
	}
	return c.to.Graph(nodes, edges)
}

func (c *copier) query(t model.Term) model.Term {
	p, q := c.from, c.to
	g := model.Graph(c.copy(model.Term(p.GraphOf(t))))
	nodes := p.QueryNodes(t)
	switch p.Op(t) {
	case model.OpConnected:
		return q.Connected(g)
	case model.OpGroups:
		return q.Groups(g)
	case model.OpSame:
		return q.Same(g, nodes[0], nodes[1])
	case model.OpGroupFirst:
		return q.GroupFirst(g, nodes[0])
	case model.OpGroupSum:
		var weights []model.Term
		for _, w := range slices.Clone(p.QueryWeights(t)) {
			weights = append(weights, c.copy(w))
		}
		return q.GroupSum(g, nodes[0], weights)
	case model.OpAcyclic:
		return q.Acyclic(g)
	case model.OpLoop:
		return q.Loop(g)
	case model.OpParted:
		return q.Parted(g)
	}
	panic("declared: the query " + p.Op(t).String() + " cannot be copied")
}
