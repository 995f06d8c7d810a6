package reading

import (
	"errors"
	"math/big"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/proof/clauses"
)

// problem reads the constraints, and that the objective has a value.
func (r *Reading) problem(p *model.Problem) error {
	var roots []model.Term
	for i := range p.NumConstraints() {
		roots = append(roots, p.Constraint(i).Term)
	}
	asserted := len(roots)
	if o := p.Objective(); o.Sense != model.NoObjective {
		roots = append(roots, o.Term)
	}
	if len(roots) == 0 {
		return nil
	}
	r.variables(p, roots[:asserted])
	values := map[model.Term]value{}
	for t, used := range p.Cone(roots...) {
		t := model.Term(t)
		if !used {
			continue
		}
		v, err := r.term(p, t, values)
		if err != nil {
			return err
		}
		values[t] = v
	}
	for i, t := range roots {
		l := values[t].yes
		if i >= asserted {
			l = r.valid(values[t])
		}
		r.db.Add([]clauses.Lit{l})
	}
	return nil
}

func (r *Reading) term(p *model.Problem, t model.Term, values map[model.Term]value) (value, error) {
	switch op := p.Op(t); op {
	case model.OpConst:
		if v := p.ConstValue(t); v.Sort() == model.Bool {
			return logical(truth(v.Bool()), truth(!v.Bool())), nil
		} else {
			return value{p: constant(v.Rat()), def: clauses.True, real: v.Sort() == model.Real}, nil
		}
	case model.OpVar:
		v, _ := p.VarOf(t)
		return r.vars[int(v)], nil
	default:
		var args []value
		for _, a := range p.Args(t) {
			args = append(args, values[a])
		}
		return r.apply(op, p.Param(t), args)
	}
}

// variables makes the literals and atoms of variables. Two that a constraint says are equal (or, of Bools, opposite) have one.
func (r *Reading) variables(p *model.Problem, asserted []model.Term) {
	up := map[model.Var]tie{}
	root := func(v model.Var) tie {
		t := tie{v: v}
		for {
			u, ok := up[t.v]
			if !ok {
				return t
			}
			t = tie{u.v, t.flip != u.flip}
		}
	}
	for len(asserted) > 0 {
		t := asserted[0]
		asserted = asserted[1:]
		if p.Op(t) == model.OpAnd {
			asserted = append(asserted, p.Args(t)...)
			continue
		}
		v, w, flip, ok := equated(p, t)
		if !ok {
			continue
		}
		a, b := root(v), root(w)
		if a.v == b.v {
			continue // what it says may be impossible: the constraint is read all the same
		}
		up[max(a.v, b.v)] = tie{min(a.v, b.v), flip != (a.flip != b.flip)}
	}
	for v := range p.NumVars() {
		v := model.Var(v)
		t := root(v)
		if t.v == v {
			r.vars[int(v)] = r.variable(p, v)
			continue
		}
		u := r.vars[int(t.v)]
		if t.flip {
			u.yes, u.no = u.no, u.yes
		}
		r.vars[int(v)] = u
	}
	for _, v := range p.Mentioned() {
		if u := r.vars[int(v)]; !u.isBool {
			s := domain(p.Variable(v))
			if s.lo.inf == 0 {
				r.db.Add([]clauses.Lit{r.below(constant(s.lo.v).minus(u.p), false)})
			}
			if s.hi.inf == 0 {
				r.db.Add([]clauses.Lit{r.below(u.p.minus(constant(s.hi.v)), false)})
			}
		}
	}
}

// tie is a variable, or the negation of a Bool one.
type tie struct {
	v    model.Var
	flip bool
}

// equated reads a constraint that two variables are equal, or that two Bools are opposite.
func equated(p *model.Problem, t model.Term) (v, w model.Var, flip, ok bool) {
	switch p.Op(t) {
	case model.OpEq:
	case model.OpNe, model.OpXor:
		flip = true
	default:
		return 0, 0, false, false
	}
	x, y := p.Arg(t, 0), p.Arg(t, 1)
	for ; p.Op(x) == model.OpNot; flip = !flip {
		x = p.Arg(x, 0)
	}
	for ; p.Op(y) == model.OpNot; flip = !flip {
		y = p.Arg(y, 0)
	}
	v, isVar := p.VarOf(x)
	w, both := p.VarOf(y)
	if !isVar || !both || flip && p.Sort(x) != model.Bool {
		return 0, 0, false, false
	}
	return v, w, flip, true
}

// variable makes a variable's literal or atom. An atom's own bounds are those of its domain, unless that is empty.
func (r *Reading) variable(p *model.Problem, v model.Var) value {
	d := p.Variable(v)
	if d.Sort == model.Bool {
		l := r.db.NewVar()
		return logical(l, l^1)
	}
	s := domain(d)
	if s.lo.cmp(s.hi) > 0 {
		s = everything()
	}
	a := r.atom(atom{kind: varAtom, v: int(v), whole: d.Sort == model.Int, span: s})
	return value{p: a, def: clauses.True, real: d.Sort == model.Real}
}

func domain(d model.Variable) span {
	s := everything()
	if d.Domain.Lo.Valid() {
		s.lo = end{v: d.Domain.Lo.Rat()}
	}
	if d.Domain.Hi.Valid() {
		s.hi = end{v: d.Domain.Hi.Rat()}
	}
	return s
}

var errPartial = errors.New("a solution to be left out does not give each variable a value")

// leaveOut says that some variable has another value than in a solution that is known.
func (r *Reading) leaveOut(p *model.Problem, a model.Assignment) error {
	var differ []clauses.Lit
	for _, v := range p.Mentioned() {
		x, u := a.Value(v), r.vars[int(v)]
		switch {
		case !x.Valid() || (x.Sort() == model.Bool) != u.isBool:
			return errPartial
		case !u.isBool:
			differ = append(differ, r.zero(u.p.plus(constant(x.Rat()), big.NewRat(-1, 1)))^1)
		case x.Bool():
			differ = append(differ, u.yes^1)
		default:
			differ = append(differ, u.yes)
		}
	}
	r.db.Add(differ)
	return nil
}
