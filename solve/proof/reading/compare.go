package reading

import (
	"math/big"
	"slices"

	"github.com/quandary-puzzles/quandary/solve/proof/clauses"
)

// chain holds the literals that compare one polynomial with numbers.
type chain struct {
	p     poly // without a constant; primitive
	whole bool
	span  span    // what bounds it for good
	at    []bound // ascending
	eq    []equality
	eqAt  map[string]clauses.Lit
}

// bound says that l is p <= k or, when strict, p < k.
type bound struct {
	k      *big.Rat
	strict bool
	l      clauses.Lit
}

// equality says that l is p = k.
type equality struct {
	k *big.Rat
	l clauses.Lit
}

func (b bound) cmp(k *big.Rat, strict bool) int {
	if c := b.k.Cmp(k); c != 0 || b.strict == strict {
		return c
	}
	if b.strict {
		return -1
	}
	return 1
}

// primitive divides by the factor that brings a sum without a constant to the form that stands for all its multiples: the first
// factor positive, and factors of whole atoms whole and without a common divisor.
func (r *Reading) primitive(p poly) (q poly, f *big.Rat) {
	f = new(big.Rat).Abs(p[0].k)
	if !slices.ContainsFunc(p, func(m mono) bool { return !r.wholeAtoms(m) }) {
		num, den := new(big.Int), big.NewInt(1)
		for _, m := range p {
			g := new(big.Int).GCD(nil, nil, den, m.k.Denom())
			den.Mul(den, new(big.Int).Quo(m.k.Denom(), g))
		}
		for _, m := range p {
			n := new(big.Int).Mul(m.k.Num(), new(big.Int).Quo(den, m.k.Denom()))
			num.GCD(nil, nil, num, n.Abs(n))
		}
		f = new(big.Rat).SetFrac(num, den)
	}
	if p[0].k.Sign() < 0 {
		f.Neg(f)
	}
	return p.times(new(big.Rat).Inv(f)), f
}

// chain gives the chain of a primitive polynomial.
func (r *Reading) chain(p poly) *chain {
	key := p.key()
	if ch := r.chains[key]; ch != nil {
		return ch
	}
	r.db.Hold(bytesChain + 8*len(key))
	ch := &chain{p: p, whole: r.whole(p), span: r.span(p, r.presentAtom), eqAt: map[string]clauses.Lit{}}
	r.chains[key] = ch
	r.inOrder = append(r.inOrder, ch)
	if a, ok := p.only(); ok {
		r.atoms[a].chain = ch
	}
	for i, m := range p {
		for _, a := range m.at {
			if !slices.ContainsFunc(p[:i], func(m mono) bool { return slices.Contains(m.at, a) }) {
				r.atoms[a].in = append(r.atoms[a].in, ch)
			}
		}
	}
	return ch
}

// chainSpan bounds a chain by what is true now.
func (r *Reading) chainSpan(ch *chain) span {
	s := ch.span
	for i := len(ch.at) - 1; i >= 0; i-- { // the last that is false: p > k
		if b := ch.at[i]; r.db.Value(b.l) < 0 {
			k := b.k
			if ch.whole {
				k = addRat(k, big.NewRat(1, 1))
			}
			s.lo = most(s.lo, end{v: k})
			break
		}
	}
	for _, b := range ch.at { // the first that is true
		if r.db.Value(b.l) > 0 {
			s.hi = least(s.hi, end{v: b.k})
			break
		}
	}
	return s
}

// below gives the literal of p <= 0 or, when strict, of p < 0.
func (r *Reading) below(p poly, strict bool) clauses.Lit {
	rest, c := p.split()
	if len(rest) == 0 {
		return truth(c.Sign() < 0 || c.Sign() == 0 && !strict)
	}
	q, f := r.primitive(rest)
	k := new(big.Rat).Quo(negRat(c), f)
	if f.Sign() > 0 {
		return r.bound(q, k, strict)
	}
	return r.bound(q, k, !strict) ^ 1 // q >= k, q > k
}

func truth(b bool) clauses.Lit {
	if b {
		return clauses.True
	}
	return clauses.False
}

// bound gives the literal of q <= k, or q < k, for a primitive q.
func (r *Reading) bound(q poly, k *big.Rat, strict bool) clauses.Lit {
	if a, ok := q.only(); ok && r.atoms[a].kind == truthAtom {
		at0, at1 := within(new(big.Rat), k, strict), within(big.NewRat(1, 1), k, strict)
		switch {
		case at1:
			return clauses.True
		case at0:
			return r.atoms[a].l ^ 1
		}
		return clauses.False
	}
	ch := r.chain(q)
	if ch.whole {
		if strict {
			k, strict = addRat(ceilRat(k), big.NewRat(-1, 1)), false
		} else {
			k = floorRat(k)
		}
	}
	// What was compared before keeps its literal, though the bounds may decide it by now: graphs are told by their literals.
	i, found := slices.BinarySearchFunc(ch.at, bound{k: k, strict: strict}, func(a, b bound) int { return a.cmp(b.k, b.strict) })
	if found {
		return ch.at[i].l
	}
	if hi := ch.span.hi; hi.inf == 0 && within(hi.v, k, strict) {
		return clauses.True
	}
	if lo := ch.span.lo; lo.inf == 0 && !within(lo.v, k, strict) {
		return clauses.False
	}
	l := r.newLit(ch)
	ch.at = slices.Insert(ch.at, i, bound{k, strict, l})
	if i > 0 {
		r.db.Add([]clauses.Lit{ch.at[i-1].l ^ 1, l})
	}
	if i+1 < len(ch.at) {
		r.db.Add([]clauses.Lit{l ^ 1, ch.at[i+1].l})
	}
	return l
}

func within(v, k *big.Rat, strict bool) bool {
	c := v.Cmp(k)
	return c < 0 || c == 0 && !strict
}

// newLit makes a literal that compares a chain.
func (r *Reading) newLit(ch *chain) clauses.Lit {
	r.db.Hold(bytesNamed)
	l := r.db.NewVar()
	r.of[l] = ch
	return l
}

// zero gives the literal of p = 0.
func (r *Reading) zero(p poly) clauses.Lit {
	rest, c := p.split()
	if len(rest) == 0 {
		return truth(c.Sign() == 0)
	}
	q, f := r.primitive(rest)
	k := new(big.Rat).Quo(negRat(c), f)
	if a, ok := q.only(); ok && r.atoms[a].kind == truthAtom {
		switch {
		case k.Sign() == 0:
			return r.atoms[a].l ^ 1
		case k.Cmp(big.NewRat(1, 1)) == 0:
			return r.atoms[a].l
		}
		return clauses.False
	}
	ch := r.chain(q)
	key := k.RatString()
	if l, ok := ch.eqAt[key]; ok {
		return l
	}
	if v := (end{v: k}); ch.whole && !k.IsInt() || v.cmp(ch.span.lo) < 0 || v.cmp(ch.span.hi) > 0 {
		return clauses.False
	}
	a, b := r.bound(q, k, false), r.bound(q, k, true)
	switch {
	case b == clauses.False:
		ch.eqAt[key] = a
		return a
	case a == clauses.True:
		ch.eqAt[key] = b ^ 1
		return b ^ 1
	}
	l := r.newLit(ch)
	ch.eqAt[key] = l
	ch.eq = append(ch.eq, equality{k, l})
	r.db.Add([]clauses.Lit{l ^ 1, a})
	r.db.Add([]clauses.Lit{l ^ 1, b ^ 1})
	r.db.Add([]clauses.Lit{l, a ^ 1, b})
	return l
}

// confine notes that p lies in s under every assignment.
func (r *Reading) confine(p poly, s span) {
	rest, c := p.split()
	if len(rest) == 0 {
		return
	}
	q, f := r.primitive(rest)
	if a, ok := q.only(); ok && r.atoms[a].kind == truthAtom {
		return
	}
	ch := r.chain(q)
	s = s.add(point(negRat(c))).scale(new(big.Rat).Inv(f))
	if ch.span.lo.cmp(s.lo) >= 0 && ch.span.hi.cmp(s.hi) <= 0 {
		return
	}
	ch.span = ch.span.meet(s)
	for _, b := range ch.at {
		if hi := ch.span.hi; hi.inf == 0 && within(hi.v, b.k, b.strict) {
			r.db.Add([]clauses.Lit{b.l})
		}
		if lo := ch.span.lo; lo.inf == 0 && !within(lo.v, b.k, b.strict) {
			r.db.Add([]clauses.Lit{b.l ^ 1})
		}
	}
}
