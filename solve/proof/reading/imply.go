package reading

import (
	"encoding/binary"
	"math/big"
	"slices"

	"github.com/quandary-puzzles/quandary/solve/proof/clauses"
)

// Limits on the search for why a clause follows.
const (
	maxRounds = 16
	maxCases  = 16
	maxLinks  = 3
	maxSpread = 400     // numbers that are all different, written out in pairs
	maxPairs  = 40      // numbers that differ for certain, written out in pairs where nothing nearer helps
	maxNear   = 1 << 12 // comparisons looked at in a round
	maxDepth  = 100     // of what atoms are made of
	maxLooks  = 1 << 14 // atoms looked at in a round
)

// implied reports whether a clause follows: by itself, or in both cases of an operand of what its literals stand for.
func (r *Reading) implied(ls ...clauses.Lit) bool {
	if r.follows(ls) {
		return true
	}
	var cases []clauses.Lit
	for _, l := range ls {
		for _, m := range r.parts[l&^1] {
			if m &^= 1; !slices.Contains(cases, m) && len(cases) < maxCases {
				cases = append(cases, m)
				cases = append(cases, r.parts[m]...)
			}
		}
	}
	for _, m := range cases {
		with := append(slices.Clone(ls), m)
		if !r.follows(with) {
			continue
		}
		r.db.Add(with)
		if with[len(ls)] ^= 1; r.follows(with) {
			r.db.Add(with)
			return true
		}
	}
	return r.follows(ls)
}

// follows reports whether a clause follows by unit propagation. What is found on the way – clauses that hold whatever is assumed –
// stays.
func (r *Reading) follows(ls []clauses.Lit) bool {
	for round := 0; round < maxRounds; round++ {
		mark := r.db.Mark()
		follows := r.db.Broken() || !r.db.Assume(ls)
		var todo []func()
		var near []*chain
		if !follows {
			r.fuel = maxLooks
			todo, near = r.lemmas(ls, round)
		}
		r.db.Back(mark)
		if follows {
			return true
		}
		if round >= wide {
			r.fuel = maxLooks
			for _, ch := range near { // what is so without assumptions is so for all that is said
				todo = append(todo, r.substitute(ch, true)...)
			}
			if len(todo) == 0 {
				return false
			}
		}
		for _, f := range todo {
			f()
		}
	}
	return false
}

// wide is the round from which the search for why a clause follows looks farthest.
const wide = 2

// lemmas finds what else holds of the comparisons near a clause, whose literals are false now: of its own at first, then of those
// that share an atom with these, then also of those that share an atom with them. They are added when no assumption is open.
func (r *Reading) lemmas(ls []clauses.Lit, round int) (todo []func(), near []*chain) {
	seen := map[*chain]bool{}
	meet := func(ch *chain) {
		if ch != nil && !seen[ch] && len(near) < maxNear {
			seen[ch] = true
			near = append(near, ch)
		}
	}
	around := func(ch *chain) {
		for _, m := range ch.p {
			for _, a := range m.at {
				r.linked(a, meet, 0)
			}
		}
	}
	for _, l := range ls {
		meet(r.of[l&^1])
		if a, ok := r.places[l&^1]; ok {
			r.linked(a, meet, 0)
		}
		for _, a := range r.picks[l&^1] {
			r.linked(a, meet, maxLinks)
		}
	}
	if round > 0 {
		for i, n := 0, len(near); i < n; i++ {
			around(near[i])
		}
	}
	if round >= wide {
		if len(near) == 0 { // nothing to start from: all that is known
			for _, ch := range r.inOrder {
				meet(ch)
			}
		}
		for i, n := 0, len(near); i < n; i++ {
			around(near[i])
		}
	}
	for _, l := range r.spreads {
		if v := r.db.Value(l); v < 0 || slices.Contains(ls, l^1) || v > 0 && round >= wide && len(r.distinct[l]) <= maxPairs {
			todo = append(todo, func() { r.spread(l) })
		}
	}
	for _, ch := range near {
		todo = append(todo, r.substitute(ch, false)...)
		if round >= wide {
			todo = append(todo, r.tighten(ch)...)
		}
	}
	return todo, near
}

// linked visits the comparisons that an atom stands in, and those of the atoms that it is made of or that are made of it.
func (r *Reading) linked(a int32, meet func(*chain), depth int) {
	at := &r.atoms[a]
	meet(at.chain)
	for _, ch := range at.in {
		meet(ch)
	}
	if ch := r.of[at.l]; ch != nil && depth == 0 { // what is said of the same number in another way
		for _, b := range ch.at {
			r.standing(b.l, meet)
		}
		for _, e := range ch.eq {
			r.standing(e.l, meet)
		}
		for _, m := range ch.p {
			for _, b := range m.at {
				r.linked(b, meet, maxLinks)
			}
		}
	}
	if depth >= maxLinks {
		return
	}
	for _, b := range at.users {
		r.linked(b, meet, maxLinks)
	}
	for _, p := range at.args {
		for _, m := range p {
			for _, b := range m.at {
				r.linked(b, meet, depth+1)
			}
		}
	}
}

// standing visits the comparisons that the 0/1 number of a literal stands in.
func (r *Reading) standing(l clauses.Lit, meet func(*chain)) {
	if a, ok := r.places[l]; ok {
		for _, ch := range r.atoms[a].in {
			meet(ch)
		}
	}
}

// put is what an atom or polynomial is where some literals are true.
type put struct {
	p     func() poly
	conds []clauses.Lit
	same  bool // as it was
	open  int  // products that have no number
}

// comparison is a literal that compares a polynomial, and how to make the same comparison of another.
type comparison struct {
	l  clauses.Lit
	of func(q poly) clauses.Lit
}

// substitute finds what comparisons of a chain that are decided now come to, where atoms are replaced by what they are now; and
// those that are not decided where next to nothing is left, or all are asked for.
func (r *Reading) substitute(ch *chain, all bool) []func() {
	if a, single := ch.p.only(); single && r.atoms[a].kind == varAtom {
		return nil
	}
	now := r.simpler(ch.p, 0)
	if now.same {
		return nil
	}
	var decided []comparison
	for i, b := range ch.at {
		v := r.db.Value(b.l)
		tightest := v < 0 && (i+1 == len(ch.at) || r.db.Value(ch.at[i+1].l) >= 0) || v > 0 && (i == 0 || r.db.Value(ch.at[i-1].l) <= 0)
		if tightest || v == 0 && (all || now.open < 2) {
			decided = append(decided, r.boundOf(b))
		}
	}
	for _, e := range ch.eq {
		if all || r.db.Value(e.l) != 0 || now.open < 2 {
			decided = append(decided, r.equalityOf(e))
		}
	}
	if len(decided) == 0 {
		return nil
	}
	conds := now.conds
	slices.Sort(conds)
	conds = slices.Compact(conds)
	key := binary.AppendUvarint(nil, uint64(len(decided)))
	for _, d := range decided {
		key = binary.AppendUvarint(key, uint64(d.l))
	}
	for _, l := range conds {
		key = binary.AppendUvarint(key, uint64(l))
	}
	key = append(key, ch.p.key()...)
	if r.tried[string(key)] {
		return nil
	}
	return []func(){func() {
		r.tried[string(key)] = true
		q := now.p()
		var unless []clauses.Lit
		for _, l := range conds {
			unless = append(unless, l^1)
		}
		for _, d := range decided {
			l := d.of(q)
			r.db.Add(append([]clauses.Lit{d.l ^ 1, l}, unless...))
			r.db.Add(append([]clauses.Lit{d.l, l ^ 1}, unless...))
		}
	}}
}

// now tells what an atom is now, if that is something simpler: a number, or what a choice has chosen.
func (r *Reading) now(a int32, depth int) (put, bool) {
	if r.fuel--; r.fuel < 0 {
		return put{}, false
	}
	at := r.atoms[a]
	switch at.kind {
	case truthAtom:
		switch v := r.db.Value(at.l); {
		case v > 0:
			return put{p: func() poly { return number(1) }, conds: []clauses.Lit{at.l}}, true
		case v < 0:
			return put{p: func() poly { return nil }, conds: []clauses.Lit{at.l ^ 1}}, true
		}
		return r.truthNow(at.l, depth)
	case choiceAtom:
		c, p := at.l, at.args[0]
		switch v := r.db.Value(c); {
		case v == 0:
			return r.fixed(a)
		case v < 0:
			c, p = c^1, at.args[1]
		}
		s := r.simpler(p, depth+1)
		return put{p: s.p, conds: append(s.conds, c), open: s.open}, true
	case quotAtom, restAtom, ratioAtom, powerAtom, rootAtom:
		if _, ok := at.args[1].value(); ok || !r.decided(at.args[1]) {
			return r.fixed(a)
		}
		y := r.simpler(at.args[1], depth+1)
		return put{p: func() poly {
			x, n := at.args[0], y.p()
			switch at.kind {
			case quotAtom:
				return r.quotient(x, n)
			case restAtom:
				return r.remainder(x, n)
			case ratioAtom:
				return r.ratio(x, n)
			}
			return r.power(x, n, at.kind == rootAtom)
		}, conds: y.conds}, true
	}
	return r.fixed(a)
}

// truthNow tells what a literal that compares is now: the same comparison of what the polynomial is now or, of p = k where one
// side of it is known, the other side.
func (r *Reading) truthNow(l clauses.Lit, depth int) (put, bool) {
	ch := r.of[l]
	if ch == nil || depth > maxDepth {
		return put{}, false
	}
	if s := r.simpler(ch.p, depth+1); !s.same {
		if c, ok := r.compares(ch, l); ok {
			return put{p: func() poly { return r.truth(c.of(s.p())) }, conds: s.conds, open: s.open}, true
		}
	}
	i := slices.IndexFunc(ch.eq, func(e equality) bool { return e.l == l })
	if i < 0 {
		return put{}, false
	}
	k := ch.eq[i].k
	for _, b := range ch.at {
		v, least := r.db.Value(b.l), b.strict // what b says when it is false: p >= k
		if v == 0 {
			continue
		}
		at := b.k
		if ch.whole && v < 0 { // not p <= k-1
			at, least = addRat(b.k, big.NewRat(1, 1)), true
		}
		switch {
		case at.Cmp(k) != 0:
		case least && v < 0:
			return put{p: func() poly { return r.truth(r.bound(ch.p, k, false)) }, conds: []clauses.Lit{b.l ^ 1}}, true
		case !b.strict && v > 0:
			return put{p: func() poly { return r.truth(r.bound(ch.p, k, true) ^ 1) }, conds: []clauses.Lit{b.l}}, true
		}
	}
	return put{}, false
}

// compares finds what a literal of a chain says.
func (r *Reading) compares(ch *chain, l clauses.Lit) (comparison, bool) {
	for _, b := range ch.at {
		if b.l == l {
			return r.boundOf(b), true
		}
	}
	for _, e := range ch.eq {
		if e.l == l {
			return r.equalityOf(e), true
		}
	}
	return comparison{}, false
}

func (r *Reading) boundOf(b bound) comparison {
	return comparison{b.l, func(q poly) clauses.Lit { return r.below(q.minus(constant(b.k)), b.strict) }}
}

func (r *Reading) equalityOf(e equality) comparison {
	return comparison{e.l, func(q poly) clauses.Lit { return r.zero(q.minus(constant(e.k))) }}
}

// fixed tells what number an atom is now.
func (r *Reading) fixed(a int32) (put, bool) {
	ch := r.atoms[a].chain
	if ch == nil {
		ch = &chain{span: everything()}
	}
	return r.fixedChain(ch, r.atoms[a].span)
}

// fixedChain tells what number a polynomial within s is now.
func (r *Reading) fixedChain(ch *chain, s span) (put, bool) {
	s = r.chainSpan(ch).meet(s)
	v, ok := s.fixed()
	if !ok {
		return put{}, false
	}
	var conds []clauses.Lit
	for _, e := range ch.eq {
		if r.db.Value(e.l) > 0 && e.k.Cmp(v) == 0 {
			return put{p: func() poly { return constant(v) }, conds: []clauses.Lit{e.l}}, true
		}
	}
	for i := len(ch.at) - 1; i >= 0; i-- {
		if r.db.Value(ch.at[i].l) < 0 {
			conds = append(conds, ch.at[i].l^1)
			break
		}
	}
	for _, b := range ch.at {
		if r.db.Value(b.l) > 0 {
			conds = append(conds, b.l)
			break
		}
	}
	return put{p: func() poly { return constant(v) }, conds: conds}, true
}

// decided reports whether all atoms of p have a number now.
func (r *Reading) decided(p poly) bool {
	for _, m := range p {
		for _, a := range m.at {
			if r.atoms[a].kind == truthAtom && r.db.Value(r.atoms[a].l) != 0 {
				continue
			}
			if _, ok := r.fixed(a); !ok {
				return false
			}
		}
	}
	return true
}

// simpler tells what a polynomial is now: products that have a number count as that, and of the others each atom as what it is.
func (r *Reading) simpler(p poly, depth int) put {
	puts := map[int32]put{}
	whole := make([]*put, len(p))
	out := put{same: true}
	for i, m := range p {
		if len(m.at) > 1 && len(p) > 1 {
			if ch := r.chains[poly{{m.at, big.NewRat(1, 1)}}.key()]; ch != nil {
				if s, ok := r.fixedChain(ch, ch.span); ok {
					whole[i] = &s
					out.conds, out.same = append(out.conds, s.conds...), false
					continue
				}
			}
		}
		open := 0
		for _, a := range m.at {
			s, ok := puts[a]
			if !ok && depth <= maxDepth {
				if s, ok = r.now(a, depth); ok {
					puts[a] = s
					out.conds, out.same = append(out.conds, s.conds...), false
				}
			}
			if !ok || s.open > 0 {
				open = 1
			}
		}
		out.open += open
	}
	out.p = func() poly {
		var sum poly
		for i, m := range p {
			q := constant(m.k)
			if whole[i] != nil {
				q = r.mul(q, whole[i].p())
			} else {
				for _, a := range m.at {
					b := r.alone(a)
					if s, ok := puts[a]; ok {
						b = s.p()
					}
					q = r.mul(q, b)
				}
			}
			sum = sum.plus(q, big.NewRat(1, 1))
		}
		return sum
	}
	return out
}
