package native

import (
	"slices"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
	"github.com/quandary-puzzles/quandary/solve/native/simplex"
)

// A proof tells of each literal, integer and column that the translation makes what it means, so that a checker can judge by the
// problem what is stated of them: package solve/proof/reading. Without a proof, b.log is nil and nothing is told.

// litOf makes a literal that means t.
func (b *builder) litOf(t model.Term) engine.Lit {
	l := b.e.NewBool()
	if b.log != nil {
		b.log.is('V', lit(l), b.log.term(b.p, t))
	}
	return l
}

// litOfComparison makes a literal that means x op y.
func (b *builder) litOfComparison(op model.Op, x, y model.Term) engine.Lit {
	l := b.e.NewBool()
	if b.log != nil {
		b.log.is('V', lit(l), b.log.apply(op, b.log.term(b.p, x), b.log.term(b.p, y)))
	}
	return l
}

// bothOf makes a literal that means that two are true.
func (b *builder) bothOf(l, m engine.Lit) engine.Lit {
	both := b.e.NewBool()
	if p := b.log; p != nil {
		p.begin('D')
		p.num(lit(both))
		p.lits([]engine.Lit{l, m})
		p.end()
	}
	return both
}

// isTerm tells that the integer x is t.
func (b *builder) isTerm(x engine.Int, t model.Term) {
	if b.log != nil && b.err == nil {
		b.log.isInt(x, b.log.term(b.p, t))
	}
}

// isOf tells that the integer x is s op t.
func (b *builder) isOf(x engine.Int, op model.Op, s, t model.Term) {
	if b.log != nil && b.err == nil {
		b.log.isInt(x, b.log.apply(op, b.log.term(b.p, s), b.log.term(b.p, t)))
	}
}

// constInt makes an integer that is a number.
func (b *builder) constInt(n int64) engine.Int {
	x := b.e.NewInt(n, n)
	if b.log != nil {
		b.log.isInt(x, b.log.told("const", model.IntValue(n).String()))
	}
	return x
}

// columnOf makes a column that is the product of some terms.
func (b *builder) columnOf(ts ...model.Term) engine.Real {
	c := b.e.NewReal()
	if p := b.log; p != nil {
		ids := make([]int, len(ts))
		for i, t := range ts {
			ids[i] = p.term(b.p, t)
		}
		if len(ids) > 1 {
			ids[0] = p.apply(model.OpMul, ids...)
		}
		p.is('C', int64(c), ids[0])
	}
	return c
}

func (p *proofWriter) is(kind byte, n int64, id int) {
	p.begin(kind)
	p.num(n)
	p.num(int64(id))
	p.end()
}

func (p *proofWriter) isInt(x engine.Int, id int) { p.is('X', int64(x), id) }

// isReal tells that a column is a number.
func (p *proofWriter) isReal(c engine.Real, v simplex.Rat) {
	if p != nil {
		p.is('C', int64(c), p.told("real", v.String()))
	}
}

// isSum tells that g means l <= 0 or, when equal, l = 0.
func (p *proofWriter) isSum(g engine.Lit, l *lin, equal bool) {
	if p == nil {
		return
	}
	p.begin('N')
	if equal {
		p.begin('E')
	}
	p.num(lit(g))
	p.num(-l.k)
	p.summands(l.ts)
	p.end()
}

// negated gives the summands of -l.
func negated(ts []engine.Term) []engine.Term {
	out := slices.Clone(ts)
	for i := range out {
		out[i].Coef = -out[i].Coef
	}
	return out
}

// step states a clause that is true but not needed by the search: the checker needs it to see another.
func (p *proofWriter) step(ls ...engine.Lit) {
	if p != nil {
		p.clause('c', ls)
	}
}

// term tells a term and those that it is made of, and gives its number.
func (p *proofWriter) term(m *model.Problem, t model.Term) int {
	if id, ok := p.terms[t]; ok {
		return id
	}
	var id int
	switch op := m.Op(t); op {
	case model.OpConst:
		switch v := m.ConstValue(t); v.Sort() {
		case model.Bool:
			id = p.told(v.String(), "")
		case model.Real:
			id = p.told("real", v.String())
		default:
			id = p.told("const", v.String())
		}
	case model.OpVar:
		v, _ := m.VarOf(t)
		id = p.told("var", model.IntValue(int64(v)).String())
	case model.OpGraph, model.OpRegular:
		id = p.shaped(m, t)
	default:
		var args []int
		for _, a := range m.Args(t) {
			args = append(args, p.term(m, a))
		}
		param := ""
		if op == model.OpAtMost || op == model.OpAtLeast {
			param = model.IntValue(int64(m.Param(t))).String()
		}
		id = p.told(op.String(), param, args...)
	}
	if p.terms == nil {
		p.terms = map[model.Term]int{}
	}
	p.terms[t] = id
	return id
}

func (p *proofWriter) apply(op model.Op, args ...int) int { return p.told(op.String(), "", args...) }

// told writes a term by its operator, a parameter, if it has one, and the numbers of its operands.
func (p *proofWriter) told(op, param string, args ...int) int {
	id := p.numbered
	p.numbered++
	p.begin('T')
	p.num(int64(id))
	p.text(op)
	if param != "" {
		p.text(param)
	}
	for _, a := range args {
		p.num(int64(a))
	}
	p.end()
	return id
}
