package proof

import (
	"slices"
	"sort"
)

// lit is a literal of the checker: twice a number of its own, plus one when negated. Number 0 is always true.
type lit int32

const (
	yes lit = 0
	no  lit = 1
)

// clause is a clause with its first two literals watched.
type clause struct {
	lits    []lit
	deleted bool
}

// units is unit propagation over clauses, with a trail that assumptions are taken back from.
type units struct {
	val    []int8 // by literal
	watch  [][]*clause
	trail  []lit
	head   int
	broken bool // a contradiction without assumptions
	byKey  map[string][]*clause
}

func (u *units) newVar() lit {
	l := lit(len(u.val))
	u.val = append(u.val, 0, 0)
	u.watch = append(u.watch, nil, nil)
	return l
}

// add adds a clause; no assumption may be open.
func (u *units) add(ls []lit) {
	out := make([]lit, 0, len(ls))
	for _, l := range ls {
		if u.val[l] > 0 || slices.Contains(ls, l^1) {
			return
		}
		if u.val[l] == 0 && !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	switch len(out) {
	case 0:
		u.broken = true
		return
	case 1:
		u.set(out[0])
		if !u.propagate() {
			u.broken = true
		}
		return
	}
	c := &clause{lits: out}
	u.watch[out[0]] = append(u.watch[out[0]], c)
	u.watch[out[1]] = append(u.watch[out[1]], c)
	k := key(ls)
	u.byKey[k] = append(u.byKey[k], c)
}

// key names a clause whatever the order of its literals.
func key(ls []lit) string {
	s := slices.Clone(ls)
	slices.Sort(s)
	b := make([]byte, 0, 4*len(s))
	for _, l := range s {
		b = append(b, byte(l), byte(l>>8), byte(l>>16), byte(l>>24))
	}
	return string(b)
}

// remove forgets a clause, if it is there.
func (u *units) remove(ls []lit) bool {
	k := key(ls)
	list := u.byKey[k]
	if len(list) == 0 {
		return false
	}
	list[len(list)-1].deleted = true
	if u.byKey[k] = list[:len(list)-1]; len(list) == 1 {
		delete(u.byKey, k)
	}
	return true
}

func (u *units) set(l lit) {
	u.val[l], u.val[l^1] = 1, -1
	u.trail = append(u.trail, l)
}

// propagate makes true what must be. It is false on a contradiction.
func (u *units) propagate() bool {
	for u.head < len(u.trail) {
		f := u.trail[u.head] ^ 1 // false now
		u.head++
		ws := u.watch[f]
		j := 0
		for i := 0; i < len(ws); i++ {
			c := ws[i]
			if c.deleted {
				continue
			}
			if c.lits[0] == f {
				c.lits[0], c.lits[1] = c.lits[1], f
			}
			if u.val[c.lits[0]] > 0 {
				ws[j] = c
				j++
				continue
			}
			moved := false
			for k := 2; k < len(c.lits); k++ {
				if u.val[c.lits[k]] >= 0 {
					c.lits[1], c.lits[k] = c.lits[k], f
					u.watch[c.lits[1]] = append(u.watch[c.lits[1]], c)
					moved = true
					break
				}
			}
			if moved {
				continue
			}
			ws[j] = c
			j++
			if u.val[c.lits[0]] < 0 {
				j += copy(ws[j:], ws[i+1:])
				u.watch[f] = ws[:j]
				return false
			}
			u.set(c.lits[0])
		}
		u.watch[f] = ws[:j]
	}
	return true
}

// assume makes the negations of a clause true and propagates. It is false when that is a contradiction. Undo with back.
func (u *units) assume(ls []lit) bool {
	for _, l := range ls {
		if u.val[l] > 0 {
			return false
		}
		if u.val[l] == 0 {
			u.set(l ^ 1)
		}
	}
	return u.propagate()
}

// back takes back what came after the mark.
func (u *units) back(mark int) {
	for _, l := range u.trail[mark:] {
		u.val[l], u.val[l^1] = 0, 0
	}
	u.trail = u.trail[:mark]
	u.head = mark
}

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
	l := c.newVar()
	x.ge = slices.Insert(x.ge, i, defined{n, l})
	if i > 0 {
		c.add([]lit{l ^ 1, x.ge[i-1].l})
	}
	if i+1 < len(x.ge) {
		c.add([]lit{x.ge[i+1].l ^ 1, l})
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
	l := c.newVar()
	x.eq = slices.Insert(x.eq, i, defined{n, l})
	c.add([]lit{l ^ 1, a})
	c.add([]lit{l ^ 1, b ^ 1})
	c.add([]lit{l, a ^ 1, b})
	return l
}

// bounds gives the bounds of an integer under what is assigned now.
func (c *checker) bounds(x *integer) (lo, hi int64) {
	lo, hi = x.lo, x.hi
	for i := len(x.ge) - 1; i >= 0; i-- {
		if c.val[x.ge[i].l] > 0 {
			lo = max(lo, x.ge[i].n)
			break
		}
	}
	for i := range x.ge {
		if c.val[x.ge[i].l] < 0 {
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
	return ok && c.val[x.eq[i].l] < 0
}
