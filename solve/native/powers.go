package native

import "github.com/quandary-puzzles/quandary/model"

// powers looks at the equations that hold: it finds those without a solution in whole numbers, and bounds the variables of equations x^k - y^k = c, which intervals cannot: for whole numbers of different magnitude
// |x^k - y^k| >= max(|x|,|y|)^(k-1). Such equations are looked for among the equalities that hold and the differences of
// two of them.
func (f *boundsFinder) powers(cons []model.Term) {
	var eqs []monomials
	var collect func(t model.Term)
	collect = func(t model.Term) {
		switch f.p.Op(t) {
		case model.OpAnd:
			for _, a := range f.p.Args(t) {
				collect(a)
			}
		case model.OpEq:
			a, b := f.p.Arg(t, 0), f.p.Arg(t, 1)
			if f.p.Sort(a) != model.Int {
				return
			}
			m := monomials{}
			if m.add(f.p, a, 1) && m.add(f.p, b, -1) && len(m.ts) > 0 {
				eqs = append(eqs, m)
			}
		}
	}
	for _, c := range cons {
		collect(c)
	}
	if len(eqs) > 200 {
		eqs = eqs[:200]
	}
	for i, m := range eqs {
		if m.odd() {
			f.empty = true
			return
		}
		f.differenceOfPowers(m)
		for _, n := range eqs[:i] {
			for k, t := range m.ts {
				if c := n.coef(t); c != 0 {
					f.differenceOfPowers(m.combine(n, -c, m.cs[k]))
				}
			}
		}
	}
}

// monomials is a sum of coefficients times terms, plus a constant.
type monomials struct {
	ts []model.Term
	cs []int64
	k  int64
	n  int // terms that were visited
}

// maxVisited is how many terms of a sum are visited: one whose parts are shared is larger, written out, than anything.
const maxVisited = 4096

func (m *monomials) coef(t model.Term) int64 {
	for i, u := range m.ts {
		if u == t {
			return m.cs[i]
		}
	}
	return 0
}

// add adds c*t. It is false when a number, or the sum, grows too large.
func (m *monomials) add(p *model.Problem, t model.Term, c int64) bool {
	if m.n++; m.n > maxVisited || abs(c) > 1<<30 {
		return false
	}
	switch p.Op(t) {
	case model.OpConst:
		n := constInt(p, t)
		if abs(n) > 1<<30 {
			return false
		}
		m.k += c * n
		return abs(m.k) < inf
	case model.OpAdd:
		for _, a := range p.Args(t) {
			if !m.add(p, a, c) {
				return false
			}
		}
		return true
	case model.OpSub:
		return m.add(p, p.Arg(t, 0), c) && m.add(p, p.Arg(t, 1), -c)
	case model.OpNeg:
		return m.add(p, p.Arg(t, 0), -c)
	case model.OpMul:
		if args := p.Args(t); len(args) == 2 && p.IsConst(args[0]) {
			n := constInt(p, args[0])
			return abs(n) < 1<<30 && m.add(p, args[1], c*n)
		} else if len(args) == 2 && p.IsConst(args[1]) {
			n := constInt(p, args[1])
			return abs(n) < 1<<30 && m.add(p, args[0], c*n)
		}
	}
	for i, u := range m.ts {
		if u == t {
			m.cs[i] += c
			return true
		}
	}
	m.ts = append(m.ts, t)
	m.cs = append(m.cs, c)
	return len(m.ts) <= 64
}

// odd reports whether the sum cannot be 0 because a common divisor of the coefficients does not divide the constant.
func (m *monomials) odd() bool {
	d := int64(0)
	for _, c := range m.cs {
		for a := abs(c); a != 0; {
			d, a = a, d%a
		}
	}
	return d > 1 && m.k%d != 0
}

// combine gives a*m + b*n without the terms that vanish.
func (m monomials) combine(n monomials, a, b int64) monomials {
	out := monomials{k: satAdd(satMul(a, m.k), satMul(b, n.k))}
	put := func(t model.Term, c int64) {
		if c != 0 {
			out.ts = append(out.ts, t)
			out.cs = append(out.cs, c)
		}
	}
	for i, t := range m.ts {
		put(t, satAdd(satMul(a, m.cs[i]), satMul(b, n.coef(t))))
	}
	for i, t := range n.ts {
		if m.coef(t) == 0 {
			put(t, satMul(b, n.cs[i]))
		}
	}
	return out
}

// differenceOfPowers bounds x and y when m says a*x^k - a*y^k + c = 0 with c != 0.
func (f *boundsFinder) differenceOfPowers(m monomials) {
	if len(m.ts) != 2 || m.cs[0] != -m.cs[1] || abs(m.cs[0]) >= inf || m.k == 0 || abs(m.k) >= inf {
		return
	}
	x, k := f.power(m.ts[0])
	y, l := f.power(m.ts[1])
	if k != l || k < 2 {
		return
	}
	c := abs(m.k) / abs(m.cs[0])
	b := max(rootDown(c, int(k-1)), rootDown(c, int(k))) + 1
	f.narrow(x, span{-b, b})
	f.narrow(y, span{-b, b})
}

// power takes a term x^k apart.
func (f *boundsFinder) power(t model.Term) (model.Term, int64) {
	switch f.p.Op(t) {
	case model.OpPow:
		if e := f.p.Arg(t, 1); f.p.IsConst(e) {
			if k := constInt(f.p, e); k >= 2 && k <= 16 {
				return f.p.Arg(t, 0), k
			}
		}
	case model.OpMul:
		if args := f.p.Args(t); !f.p.IsConst(args[0]) {
			for _, a := range args[1:] {
				if a != args[0] {
					return t, 1
				}
			}
			return args[0], int64(len(args))
		}
	}
	return t, 1
}
