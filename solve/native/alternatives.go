package native

import (
	"math/big"
	"slices"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/native/simplex"
)

// A disjunction of systems of linear equations, "the sums of any two of them are 12, 17, ..., in some order", has hundreds of
// alternatives that share equations and unknowns that nothing else bounds. Each alternative is solved by elimination, together
// with the equations that hold in any case. Most contradict themselves; an alternative that is left says which values its
// unknowns have, and is replaced by these. Alternatives that begin alike, as those of a list of permutations do, share the work:
// the equations of one after the other are a path in a tree, and where a path ends in a contradiction, all that go on from
// there are gone.

const (
	maxUnknowns     = 64      // unknowns of a system
	maxElimination  = 1 << 22 // coefficients computed for one problem: a tenth of a second or so
	maxAlternatives = 1 << 16 // of one disjunction
)

// alternatives rewrites the disjunctions of equations among constraints that hold for good. What it gives has the same
// solutions.
func (b *builder) alternatives(cons []model.Term) []model.Term {
	out := flattened(b.p, cons)
	some, work := false, 0
	// What one disjunction comes to may decide others.
	for changed := true; changed; out = flattened(b.p, out) {
		changed = false
		for i, t := range out {
			if b.p.Op(t) != model.OpOr || !b.ofSystems(t) {
				continue
			}
			some = true
			a := newAlternation(b.p, out, i)
			if a == nil {
				continue
			}
			a.e.work += work
			ts, ok := a.rewrite()
			if work = a.e.work; !ok {
				break // it takes too long: the search has them as they are
			}
			if ts[0] != t {
				out[i] = ts[0]
				out = append(out, ts[1:]...)
				changed = true
			}
		}
	}
	if !some {
		return cons
	}
	b.grow()
	return out
}

// flattened takes conjunctions apart.
func flattened(p *model.Problem, ts []model.Term) []model.Term {
	out := make([]model.Term, 0, len(ts))
	var add func(t model.Term)
	add = func(t model.Term) {
		if p.Op(t) != model.OpAnd {
			out = append(out, t)
			return
		}
		for _, a := range p.Args(t) {
			add(a)
		}
	}
	for _, t := range ts {
		add(t)
	}
	return out
}

// ofSystems reports whether a disjunction is one of systems: some alternative has several equations, one of them of several
// unknowns.
func (b *builder) ofSystems(t model.Term) bool {
	p := b.p
	ts := p.Args(t)
	if len(ts) > maxAlternatives {
		return false
	}
	for _, a := range ts {
		if p.Op(a) != model.OpAnd {
			continue
		}
		equations, sums := 0, 0
		for _, e := range p.Args(a) {
			if p.Op(e) != model.OpEq || p.Sort(p.Arg(e, 0)) == model.Bool {
				continue
			}
			equations++
			for _, side := range p.Args(e) {
				if op := p.Op(side); op == model.OpAdd || op == model.OpSub {
					sums++
					break
				}
			}
		}
		if equations > 1 && sums > 0 {
			return true
		}
	}
	return false
}

// alternation is one disjunction being rewritten.
type alternation struct {
	p       *model.Problem
	or      model.Term
	e       *echelon
	place   map[model.Var]int // of an unknown among the columns
	vars    []model.Var       // by column
	known   map[model.Term]*relation
	ground  int           // rows of what holds in any case
	always  []*relation   // comparisons that hold in any case
	scratch []simplex.Rat // a row
	hull    []hull        // by column: between which values the alternatives have it
}

// relation is a comparison of a linear form with 0: as a row, whose last number is what the sum of the others is compared with.
type relation struct {
	op     model.Op
	row    []simplex.Rat
	linear bool
}

type hull struct {
	lo, hi simplex.Rat
	some   bool // there is an alternative
	open   bool // some alternative leaves it open
}

// newAlternation gathers the unknowns of a disjunction, and what else is known of them. It gives nil where there are too many.
func newAlternation(p *model.Problem, cons []model.Term, at int) *alternation {
	a := &alternation{p: p, or: cons[at], place: map[model.Var]int{}, known: map[model.Term]*relation{}}
	for _, v := range p.VarsOf(cons[at]) {
		if p.Variable(v).Sort != model.Bool && !a.column(v) {
			return nil
		}
	}
	// Equations that share an unknown bring in theirs.
	type equation struct {
		t    model.Term
		vars []model.Var
	}
	var rest []equation
	var others []model.Term
	for i, t := range cons {
		switch p.Op(t) {
		case model.OpEq:
			if i != at && p.Sort(p.Arg(t, 0)) != model.Bool {
				rest = append(rest, equation{t, p.VarsOf(t)})
			}
		case model.OpNe, model.OpLt, model.OpLe, model.OpGt, model.OpGe, model.OpDistinct:
			if p.Sort(p.Arg(t, 0)) != model.Bool {
				others = append(others, t)
			}
		}
	}
	var ground []model.Term
	for more := true; more; {
		more = false
		left := rest[:0]
		for _, q := range rest {
			touches := false
			for _, v := range q.vars {
				_, in := a.place[v]
				touches = touches || in
			}
			if !touches {
				left = append(left, q)
				continue
			}
			more = true
			if fits := len(a.vars)+len(q.vars) <= maxUnknowns; fits {
				ground = append(ground, q.t)
				for _, v := range q.vars {
					if p.Variable(v).Sort != model.Bool {
						a.column(v)
					}
				}
			}
		}
		rest = left
	}
	whole := make([]bool, len(a.vars))
	for i, v := range a.vars {
		whole[i] = p.Variable(v).Sort == model.Int
	}
	a.e = newEchelon(whole)
	a.scratch = make([]simplex.Rat, len(a.vars)+1)
	a.hull = make([]hull, len(a.vars))
	for _, t := range ground {
		if r := a.relation(t); r.linear && !a.e.add(r.row) {
			return nil // a contradiction, which the search finds as well
		}
	}
	a.ground = a.e.len()
	for _, t := range others {
		a.gather(t)
	}
	return a
}

func (a *alternation) column(v model.Var) bool {
	if _, ok := a.place[v]; !ok {
		a.place[v] = len(a.vars)
		a.vars = append(a.vars, v)
	}
	return len(a.vars) <= maxUnknowns
}

// gather notes a comparison that holds in any case.
func (a *alternation) gather(t model.Term) {
	if a.p.Op(t) != model.OpDistinct {
		if r := a.relation(t); r.linear {
			a.always = append(a.always, r)
		}
		return
	}
	args := a.p.Args(t)
	if len(args) > maxUnknowns {
		return
	}
	for i := range args {
		for j := range i {
			if r := a.compare(model.OpNe, args[j], args[i]); r.linear {
				a.always = append(a.always, r)
			}
		}
	}
}

// relation reads a comparison, once.
func (a *alternation) relation(t model.Term) *relation {
	if r, ok := a.known[t]; ok {
		return r
	}
	r := &relation{}
	switch a.p.Op(t) {
	case model.OpEq, model.OpNe, model.OpLt, model.OpLe, model.OpGt, model.OpGe:
		if a.p.Sort(a.p.Arg(t, 0)) != model.Bool {
			r = a.compare(a.p.Op(t), a.p.Arg(t, 0), a.p.Arg(t, 1))
		}
	}
	a.known[t] = r
	return r
}

func (a *alternation) compare(op model.Op, x, y model.Term) *relation {
	r := &relation{op: op, row: make([]simplex.Rat, len(a.vars)+1)}
	r.linear = a.sum(r.row, x, simplex.Int(1), 0) && a.sum(r.row, y, simplex.Int(-1), 0)
	return r
}

// sum adds c*t to a row, if t is linear and its unknowns have columns.
func (a *alternation) sum(row []simplex.Rat, t model.Term, c simplex.Rat, depth int) bool {
	p := a.p
	a.e.work++
	if depth > maxUnknowns || a.e.work > maxElimination {
		return false
	}
	switch p.Op(t) {
	case model.OpConst:
		last := &row[len(row)-1]
		*last = last.Sub(c.Mul(rat(p.ConstValue(t))))
		return true
	case model.OpVar:
		v, _ := p.VarOf(t)
		i, ok := a.place[v]
		if ok {
			row[i] = row[i].Add(c)
		}
		return ok
	case model.OpAdd:
		for _, u := range p.Args(t) {
			if !a.sum(row, u, c, depth+1) {
				return false
			}
		}
		return true
	case model.OpSub:
		return a.sum(row, p.Arg(t, 0), c, depth+1) && a.sum(row, p.Arg(t, 1), c.Neg(), depth+1)
	case model.OpNeg:
		return a.sum(row, p.Arg(t, 0), c.Neg(), depth+1)
	case model.OpToReal:
		return a.sum(row, p.Arg(t, 0), c, depth+1)
	case model.OpMul:
		rest := model.NoTerm
		for _, u := range p.Args(t) {
			switch {
			case p.IsConst(u):
				c = c.Mul(rat(p.ConstValue(u)))
			case rest != model.NoTerm:
				return false
			default:
				rest = u
			}
		}
		return rest != model.NoTerm && a.sum(row, rest, c, depth+1)
	case model.OpRealDiv:
		d := p.Arg(t, 1)
		if !p.IsConst(d) || p.ConstValue(d).Sign() == 0 {
			return false
		}
		return a.sum(row, p.Arg(t, 0), c.Mul(rat(p.ConstValue(d)).Inv()), depth+1)
	}
	return false
}

// truth is 1 where the system makes a comparison true, -1 where it makes it false, and 0 where it leaves it open.
func (a *alternation) truth(r *relation) int {
	row := a.scratch
	copy(row, r.row)
	a.e.reduce(row)
	for j := range a.vars {
		if row[j].Sign() != 0 {
			return 0
		}
	}
	return decided(holds(r.op, int64(-row[len(a.vars)].Sign())), true)
}

// rewrite gives constraints in the place of the disjunction, which may be itself; ok is false when that was too much work.
func (a *alternation) rewrite() (ts []model.Term, ok bool) {
	p := a.p
	var path []model.Term // the atoms of the alternative before, as far as they agree with each other
	var depth []int       // the rows before each
	dead := -1            // the length of the path whose last atom contradicts those before it
	var left []model.Term
	seen := map[model.Term]bool{}
	for _, t := range p.Args(a.or) {
		atoms := []model.Term{t}
		if p.Op(t) == model.OpAnd {
			atoms = p.Args(t)
		}
		common := 0
		for common < len(path) && common < len(atoms) && path[common] == atoms[common] {
			common++
		}
		if dead >= 0 && common >= dead {
			continue
		}
		dead = -1
		if common < len(path) {
			a.e.cut(depth[common])
			path, depth = path[:common], depth[:common]
		}
		for i, u := range atoms[common:] {
			path, depth = append(path, u), append(depth, a.e.len())
			if !a.add(u) {
				dead = common + i + 1
				break
			}
		}
		if a.e.work > maxElimination {
			return nil, false
		}
		if dead >= 0 {
			continue
		}
		if n := a.outcome(atoms); n != model.False && !seen[n] {
			seen[n] = true
			left = append(left, n)
		}
	}
	a.e.cut(a.ground)
	if len(left) == 0 {
		return []model.Term{model.False}, true
	}
	or := p.Or(left...)
	ts = []model.Term{or}
	for i, h := range a.hull {
		x := p.VarTerm(a.vars[i])
		if h.open || p.Sort(x) != model.Int || len(left) == 1 {
			continue
		}
		ts = append(ts, p.Ge(x, a.number(model.Int, h.lo)), p.Le(x, a.number(model.Int, h.hi)))
	}
	return ts, true
}

// add adds an atom of an alternative to the system, if it is an equation, and reports whether it can hold.
func (a *alternation) add(t model.Term) bool {
	if t == model.False {
		return false
	}
	r := a.relation(t)
	return !r.linear || r.op != model.OpEq || a.e.add(r.row)
}

// outcome is what an alternative comes to, whose equations are in the system: False, or a conjunction that stands for it.
func (a *alternation) outcome(atoms []model.Term) model.Term {
	p := a.p
	for _, r := range a.always {
		if a.truth(r) < 0 {
			return model.False
		}
	}
	var rest []model.Term
	for _, u := range atoms {
		switch r := a.relation(u); {
		case !r.linear:
			rest = append(rest, u)
		case r.op != model.OpEq && a.truth(r) < 0:
			return model.False
		}
	}
	values, fixed := make([]simplex.Rat, len(a.vars)), make([]bool, len(a.vars))
	all := true
	for i, v := range a.vars {
		clear(a.scratch)
		a.scratch[i] = simplex.Int(1)
		a.e.reduce(a.scratch)
		fixed[i] = true
		for j := range a.vars {
			fixed[i] = fixed[i] && a.scratch[j].Sign() == 0
		}
		if !fixed[i] {
			all = false
			continue
		}
		x := a.scratch[len(a.vars)].Neg() // 0 = 0*x + ... - value, where 1*x was
		if p.Variable(v).Sort == model.Int && !x.IsInt() || !p.Variable(v).Domain.Contains(value(p.Variable(v).Sort, x)) {
			return model.False
		}
		values[i] = x
	}
	out := make([]model.Term, 0, len(a.vars)+len(rest))
	for i, v := range a.vars {
		a.hull[i].add(values[i], fixed[i])
		if fixed[i] {
			x := p.VarTerm(v)
			out = append(out, p.Eq(x, a.number(p.Sort(x), values[i])))
		}
	}
	if !all {
		rest = atoms // the equations that are left open are among them
	}
	for _, u := range rest {
		if !slices.Contains(out, u) {
			out = append(out, u)
		}
	}
	return p.And(out...)
}

func (h *hull) add(x simplex.Rat, fixed bool) {
	switch {
	case !fixed:
		h.open = true
	case h.open:
	case !h.some:
		h.lo, h.hi, h.some = x, x, true
	default:
		if x.Cmp(h.lo) < 0 {
			h.lo = x
		}
		if x.Cmp(h.hi) > 0 {
			h.hi = x
		}
	}
}

func (a *alternation) number(sort model.Sort, x simplex.Rat) model.Term {
	if sort == model.Int {
		return a.p.BigNum(x.Big().Num())
	}
	return a.p.Rat(x.Big())
}

// value is a number as a value of a sort.
func value(sort model.Sort, x simplex.Rat) model.Value {
	if sort == model.Int {
		return model.BigIntValue(new(big.Int).Set(x.Big().Num()))
	}
	return model.RatValue(x.Big())
}
