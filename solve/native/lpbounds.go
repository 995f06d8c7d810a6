package native

import (
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/native/simplex"
)

// linear bounds the integers that intervals could not, such as x and y in x + y = 10, x - y = 4: it maximises and minimises
// each over the linear relaxation of the constraints that hold. What is not linear counts as a number of its own, within the
// bounds that intervals give it.
func (f *boundsFinder) linear(cons []model.Term) {
	r := &relaxation{f: f, cols: map[model.Term]int{}}
	for _, c := range cons {
		r.assert(c)
		if r.rows > maxRelaxRows {
			return
		}
	}
	if f.empty || r.rows == 0 {
		return
	}
	work := 0
	stop := func() bool { work++; return work > 10000 }
	if conflict, done := r.s.Check(stop); !done {
		return
	} else if conflict != nil {
		f.empty = true
		return
	}
	for _, t := range r.order {
		v, ok := f.p.VarOf(t)
		if !ok || f.b[v].bounded() {
			continue
		}
		col := r.cols[t]
		if f.b[v].hi >= inf && r.s.Maximise(col, stop) == simplex.Optimal {
			if n, ok := r.s.Value(col).R.Floor(); ok {
				f.narrow(t, span{-inf, min(n, inf)})
			}
		}
		if f.b[v].lo <= -inf {
			down := r.s.NewRow([]simplex.Term{{Coef: simplex.Int(-1), Col: col}})
			if r.s.Maximise(down, stop) == simplex.Optimal {
				if n, ok := r.s.Value(down).R.Floor(); ok { // -x <= n
					f.narrow(t, span{max(-n, -inf), inf})
				}
			}
		}
	}
}

// maxRelaxRows bounds the size of the relaxation.
const maxRelaxRows = 400

// relaxation is the linear program under construction.
type relaxation struct {
	f     *boundsFinder
	s     simplex.Solver
	cols  map[model.Term]int
	order []model.Term
	rows  int
}

func (r *relaxation) assert(t model.Term) {
	p := r.f.p
	switch p.Op(t) {
	case model.OpAnd:
		for _, a := range p.Args(t) {
			r.assert(a)
		}
	case model.OpOr:
		r.oneOf(t)
	case model.OpNot:
		switch a := p.Arg(t, 0); p.Op(a) {
		case model.OpLe:
			r.row(p.Arg(a, 1), p.Arg(a, 0), true)
		case model.OpLt:
			r.row(p.Arg(a, 1), p.Arg(a, 0), false)
		}
	case model.OpEq:
		r.row(p.Arg(t, 0), p.Arg(t, 1), false)
		r.row(p.Arg(t, 1), p.Arg(t, 0), false)
	case model.OpLe:
		r.row(p.Arg(t, 0), p.Arg(t, 1), false)
	case model.OpLt:
		r.row(p.Arg(t, 0), p.Arg(t, 1), true)
	case model.OpGe:
		r.row(p.Arg(t, 1), p.Arg(t, 0), false)
	case model.OpGt:
		r.row(p.Arg(t, 1), p.Arg(t, 0), true)
	}
}

// oneOf reads "this sum is one of these numbers": it lies between the least and the greatest.
func (r *relaxation) oneOf(or model.Term) {
	p := r.f.p
	sum, low, high := model.NoTerm, model.NoTerm, model.NoTerm
	for _, t := range p.Args(or) {
		if p.Op(t) != model.OpEq {
			return
		}
		x, k := p.Arg(t, 0), p.Arg(t, 1)
		if p.IsConst(x) {
			x, k = k, x
		}
		if !p.IsConst(k) || sum != model.NoTerm && x != sum {
			return
		}
		if sum = x; low == model.NoTerm || p.ConstValue(k).Compare(p.ConstValue(low)) < 0 {
			low = k
		}
		if high == model.NoTerm || p.ConstValue(k).Compare(p.ConstValue(high)) > 0 {
			high = k
		}
	}
	if sum != model.NoTerm {
		r.row(low, sum, false)
		r.row(sum, high, false)
	}
}

// row says a <= b, or a < b, of Int terms.
func (r *relaxation) row(a, b model.Term, strict bool) {
	p := r.f.p
	if p.Sort(a) != model.Int {
		return
	}
	m := monomials{}
	if !m.add(p, a, 1) || !m.add(p, b, -1) || len(m.ts) == 0 {
		return
	}
	bound := -m.k
	if strict {
		bound--
	}
	terms := make([]simplex.Term, 0, len(m.ts))
	for i, t := range m.ts {
		if m.cs[i] != 0 {
			terms = append(terms, simplex.Term{Coef: simplex.Int(m.cs[i]), Col: r.col(t)})
		}
	}
	if len(terms) == 0 {
		return
	}
	r.rows++
	s := r.s.NewRow(terms)
	if c := r.s.Upper(s, simplex.Exactly(simplex.Int(bound)), 0); c != nil {
		r.f.empty = true
	}
}

// col gives the column of a term that is not a sum.
func (r *relaxation) col(t model.Term) int {
	if c, ok := r.cols[t]; ok {
		return c
	}
	c := r.s.NewColumn()
	r.cols[t] = c
	r.order = append(r.order, t)
	s := r.f.eval(t)
	if s.lo > -inf {
		r.s.Lower(c, simplex.Exactly(simplex.Int(s.lo)), 0)
	}
	if s.hi < inf {
		r.s.Upper(c, simplex.Exactly(simplex.Int(s.hi)), 0)
	}
	return c
}
