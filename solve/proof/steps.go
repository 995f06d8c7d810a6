package proof

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/solve/proof/clauses"
)

type checker struct {
	*clauses.Set
	givens  Givens // or nil
	judging bool   // they are being asked
	sum     Summary
	index   map[int64]lit // the checker's literals of the proof's positive ones
	ints    map[int]*integer
	cons    map[int]constraint
	cols    map[int]*column
	graphs  map[int]*network
	atoms   map[lit]atom
}

// constraint is one of the numbered constraints. contradicted reports whether it has no solution under what is assigned now.
type constraint interface {
	contradicted(c *checker) bool
}

func newChecker(g Givens) *checker {
	c := &checker{
		Set: clauses.New(), givens: g,
		index: map[int64]lit{}, ints: map[int]*integer{}, cons: map[int]constraint{}, cols: map[int]*column{}, graphs: map[int]*network{},
		atoms: map[lit]atom{},
	}
	c.index[1] = yes
	return c
}

// lit gives the checker's literal for one of the proof.
func (c *checker) lit(n int64) lit {
	v := max(n, -n)
	l, ok := c.index[v]
	if !ok {
		l = c.NewVar()
		c.index[v] = l
	}
	if n < 0 {
		return l ^ 1
	}
	return l
}

func (c *checker) lits(ns []int64) []lit {
	out := make([]lit, len(ns))
	for i, n := range ns {
		out[i] = c.lit(n)
	}
	return out
}

func (c *checker) integer(p *Words) *integer {
	n := p.ID()
	x := c.ints[n]
	if x == nil && p.err == nil {
		p.err = fmt.Errorf("there is no integer %d", n)
	}
	return x
}

// step checks one line; done means that the empty clause was derived.
func (c *checker) step(kind string, p *Words) (done bool, err error) {
	if c.givens != nil && len(kind) == 1 && strings.Contains(stated, kind) {
		q := *p
		c.judging = true
		if err = c.givens.Given(kind, &q); err == nil {
			err = q.err
		}
		if err != nil {
			return false, err
		}
		c.judging = false
	}
	switch kind {
	case "i":
		n, lo, hi := p.ID(), p.Num(), p.Num()
		if p.err != nil {
			return false, nil
		}
		if c.ints[n] != nil || lo > hi || lo < -1<<62 || hi > 1<<62 {
			return false, errors.New("not a new integer with bounds")
		}
		c.ints[n] = &integer{lo: lo, hi: hi}
	case "T", "V", "X", "C", "N", "E", "D":
	case "g", "e":
		return false, c.define(kind, p)
	case "c":
		ls := p.Lits()
		if p.err == nil {
			c.Add(c.lits(ls))
			c.sum.Clauses++
		}
	case "l", "u", "d", "m", "w":
		return false, c.constrain(kind, p)
	case "r":
		return false, c.match(p)
	case "G":
		return false, c.newGraph(p)
	case "W":
		return false, c.newWeights(p)
	case "Q":
		return false, c.newQuery(p)
	case "R":
		return false, c.newRegular(p)
	case "I", "L", "S", "A":
		return false, c.defineReal(kind, p)
	case "t":
		id, ns := p.ID(), p.Lits()
		if p.err != nil {
			return false, nil
		}
		con := c.cons[id]
		if con == nil {
			return false, fmt.Errorf("there is no constraint %d", id)
		}
		ls := c.lits(ns)
		mark := c.Mark()
		ok := c.Broken() || !c.Assume(ls) || con.contradicted(c)
		c.Back(mark)
		if !ok {
			return false, fmt.Errorf("constraint %d does not imply the clause", id)
		}
		c.Add(ls)
		c.sum.Lemmas++
	case "f":
		return false, c.farkas(p)
	case "a":
		ns := p.Lits()
		if p.err != nil {
			return false, nil
		}
		ls := c.lits(ns)
		if !c.follows(ls) {
			return false, errors.New("the clause does not follow by unit propagation")
		}
		c.sum.Learned++
		if len(ls) == 0 {
			return true, nil
		}
		c.Add(ls)
	case "x":
		ls := p.Lits()
		if p.err == nil && c.Remove(c.lits(ls)) {
			c.sum.Deleted++
		}
	default:
		return false, fmt.Errorf("unknown kind of step %q", kind)
	}
	return false, nil
}

// define gives a literal its meaning.
func (c *checker) define(kind string, p *Words) error {
	v, x, n := p.Lit(), c.integer(p), p.Num()
	if p.err != nil {
		return nil
	}
	if v < 0 || n < -1<<62 || n > 1<<62 {
		return errors.New("only a positive literal can be defined")
	}
	l := c.geLit(x, n)
	if kind == "e" {
		l = c.eqLit(x, n)
	}
	old, ok := c.index[v]
	if !ok {
		c.index[v] = l
		return nil
	}
	c.Add([]lit{old ^ 1, l})
	c.Add([]lit{old, l ^ 1})
	return nil
}

// term is a summand: of an integer or, when x is nil, of a literal.
type term struct {
	coef *big.Int
	x    *integer
	l    lit
}

func (c *checker) terms(p *Words) []term {
	var out []term
	for p.More() {
		switch p.Word() {
		case "i":
			k := p.Num()
			out = append(out, term{coef: big.NewInt(k), x: c.integer(p)})
		case "b":
			k, l := p.Num(), p.Lit()
			if p.err == nil {
				out = append(out, term{coef: big.NewInt(k), l: c.lit(l)})
			}
		default:
			if p.err == nil {
				p.err = errors.New("a summand begins with i or b")
			}
		}
	}
	return out
}

func (c *checker) constrain(kind string, p *Words) error {
	id := p.ID()
	if p.err == nil && c.cons[id] != nil {
		return fmt.Errorf("constraint %d is there already", id)
	}
	var con constraint
	switch kind {
	case "l", "u":
		r, k := p.Lit(), p.Num()
		ts := c.terms(p)
		if p.err != nil {
			return nil
		}
		if kind == "l" {
			con = &atMost{c.lit(r), big.NewInt(k), ts}
		} else {
			con = &notEqual{c.lit(r), big.NewInt(k), ts}
		}
	case "d":
		r := p.Lit()
		var xs []*integer
		for p.More() {
			xs = append(xs, c.integer(p))
		}
		if p.err != nil {
			return nil
		}
		con = &allDifferent{c.lit(r), xs}
	case "m":
		x, y, z := c.integer(p), c.integer(p), c.integer(p)
		con = &product{x, y, z}
	case "w":
		x, k, z := c.integer(p), p.Num(), c.integer(p)
		if k < 1 || k > 64 {
			return errors.New("the exponent is not in 1..64")
		}
		con = &power{x, int(k), z}
	}
	if p.err == nil {
		c.cons[id] = con
		c.sum.Constraints++
	}
	return nil
}

type atMost struct {
	r     lit
	bound *big.Int
	ts    []term
}

// span gives the least and the largest value of a sum.
func (c *checker) span(ts []term) (lo, hi *big.Int) {
	lo, hi = new(big.Int), new(big.Int)
	for _, t := range ts {
		a, b := int64(0), int64(1)
		if t.x != nil {
			a, b = c.bounds(t.x)
		} else if v := c.Value(t.l); v > 0 {
			a = 1
		} else if v < 0 {
			b = 0
		}
		x, y := new(big.Int).Mul(t.coef, big.NewInt(a)), new(big.Int).Mul(t.coef, big.NewInt(b))
		if t.coef.Sign() < 0 {
			x, y = y, x
		}
		lo.Add(lo, x)
		hi.Add(hi, y)
	}
	return lo, hi
}

func (k *atMost) contradicted(c *checker) bool {
	if c.Value(k.r) <= 0 {
		return false
	}
	lo, _ := c.span(k.ts)
	return lo.Cmp(k.bound) > 0
}

type notEqual struct {
	r  lit
	k  *big.Int
	ts []term
}

func (k *notEqual) contradicted(c *checker) bool {
	if c.Value(k.r) <= 0 {
		return false
	}
	lo, hi := c.span(k.ts)
	return lo.Cmp(hi) == 0 && lo.Cmp(k.k) == 0
}

type allDifferent struct {
	r  lit
	xs []*integer
}

func (k *allDifferent) contradicted(c *checker) bool {
	if c.Value(k.r) <= 0 {
		return false
	}
	// A matching of the integers with values, found by moving one integer after the other to another value. Those that have more
	// values than there are integers find one in the end, whatever the others take.
	owner := map[int64]int{}
	var tried map[int64]bool
	var place func(i int) bool
	place = func(i int) bool {
		lo, hi := c.bounds(k.xs[i])
		if hi-lo >= int64(len(k.xs)+len(k.xs[i].eq)) {
			return true // more values than integers: one is always free
		}
		for n := lo; n <= hi; n++ {
			if tried[n] || c.excluded(k.xs[i], n) {
				continue
			}
			tried[n] = true
			if j, taken := owner[n]; !taken || place(j) {
				owner[n] = i
				return true
			}
		}
		return false
	}
	for i := range k.xs {
		tried = map[int64]bool{}
		if !place(i) {
			return true
		}
	}
	return false
}

// interval is lo..hi.
type interval struct{ lo, hi *big.Int }

// signs cuts an interval into its negative part, 0, and its positive part.
func signs(lo, hi int64) []interval {
	var out []interval
	cut := func(a, b int64) {
		if a <= b {
			out = append(out, interval{big.NewInt(a), big.NewInt(b)})
		}
	}
	cut(lo, min(hi, -1))
	cut(max(lo, 0), min(hi, 0))
	cut(max(lo, 1), hi)
	return out
}

func misses(lo, hi *big.Int, zlo, zhi int64) bool {
	return hi.Cmp(big.NewInt(zlo)) < 0 || lo.Cmp(big.NewInt(zhi)) > 0
}

type product struct{ x, y, z *integer }

func (k *product) contradicted(c *checker) bool {
	zlo, zhi := c.bounds(k.z)
	for _, a := range signs(c.bounds(k.x)) {
		for _, b := range signs(c.bounds(k.y)) {
			if k.x == k.y && a.lo.Sign() != b.lo.Sign() {
				continue
			}
			ps := []*big.Int{
				new(big.Int).Mul(a.lo, b.lo), new(big.Int).Mul(a.lo, b.hi),
				new(big.Int).Mul(a.hi, b.lo), new(big.Int).Mul(a.hi, b.hi),
			}
			if k.x == k.y { // the square of one number
				ps = []*big.Int{ps[0], ps[3]}
			}
			lo, hi := slices.MinFunc(ps, (*big.Int).Cmp), slices.MaxFunc(ps, (*big.Int).Cmp)
			if !misses(lo, hi, zlo, zhi) {
				return false
			}
		}
	}
	return true
}

type power struct {
	x *integer
	k int
	z *integer
}

func (k *power) contradicted(c *checker) bool {
	zlo, zhi := c.bounds(k.z)
	e := big.NewInt(int64(k.k))
	for _, a := range signs(c.bounds(k.x)) {
		p, q := new(big.Int).Exp(a.lo, e, nil), new(big.Int).Exp(a.hi, e, nil)
		if p.Cmp(q) > 0 {
			p, q = q, p
		}
		if !misses(p, q, zlo, zhi) {
			return false
		}
	}
	return true
}
