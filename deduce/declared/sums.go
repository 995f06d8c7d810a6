package declared

import (
	"cmp"
	"context"
	"slices"

	"github.com/quandary-puzzles/quandary/solve/native/simplex"
)

// Counts are added up by a linear program: rows that are sums of atoms, each atom between 0 and 1. When the opposite of a literal leaves no
// values at all, even no fractions, some of the rows, each times a factor, contradict each other: that is one sum to do, and no case is
// looked at.

// linearRow is a row of an instance; without one (-1), that a place has one value.
type linearRow struct {
	row
	inst  int
	atoms []int // ascending
}

// linearRows gives what the board says as sums.
func (b *Board) linearRows() []linearRow {
	if b.rows != nil {
		return b.rows
	}
	b.rows = []linearRow{}
	add := func(r row, i int) {
		atoms := make([]int, 0, len(r.weights))
		for a, w := range r.weights {
			if w != 0 {
				atoms = append(atoms, a)
			}
		}
		slices.Sort(atoms)
		b.rows = append(b.rows, linearRow{r, i, atoms})
	}
	counts := 0
	for i, in := range b.insts {
		if in.lemma != nil || in.global && len(in.vars) > 2*mostLocal {
			continue
		}
		if in.sort == light && !b.notTwo(in.term) && len(in.vars) > 2 {
			continue // that one of some things is so, of which there are many, adds nothing to counts
		}
		if rows, ok := b.linear(in.term); ok {
			if in.sort == heavy {
				counts++
			}
			for _, r := range rows {
				add(r, i)
			}
		}
	}
	if counts < 2 {
		b.rows = b.rows[:0]
		return b.rows
	}
	for v := range b.vars {
		if x := &b.vars[v]; !x.truth && x.n > 1 && len(b.by[v]) > 0 {
			r := row{weights: map[int]int64{}, lo: 1, hi: 1}
			for a := x.first; a < x.first+x.n; a++ {
				r.weights[a] = 1
			}
			add(r, -1)
		}
	}
	return b.rows
}

// program is a linear program of some rows.
type program struct {
	b    *Board
	s    simplex.Solver
	cols map[int]int // by atom
	why  []int       // by number of a reason: the row's instance, or a literal, as -literal-2
}

// program makes a program of the rows of some instances (nil: all), and that each place has one value.
func (b *Board) program(insts []int) *program {
	p := &program{b: b, cols: map[int]int{}}
	for _, r := range b.linearRows() {
		if r.inst >= 0 && insts != nil && !slices.Contains(insts, r.inst) {
			continue
		}
		if r.inst < 0 && insts != nil && !slices.ContainsFunc(r.atoms, func(a int) bool { _, ok := p.cols[a]; return ok }) {
			continue
		}
		terms := make([]simplex.Term, len(r.atoms))
		for n, a := range r.atoms {
			terms[n] = simplex.Term{Coef: simplex.Int(r.weights[a]), Col: p.column(a)}
		}
		slices.SortFunc(terms, func(x, y simplex.Term) int { return cmp.Compare(x.Col, y.Col) })
		c := p.s.NewRow(terms)
		why := p.reason(r.inst)
		if r.lo > -unbounded/2 {
			p.s.Lower(c, number(r.lo), why)
		}
		if r.hi < unbounded/2 {
			p.s.Upper(c, number(r.hi), why)
		}
	}
	return p
}

func number(n int64) simplex.Delta { return simplex.Exactly(simplex.Int(n)) }

func (p *program) reason(why int) int32 {
	p.why = append(p.why, why)
	return int32(len(p.why) - 1)
}

// column gives the column of an atom, between 0 and 1.
func (p *program) column(a int) int {
	c, ok := p.cols[a]
	if !ok {
		c = p.s.NewColumn()
		p.cols[a] = c
		free := p.reason(-1)
		p.s.Lower(c, number(0), free)
		p.s.Upper(c, number(1), free)
	}
	return c
}

// fix makes a literal hold; ok is false where no row speaks of it.
func (p *program) fix(l Lit) (conflict []simplex.Reason, ok bool) {
	c, ok := p.cols[l.atom()]
	if !ok {
		return nil, false
	}
	why := p.reason(-int(l) - 2)
	if l.holds() {
		return p.s.Lower(c, number(1), why), true
	}
	return p.s.Upper(c, number(0), why), true
}

// refute supposes the opposite of a literal; with a contradiction, it gives the instances and facts that make it. ok is false where
// there is none, or work ran out.
func (p *program) refute(l Lit, stop func() bool) (insts []int, facts []Lit, ok bool) {
	conflict, speaks := p.fix(l.Not())
	if !speaks {
		return nil, nil, false
	}
	if conflict == nil {
		var done bool
		if conflict, done = p.s.Check(stop); !done || conflict == nil {
			return nil, nil, false
		}
	}
	for _, r := range conflict {
		switch why := p.why[r.Why]; {
		case why >= 0:
			insts = append(insts, why)
		case why < -1:
			if m := Lit(-why - 2); m != l.Not() && p.b.shown[m.atom()] == 0 {
				facts = append(facts, m)
			}
		}
	}
	slices.Sort(insts)
	slices.Sort(facts)
	return slices.Compact(insts), slices.Compact(facts), true
}

// The bounds of sums.
const (
	mostPivots = 6000 // of a search on a board with few sums; with many each of them takes longer
	mostEach   = 300  // of a literal
	mostSums   = 6    // sums of a state that are made minimal
	mostSummed = 12   // instances of a step
)

func (b *Board) mostPivots() int { return mostPivots * 100 / max(100, len(b.linearRows())) }

// linear gives the cheapest step that is one sum.
func (s *Search) linear(ctx context.Context) (*Step, error) {
	if len(s.b.linearRows()) == 0 || s.pivots > s.b.mostPivots() {
		return nil, nil
	}
	if s.program == nil {
		s.program = s.b.program(nil)
	}
	p := s.program
	most := int64(s.b.mostPivots())
	until := most
	stop := func() bool { return ctx.Err() != nil || p.s.Pivots > until }
	for ; s.summed < len(s.trail); s.summed++ {
		p.fix(s.trail[s.summed])
	}
	if conflict, done := p.s.Check(stop); conflict != nil || !done {
		s.pivots = int(most) + 1
		return nil, ctx.Err()
	}
	refuted := map[Lit]bool{}
	type sum struct {
		l     Lit
		insts []int
		facts []Lit
	}
	var found []sum
	var best *Step
	met := func(l Lit) { // values that have the opposite of a literal show that no sum gives it
		for m := range refuted {
			if c, ok := p.cols[m.atom()]; ok {
				if v := p.s.Value(c); m.holds() && v.Cmp(number(0)) == 0 || !m.holds() && v.Cmp(number(1)) == 0 {
					delete(refuted, m)
				}
			}
		}
	}
	targets := s.targets(s.unsettled())
	for _, l := range targets {
		refuted[l] = true // until some values show that it is not
	}
	met(0)
	for _, l := range targets {
		if !refuted[l] {
			continue
		}
		mark, reasons := p.s.Mark(), len(p.why)
		until = min(most, p.s.Pivots+mostEach)
		insts, facts, ok := p.refute(l, stop)
		if !ok {
			met(l)
		}
		p.s.Undo(mark)
		p.why = p.why[:reasons]
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if p.s.Pivots > most {
			s.pivots = int(p.s.Pivots)
			break
		}
		if !ok {
			continue
		}
		found = append(found, sum{l, insts, facts})
	}
	slices.SortStableFunc(found, func(a, b sum) int { return cmp.Compare(10*len(a.insts)+len(a.facts), 10*len(b.insts)+len(b.facts)) })
	for _, f := range found[:min(len(found), mostSums)] {
		if step := s.b.fewest(f.insts, f.facts, f.l); step != nil && cheaper(step, best) {
			best = step
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return best, nil
}

// fewest makes a sum minimal: leave out an instance or a fact, and it is none.
func (b *Board) fewest(insts []int, facts []Lit, l Lit) *Step {
	ask := func(insts []int, facts []Lit) ([]int, []Lit, bool) {
		p := b.program(insts)
		for _, m := range facts {
			if conflict, _ := p.fix(m); conflict != nil {
				return nil, nil, false
			}
		}
		for a, known := range b.shown {
			if _, ok := p.cols[a]; ok && known != 0 {
				p.fix(lit(a, known == 1))
			}
		}
		return p.refute(l, func() bool { return p.s.Pivots > mostEach })
	}
	if len(insts) > 2*mostSummed {
		return nil
	}
	slices.SortStableFunc(insts, func(i, j int) int { return cmp.Compare(b.insts[j].weight, b.insts[i].weight) })
	for n := 0; n < len(insts); {
		rest := slices.Delete(slices.Clone(insts), n, n+1)
		if _, _, ok := ask(rest, facts); ok && len(rest) > 0 {
			insts = rest
			continue
		}
		n++
	}
	for n := 0; n < len(facts); {
		rest := slices.Delete(slices.Clone(facts), n, n+1)
		if _, _, ok := ask(insts, rest); ok {
			facts = rest
			continue
		}
		n++
	}
	if len(insts) > mostSummed {
		return nil
	}
	slices.Sort(insts)
	slices.Sort(facts)
	step := &Step{Concludes: []Lit{l}, Facts: facts, Insts: insts, Form: Count}
	b.price(step)
	return step
}
