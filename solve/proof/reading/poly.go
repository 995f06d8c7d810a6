package reading

import (
	"encoding/binary"
	"math/big"
	"slices"

	"github.com/quandary-puzzles/quandary/solve/proof/clauses"
)

// poly is a polynomial: a sum of products of atoms with factors, the products ascending and different, no factor 0. Two numbers
// with the same polynomial are the same number.
type poly []mono

// mono is a factor and the atoms that it is multiplied with, ascending; an atom may stand there several times.
type mono struct {
	at []int32
	k  *big.Rat
}

// Limits on a polynomial that is multiplied out, and on what it is divided by; beyond them a product or quotient is an atom.
const (
	maxMonos  = 1 << 10
	maxDegree = 64
	maxBits   = 1 << 13
)

// large reports whether a factor of p is a number that is not multiplied any further.
func (p poly) large() bool {
	return slices.ContainsFunc(p, func(m mono) bool { return m.k.Num().BitLen()+m.k.Denom().BitLen() > maxBits })
}

func constant(v *big.Rat) poly {
	if v.Sign() == 0 {
		return nil
	}
	return poly{{k: v}}
}

func number(n int64) poly { return constant(big.NewRat(n, 1)) }

// plus is p + f*q.
func (p poly) plus(q poly, f *big.Rat) poly {
	out := make(poly, 0, len(p)+len(q))
	for len(p) > 0 || len(q) > 0 {
		c := -1
		switch {
		case len(p) == 0:
			c = 1
		case len(q) > 0:
			c = slices.Compare(p[0].at, q[0].at)
		}
		m := mono{}
		switch {
		case c < 0:
			m, p = p[0], p[1:]
		case c > 0:
			m, q = mono{q[0].at, mulRat(f, q[0].k)}, q[1:]
		default:
			m = mono{p[0].at, addRat(p[0].k, mulRat(f, q[0].k))}
			p, q = p[1:], q[1:]
		}
		if m.k.Sign() != 0 {
			out = append(out, m)
		}
	}
	return out
}

func (p poly) minus(q poly) poly { return p.plus(q, big.NewRat(-1, 1)) }

func (p poly) times(f *big.Rat) poly { return poly(nil).plus(p, f) }

// split takes the constant off.
func (p poly) split() (rest poly, c *big.Rat) {
	if len(p) > 0 && len(p[0].at) == 0 {
		return p[1:], p[0].k
	}
	return p, new(big.Rat)
}

// value gives the number that p is, if it is one.
func (p poly) value() (*big.Rat, bool) {
	rest, c := p.split()
	return c, len(rest) == 0
}

// only gives the atom that p is, if it is just one.
func (p poly) only() (int32, bool) {
	if len(p) == 1 && len(p[0].at) == 1 && p[0].k.IsInt() && p[0].k.Num().IsInt64() && p[0].k.Num().Int64() == 1 {
		return p[0].at[0], true
	}
	return 0, false
}

// key names a polynomial.
func (p poly) key() string {
	var b []byte
	for _, m := range p {
		b = binary.AppendUvarint(b, uint64(len(m.at)))
		for _, a := range m.at {
			b = binary.AppendUvarint(b, uint64(a))
		}
		s := m.k.RatString()
		b = binary.AppendUvarint(b, uint64(len(s)))
		b = append(b, s...)
	}
	return string(b)
}

// product multiplies out, if the result is not too long.
func (r *Reading) product(p, q poly) (poly, bool) {
	if len(p)*len(q) > maxMonos || p.large() || q.large() {
		return nil, false
	}
	var out poly
	for _, m := range p {
		row := make(poly, 0, len(q))
		for _, n := range q {
			at := append(slices.Clone(m.at), n.at...)
			slices.Sort(at)
			at = slices.CompactFunc(at, func(a, b int32) bool { return a == b && r.atoms[a].kind == truthAtom }) // 1*1 = 1, 0*0 = 0
			if len(at) > maxDegree {
				return nil, false
			}
			row = append(row, mono{at, mulRat(m.k, n.k)})
		}
		slices.SortFunc(row, func(a, b mono) int { return slices.Compare(a.at, b.at) })
		for i := 0; i < len(row); i++ { // 0/1 atoms can make products equal
			out = out.plus(row[i:i+1], big.NewRat(1, 1))
		}
	}
	return out, true
}

// mul is p*q.
func (r *Reading) mul(p, q poly) poly {
	if out, ok := r.product(p, q); ok {
		return out
	}
	if p.key() > q.key() {
		p, q = q, p
	}
	return r.atom(atom{kind: productAtom, args: []poly{p, q}})
}

// truth is the 0/1 number of a literal.
func (r *Reading) truth(l clauses.Lit) poly {
	switch {
	case l == clauses.True:
		return number(1)
	case l == clauses.False:
		return nil
	case l&1 != 0:
		return number(1).minus(r.truth(l ^ 1))
	}
	return r.atom(atom{kind: truthAtom, l: l})
}

// whole reports whether p is a whole number under every assignment.
func (r *Reading) whole(p poly) bool {
	for _, m := range p {
		if !m.k.IsInt() || !r.wholeAtoms(m) {
			return false
		}
	}
	return true
}

func (r *Reading) wholeAtoms(m mono) bool {
	for _, a := range m.at {
		if !r.atoms[a].whole {
			return false
		}
	}
	return true
}

// span bounds p, given bounds of its atoms.
func (r *Reading) span(p poly, of func(a int32) span) span {
	s := point(new(big.Rat))
	for _, m := range p {
		if len(m.at) == 0 {
			s = s.add(point(m.k))
			continue
		}
		var t span
		for i := 0; i < len(m.at); {
			j := i + 1
			for j < len(m.at) && m.at[j] == m.at[i] {
				j++
			}
			if u := of(m.at[i]).pow(j - i); i == 0 {
				t = u
			} else {
				t = t.mul(u)
			}
			i = j
		}
		s = s.add(t.scale(m.k))
	}
	return s
}

// declared bounds p by what is known of its atoms when they are made, which never changes: forms of terms may depend on it.
func (r *Reading) declared(p poly) span {
	return r.span(p, func(a int32) span { return r.atoms[a].span })
}

// present bounds p by what is true now.
func (r *Reading) present(p poly) span {
	s := r.span(p, r.presentAtom)
	if rest, c := p.split(); len(rest) > 0 {
		q, f := r.primitive(rest)
		if ch := r.chains[q.key()]; ch != nil {
			s = s.meet(r.chainSpan(ch).scale(f).add(point(c)))
		}
	}
	return s
}

func (r *Reading) presentAtom(a int32) span {
	at := &r.atoms[a]
	s := at.span
	if at.kind == truthAtom {
		switch v := r.db.Value(at.l); {
		case v > 0:
			s.lo = s.hi
		case v < 0:
			s.hi = s.lo
		}
		return s
	}
	if at.chain != nil {
		s = s.meet(r.chainSpan(at.chain))
	}
	return s
}
