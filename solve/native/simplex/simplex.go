// Package simplex decides conjunctions of linear constraints over the rationals, exactly, and optimises over them. It is the
// general simplex of Dutertre and de Moura, "A fast linear-arithmetic solver for DPLL(T)" (CAV 2006): a tableau of equations
// that never changes its solutions, bounds that come and go with the search, strict bounds by infinitesimals, and for each
// contradiction the bounds that make it.
//
// Pivots follow Bland's rule (the least index first), so that the work always ends and is the same everywhere.
//
// Dictionary: a column is a variable; a basic column owns a row, which gives it as a sum of columns that are not basic; why
// is the caller's number for the reason of a bound.
package simplex

import "sort"

// Term is a coefficient and a column.
type Term struct {
	Coef Rat
	Col  int
}

type bound struct {
	val Delta
	why int32
	set bool
}

// Solver holds the tableau and the bounds. The zero value is an empty problem.
type Solver struct {
	lower, upper []bound
	val          []Delta
	rowOf        []int32 // by column: its row, or -1
	basic        []int32 // by row: its column
	rows         [][]Term
	trail        []undo
	Pivots       int64 // work counter
}

// Reason is a bound that takes part in a contradiction: the sum of all bounds, each times its factor (an upper bound x <= v
// as it is, a lower bound as -x <= -v), says 0 <= a negative number, once the rows are written out.
type Reason struct {
	Why    int32
	Col    int
	Upper  bool
	Val    Delta
	Factor Rat
}

type undo struct {
	col   int32
	upper bool
	old   bound
}

// Reset empties the solver and keeps its memory.
func (s *Solver) Reset() {
	s.lower, s.upper, s.val = s.lower[:0], s.upper[:0], s.val[:0]
	s.rowOf, s.basic, s.rows, s.trail = s.rowOf[:0], s.basic[:0], s.rows[:0], s.trail[:0]
	s.Pivots = 0
}

// NewColumn makes a variable without bounds.
func (s *Solver) NewColumn() int {
	s.lower = append(s.lower, bound{})
	s.upper = append(s.upper, bound{})
	s.val = append(s.val, Delta{})
	s.rowOf = append(s.rowOf, -1)
	return len(s.val) - 1
}

// Columns is the number of variables.
func (s *Solver) Columns() int { return len(s.val) }

// NewRow makes a variable that equals the sum of the terms.
func (s *Solver) NewRow(terms []Term) int {
	var row []Term
	for _, t := range terms {
		if r := s.rowOf[t.Col]; r >= 0 {
			row = s.addScaled(row, s.rows[r], t.Coef)
		} else {
			row = s.addScaled(row, []Term{{Int(1), t.Col}}, t.Coef)
		}
	}
	row = append([]Term(nil), row...)
	x := s.NewColumn()
	s.rowOf[x] = int32(len(s.rows))
	s.basic = append(s.basic, int32(x))
	s.rows = append(s.rows, row)
	s.val[x] = s.value(row)
	return x
}

func (s *Solver) value(row []Term) Delta {
	var v Delta
	for _, t := range row {
		v = v.add(s.val[t.Col].mul(t.Coef))
	}
	return v
}

// addScaled gives a + c*b, both sorted by column, in a fresh slice.
func (s *Solver) addScaled(a, b []Term, c Rat) []Term {
	out := make([]Term, 0, len(a)+len(b))
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case j == len(b) || i < len(a) && a[i].Col < b[j].Col:
			out = append(out, a[i])
			i++
		case i == len(a) || b[j].Col < a[i].Col:
			if v := b[j].Coef.Mul(c); v.Sign() != 0 {
				out = append(out, Term{v, b[j].Col})
			}
			j++
		default:
			if v := a[i].Coef.Add(b[j].Coef.Mul(c)); v.Sign() != 0 {
				out = append(out, Term{v, a[i].Col})
			}
			i++
			j++
		}
	}
	return out
}

func coef(row []Term, col int) Rat {
	i := sort.Search(len(row), func(i int) bool { return row[i].Col >= col })
	if i < len(row) && row[i].Col == col {
		return row[i].Coef
	}
	return Rat{}
}

// Mark gives a point that Undo returns the bounds to.
func (s *Solver) Mark() int { return len(s.trail) }

// Undo takes back the bounds set since Mark. The values stay: they satisfy looser bounds too.
func (s *Solver) Undo(mark int) {
	for i := len(s.trail) - 1; i >= mark; i-- {
		u := &s.trail[i]
		if u.upper {
			s.upper[u.col] = u.old
		} else {
			s.lower[u.col] = u.old
		}
	}
	s.trail = s.trail[:mark]
}

// Lower says x >= v. When that contradicts the upper bound, the reasons of both are given.
func (s *Solver) Lower(x int, v Delta, why int32) (conflict []Reason) {
	if l := &s.lower[x]; l.set && v.Cmp(l.val) <= 0 {
		return nil
	}
	if u := &s.upper[x]; u.set && v.Cmp(u.val) > 0 {
		return []Reason{{why, x, false, v, Int(1)}, {u.why, x, true, u.val, Int(1)}}
	}
	s.trail = append(s.trail, undo{int32(x), false, s.lower[x]})
	s.lower[x] = bound{v, why, true}
	if s.rowOf[x] < 0 && s.val[x].Cmp(v) < 0 {
		s.move(x, v)
	}
	return nil
}

// Upper says x <= v.
func (s *Solver) Upper(x int, v Delta, why int32) (conflict []Reason) {
	if u := &s.upper[x]; u.set && v.Cmp(u.val) >= 0 {
		return nil
	}
	if l := &s.lower[x]; l.set && v.Cmp(l.val) < 0 {
		return []Reason{{why, x, true, v, Int(1)}, {l.why, x, false, l.val, Int(1)}}
	}
	s.trail = append(s.trail, undo{int32(x), true, s.upper[x]})
	s.upper[x] = bound{v, why, true}
	if s.rowOf[x] < 0 && s.val[x].Cmp(v) > 0 {
		s.move(x, v)
	}
	return nil
}

// move gives a column that is not basic the value v.
func (s *Solver) move(x int, v Delta) {
	d := v.sub(s.val[x])
	s.val[x] = v
	for r, row := range s.rows {
		if c := coef(row, x); c.Sign() != 0 {
			b := s.basic[r]
			s.val[b] = s.val[b].add(d.mul(c))
		}
	}
}

// pivot exchanges the basic column of row r with the column x of the row.
func (s *Solver) pivot(r int, x int) {
	s.Pivots++
	b := int(s.basic[r])
	row := s.rows[r]
	// b = c*x + rest  =>  x = b/c - rest/c
	inv := coef(row, x).Inv()
	fresh := make([]Term, 0, len(row))
	placed := false
	for _, t := range row {
		if !placed && t.Col > b {
			fresh = append(fresh, Term{inv, b})
			placed = true
		}
		if t.Col != x {
			fresh = append(fresh, Term{t.Coef.Mul(inv).Neg(), t.Col})
		}
	}
	if !placed {
		fresh = append(fresh, Term{inv, b})
	}
	s.rows[r] = fresh
	s.basic[r] = int32(x)
	s.rowOf[x], s.rowOf[b] = int32(r), -1
	for k, other := range s.rows {
		if k == r {
			continue
		}
		if c := coef(other, x); c.Sign() != 0 {
			without := make([]Term, 0, len(other))
			for _, t := range other {
				if t.Col != x {
					without = append(without, t)
				}
			}
			s.rows[k] = s.addScaled(without, fresh, c)
		}
	}
}

func (s *Solver) canRise(x int) bool {
	u := &s.upper[x]
	return !u.set || s.val[x].Cmp(u.val) < 0
}

func (s *Solver) canFall(x int) bool {
	l := &s.lower[x]
	return !l.set || s.val[x].Cmp(l.val) > 0
}

// Check looks for values within all bounds. When there are none it gives the reasons of bounds that contradict each other.
// stop is asked now and then; when it says so Check gives up, and done is false.
func (s *Solver) Check(stop func() bool) (conflict []Reason, done bool) {
	for n := 0; ; n++ {
		if n&63 == 63 && stop != nil && stop() {
			return nil, false
		}
		b, low := -1, false
		for r := range s.basic {
			x := int(s.basic[r])
			if b >= 0 && x > b {
				continue
			}
			if l := &s.lower[x]; l.set && s.val[x].Cmp(l.val) < 0 {
				b, low = x, true
			} else if u := &s.upper[x]; u.set && s.val[x].Cmp(u.val) > 0 {
				b, low = x, false
			}
		}
		if b < 0 {
			return nil, true
		}
		r := int(s.rowOf[b])
		x := -1
		for _, t := range s.rows[r] {
			up := (t.Coef.Sign() > 0) == low // whether the column must rise
			if up && s.canRise(t.Col) || !up && s.canFall(t.Col) {
				x = t.Col
				break
			}
		}
		if x < 0 {
			return s.explain(b, low), true
		}
		target := s.upper[b].val
		if low {
			target = s.lower[b].val
		}
		d := target.sub(s.val[b]).mul(coef(s.rows[r], x).Inv())
		s.move(x, s.val[x].add(d))
		s.pivot(r, x)
	}
}

// explain lists the bounds that keep the basic column b from its bound.
func (s *Solver) explain(b int, low bool) []Reason {
	var out []Reason
	put := func(col int, upper bool, factor Rat) {
		x := &s.lower[col]
		if upper {
			x = &s.upper[col]
		}
		out = append(out, Reason{x.why, col, upper, x.val, factor})
	}
	put(b, !low, Int(1))
	for _, t := range s.rows[s.rowOf[b]] {
		put(t.Col, (t.Coef.Sign() > 0) == low, abs(t.Coef))
	}
	return out
}

// Result says how an optimisation ended.
type Result int

const (
	// Stopped: stop said so.
	Stopped Result = iota
	// Optimal: the values are those of an optimum.
	Optimal
	// Unbounded: there is no optimum.
	Unbounded
)

// Maximise moves to values within the bounds at which the column x is as large as can be.
//
// Pre: Check found values.
func (s *Solver) Maximise(x int, stop func() bool) Result {
	if s.rowOf[x] < 0 {
		// Make it basic, so that the row tells what it depends on; without a row to own it, it moves alone.
		for r, row := range s.rows {
			if coef(row, x).Sign() != 0 {
				s.pivot(r, x)
				break
			}
		}
		if s.rowOf[x] < 0 {
			if !s.upper[x].set {
				return Unbounded
			}
			s.val[x] = s.upper[x].val
			return Optimal
		}
	}
	for n := 0; ; n++ {
		if n&63 == 63 && stop != nil && stop() {
			return Stopped
		}
		if u := &s.upper[x]; u.set && s.val[x].Cmp(u.val) >= 0 {
			return Optimal
		}
		row := s.rows[s.rowOf[x]]
		enter, up := -1, false
		for _, t := range row {
			rise := t.Coef.Sign() > 0
			if rise && s.canRise(t.Col) || !rise && s.canFall(t.Col) {
				enter, up = t.Col, rise
				break
			}
		}
		if enter < 0 {
			return Optimal
		}
		// How far may it go? Its own bound, then those of the basic columns (x's own among them); ties: the least index.
		var limit Delta
		bounded, leave := false, -1
		consider := func(d Delta, r, col int) {
			if c := d.Cmp(limit); !bounded || c < 0 || c == 0 && leave >= 0 && col < int(s.basic[leave]) {
				limit, leave, bounded = d, r, true
			}
		}
		if up && s.upper[enter].set {
			consider(s.upper[enter].val.sub(s.val[enter]), -1, enter)
		} else if !up && s.lower[enter].set {
			consider(s.val[enter].sub(s.lower[enter].val), -1, enter)
		}
		for r, row := range s.rows {
			c := coef(row, enter)
			if c.Sign() == 0 {
				continue
			}
			b := int(s.basic[r])
			if (c.Sign() > 0) == up { // b rises
				if u := &s.upper[b]; u.set {
					consider(u.val.sub(s.val[b]).mul(abs(c).Inv()), r, b)
				}
			} else if l := &s.lower[b]; l.set {
				consider(s.val[b].sub(l.val).mul(abs(c).Inv()), r, b)
			}
		}
		if !bounded {
			return Unbounded
		}
		v := s.val[enter].add(limit)
		if !up {
			v = s.val[enter].sub(limit)
		}
		s.move(enter, v)
		if leave >= 0 && int(s.basic[leave]) != x {
			s.pivot(leave, enter)
		} else if leave >= 0 {
			return Optimal // x met its own upper bound
		}
	}
}

func abs(r Rat) Rat {
	if r.Sign() < 0 {
		return r.Neg()
	}
	return r
}

// Value gives a column's value, infinitesimal part included.
func (s *Solver) Value(x int) Delta { return s.val[x] }

// Concrete gives a size for ε with which all values are within their bounds.
func (s *Solver) Concrete() Rat {
	eps := Int(1)
	shrink := func(lo, hi Delta) { // lo <= hi; need lo.R + lo.D*eps <= hi.R + hi.D*eps
		if lo.R.Cmp(hi.R) < 0 && lo.D.Cmp(hi.D) > 0 {
			if m := hi.R.Sub(lo.R).Mul(lo.D.Sub(hi.D).Inv()); m.Cmp(eps) < 0 {
				eps = m
			}
		}
	}
	for x := range s.val {
		if l := &s.lower[x]; l.set {
			shrink(l.val, s.val[x])
		}
		if u := &s.upper[x]; u.set {
			shrink(s.val[x], u.val)
		}
	}
	return eps
}

// At gives a column's value for a size of ε.
func (s *Solver) At(x int, eps Rat) Rat { return s.val[x].R.Add(s.val[x].D.Mul(eps)) }
