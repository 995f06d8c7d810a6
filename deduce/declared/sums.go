package declared

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/quandary-puzzles/quandary/solve/native/simplex"
)

// Counts are added up by a linear program: rows that are sums of atoms, each atom between 0 and 1. When the opposite of a literal leaves no
// values at all, even no fractions, some of the rows, each times a factor, contradict each other: that is one sum to do, and no case is
// looked at.

// linearRow is a row of an instance, or of several that say the same of all pairs of some atoms; without one, that a place has one value.
type linearRow struct {
	row
	insts []int // ascending
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
		row := linearRow{row: r, atoms: atoms}
		if i >= 0 {
			row.insts = []int{i}
		}
		b.rows = append(b.rows, row)
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
	b.cliques()
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

// notBoth reports whether a row says that two atoms are not both so, and no more.
func (r *linearRow) notBoth() bool {
	if len(r.atoms) != 2 || len(r.insts) != 1 {
		return false
	}
	switch w := r.weights[r.atoms[0]]; {
	case w != r.weights[r.atoms[1]]:
		return false
	case w == 1:
		return r.hi == 1 && r.lo <= 0
	default:
		return w == -1 && r.lo == -1 && r.hi >= 0
	}
}

// cliques makes one row of those that say of each two of some atoms that they are not both so: at most one of them is. That says more where
// halves are allowed, and it is what the eye sees: one star in a square of four cells.
func (b *Board) cliques() {
	next := map[int][]int{} // by atom: those that it excludes
	said := map[[2]int]int{}
	for _, r := range b.rows {
		if r.notBoth() {
			x, y := r.atoms[0], r.atoms[1]
			if _, again := said[[2]int{x, y}]; !again {
				next[x], next[y] = append(next[x], y), append(next[y], x)
				said[[2]int{x, y}] = r.insts[0]
			}
		}
	}
	done := map[[2]int]bool{}
	var out []linearRow
	for _, r := range b.rows {
		if !r.notBoth() {
			out = append(out, r)
			continue
		}
		if done[[2]int{r.atoms[0], r.atoms[1]}] {
			continue
		}
		own := slices.Clone(r.atoms)
		for _, a := range slices.Sorted(slices.Values(next[own[0]])) {
			if !slices.Contains(own, a) && !slices.ContainsFunc(own, func(c int) bool { return !slices.Contains(next[c], a) }) {
				own = append(own, a)
			}
		}
		slices.Sort(own)
		all := linearRow{row: row{weights: map[int]int64{}, lo: -unbounded, hi: 1}, atoms: own}
		for n, x := range own {
			all.weights[x] = 1
			for _, y := range own[:n] {
				done[[2]int{y, x}] = true
				all.insts = append(all.insts, said[[2]int{y, x}])
			}
		}
		slices.Sort(all.insts)
		out = append(out, all)
	}
	b.rows = out
}

// program is a linear program of some rows.
type program struct {
	b    *Board
	s    simplex.Solver
	cols map[int]int // by atom
	why  []int       // by number of a reason: the row, or a literal, as -literal-2
}

// program makes a program of some rows (nil: all), and that each place has one value.
func (b *Board) program(rows []int) *program {
	p := &program{b: b, cols: map[int]int{}}
	for n, r := range b.linearRows() {
		if len(r.insts) > 0 && rows != nil && !slices.Contains(rows, n) {
			continue
		}
		if len(r.insts) == 0 && rows != nil && !slices.ContainsFunc(r.atoms, func(a int) bool { _, ok := p.cols[a]; return ok }) {
			continue
		}
		why := -1
		if len(r.insts) > 0 {
			why = n
		}
		terms := make([]simplex.Term, len(r.atoms))
		for n, a := range r.atoms {
			terms[n] = simplex.Term{Coef: simplex.Int(r.weights[a]), Col: p.column(a)}
		}
		slices.SortFunc(terms, func(x, y simplex.Term) int { return cmp.Compare(x.Col, y.Col) })
		c := p.s.NewRow(terms)
		reason := p.reason(why)
		if r.lo > -unbounded/2 {
			p.s.Lower(c, number(r.lo), reason)
		}
		if r.hi < unbounded/2 {
			p.s.Upper(c, number(r.hi), reason)
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

// refute supposes the opposite of a literal; with a contradiction, it gives the rows and facts that make it. ok is false where
// there is none, or work ran out; open is true where there are values.
func (p *program) refute(l Lit, stop func() bool) (rows []int, facts []Lit, ok, open bool) {
	conflict, speaks := p.fix(l.Not())
	if !speaks {
		return nil, nil, false, false
	}
	if conflict == nil {
		var done bool
		if conflict, done = p.s.Check(stop); !done || conflict == nil {
			return nil, nil, false, done
		}
	}
	for _, r := range conflict {
		switch why := p.why[r.Why]; {
		case why >= 0:
			rows = append(rows, why)
		case why < -1:
			if m := Lit(-why - 2); m != l.Not() && p.b.shown[m.atom()] == 0 {
				facts = append(facts, m)
			}
		}
	}
	slices.Sort(rows)
	slices.Sort(facts)
	return slices.Compact(rows), slices.Compact(facts), true, false
}

// point gives the values of now, by column: 1, 0 (as -1), or anything between (0).
func (p *program) point() []int8 {
	most := 0
	for _, c := range p.cols {
		most = max(most, c)
	}
	out := make([]int8, most+1)
	for _, c := range p.cols {
		switch v := p.s.Value(c); {
		case v.Cmp(number(0)) == 0:
			out[c] = -1
		case v.Cmp(number(1)) == 0:
			out[c] = 1
		}
	}
	return out
}

// sign gives the value that a literal says, as points have it.
func sign(l Lit) int8 {
	if l.holds() {
		return 1
	}
	return -1
}

// The bounds of sums.
const (
	mostPivots = 6000 // of a search on a board with few sums; with many each of them takes longer
	mostEach   = 300  // of a literal
	mostSums   = 6    // sums of a state that are made minimal
	mostSummed = 12   // instances of a step
	mostPoints = 200  // values that are kept, which show what no sum gives
)

func (b *Board) mostPivots() int { return mostPivots * 100 / max(100, len(b.linearRows())) }

// sum is what refutes the opposite of a literal.
type sum struct {
	l     Lit
	rows  []int
	facts []Lit
}

// unshown gives the literals of which no values that are kept show that no sum gives them.
func (s *Search) unshown(targets []Lit) map[Lit]bool {
	refuted := map[Lit]bool{}
	for _, l := range targets {
		refuted[l] = true
	}
	for _, at := range s.points {
		s.program.show(refuted, at)
	}
	return refuted
}

// show takes out the literals whose opposite some values have: no sum gives them.
func (p *program) show(refuted map[Lit]bool, at []int8) {
	for m := range refuted {
		if c, ok := p.cols[m.atom()]; ok && at[c] == sign(m.Not()) {
			delete(refuted, m)
		}
	}
}

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
	each, counted := 60*int64(len(s.b.linearRows())), p.s.Pivots // a pivot goes through the rows
	until := min(most, p.s.Pivots+s.b.work.left()/each)
	stop := func() bool { return ctx.Err() != nil || p.s.Pivots > until }
	spend := func() error {
		n := p.s.Pivots - counted
		counted += n
		return s.b.work.spend(int(n * each))
	}
	for ; s.summed < len(s.trail); s.summed++ {
		l := s.trail[s.summed]
		p.fix(l)
		if c, ok := p.cols[l.atom()]; ok { // values that differ from what is known now show nothing any more
			s.points = slices.DeleteFunc(s.points, func(at []int8) bool { return at[c] != sign(l) })
		}
	}
	conflict, done := p.s.Check(stop)
	if err := spend(); err != nil {
		return nil, err
	}
	if conflict != nil || !done {
		s.pivots = int(most) + 1
		return nil, ctx.Err()
	}
	var found []sum
	var best *Step
	targets := s.tries()
	refuted := s.unshown(targets)
	keep := func() {
		at := p.point()
		p.show(refuted, at)
		if s.points = append(s.points, at); len(s.points) > mostPoints {
			s.points = s.points[1:]
		}
	}
	keep()
	for _, l := range targets {
		if !refuted[l] {
			continue
		}
		mark, reasons := p.s.Mark(), len(p.why)
		until = min(most, p.s.Pivots+mostEach)
		rows, facts, ok, open := p.refute(l, stop)
		if open {
			keep()
		}
		p.s.Undo(mark)
		p.why = p.why[:reasons]
		if err := cmp.Or(ctx.Err(), spend()); err != nil {
			return nil, err
		}
		if p.s.Pivots > most {
			s.pivots = int(p.s.Pivots)
			break
		}
		if !ok {
			continue
		}
		found = append(found, sum{l, rows, facts})
	}
	slices.SortStableFunc(found, func(a, b sum) int { return cmp.Compare(10*len(a.rows)+len(a.facts), 10*len(b.rows)+len(b.facts)) })
	for _, f := range found[:min(len(found), mostSums)] {
		if step := s.b.fewest(f.rows, f.facts, f.l); step != nil && cheaper(step, best) {
			best = step
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return best, nil
}

// fewest makes a sum minimal: leave out a row or a fact, and it is none.
func (b *Board) fewest(rows []int, facts []Lit, l Lit) *Step {
	ask := func(rows []int, facts []Lit) ([]int, []Lit, bool) {
		p := b.program(rows)
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
		rows, facts, ok, _ := p.refute(l, func() bool { return p.s.Pivots > mostEach })
		return rows, facts, ok
	}
	if len(rows) > 2*mostSummed {
		return nil
	}
	weight := func(n int) float64 { return b.insts[b.rows[n].insts[0]].weight }
	slices.SortStableFunc(rows, func(i, j int) int { return cmp.Compare(weight(j), weight(i)) })
	for n := 0; n < len(rows); {
		rest := slices.Delete(slices.Clone(rows), n, n+1)
		if _, _, ok := ask(rest, facts); ok && len(rest) > 0 {
			rows = rest
			continue
		}
		n++
	}
	for n := 0; n < len(facts); {
		rest := slices.Delete(slices.Clone(facts), n, n+1)
		if _, _, ok := ask(rows, rest); ok {
			facts = rest
			continue
		}
		n++
	}
	if len(rows) > mostSummed {
		return nil
	}
	var insts []int
	for _, n := range rows {
		insts = append(insts, b.rows[n].insts...)
	}
	slices.Sort(insts)
	slices.Sort(facts)
	step := &Step{Concludes: []Lit{l}, Facts: facts, Insts: slices.Compact(insts), Form: Count, Links: len(rows) - 1}
	b.price(step)
	return step
}

// two gives the cheapest step that is a sum of two rows: one is taken from the other, and what lies in both goes.
func (s *Search) two(ctx context.Context) (best *Step, err error) {
	rows := s.b.linearRows()
	if len(rows) == 0 {
		return nil, nil
	}
	if s.b.rowsOf == nil {
		s.b.rowsOf = map[int][]int{}
		for n, r := range rows {
			if len(r.insts) > 0 {
				for _, a := range r.atoms {
					s.b.rowsOf[a] = append(s.b.rowsOf[a], n)
				}
			}
		}
	}
	type sum struct {
		l    Lit
		n, m int // rows
	}
	var sums []sum
	for n, r := range rows {
		if len(r.insts) == 0 {
			continue
		}
		shared := map[int]int{} // by row: open atoms that are in both
		for _, a := range r.atoms {
			if s.known[a] == 0 {
				for _, m := range s.b.rowsOf[a] {
					shared[m]++
				}
			}
		}
		for _, m := range slices.Sorted(maps.Keys(shared)) {
			if m <= n || shared[m] < 2 {
				continue
			}
			for _, l := range s.added(&rows[n], &rows[m]) {
				if right, ok := s.b.right(l.atom()); ok && right == l && s.Holds(l) == 0 {
					sums = append(sums, sum{l, n, m})
				}
			}
		}
		if err := cmp.Or(ctx.Err(), s.b.work.spend(20*len(shared))); err != nil {
			return nil, err
		}
	}
	size := func(f sum) int { return len(rows[f.n].atoms) + len(rows[f.m].atoms) }
	slices.SortStableFunc(sums, func(a, b sum) int { return cmp.Compare(size(a), size(b)) })
	var found []*Step
	for _, f := range sums[:min(len(sums), mostSums)] {
		var facts []Lit
		for _, row := range []linearRow{rows[f.n], rows[f.m]} {
			for _, a := range row.atoms {
				if k := s.known[a]; k != 0 && s.b.shown[a] == 0 {
					facts = append(facts, lit(a, k == 1))
				}
			}
		}
		slices.Sort(facts)
		if step := s.b.fewest([]int{f.n, f.m}, slices.Compact(facts), f.l); step != nil {
			found = append(found, step)
			if cheaper(step, best) {
				best = step
			}
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	s.noted(found...)
	return best, nil
}

// added gives what follows for open atoms from two rows when one is taken from the other, or both are added up.
func (s *Search) added(r, o *linearRow) (out []Lit) {
	for _, sign := range []int64{-1, 1} {
		cancels := false
		sum := make(map[int]int64, len(r.atoms)+len(o.atoms))
		lo, hi := r.lo, r.hi
		if sign > 0 {
			lo, hi = lo+o.lo, hi+o.hi
		} else {
			lo, hi = lo-o.hi, hi-o.lo
		}
		add := func(a int, w int64) {
			switch s.known[a] {
			case 1:
				lo, hi = lo-w, hi-w
			case 0:
				if before, both := sum[a]; both && (before > 0) != (w > 0) {
					cancels = true
				}
				sum[a] += w
			}
		}
		for _, a := range r.atoms {
			add(a, r.weights[a])
		}
		for _, a := range o.atoms {
			add(a, sign*o.weights[a])
		}
		if !cancels {
			continue
		}
		var least, most int64
		for _, w := range sum {
			least, most = least+min(w, 0), most+max(w, 0)
		}
		for a, w := range sum {
			size := max(w, -w)
			switch {
			case w == 0:
			case least+size > hi: // it is not what adds to the least
				out = append(out, lit(a, w < 0))
			case most-size < lo:
				out = append(out, lit(a, w > 0))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
