package engine

import "math/bits"

// rowMatch says that each of some rows of literals has a true one, and each of some columns at most one: pigeons and holes.
// The clauses that it was found in say the same, but a search among them takes time that grows beyond all bounds with the
// number of rows; a matching shows at once that there are too few columns (Haken, "The intractability of resolution", 1985).
type rowMatch struct {
	rows [][]Lit
	cols [][]int8 // by row and place: the column
	m    matching
	whys reasons
}

func (p *rowMatch) wake(int32)    {}
func (p *rowMatch) cancel()       {}
func (p *rowMatch) priority() int { return 2 }

func (p *rowMatch) run(e *Engine, id int32) bool {
	p.whys.forget(e, id)
	for i, row := range p.rows {
		d := uint64(0)
		for k, l := range row {
			if e.val[l] >= 0 {
				d |= 1 << uint(p.cols[i][k])
			}
		}
		p.m.dom[i] = d
	}
	ok, rows, cols := p.m.complete()
	if !ok {
		e.confl = p.because(e.confl[:0], rows, cols)
		if e.proof != nil {
			e.proof.Lemma(e.propName[id], e.confl)
		}
		return false
	}
	return p.m.excluded(func(c int, out, hall, cols uint64) bool {
		n := -1
		for ; out != 0; out &= out - 1 {
			i := bits.TrailingZeros64(out)
			for k, l := range p.rows[i] {
				if int(p.cols[i][k]) != c || e.val[l] < 0 {
					continue
				}
				if n < 0 {
					n = len(p.whys.lits)
					p.whys.lits = p.because(p.whys.lits, hall, cols)
				}
				if !p.whys.conclude(e, id, l^1, n) {
					return false
				}
			}
		}
		return true
	})
}

// because appends the literals of some rows that are outside of some columns, all of which are false.
func (p *rowMatch) because(dst []Lit, rows, cols uint64) []Lit {
	for ; rows != 0; rows &= rows - 1 {
		i := bits.TrailingZeros64(rows)
		for k, l := range p.rows[i] {
			if cols>>uint(p.cols[i][k])&1 == 0 {
				dst = append(dst, l)
			}
		}
	}
	return dst
}

func (p *rowMatch) explain(e *Engine, dst []Lit, q Lit, data int64, at int32) []Lit {
	return p.whys.explain(dst, data)
}

// rowsAfter is the number of conflicts after which rows and columns are looked for.
const rowsAfter = 2000

// findRows looks for rows and columns among the clauses of the problem and its sums of literals, and posts a matching for
// each group of them that hangs together.
//
// Pre: no level is open.
func (e *Engine) findRows() {
	columns := e.oneOfSums()
	for _, c := range e.fixedCl {
		lits := e.clauseLits(c)
		if len(lits) > matchLimit {
			continue
		}
		e.charge(len(lits) * bytesTerm)
		row := make([]Lit, 0, len(lits))
		for _, q := range lits {
			if l := Lit(q); e.val[l] == 0 {
				row = append(row, l)
			} else if e.val[l] > 0 {
				row = nil
				break
			}
		}
		columns.addRow(e, row)
	}
	for _, g := range columns.groups() {
		p := &rowMatch{rows: g.rows, cols: g.cols}
		p.m.init(len(g.rows))
		if e.proof != nil {
			columns.prove(e, g)
			e.deriving = e.name()
			e.proof.Rows(e.deriving, g.rows, g.cols)
		}
		id := e.post(p)
		e.deriving = 0
		for _, row := range g.rows {
			for _, l := range row {
				e.hookLit(l^1, id)
			}
		}
	}
}

// columns are sets of literals of which at most one is true, with the rows whose literals are in them.
type columns struct {
	sets  [][]Lit
	of    map[Lit]int32 // the set that a literal is in
	fixed int           // sets that were given, which do not grow
	names []int32       // of those: the constraint in the proof
	rows  [][]Lit
	inRow map[Lit]bool
}

// oneOfSums begins with the sums of literals of which at most one can be true.
func (e *Engine) oneOfSums() *columns {
	c := &columns{of: map[Lit]int32{}, inRow: map[Lit]bool{}}
	for id, p := range e.props {
		s, ok := p.(*linear)
		if !ok || s.r != True || len(s.xs) > 0 || len(s.ls) < 3 {
			continue
		}
		if n := len(s.ws); s.ws[n-1]+s.ws[n-2] <= s.bound {
			continue
		}
		for _, l := range s.ls {
			if _, taken := c.of[l]; !taken {
				c.of[l] = int32(len(c.sets))
			}
		}
		c.sets = append(c.sets, s.ls)
		c.names = append(c.names, e.propName[id])
	}
	c.fixed = len(c.sets)
	return c
}

// prove says of literals in a column that was given by a sum that they exclude each other. Of the other columns clauses say so.
func (c *columns) prove(e *Engine, g rowGroup) {
	byCol := make([][]Lit, c.fixed)
	for _, row := range g.rows {
		for _, l := range row {
			k := c.of[l]
			if int(k) >= c.fixed {
				continue
			}
			for _, m := range byCol[k] {
				e.proof.Lemma(c.names[k], []Lit{l ^ 1, m ^ 1})
			}
			byCol[k] = append(byCol[k], l)
		}
	}
}

// addRow takes a row whose literals are in no other, and are each in a column or can be put in one.
func (c *columns) addRow(e *Engine, row []Lit) {
	if len(row) < 2 {
		return
	}
	for _, l := range row {
		if c.inRow[l] {
			return
		}
		if _, ok := c.of[l]; !ok && !c.place(e, l) {
			return
		}
	}
	for _, l := range row {
		c.inRow[l] = true
	}
	c.rows = append(c.rows, row)
}

// place puts a literal in a column with all of which it excludes, or in a new one.
func (c *columns) place(e *Engine, l Lit) bool {
	excluded := map[Lit]bool{}
	for _, w := range e.watch[l] {
		if w.clause == 0 {
			excluded[w.blocker^1] = true
		}
	}
	if len(excluded) == 0 {
		return false
	}
	tried := int32(-1)
	for _, w := range e.watch[l] { // in order, unlike the map
		if w.clause != 0 {
			continue
		}
		k, ok := c.of[w.blocker^1]
		if !ok || int(k) < c.fixed || k == tried {
			continue
		}
		tried = k
		all := true
		for _, m := range c.sets[k] {
			if !excluded[m] {
				all = false
				break
			}
		}
		if all {
			c.sets[k] = append(c.sets[k], l)
			c.of[l] = k
			return true
		}
	}
	c.of[l] = int32(len(c.sets))
	c.sets = append(c.sets, []Lit{l})
	return true
}

// rowGroup is rows that share columns.
type rowGroup struct {
	rows [][]Lit
	cols [][]int8
}

// groups gives the rows that hang together by columns, where there are more rows than one and few enough of both.
func (c *columns) groups() []rowGroup {
	up := make([]int32, len(c.sets))
	for i := range up {
		up[i] = int32(i)
	}
	find := func(k int32) int32 {
		for up[k] != k {
			up[k] = up[up[k]]
			k = up[k]
		}
		return k
	}
	for _, row := range c.rows {
		first := find(c.of[row[0]])
		for _, l := range row[1:] {
			up[find(c.of[l])] = first
		}
	}
	var out []rowGroup
	number := map[int32]int{}
	place := make([]int8, len(c.sets))
	count := []int{}
	for i := range place {
		place[i] = -1
	}
	for _, row := range c.rows {
		root := find(c.of[row[0]])
		g, ok := number[root]
		if !ok {
			g = len(out)
			number[root] = g
			out = append(out, rowGroup{})
			count = append(count, 0)
		}
		cols := make([]int8, len(row))
		for i, l := range row {
			k := c.of[l]
			if place[k] < 0 && count[g] < matchLimit {
				place[k] = int8(count[g])
				count[g]++
			} else if place[k] < 0 {
				count[g] = matchLimit + 1
			}
			cols[i] = place[k]
		}
		out[g].rows = append(out[g].rows, row)
		out[g].cols = append(out[g].cols, cols)
	}
	kept := out[:0]
	for g, r := range out {
		if len(r.rows) > 1 && len(r.rows) <= matchLimit && count[g] <= matchLimit {
			kept = append(kept, r)
		}
	}
	return kept
}
