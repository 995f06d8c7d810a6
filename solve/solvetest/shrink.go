package solvetest

import (
	"math/big"

	"github.com/quandary-puzzles/quandary/model"
)

// maxTries bounds the candidates that Shrink looks at.
const maxTries = 2000

// Shrink makes a problem smaller as long as it stays bad: constraints are left out, terms are replaced by one of their
// operands or by a constant, domains are narrowed, the objective is dropped.
func Shrink(p *model.Problem, bad func(*model.Problem) bool) *model.Problem {
	tries := 0
	for {
		terms, domains := size(p)
		smaller := shrinkOnce(p, func(q *model.Problem) bool {
			if tries >= maxTries || q.Err() != nil {
				return false
			}
			if t, d := size(q); t > terms || t == terms && d.Cmp(domains) >= 0 {
				return false
			}
			tries++
			return bad(q)
		})
		if smaller == nil {
			return p
		}
		p = smaller
	}
}

// size is the number of terms that a problem needs, and the sum of the sizes of its domains.
func size(p *model.Problem) (terms int, domains *big.Int) {
	var roots []model.Term
	for i := range p.NumConstraints() {
		roots = append(roots, p.Constraint(i).Term)
		terms++
	}
	if o := p.Objective(); o.Sense != model.NoObjective {
		roots = append(roots, o.Term)
		terms++
	}
	for _, used := range p.Cone(roots...) {
		if used {
			terms++
		}
	}
	domains = new(big.Int)
	for v := range p.NumVars() {
		if d := p.Variable(model.Var(v)).Domain; d.Bounded() && d.Lo.IsInt() && d.Hi.IsInt() {
			domains.Add(domains, new(big.Int).Sub(d.Hi.BigInt(), d.Lo.BigInt()))
		}
	}
	return terms, domains
}

// shrinkOnce finds a smaller bad problem, or nil.
func shrinkOnce(p *model.Problem, bad func(*model.Problem) bool) *model.Problem {
	for i := range p.NumConstraints() {
		if q := copyOf(p, change{dropConstraint: i + 1}); bad(q) {
			return q
		}
	}
	if p.Objective().Sense != model.NoObjective {
		if q := copyOf(p, change{dropObjective: true}); bad(q) {
			return q
		}
	}
	var roots []model.Term
	for i := range p.NumConstraints() {
		roots = append(roots, p.Constraint(i).Term)
	}
	if p.Objective().Sense != model.NoObjective {
		roots = append(roots, p.Objective().Term)
	}
	used := p.Cone(roots...)
	for t := model.Term(len(used) - 1); t > 0; t-- {
		if !used[t] || p.IsConst(t) {
			continue
		}
		replacements := []model.Term{model.True, model.False}
		if p.Sort(t) != model.Bool {
			zero, one := p.ToReal(p.Num(0)), p.ToReal(p.Num(1))
			if p.Sort(t) == model.Int {
				zero, one = p.Num(0), p.Num(1)
			}
			replacements = []model.Term{zero, one}
		}
		for _, a := range p.Args(t) {
			if p.Sort(a) == p.Sort(t) {
				replacements = append(replacements, a)
			}
		}
		if p.Op(t) == model.OpVar {
			replacements = nil
		}
		for _, r := range replacements {
			if q := copyOf(p, change{from: t, to: r}); bad(q) {
				return q
			}
		}
		if n := len(p.Args(t)); n > 2 {
			switch p.Op(t) {
			case model.OpAnd, model.OpOr, model.OpAdd, model.OpMul, model.OpMin, model.OpMax, model.OpDistinct, model.OpAtMost, model.OpAtLeast:
				for i := range n {
					if q := copyOf(p, change{from: t, dropArg: i + 1}); bad(q) {
						return q
					}
				}
			}
		}
	}
	for v := range p.NumVars() {
		d := p.Variable(model.Var(v)).Domain
		if !d.Bounded() || d.Lo.Compare(d.Hi) >= 0 || p.Variable(model.Var(v)).Sort != model.Int {
			continue
		}
		lo, hi := d.Lo.BigInt(), d.Hi.BigInt()
		mid := new(big.Int).Add(lo, hi)
		mid.Rsh(mid, 1)
		for _, narrow := range []model.Domain{
			{Lo: d.Lo, Hi: model.BigIntValue(mid)},
			{Lo: model.BigIntValue(new(big.Int).Add(mid, big.NewInt(1))), Hi: d.Hi},
			{Lo: d.Lo, Hi: model.BigIntValue(new(big.Int).Sub(hi, big.NewInt(1)))},
			{Lo: model.BigIntValue(new(big.Int).Add(lo, big.NewInt(1))), Hi: d.Hi},
		} {
			if q := copyOf(p, change{narrow: v + 1, domain: narrow}); bad(q) {
				return q
			}
		}
	}
	return nil
}

// change is one difference between a problem and its copy. Numbers count from 1; 0 is no change.
type change struct {
	dropConstraint int
	dropObjective  bool
	from, to       model.Term // replace a term; with dropArg, leave out an operand of it
	dropArg        int
	narrow         int
	domain         model.Domain
}

// copyOf builds a problem again with a change. Variables that are mentioned no more are left out.
func copyOf(p *model.Problem, c change) *model.Problem {
	q := model.NewProblem()
	var roots []model.Term
	for i := range p.NumConstraints() {
		if i+1 != c.dropConstraint {
			roots = append(roots, p.Constraint(i).Term)
		}
	}
	objective := p.Objective()
	if c.dropObjective {
		objective = model.Objective{}
	}
	if objective.Sense != model.NoObjective {
		roots = append(roots, objective.Term)
	}
	used := p.Cone(append(roots, c.to)...)
	made := make([]model.Term, len(used))
	for v := range p.NumVars() {
		x := p.Variable(model.Var(v))
		t := p.VarTerm(model.Var(v))
		if int(t) >= len(used) || !used[t] {
			continue
		}
		if v+1 == c.narrow {
			x.Domain, x.Values, x.Bits = c.domain, nil, 0
		}
		made[t] = q.Declare(x)
	}
	for t := model.Term(1); int(t) < len(used); t++ {
		if !used[t] {
			continue
		}
		if t == c.from && c.to != model.NoTerm {
			made[t] = made[c.to]
			continue
		}
		var args []model.Term
		for i, a := range p.Args(t) {
			if t != c.from || i+1 != c.dropArg {
				args = append(args, made[a])
			}
		}
		if p.Op(t) != model.OpVar {
			made[t] = Copy(q, p, t, args)
		}
	}
	for i := range p.NumConstraints() {
		if i+1 != c.dropConstraint {
			q.Assert(p.Constraint(i).Name, made[p.Constraint(i).Term])
		}
	}
	if objective.Sense != model.NoObjective {
		q.SetObjective(objective.Sense, made[objective.Term])
	}
	return q
}

// Copy builds a term of p, which is no variable, in q: the same operator with operands of q.
func Copy(q, p *model.Problem, t model.Term, args []model.Term) model.Term {
	switch p.Op(t) {
	case model.OpConst:
		return q.Val(p.ConstValue(t))
	case model.OpNot:
		return q.Not(args[0])
	case model.OpAnd:
		return q.And(args...)
	case model.OpOr:
		return q.Or(args...)
	case model.OpImplies:
		return q.Implies(args[0], args[1])
	case model.OpXor:
		return q.Xor(args[0], args[1])
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
		if p.Param(t) > 0 && q.Bits(args[0]) > 0 {
			return args[0] // a bit vector's wrap-around, which q has made itself
		}
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
	case model.OpGraph:
		edges := p.GraphEdges(model.Graph(t))
		nodes := len(args) - len(edges)
		for i := range edges {
			edges[i].On = args[nodes+i]
		}
		return model.Term(q.Graph(args[:nodes], edges))
	case model.OpRegular:
		return q.Regular(p.DFAOf(t), args)
	}
	if p.Op(t).IsGraphQuery() {
		g, nodes := model.Graph(args[0]), p.QueryNodes(t)
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
			return q.GroupSum(g, nodes[0], args[2:])
		case model.OpAcyclic:
			return q.Acyclic(g)
		case model.OpLoop:
			return q.Loop(g)
		case model.OpParted:
			return q.Parted(g)
		}
	}
	panic("solvetest: cannot copy the operator " + p.Op(t).String())
}
