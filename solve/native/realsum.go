package native

import (
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
	"github.com/quandary-puzzles/quandary/solve/native/simplex"
)

// rsum is a sum of rational multiples of real columns, integers and literals, and a constant.
type rsum struct {
	cols []engine.RealTerm
	ints []ratInt
	lits []ratLit
	k    simplex.Rat
}

type ratInt struct {
	coef simplex.Rat
	x    engine.Int
}

type ratLit struct {
	coef simplex.Rat
	l    engine.Lit
}

func (s *rsum) addCol(c simplex.Rat, col engine.Real) {
	for i := range s.cols {
		if s.cols[i].Col == col {
			s.cols[i].Coef = s.cols[i].Coef.Add(c)
			return
		}
	}
	s.cols = append(s.cols, engine.RealTerm{Coef: c, Col: col})
}

func (s *rsum) addInt(c simplex.Rat, x engine.Int) {
	for i := range s.ints {
		if s.ints[i].x == x {
			s.ints[i].coef = s.ints[i].coef.Add(c)
			return
		}
	}
	s.ints = append(s.ints, ratInt{c, x})
}

func (s *rsum) addLit(c simplex.Rat, l engine.Lit) {
	if l&1 != 0 {
		s.k = s.k.Add(c)
		c, l = c.Neg(), l^1
	}
	if l == engine.True {
		s.k = s.k.Add(c)
		return
	}
	for i := range s.lits {
		if s.lits[i].l == l {
			s.lits[i].coef = s.lits[i].coef.Add(c)
			return
		}
	}
	s.lits = append(s.lits, ratLit{c, l})
}

// tidy drops what vanished.
func (s *rsum) tidy() {
	cols := s.cols[:0]
	for _, t := range s.cols {
		if t.Coef.Sign() != 0 {
			cols = append(cols, t)
		}
	}
	s.cols = cols
	ints := s.ints[:0]
	for _, t := range s.ints {
		if t.coef.Sign() != 0 {
			ints = append(ints, t)
		}
	}
	s.ints = ints
	lits := s.lits[:0]
	for _, t := range s.lits {
		if t.coef.Sign() != 0 {
			lits = append(lits, t)
		}
	}
	s.lits = lits
}

// rat is the value of a constant.
func rat(v model.Value) simplex.Rat {
	if n, ok := v.Int64(); ok {
		return simplex.Int(n)
	}
	return simplex.FromBig(v.Rat())
}
