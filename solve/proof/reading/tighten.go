package reading

import (
	"math/big"

	"github.com/quandary-puzzles/quandary/solve/proof/clauses"
)

// tighten finds what the bounds of a sum, and those of its summands, say of each summand now: of a + b <= 9 and b >= 4, that
// a <= 5. Each is a clause: the bound, unless one of those that it comes from is false.
func (r *Reading) tighten(ch *chain) []func() {
	whole, why := r.chainSpan(ch), r.sides(ch, nil)
	parts := make([]span, len(ch.p))
	for i, m := range ch.p {
		parts[i] = r.present(poly{m})
		for _, a := range m.at {
			why = r.reasons(a, why)
		}
		if len(m.at) > 1 {
			why = r.sides(r.chains[poly{{m.at, big.NewRat(1, 1)}}.key()], why)
		}
	}
	if len(ch.p) == 1 {
		return r.divide(ch.p[0].at, whole, why)
	}
	var todo []func()
	lo, hi := sumEnds(parts)
	for i, m := range ch.p {
		s := everything()
		if rest, ok := hi.without(parts[i].hi); ok {
			s.lo = whole.lo.plus(rest)
		}
		if rest, ok := lo.without(parts[i].lo); ok {
			s.hi = whole.hi.plus(rest)
		}
		s = s.scale(new(big.Rat).Inv(m.k))
		todo = append(todo, r.closer(poly{{m.at, big.NewRat(1, 1)}}, s, parts[i].scale(new(big.Rat).Inv(m.k)), why)...)
	}
	return todo
}

// ends is a sum of ends of intervals, with those that are infinite counted.
type ends struct {
	v   *big.Rat
	inf int
}

func sumEnds(parts []span) (lo, hi ends) {
	lo.v, hi.v = new(big.Rat), new(big.Rat)
	for _, s := range parts {
		lo.add(s.lo)
		hi.add(s.hi)
	}
	return lo, hi
}

func (e *ends) add(x end) {
	if x.inf != 0 {
		e.inf++
		return
	}
	e.v.Add(e.v, x.v)
}

// without gives minus the sum of all but x, if that is finite.
func (e ends) without(x end) (end, bool) {
	switch {
	case x.inf == 0 && e.inf == 0:
		return end{v: addRat(x.v, negRat(e.v))}, true
	case x.inf != 0 && e.inf == 1:
		return end{v: negRat(e.v)}, true
	}
	return end{}, false
}

// divide finds what the bounds of a product say of its factors.
func (r *Reading) divide(at []int32, whole span, why []clauses.Lit) []func() {
	if len(at) < 2 {
		return nil
	}
	var todo []func()
	for i, a := range at {
		rest := point(big.NewRat(1, 1))
		for j, b := range at {
			if j != i {
				rest = rest.mul(r.presentAtom(b))
			}
		}
		s := whole
		if rest.hi.sign() < 0 {
			rest, s = rest.scale(big.NewRat(-1, 1)), s.scale(big.NewRat(-1, 1))
		}
		if rest.lo.sign() <= 0 || rest.lo.inf != 0 {
			continue
		}
		// a = s / rest with rest > 0
		t := span{over(s.lo, rest.hi, rest.lo), over(s.hi, rest.lo, rest.hi)}
		todo = append(todo, r.closer(r.alone(a), t, r.presentAtom(a), why)...)
	}
	return todo
}

// over is s divided by p where s is positive, and by q elsewhere.
func over(s, p, q end) end {
	if s.sign() < 0 {
		p = q
	}
	switch {
	case s.inf != 0:
		return s
	case p.inf != 0:
		return end{v: new(big.Rat)}
	}
	return end{v: new(big.Rat).Quo(s.v, p.v)}
}

// closer says that p lies in s, where that is closer than what is known.
func (r *Reading) closer(p poly, s, known span, why []clauses.Lit) []func() {
	var todo []func()
	say := func(q poly) {
		todo = append(todo, func() {
			clause := []clauses.Lit{r.below(q, false)}
			for _, l := range why {
				clause = append(clause, l^1)
			}
			r.db.Add(clause)
		})
	}
	if s.hi.inf == 0 && s.hi.cmp(known.hi) < 0 {
		say(p.minus(constant(s.hi.v)))
	}
	if s.lo.inf == 0 && s.lo.cmp(known.lo) > 0 {
		say(constant(s.lo.v).minus(p))
	}
	return todo
}

// reasons appends the literals that bound an atom now.
func (r *Reading) reasons(a int32, why []clauses.Lit) []clauses.Lit {
	at := &r.atoms[a]
	if at.kind == truthAtom {
		switch v := r.db.Value(at.l); {
		case v > 0:
			why = append(why, at.l)
		case v < 0:
			why = append(why, at.l^1)
		}
		return why
	}
	return r.sides(at.chain, why)
}

// sides appends the literals that bound a chain now.
func (r *Reading) sides(ch *chain, why []clauses.Lit) []clauses.Lit {
	if ch == nil {
		return why
	}
	for i := len(ch.at) - 1; i >= 0; i-- {
		if l := ch.at[i].l; r.db.Value(l) < 0 {
			why = append(why, l^1)
			break
		}
	}
	for _, b := range ch.at {
		if r.db.Value(b.l) > 0 {
			why = append(why, b.l)
			break
		}
	}
	return why
}

// tightenAll tightens all that is compared, without assumptions and for some rounds: bounds can creep for ever. It does so once, and
// reports whether this was the time.
func (r *Reading) tightenAll() bool {
	if r.tightened {
		return false
	}
	r.tightened = true
	for range maxRounds {
		var todo []func()
		for _, ch := range r.inOrder {
			todo = append(todo, r.tighten(ch)...)
		}
		if len(todo) == 0 || r.db.Broken() {
			break
		}
		for _, f := range todo {
			f()
		}
	}
	return true
}
