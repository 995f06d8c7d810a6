package reading

import (
	"encoding/binary"
	"math/big"

	"github.com/quandary-puzzles/quandary/solve/proof/clauses"
)

// atomKind tells what an atom is.
type atomKind byte

const (
	varAtom     atomKind = iota // a variable
	truthAtom                   // 1 where a literal is true, 0 elsewhere
	choiceAtom                  // the first argument where a literal is true, the second elsewhere
	quotAtom                    // Euclidean quotient; 0 where the second is 0
	restAtom                    // Euclidean remainder; the first where the second is 0
	ratioAtom                   // exact quotient; 0 where the second is 0
	powerAtom                   // the first to the power of the second; 0 where that is negative
	rootAtom                    // the same of Reals, where x^-n is 1/x^n
	absAtom                     // magnitude
	minAtom                     // smallest
	maxAtom                     // largest
	floorAtom                   // rounded down
	groupAtom                   // a number that a query on a graph asks for, with the weights, if it has any
	productAtom                 // a product too long to multiply out
)

// atom is a number that polynomials do not look into.
type atom struct {
	kind  atomKind
	v     int // of a variable
	l     clauses.Lit
	args  []poly
	whole bool
	span  span
	chain *chain   // of the atom alone, or nil
	in    []*chain // those that it stands in
	users []int32  // the atoms that it is an argument of
}

// atom gives the polynomial that is just an atom, made when there is none. Its meaning is told by literals that are true under
// every assignment; what holds only where an operand has some value is found by substitution (imply.go).
func (r *Reading) atom(a atom) poly {
	key := []byte{byte(a.kind)}
	key = binary.AppendUvarint(key, uint64(a.v))
	key = binary.AppendUvarint(key, uint64(a.l))
	for _, p := range a.args {
		k := p.key()
		key = binary.AppendUvarint(key, uint64(len(k)))
		key = append(key, k...)
	}
	if n, ok := r.atomOf[string(key)]; ok {
		return r.alone(n)
	}
	n := int32(len(r.atoms))
	r.db.Hold(bytesAtom + len(key))
	r.atomOf[string(key)] = n
	spans := make([]span, len(a.args))
	wholes := true
	for i, p := range a.args {
		spans[i] = r.declared(p)
		wholes = wholes && r.whole(p)
	}
	switch a.kind {
	case varAtom, groupAtom: // as it is
	case truthAtom:
		a.whole, a.span = true, from0(1)
	case quotAtom, restAtom, floorAtom:
		a.whole, a.span = true, spanOf(a.kind, spans)
	case ratioAtom, rootAtom:
		a.span = everything()
	default:
		a.whole, a.span = wholes, spanOf(a.kind, spans)
	}
	r.atoms = append(r.atoms, a)
	for _, p := range a.args {
		for _, m := range p {
			for _, b := range m.at {
				if us := r.atoms[b].users; len(us) == 0 || us[len(us)-1] != n {
					r.atoms[b].users = append(us, n)
				}
			}
		}
	}
	if a.kind == choiceAtom {
		r.picks[a.l] = append(r.picks[a.l], n)
	}
	p := r.alone(n)
	r.axioms(a, p)
	return p
}

// What things take, in bytes: the key of a polynomial says how long that is.
const (
	bytesAtom  = 512
	bytesChain = 512
	bytesNamed = 256
)

func (r *Reading) alone(n int32) poly { return poly{{[]int32{n}, big.NewRat(1, 1)}} }

// axioms tells what holds of an atom z under every assignment.
func (r *Reading) axioms(a atom, z poly) {
	add := func(ls ...clauses.Lit) { r.db.Add(ls) }
	switch a.kind {
	case truthAtom:
		r.places[a.l] = z[0].at[0]
	case quotAtom: // told with the remainder
		r.remainder(a.args[0], a.args[1])
	case restAtom: // x = y*q + z, and 0 <= z < |y| where y is not 0
		x, y := a.args[0], a.args[1]
		q := r.quotient(x, y)
		add(r.zero(x.minus(r.mul(y, q)).minus(z)))
		null := r.zero(y)
		add(null^1, r.zero(q))
		add(null, r.below(z.times(big.NewRat(-1, 1)), false))
		add(r.below(y, false), r.below(z.minus(y), true))
		add(r.below(y.times(big.NewRat(-1, 1)), false), r.below(z.plus(y, big.NewRat(1, 1)), true))
	case absAtom: // z >= x, z >= -x, and z is one of them
		x := a.args[0]
		add(r.below(x.minus(z), false))
		add(r.below(x.times(big.NewRat(-1, 1)).minus(z), false))
		add(r.below(x, true), r.below(z.minus(x), false))
		add(r.below(x, false)^1, r.below(z.plus(x, big.NewRat(1, 1)), false))
	case floorAtom: // z <= x < z+1
		x := a.args[0]
		add(r.below(z.minus(x), false))
		add(r.below(x.minus(z).minus(number(1)), true))
	}
}

// spanOf bounds an atom by the bounds of its arguments.
func spanOf(kind atomKind, s []span) span {
	zero := end{v: new(big.Rat)}
	switch kind {
	case choiceAtom:
		return s[0].join(s[1])
	case minAtom, maxAtom:
		out := s[0]
		for _, t := range s[1:] {
			if kind == minAtom {
				out = span{least(out.lo, t.lo), least(out.hi, t.hi)}
			} else {
				out = span{most(out.lo, t.lo), most(out.hi, t.hi)}
			}
		}
		return out
	case absAtom:
		switch {
		case s[0].lo.sign() >= 0:
			return s[0]
		case s[0].hi.sign() <= 0:
			return s[0].scale(big.NewRat(-1, 1))
		}
		return span{zero, s[0].size()}
	case productAtom:
		return s[0].mul(s[1])
	case floorAtom:
		return span{s[0].lo.floor(), s[0].hi.floor()}
	case quotAtom:
		if v, ok := s[1].fixed(); ok && v.Sign() != 0 {
			q := s[0].scale(new(big.Rat).Inv(new(big.Rat).Abs(v)))
			q = span{q.lo.floor(), q.hi.floor()}
			return q.scale(big.NewRat(int64(v.Sign()), 1))
		}
		m := s[0].size()
		return span{m.times(end{v: big.NewRat(-1, 1)}), m}
	case restAtom:
		out := span{zero, s[1].size().plus(end{v: big.NewRat(-1, 1)})}
		if s[1].lo.sign() <= 0 && s[1].hi.sign() >= 0 {
			out = out.join(s[0])
		}
		if s[0].lo.sign() >= 0 {
			out.hi = least(out.hi, s[0].hi)
		}
		return out
	case powerAtom:
		top := most(end{v: big.NewRat(1, 1)}, s[0].size())
		if n := s[1].hi; n.inf != 0 || n.v.Cmp(big.NewRat(maxDegree, 1)) > 0 {
			top = end{inf: 1}
		} else if n.sign() > 0 {
			top = top.pow(int(n.v.Num().Int64()))
		}
		if s[0].lo.sign() >= 0 {
			return span{zero, top}
		}
		return span{top.times(end{v: big.NewRat(-1, 1)}), top}
	}
	return everything()
}

func (r *Reading) quotient(x, y poly) poly {
	if v, ok := y.value(); ok {
		if u, ok := x.value(); ok && v.Sign() != 0 {
			return constant(euclid(u, v))
		}
		switch {
		case v.Sign() == 0:
			return nil
		case v.Sign() < 0:
			return r.quotient(x, y.times(big.NewRat(-1, 1))).times(big.NewRat(-1, 1))
		case v.Cmp(big.NewRat(1, 1)) == 0:
			return x
		}
		if s := r.declared(x); s.lo.sign() >= 0 && s.hi.cmp(end{v: v}) < 0 {
			return nil
		}
	}
	return r.atom(atom{kind: quotAtom, args: []poly{x, y}})
}

func (r *Reading) remainder(x, y poly) poly {
	if v, ok := y.value(); ok {
		if u, ok := x.value(); ok && v.Sign() != 0 {
			return constant(addRat(u, negRat(mulRat(v, euclid(u, v)))))
		}
		switch {
		case v.Sign() == 0:
			return x
		case v.Sign() < 0:
			return r.remainder(x, y.times(big.NewRat(-1, 1)))
		case v.Cmp(big.NewRat(1, 1)) == 0:
			return nil
		}
		if s := r.declared(x); s.lo.sign() >= 0 && s.hi.cmp(end{v: v}) < 0 {
			return x
		}
	}
	return r.atom(atom{kind: restAtom, args: []poly{x, y}})
}

// euclid is the Euclidean quotient of two whole numbers, the second not 0.
func euclid(u, v *big.Rat) *big.Rat {
	q, _ := new(big.Int).DivMod(u.Num(), v.Num(), new(big.Int))
	return new(big.Rat).SetInt(q)
}

func (r *Reading) ratio(x, y poly) poly {
	v, ok := y.value()
	switch {
	case !ok || x.large() || y.large():
		return r.atom(atom{kind: ratioAtom, args: []poly{x, y}})
	case v.Sign() == 0:
		return nil
	}
	return x.times(new(big.Rat).Inv(v))
}

// power is x to the power of y; real says of which sort x is.
func (r *Reading) power(x, y poly, real bool) poly {
	v, ok := y.value()
	switch {
	case !ok || !v.Num().IsInt64():
	case v.Sign() < 0 && !real:
		return nil
	case v.Sign() < 0 && v.Num().Int64() >= -maxDegree:
		return r.ratio(number(1), r.power(x, y.times(big.NewRat(-1, 1)), real))
	case v.Sign() >= 0 && v.Num().Int64() <= maxDegree:
		out, fits := number(1), true
		for n := v.Num().Int64(); n > 0 && fits; n-- {
			out, fits = r.product(out, x)
		}
		if fits {
			return out
		}
	}
	kind := powerAtom
	if real {
		kind = rootAtom
	}
	return r.atom(atom{kind: kind, args: []poly{x, y}})
}

func (r *Reading) magnitude(x poly) poly {
	if v, ok := x.value(); ok {
		return constant(new(big.Rat).Abs(v))
	}
	if rest, _ := x.split(); rest[0].k.Sign() < 0 {
		x = x.times(big.NewRat(-1, 1))
	}
	switch s := r.declared(x); {
	case s.lo.sign() >= 0:
		return x
	case s.hi.sign() <= 0:
		return x.times(big.NewRat(-1, 1))
	}
	return r.atom(atom{kind: absAtom, args: []poly{x}})
}

// extreme is the smallest or largest. One of others, as max(x, max(y, z)), is one of all.
func (r *Reading) extreme(kind atomKind, ps []poly) poly {
	var best *big.Rat
	args := map[string]poly{}
	for _, p := range ps {
		parts := []poly{p}
		if a, ok := p.only(); ok && r.atoms[a].kind == kind {
			parts = r.atoms[a].args
		}
		for _, q := range parts {
			if v, ok := q.value(); !ok {
				args[q.key()] = q
			} else if best == nil || (v.Cmp(best) < 0) == (kind == minAtom) {
				best = v
			}
		}
	}
	if best != nil {
		q := constant(best)
		args[q.key()] = q
	}
	if len(args) == 1 {
		for _, p := range args {
			return p
		}
	}
	z := r.atom(atom{kind: kind, args: sorted(args)})
	var some []clauses.Lit
	for _, x := range ps { // none is beyond z, and one reaches it
		d := z.minus(x)
		if kind == minAtom {
			d = x.minus(z)
		}
		r.db.Add([]clauses.Lit{r.below(d.times(big.NewRat(-1, 1)), false)})
		some = append(some, r.below(d, false))
	}
	r.db.Add(some)
	return z
}

// roundDown is the largest whole number that is not larger.
func (r *Reading) roundDown(x poly) poly {
	rest, c := x.split()
	if r.whole(rest) {
		return rest.plus(constant(floorRat(c)), big.NewRat(1, 1))
	}
	return r.atom(atom{kind: floorAtom, args: []poly{x}})
}

// pick is x where c is true and y elsewhere.
func (r *Reading) pick(c clauses.Lit, x, y poly) poly {
	if c&1 != 0 {
		c, x, y = c^1, y, x
	}
	if c == clauses.True || x.key() == y.key() {
		return x
	}
	u, constX := x.value()
	v, constY := y.value()
	if constX && constY {
		return y.plus(r.truth(c), addRat(u, negRat(v)))
	}
	return r.atom(atom{kind: choiceAtom, l: c, args: []poly{x, y}})
}
