package native

import (
	"errors"
	"math/big"
	"slices"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
)

// builder translates terms to the engine's literals, integers and constraints. A term is translated once: its literal or
// integer is remembered by its number.
type builder struct {
	p      *model.Problem
	e      *engine.Engine
	bounds boundsFinder
	lits   []engine.Lit // by term: its literal, or none
	want   []uint8      // by term: in which polarities the literal has been tied to the term
	ints   []engine.Int // by term: its integer, or none
	slots  slots
	lins   []*lin // scratch, a stack
	depth  int
	visits int // terms that were entered
	err    error
	divs   map[[2]model.Term]divmod
	pairs  map[pairKey]engine.Lit
	log    *proofWriter // where it is told what literals, integers and columns mean, or nil

	graphs  map[model.Graph]*graph
	reals   map[model.Term]engine.Real      // of Real terms, and of Int terms that are columns
	orders  map[[2]model.Term][2]engine.Lit // of x and y: x < y, x <= y
	one     engine.Real                     // the number 1, when haveOne
	haveOne bool

	loose      []bool              // by variable: an integer that is a column, in proofs; or nil
	looseTerms map[model.Term]bool // whether they mention one
}

// Polarities: a literal is tied to its term in the direction in which it is used. With pos, the literal being true makes the
// term true; with neg, the literal being false makes the term false.
const (
	pos  uint8 = 1
	neg  uint8 = 2
	both uint8 = 3
)

func swap(pol uint8) uint8 { return pol>>1 | pol<<1&2 }

const noLit = engine.Lit(-1)

// reset makes the builder ready for a session, on whose account it counts from now on.
func (b *builder) reset(s *session) {
	p := s.p
	b.p = p
	b.e.Reset()
	b.e.SetAccount(s.ctx, s.account)
	b.lits, b.want, b.ints = b.lits[:0], b.want[:0], b.ints[:0]
	b.err = nil
	b.depth, b.visits = 0, 0
	clear(b.divs)
	clear(b.pairs)
	clear(b.graphs)
	clear(b.reals)
	clear(b.orders)
	b.haveOne = false
	b.loose = nil
	clear(b.looseTerms)
	b.slots.reset()
	b.bounds = boundsFinder{p: p, b: b.bounds.b[:0], memo: b.bounds.memo[:0], stamp: b.bounds.stamp[:0], version: 1}
	b.grow()
}

// grow makes room for the terms that the problem has now.
func (b *builder) grow() {
	if n := b.p.NumTerms() - len(b.lits); n > 0 {
		b.e.Charge(n * bytesTerm)
	}
	for n := b.p.NumTerms(); len(b.lits) < n; {
		b.lits = append(b.lits, noLit)
		b.want = append(b.want, 0)
		b.ints = append(b.ints, -1)
	}
	for v := len(b.bounds.b); v < b.p.NumVars(); v++ {
		b.bounds.b = append(b.bounds.b, declared(b.p.Variable(model.Var(v))))
	}
}

// declared is the domain that a variable was declared with; one value of an empty one.
func declared(v model.Variable) span {
	s := span{-inf, inf}
	if v.Sort != model.Int {
		return s
	}
	if d := v.Domain.Lo; d.Valid() {
		s.lo = saturate(d.BigInt())
	}
	if d := v.Domain.Hi; d.Valid() {
		s.hi = saturate(d.BigInt())
	}
	if s.empty() {
		s.hi = s.lo
	}
	return s.sane()
}

// void reports whether a variable was declared with an empty domain: where it is mentioned there is no solution.
func void(v model.Variable) bool {
	d := v.Domain
	return d.Lo.Valid() && d.Hi.Valid() && d.Lo.Compare(d.Hi) > 0
}

func saturate(n *big.Int) int64 {
	switch {
	case n == nil:
		return 0
	case n.IsInt64():
		return min(max(n.Int64(), -inf), inf)
	case n.Sign() < 0:
		return -inf
	}
	return inf
}

// fail remembers the first thing that the engine does not do.
func (b *builder) fail(what string, t model.Term, hint string) {
	if b.err == nil {
		b.err = &solve.UnsupportedError{Engine: Name, What: what, Term: b.text(t), Hint: hint}
	}
}

func (b *builder) text(t model.Term) string {
	if t == model.NoTerm {
		return ""
	}
	return b.p.Format(t)
}

const (
	hintSMT    = "an SMT solver such as z3 may do it"
	nonlinear  = "nonlinear real arithmetic"
	hintBounds = "give it bounds, or use an SMT solver such as z3"
)

// maxDepth bounds how deeply terms may nest.
const maxDepth = 100000

// maxVisits bounds the terms that are entered in a translation, those that are shared as often as they are met: some sums that
// a few lines build are longer, written out, than any machine has time for.
const maxVisits = 1 << 25

var errWrittenOut = errors.New("the terms are too long when what they share is written out")

func (b *builder) enter() bool {
	if b.err != nil {
		return false
	}
	if b.visits++; b.visits > maxVisits {
		panic(engine.Overdraft{Err: errWrittenOut})
	}
	if b.depth++; b.depth > maxDepth {
		b.fail("terms nested so deeply", model.NoTerm, "")
		return false
	}
	return true
}

func (b *builder) leave() { b.depth-- }

// assertIf posts g -> t.
func (b *builder) assertIf(g engine.Lit, t model.Term) { b.stateIf(g, t, true) }

// refuteIf posts g -> not t.
func (b *builder) refuteIf(g engine.Lit, t model.Term) { b.stateIf(g, t, false) }

// stateIf posts that a term holds, or that it does not, where g does.
func (b *builder) stateIf(g engine.Lit, t model.Term, holds bool) {
	if !b.enter() {
		return
	}
	defer b.leave()
	p, op := b.p, b.p.Op(t)
	switch op {
	case model.OpNot:
		b.stateIf(g, p.Arg(t, 0), !holds)
	case model.OpAnd, model.OpOr:
		if (op == model.OpAnd) != holds {
			b.clause(g, p.Args(t), holds)
			return
		}
		for _, a := range p.Args(t) {
			b.stateIf(g, a, holds)
		}
	case model.OpImplies:
		if holds {
			b.e.AddClause(g^1, b.lit(p.Arg(t, 0), neg)^1, b.lit(p.Arg(t, 1), pos))
			return
		}
		b.assertIf(g, p.Arg(t, 0))
		b.refuteIf(g, p.Arg(t, 1))
	case model.OpXor:
		b.iffIf(g, p.Arg(t, 0), p.Arg(t, 1), holds)
	case model.OpIf:
		b.choiceIf(g, t, !holds)
	case model.OpEq, model.OpNe, model.OpLt, model.OpLe, model.OpGt, model.OpGe:
		x, y := p.Arg(t, 0), p.Arg(t, 1)
		if !holds {
			op = opposite(op)
		}
		if (op == model.OpEq || op == model.OpNe) && p.Sort(x) == model.Bool {
			b.iffIf(g, x, y, op == model.OpNe)
			return
		}
		b.compareIf(g, op, x, y)
	case model.OpDistinct:
		if holds {
			b.distinctIf(g, t)
		} else {
			b.sameIf(g, t)
		}
	case model.OpAtMost, model.OpAtLeast:
		b.cardinalityIf(g, t, holds)
	default:
		if holds {
			b.e.AddClause(g^1, b.lit(t, pos))
		} else {
			b.e.AddClause(g^1, b.lit(t, neg)^1)
		}
	}
}

func opposite(op model.Op) model.Op {
	switch op {
	case model.OpEq:
		return model.OpNe
	case model.OpNe:
		return model.OpEq
	case model.OpLt:
		return model.OpGe
	case model.OpLe:
		return model.OpGt
	case model.OpGt:
		return model.OpLe
	}
	return model.OpLt // of Ge
}

// clause posts g -> one of ts is true (or, when holds is false, false).
func (b *builder) clause(g engine.Lit, ts []model.Term, holds bool) {
	ls := make([]engine.Lit, 1, len(ts)+1)
	ls[0] = g ^ 1
	for _, t := range ts {
		if holds {
			ls = append(ls, b.lit(t, pos))
		} else {
			ls = append(ls, b.lit(t, neg)^1)
		}
	}
	b.e.AddClause(ls...)
	if holds {
		b.supportRows(g, ts)
	}
}

// iffIf posts g -> (x = y), or g -> (x != y) when differ.
func (b *builder) iffIf(g engine.Lit, x, y model.Term, differ bool) {
	l, m := b.lit(x, both), b.lit(y, both)
	if differ {
		m ^= 1
	}
	b.e.AddClause(g^1, l^1, m)
	b.e.AddClause(g^1, l, m^1)
}

// choiceIf posts g -> If(c, x, y), or its negation.
func (b *builder) choiceIf(g engine.Lit, t model.Term, negate bool) {
	p := b.p
	c := b.lit(p.Arg(t, 0), both)
	pol, flip := pos, engine.Lit(0)
	if negate {
		pol, flip = neg, 1
	}
	x, y := b.lit(p.Arg(t, 1), pol)^flip, b.lit(p.Arg(t, 2), pol)^flip
	b.e.AddClause(g^1, c^1, x)
	b.e.AddClause(g^1, c, y)
	b.e.AddClause(g^1, x, y)
}

// lit gives the literal of a Bool term, tied to it in the polarities asked for.
func (b *builder) lit(t model.Term, pol uint8) engine.Lit {
	switch p := b.p; p.Op(t) {
	case model.OpConst:
		if t == model.True {
			return engine.True
		}
		return engine.False
	case model.OpNot:
		return b.lit(p.Arg(t, 0), swap(pol)) ^ 1
	}
	if !b.enter() {
		return engine.True
	}
	defer b.leave()
	if b.lits[t] == noLit {
		l, tied := b.define(t)
		b.lits[t] = l
		b.want[t] = tied
	}
	l := b.lits[t]
	if missing := pol &^ b.want[t]; missing != 0 {
		b.want[t] |= missing
		if missing&pos != 0 {
			b.assertIf(l, t)
		}
		if missing&neg != 0 {
			b.refuteIf(l^1, t)
		}
	}
	return l
}

// define makes the literal of a term and tells in which polarities it is tied already: a comparison of one integer with a
// constant is a literal that the engine has.
func (b *builder) define(t model.Term) (engine.Lit, uint8) {
	p := b.p
	switch op := p.Op(t); op {
	case model.OpVar:
		return b.litOf(t), both
	case model.OpEq, model.OpNe, model.OpLt, model.OpLe, model.OpGt, model.OpGe:
		if p.Sort(p.Arg(t, 0)) == model.Bool {
			break
		}
		return b.compareLit(op, p.Arg(t, 0), p.Arg(t, 1))
	}
	switch {
	case p.GraphOf(t) != 0:
		return b.queryLit(t), both
	case p.Op(t) == model.OpRegular:
		return b.regularLit(t), both
	}
	return b.litOf(t), 0
}

// cardinalityIf posts g -> AtMost or AtLeast, or its negation.
func (b *builder) cardinalityIf(g engine.Lit, t model.Term, holds bool) {
	p := b.p
	k := int64(p.Param(t))
	most := p.Op(t) == model.OpAtMost
	if !holds { // not at most k: at least k+1
		if most {
			k++
		} else {
			k--
		}
		most = !most
	}
	pol := neg // counted from above: a term that is true must count
	if !most {
		pol = pos
	}
	if !holds {
		pol = both
	}
	ls := make([]engine.Lit, len(p.Args(t)))
	for i, a := range p.Args(t) {
		ls[i] = b.lit(a, pol)
	}
	l := b.takeLin()
	defer b.putLin(l)
	for _, m := range ls {
		b.slots.addLit(l, 1, m)
	}
	if most {
		b.atMost(g, l, k)
	} else {
		b.atLeast(g, l, k)
	}
}

// distinctIf posts g -> all operands differ.
func (b *builder) distinctIf(g engine.Lit, t model.Term) {
	p := b.p
	args := p.Args(t)
	if len(args) < 2 {
		return
	}
	if p.Sort(args[0]) == model.Bool {
		if len(args) > 2 {
			b.e.AddClause(g ^ 1)
			return
		}
		b.iffIf(g, args[0], args[1], true)
		return
	}
	if p.Sort(args[0]) == model.Real || slices.ContainsFunc(args, b.isLoose) {
		b.realDistinctIf(g, args)
		return
	}
	if len(args) == 2 {
		b.compareIf(g, model.OpNe, args[0], args[1])
		return
	}
	xs := make([]engine.Int, len(args))
	seen := make(map[engine.Int]bool, len(args))
	for i, a := range args {
		xs[i] = b.intOf(a)
		if b.err != nil {
			return
		}
		if seen[xs[i]] {
			b.e.AddClause(g ^ 1)
			return
		}
		seen[xs[i]] = true
	}
	if b.err == nil {
		b.e.AddAllDiff(g, xs)
	}
}

// sameIf posts g -> two operands of a Distinct are equal.
func (b *builder) sameIf(g engine.Lit, t model.Term) {
	p := b.p
	args := append([]model.Term(nil), p.Args(t)...)
	if p.Sort(args[0]) == model.Bool {
		switch len(args) {
		case 1:
			b.e.AddClause(g ^ 1)
		case 2:
			b.iffIf(g, args[0], args[1], false)
		}
		return // of three Bools two are always equal
	}
	ls := []engine.Lit{g ^ 1}
	for i := range args {
		for j := range i {
			l, tied := b.compareLit(model.OpEq, args[i], args[j])
			if tied&pos == 0 {
				b.compareIf(l, model.OpEq, args[i], args[j])
			}
			ls = append(ls, l)
		}
	}
	b.e.AddClause(ls...)
}
