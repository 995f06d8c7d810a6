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
			made[t] = q.Copy(p, t, args)
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
