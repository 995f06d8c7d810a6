package proof

import (
	"errors"
	"fmt"
)

// rows is a constraint: a literal of each row is true, and of the literals in a column those of one row at most.
type rows [][]placed

type placed struct {
	l   lit
	col int
}

// maxRows bounds rows and columns.
const maxRows = 1 << 8

// match reads rows, and checks that they follow from clauses: each row is one, and each two in a column exclude each other.
func (c *checker) match(p *Words) error {
	id := p.ID()
	if p.err == nil && c.cons[id] != nil {
		return fmt.Errorf("constraint %d is there already", id)
	}
	var rs rows
	for p.More() {
		var row []placed
		var ls []lit
		for n := p.ID(); n > 0 && p.err == nil; n-- {
			l, col := p.Lit(), p.ID()
			if p.err != nil || len(rs) >= maxRows || len(row) >= maxRows {
				break
			}
			row = append(row, placed{c.lit(l), col})
			ls = append(ls, c.lit(l))
		}
		switch {
		case p.err != nil:
			return nil
		case len(rs) >= maxRows || len(row) >= maxRows:
			return errors.New("too many rows or columns")
		case !c.follows(ls):
			return fmt.Errorf("row %d is no clause that follows", len(rs))
		}
		for _, a := range row {
			for _, other := range rs {
				for _, b := range other {
					if a.col == b.col && !c.follows([]lit{a.l ^ 1, b.l ^ 1}) {
						return fmt.Errorf("two literals of column %d do not exclude each other", a.col)
					}
				}
			}
		}
		rs = append(rs, row)
	}
	if p.err == nil {
		c.cons[id] = rs
	}
	return nil
}

// follows reports whether a clause follows by unit propagation.
func (c *checker) follows(ls []lit) bool {
	mark := c.Mark()
	ok := c.Broken() || !c.Assume(ls)
	c.Back(mark)
	return ok
}

// contradicted finds that no matching gives each row a column of its own where it has a literal that is not false.
func (k rows) contradicted(c *checker) bool {
	owner := map[int]int{}
	var tried map[int]bool
	var place func(i int) bool
	place = func(i int) bool {
		for _, a := range k[i] {
			if c.Value(a.l) < 0 || tried[a.col] {
				continue
			}
			tried[a.col] = true
			if j, taken := owner[a.col]; !taken || place(j) {
				owner[a.col] = i
				return true
			}
		}
		return false
	}
	for i := range k {
		tried = map[int]bool{}
		if !place(i) {
			return true
		}
	}
	return false
}
