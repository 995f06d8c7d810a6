package reading

import (
	"errors"
	"math/big"
	"slices"

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
	conjuncts := flat(p, roots[:asserted])
	bounds, err := stated(p, conjuncts)
	if err != nil {
		return err
	}
	r.variables(p, conjuncts, bounds)
	values, err := r.read(p, roots)
	if err != nil {
		return err
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

// flat takes conjunctions apart.
func flat(p *model.Problem, ts []model.Term) []model.Term {
	var out []model.Term
	for ts = slices.Clone(ts); len(ts) > 0; ts = ts[1:] {
		if p.Op(ts[0]) == model.OpAnd {
			ts = append(ts, p.Args(ts[0])...)
		} else {
			out = append(out, ts[0])
		}
	}
	return out
}

// stated finds the bounds of integers that stand in constraints on one variable, such as "x is 1, 2 or 5", by a reading of these
// alone. Literals made with them in mind are fewer, and more of them the same.
func stated(p *model.Problem, conjuncts []model.Term) (map[model.Var]span, error) {
	var alone []model.Term
	for _, t := range conjuncts {
		if _, ok := aboutOne(p, t, 0); ok {
			alone = append(alone, t)
		}
	}
	if len(alone) == 0 {
		return nil, nil
	}
	r := blank()
	r.variables(p, conjuncts, nil)
	values, err := r.read(p, alone)
	if err != nil {
		return nil, err
	}
	for _, t := range alone {
		r.db.Add([]clauses.Lit{values[t].yes})
	}
	out := map[model.Var]span{}
	for a := range r.atoms {
		at := &r.atoms[a]
		if at.kind != varAtom || at.chain == nil {
			continue
		}
		marks := slices.Clone(at.chain.at)
		for i := 0; i < len(marks) && r.follows([]clauses.Lit{marks[i].l ^ 1}); i++ {
			r.db.Add([]clauses.Lit{marks[i].l ^ 1})
		}
		for i := len(marks) - 1; i >= 0 && r.follows([]clauses.Lit{marks[i].l}); i-- {
			r.db.Add([]clauses.Lit{marks[i].l})
		}
		if s := r.presentAtom(int32(a)); s.lo.cmp(s.hi) <= 0 {
			out[model.Var(at.v)] = s
		}
	}
	return out, nil
}

// aboutOne recognises what is said of one variable and constants: comparisons, and what Bools make of these.
func aboutOne(p *model.Problem, t model.Term, depth int) (v model.Var, ok bool) {
	switch p.Op(t) {
	case model.OpEq, model.OpNe, model.OpLt, model.OpLe, model.OpGt, model.OpGe:
		x, y := p.Arg(t, 0), p.Arg(t, 1)
		if p.IsConst(x) {
			x, y = y, x
		}
		v, ok = p.VarOf(x)
		return v, ok && p.IsConst(y) && p.Sort(x) == model.Int
	case model.OpNot, model.OpAnd, model.OpOr:
		if depth > maxLinks {
			return v, false
		}
		for i, a := range p.Args(t) {
			w, ok := aboutOne(p, a, depth+1)
			if !ok || i > 0 && w != v {
				return v, false
			}
			v = w
		}
		return v, true
	}
	return v, false
}

// read gives the meanings of terms.
func (r *Reading) read(p *model.Problem, roots []model.Term) (map[model.Term]value, error) {
	values := map[model.Term]value{}
	for t, used := range p.Cone(roots...) {
		if !used {
			continue
		}
		v, err := r.term(p, model.Term(t), values)
		if over := r.db.Err(); over != nil {
			err = over
		}
		if err != nil {
			return nil, err
		}
		values[model.Term(t)] = v
	}
	return values, nil
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
		switch op {
		case model.OpGraph:
			var ends [][2]int
			for _, e := range p.GraphEdges(model.Graph(t)) {
				ends = append(ends, [2]int{e.A, e.B})
			}
			return r.graph(len(args)-len(ends), ends, args)
		case model.OpRegular:
			return r.regular(dfaOf(p.DFAOf(t)), args)
		}
		return r.apply(op, p.Param(t), args)
	}
}

// variables makes the literals and atoms of variables. Two that a constraint says are equal (or, of Bools, opposite) have one.
// The bounds are what is known of some.
func (r *Reading) variables(p *model.Problem, conjuncts []model.Term, bounds map[model.Var]span) {
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
	for _, t := range conjuncts {
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
			r.vars[int(v)] = r.variable(p, v, bounds)
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

// variable makes a variable's literal or atom. An atom's own bounds are those that are known, or those
// of its domain, unless that is empty.
func (r *Reading) variable(p *model.Problem, v model.Var, bounds map[model.Var]span) value {
	d := p.Variable(v)
	if d.Sort == model.Bool {
		l := r.db.NewVar()
		return logical(l, l^1)
	}
	s := domain(d)
	if s.lo.cmp(s.hi) > 0 {
		s = everything()
	}
	if b, ok := bounds[v]; ok {
		s = b
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

var errIrrational = errors.New("a solution to be left out is irrational, of which there are no proofs")

// leaveOut says that some variable has another value than in a solution that is known.
func (r *Reading) leaveOut(p *model.Problem, a model.Assignment) error {
	var differ []clauses.Lit
	for _, v := range p.Mentioned() {
		x, u := a.Value(v), r.vars[int(v)]
		switch {
		case !x.Valid() || (x.Sort() == model.Bool) != u.isBool:
			return errPartial
		case !x.IsRational():
			return errIrrational
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
