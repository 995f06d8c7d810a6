package proof

import (
	"slices"
	"sort"

	"github.com/quandary-puzzles/quandary/solve/proof/clauses"
)

// lit is a literal of the checker.
type lit = clauses.Lit

const (
	yes = clauses.True
	no  = clauses.False
)

// integer is an integer with the literals that speak of it.
type integer struct {
	lo, hi int64
	ge, eq []defined // ascending
}

type defined struct {
	n int64
	l lit
}

func find(ds []defined, n int64) (int, bool) {
	i := sort.Search(len(ds), func(i int) bool { return ds[i].n >= n })
	return i, i < len(ds) && ds[i].n == n
}

// geLit gives the literal [x >= n], made when there is none.
func (c *checker) geLit(x *integer, n int64) lit {
	if n <= x.lo {
		return yes
	}
	if n > x.hi {
		return no
	}
	i, ok := find(x.ge, n)
	if ok {
		return x.ge[i].l
	}
	l := c.NewVar()
	x.ge = slices.Insert(x.ge, i, defined{n, l})
	if i > 0 {
		c.Add([]lit{l ^ 1, x.ge[i-1].l})
	}
	if i+1 < len(x.ge) {
		c.Add([]lit{x.ge[i+1].l ^ 1, l})
	}
	return l
}

// eqLit gives the literal [x == n], made when there is none.
func (c *checker) eqLit(x *integer, n int64) lit {
	if n < x.lo || n > x.hi {
		return no
	}
	i, ok := find(x.eq, n)
	if ok {
		return x.eq[i].l
	}
	a, b := c.geLit(x, n), c.geLit(x, n+1)
	l := c.NewVar()
	x.eq = slices.Insert(x.eq, i, defined{n, l})
	c.Add([]lit{l ^ 1, a})
	c.Add([]lit{l ^ 1, b ^ 1})
	c.Add([]lit{l, a ^ 1, b})
	return l
}

// bounds gives the bounds of an integer under what is assigned now.
func (c *checker) bounds(x *integer) (lo, hi int64) {
	lo, hi = x.lo, x.hi
	for i := len(x.ge) - 1; i >= 0; i-- {
		if c.Value(x.ge[i].l) > 0 {
			lo = max(lo, x.ge[i].n)
			break
		}
	}
	for i := range x.ge {
		if c.Value(x.ge[i].l) < 0 {
			hi = min(hi, x.ge[i].n-1)
			break
		}
	}
	for lo <= hi && c.excluded(x, lo) {
		lo++
	}
	for lo <= hi && c.excluded(x, hi) {
		hi--
	}
	return lo, hi
}

func (c *checker) excluded(x *integer, n int64) bool {
	i, ok := find(x.eq, n)
	return ok && c.Value(x.eq[i].l) < 0
}
