package native

import (
	"math/big"
	"slices"

	"github.com/quandary-puzzles/quandary/solve/native/algebra"
	"github.com/quandary-puzzles/quandary/solve/native/simplex"
)

// maxPivots bounds the steps of one linear program about a case.
const maxPivots = 2000

// linearised is the linear program of the facts of a case: each product of unknowns counts as a number of its own, of which only is
// known that squares are not negative. What it excludes is impossible.
type linearised struct {
	w    *world
	s    simplex.Solver
	cols map[algebra.Mono]int
	left int
}

func (l *linearised) stop() bool {
	l.left--
	return l.left < 0
}

// linearise gives the linear program, at values that satisfy it; possible is false when there are none. Where it takes too long it
// gives nil.
func (w *world) linearise() (l *linearised, possible bool, err error) {
	l = &linearised{w: w, cols: map[algebra.Mono]int{}, left: maxPivots}
	for _, f := range w.facts {
		if err := w.x.mt.Spend(100 * len(f.p)); err != nil {
			return nil, false, err
		}
		if f.rel == notZero {
			continue
		}
		k := simplex.Rat{}
		var terms []simplex.Term
		for _, t := range f.p {
			c := simplex.FromBig(new(big.Rat).SetInt(t.Coefficient()))
			if t.Mono() == (algebra.Mono{}) {
				k = c.Neg()
				continue
			}
			col, ok := l.column(t.Mono())
			if !ok {
				return nil, false, nil
			}
			terms = append(terms, simplex.Term{Coef: c, Col: col})
		}
		slices.SortFunc(terms, func(a, b simplex.Term) int { return a.Col - b.Col })
		at := simplex.Exactly(k)
		if f.rel == aboveZero {
			at.D = simplex.Int(1)
		}
		row := l.s.NewRow(terms)
		if l.s.Lower(row, at, 0) != nil || f.rel == isZero && l.s.Upper(row, at, 0) != nil {
			return nil, false, nil
		}
	}
	conflict, done := l.s.Check(l.stop)
	if err := w.x.mt.Spend(1000 * (maxPivots - max(0, l.left))); err != nil {
		return nil, false, err
	}
	switch {
	case conflict != nil:
		return nil, false, nil
	case !done:
		return nil, true, nil
	}
	return l, true, nil
}

// column gives the column of a product; ok is false when it contradicts what is known of it.
func (l *linearised) column(m algebra.Mono) (col int, ok bool) {
	if c, ok := l.cols[m]; ok {
		return c, true
	}
	c := l.s.NewColumn()
	l.cols[m] = c
	return c, !m.IsSquare() || l.s.Lower(c, simplex.Delta{}, 0) == nil
}

// between gives the least and the greatest value of a product, nil where there is none or it was not found.
func (l *linearised) between(m algebra.Mono) (lo, hi *big.Rat) {
	c, ok := l.cols[m]
	if !ok {
		return nil, nil
	}
	if l.s.Maximise(c, l.stop) == simplex.Optimal {
		hi = l.s.Value(c).R.Big()
	}
	down := l.s.NewRow([]simplex.Term{{Coef: simplex.Int(-1), Col: c}})
	if l.s.Maximise(down, l.stop) == simplex.Optimal {
		lo = l.s.Value(down).R.Big()
		lo.Neg(lo)
	}
	return lo, hi
}

// settled finds an unknown that the linear program leaves one value, itself or its square, and adds this as a fact: ok reports that
// there is one. Equations give it no value yet.
func (w *world) settled(l *linearised, free []int) (ok bool) {
	for _, i := range free {
		x := algebra.Unknown(i)
		for _, m := range []algebra.Mono{x, x.Squared()} {
			lo, hi := l.between(m)
			if lo == nil || hi == nil || lo.Cmp(hi) != 0 {
				continue
			}
			f := algebra.Form{m: big.NewRat(1, 1)}
			if lo.Sign() != 0 {
				f[algebra.Mono{}] = lo.Neg(lo)
			}
			w.state(f.Poly(), isZero)
			return true
		}
	}
	return false
}
