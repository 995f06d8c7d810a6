package engine

import (
	"context"
	"slices"

	"github.com/quandary-puzzles/quandary/solve/native/simplex"
)

// Real names a column of the linear real arithmetic: a variable or a sum.
type Real int32

// reals is the theory of linear real arithmetic: literals set bounds of columns, the simplex method tells whether there are
// values within them, and where there are none, which literals are to blame.
type reals struct {
	s       simplex.Solver
	id      int32
	atoms   []realAtom
	byCol   [][]int32 // by column: its atoms, ascending
	ints    []intColumn
	lits    []litColumn
	ofInt   map[Int]Real
	ofLit   map[Lit]Real
	pending []int32
	marks   []realMark
}

// realAtom is the literal of column <= val.
type realAtom struct {
	col Real
	val simplex.Delta
	lit Lit
}

type intColumn struct {
	x   Int
	col Real
}

type litColumn struct {
	l   Lit
	col Real
}

// realMark says where the bounds of a level begin.
type realMark struct {
	level int32
	mark  int
}

// What wakes the theory, in the two low bits of the number that a hook carries; the rest is a place in a list.
const (
	wokenAtomTrue  = 0
	wokenAtomFalse = 1
	wokenInt       = 2
	wokenLit       = 3
)

// woken gives the number of a hook.
func woken(place, kind int32) int32 { return place<<2 | kind }

func (e *Engine) theory() *reals {
	if e.reals == nil {
		t := e.spare
		e.spare = nil
		if t == nil {
			t = &reals{}
		}
		t.s.Reset()
		t.atoms, t.ints, t.lits, t.pending, t.marks = t.atoms[:0], t.ints[:0], t.lits[:0], t.pending[:0], t.marks[:0]
		for i := range t.byCol {
			t.byCol[i] = t.byCol[i][:0]
		}
		t.byCol = t.byCol[:0]
		t.ofInt, t.ofLit = map[Int]Real{}, map[Lit]Real{}
		e.reals = t
		t.id = e.post(t)
	}
	return e.reals
}

func (e *Engine) column() Real {
	t := e.theory()
	e.charge(bytesColumn)
	t.byCol = extend(t.byCol)
	return Real(t.s.NewColumn())
}

// NewReal makes a real variable without bounds.
//
// Pre (of all that make columns or atoms): no level is open.
func (e *Engine) NewReal() Real { return e.column() }

// RealInt gives the column of an integer.
func (e *Engine) RealInt(x Int) Real {
	t := e.theory()
	if c, ok := t.ofInt[x]; ok {
		return c
	}
	c := e.column()
	t.ofInt[x] = c
	if e.proof != nil {
		e.proof.RealInt(c, x)
	}
	h := hook{t.id, int32(len(t.ints))<<2 | wokenInt}
	t.ints = append(t.ints, intColumn{x, c})
	e.onLo[x] = append(e.onLo[x], h)
	e.onHi[x] = append(e.onHi[x], h)
	t.pending = append(t.pending, h.data)
	e.wakeTheory()
	return c
}

// RealLit gives the column that is 1 where a literal is true and 0 where it is false.
func (e *Engine) RealLit(l Lit) Real {
	t := e.theory()
	if c, ok := t.ofLit[l]; ok {
		return c
	}
	c := e.column()
	t.ofLit[l] = c
	if e.proof != nil {
		e.proof.RealLit(c, l)
	}
	h := hook{t.id, int32(len(t.lits))<<2 | wokenLit}
	t.lits = append(t.lits, litColumn{l, c})
	e.hooks[l] = append(e.hooks[l], h)
	e.hooks[l^1] = append(e.hooks[l^1], h)
	t.s.Lower(int(c), simplex.Exactly(simplex.Int(0)), int32(True))
	t.s.Upper(int(c), simplex.Exactly(simplex.Int(1)), int32(True))
	t.pending = append(t.pending, h.data)
	e.wakeTheory()
	return c
}

// RealTerm is a summand of a real sum.
type RealTerm struct {
	Coef simplex.Rat
	Col  Real
}

// RealSum makes the column that equals a sum.
func (e *Engine) RealSum(terms []RealTerm) Real {
	t := e.theory()
	e.charge(bytesColumn + len(terms)*bytesRealTerm)
	ts := make([]simplex.Term, len(terms))
	for i, u := range terms {
		ts[i] = simplex.Term{Coef: u.Coef, Col: int(u.Col)}
	}
	t.byCol = extend(t.byCol)
	e.wakeTheory()
	c := Real(t.s.NewRow(ts))
	if e.proof != nil {
		e.proof.RealSum(c, terms)
	}
	return c
}

func (e *Engine) wakeTheory() {
	if id := e.reals.id; !e.queued[id] {
		e.queued[id] = true
		e.queue[e.reals.priority()].push(id)
	}
}

// RealLe gives the literal of column <= val, made when there is none.
func (e *Engine) RealLe(c Real, val simplex.Delta) Lit {
	t := e.theory()
	list := t.byCol[c]
	i := 0
	for i < len(list) {
		d := t.atoms[list[i]].val.Cmp(val)
		if d == 0 {
			return t.atoms[list[i]].lit
		}
		if d > 0 {
			break
		}
		i++
	}
	e.charge(bytesAtom)
	l := e.NewBool()
	n := int32(len(t.atoms))
	t.atoms = append(t.atoms, realAtom{c, val, l})
	if e.proof != nil {
		e.proof.RealAtom(l, c, val)
	}
	t.byCol[c] = slices.Insert(list, i, n)
	e.hooks[l] = append(e.hooks[l], hook{t.id, woken(n, wokenAtomTrue)})
	e.hooks[l^1] = append(e.hooks[l^1], hook{t.id, woken(n, wokenAtomFalse)})
	list = t.byCol[c]
	if i > 0 {
		t.order(e, t.atoms[list[i-1]], t.atoms[n])
	}
	if i+1 < len(list) {
		t.order(e, t.atoms[n], t.atoms[list[i+1]])
	}
	return l
}

// order says that the lower of two bounds of a column implies the higher.
func (t *reals) order(e *Engine, a, b realAtom) {
	lits := []Lit{a.lit ^ 1, b.lit}
	if e.proof != nil {
		e.proof.Farkas(lits, []simplex.Reason{
			{Why: int32(a.lit), Col: int(a.col), Upper: true, Val: a.val, Factor: simplex.Int(1)},
			{Why: int32(b.lit ^ 1), Col: int(b.col), Val: next(b.val), Factor: simplex.Int(1)},
		})
		e.deriving = -1 // said already
		defer func() { e.deriving = 0 }()
	}
	e.AddClause(lits...)
}

// next is the least value above v.
func next(v simplex.Delta) simplex.Delta {
	v.D = v.D.Add(simplex.Int(1))
	return v
}

// RealLt gives the literal of column < r.
func (e *Engine) RealLt(c Real, r simplex.Rat) Lit { return e.RealLe(c, simplex.Below(r)) }

// RealValue gives the value of a column in the solution that was found; eps is what Concrete gave for it.
func (e *Engine) RealValue(c Real, eps simplex.Rat) simplex.Rat { return e.reals.s.At(int(c), eps) }

// RealConcrete gives the number to read real values with, in the solution that was found.
func (e *Engine) RealConcrete() simplex.Rat {
	if e.reals == nil {
		return simplex.Int(1)
	}
	return e.reals.s.Concrete()
}

// RealMaximise moves the real values of the solution that was found, within the bounds that its literals set, to where the
// column is largest.
func (e *Engine) RealMaximise(ctx context.Context, c Real) (simplex.Delta, simplex.Result) {
	t := e.reals
	r := t.s.Maximise(int(c), func() bool { return ctx.Err() != nil })
	return t.s.Value(int(c)), r
}

func (t *reals) wake(data int32) { t.pending = append(t.pending, data) }
func (t *reals) cancel()         { t.pending = t.pending[:0] }
func (t *reals) priority() int   { return 2 }

// undo takes back the bounds of the levels above lv.
func (t *reals) undo(lv int32) {
	n := len(t.marks)
	for n > 0 && t.marks[n-1].level > lv {
		n--
	}
	if n < len(t.marks) {
		t.s.Undo(t.marks[n].mark)
		t.marks = t.marks[:n]
	}
}

func (t *reals) run(e *Engine, id int32) bool {
	if lv := e.decisionLevel(); lv > 0 && (len(t.marks) == 0 || t.marks[len(t.marks)-1].level < lv) {
		t.marks = append(t.marks, realMark{lv, t.s.Mark()})
	}
	todo := t.pending
	t.pending = t.pending[:0]
	for _, d := range todo {
		if c := t.apply(e, d); c != nil {
			return t.conflict(e, c)
		}
	}
	before := t.s.Pivots
	c, done := t.s.Check(func() bool { return e.ctx != nil && e.ctx.Err() != nil })
	e.stats.Pivots += t.s.Pivots - before
	if !done {
		e.interrupted = true
		e.wakeTheory() // it has not finished
		return true
	}
	if c != nil {
		return t.conflict(e, c)
	}
	return true
}

// apply sets the bounds that one event brings.
func (t *reals) apply(e *Engine, d int32) []simplex.Reason {
	i := d >> 2
	switch d & 3 {
	case wokenAtomTrue:
		a := &t.atoms[i]
		return t.s.Upper(int(a.col), a.val, int32(a.lit))
	case wokenAtomFalse:
		// Not (column <= r + dε): column >= r + (d+1)ε, there being nothing between.
		a := &t.atoms[i]
		return t.s.Lower(int(a.col), next(a.val), int32(a.lit^1))
	case wokenInt:
		c := &t.ints[i]
		iv := &e.ints[c.x]
		if x := t.s.Lower(int(c.col), simplex.Exactly(simplex.Int(iv.lo)), int32(e.loLit(c.x, iv.lo))); x != nil {
			return x
		}
		return t.s.Upper(int(c.col), simplex.Exactly(simplex.Int(iv.hi)), int32(e.hiLit(c.x, iv.hi)))
	default:
		c := &t.lits[i]
		switch e.val[c.l] {
		case 1:
			return t.s.Lower(int(c.col), simplex.Exactly(simplex.Int(1)), int32(c.l))
		case -1:
			return t.s.Upper(int(c.col), simplex.Exactly(simplex.Int(0)), int32(c.l^1))
		}
	}
	return nil
}

// conflict writes the literals behind contradicting bounds to confl.
func (t *reals) conflict(e *Engine, why []simplex.Reason) bool {
	e.confl = e.confl[:0]
	for _, w := range why {
		e.confl = append(e.confl, Lit(w.Why)^1)
	}
	if e.proof != nil {
		e.proof.Farkas(e.confl, why)
	}
	return false
}

func (t *reals) explain(e *Engine, dst []Lit, q Lit, data int64, at int32) []Lit { return dst }
