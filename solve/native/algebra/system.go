package algebra

import (
	"math/big"
)

// Kind says how many complex solutions a system of equations has.
type Kind uint8

const (
	None     Kind = iota // no solution at all
	Finite               // finitely many, of which all real ones are found
	Infinite             // infinitely many, of which any number may be real
)

// maxDimension bounds the complex solutions of a system, counted with multiplicity.
const maxDimension = 160

// System is a system of equations that has been solved. Its unknowns are numbered from 0.
type System struct {
	Kind   Kind
	Free   []int    // where there are infinitely many solutions: unknowns, as many as can be, of any values
	Points []*Point // where there are finitely many: the real ones

	mt    *Meter
	of    []int // the unknowns
	basis []Poly
	in    map[Mono]int // the products that are no multiples of leading ones: a vector space basis modulo the equations
	by    []Mono
	times [][][]*big.Rat // by place of an unknown and place in by: their product as a vector
	u     elimination    // the powers of the linear form that tells solutions apart
	min   uni            // its minimal polynomial without its rational roots
	shape [][]*big.Rat   // by place of an unknown: the polynomial in the linear form that it is
	own   []uni          // by place of an unknown: a polynomial that it is a root of in each solution
}

// Point is a real solution.
type Point struct {
	s    *System
	root *big.Rat // the value of the linear form where it is rational, or nil
	in   interval // where it lies otherwise
}

// Solve solves the equations p = 0 in some unknowns, each listed once, among which are all that the equations have.
func Solve(mt *Meter, unknowns []int, ps []Poly) (s *System, err error) {
	defer caught(&err)
	s = &System{mt: mt, of: unknowns, basis: mt.groebner(ps)}
	if len(s.basis) == 1 && s.basis[0][0].m.deg == 0 {
		return s, nil
	}
	if s.Free = s.independent(); len(s.Free) > 0 {
		s.Kind = Infinite
		return s, nil
	}
	s.Kind = Finite
	s.monomials()
	if s.makeRadical() {
		s.monomials()
	}
	s.separate()
	return s, nil
}

// Unknowns lists the unknowns, as Solve was given them.
func (s *System) Unknowns() []int { return s.of }

// independent finds unknowns of which no leading product is made, as many as the dimension of the solutions where that is easily
// seen: one is taken after the other.
func (s *System) independent() []int {
	var free []int
	var in [MaxUnknowns]bool
	for _, i := range s.of {
		in[i] = true
		for _, g := range s.basis {
			inside := true
			for j, e := range g[0].m.exp {
				if e > 0 && !in[j] {
					inside = false
					break
				}
			}
			if inside {
				in[i] = false
				break
			}
		}
		if in[i] {
			free = append(free, i)
		}
	}
	return free
}

// monomials lists the products that are no multiples of leading ones, and what they become when multiplied by an unknown.
func (s *System) monomials() {
	s.in, s.by = map[Mono]int{}, nil
	small := func(m *Mono) bool {
		s.mt.spend(len(s.basis))
		for _, g := range s.basis {
			if g[0].m.divides(m) {
				return false
			}
		}
		return true
	}
	s.in[Mono{}], s.by = 0, append(s.by, Mono{})
	for k := 0; k < len(s.by); k++ {
		for _, i := range s.of {
			m := s.by[k].times(Unknown(i))
			if _, ok := s.in[m]; ok || !small(&m) {
				continue
			}
			if len(s.by) == maxDimension {
				panic(overdraft{ErrLarge})
			}
			s.in[m] = len(s.by)
			s.by = append(s.by, m)
		}
	}
	s.times = make([][][]*big.Rat, len(s.of))
	for k, i := range s.of {
		for _, m := range s.by {
			s.times[k] = append(s.times[k], s.vector(Poly{{m.times(Unknown(i)), one}}))
		}
	}
}

// vector is a polynomial modulo the equations.
func (s *System) vector(p Poly) []*big.Rat {
	r, k := s.mt.remainder(p, s.basis, nil)
	v := s.zero()
	for _, t := range r {
		v[s.in[t.m]] = new(big.Rat).SetFrac(t.c, k)
	}
	return v
}

func (s *System) zero() []*big.Rat {
	v := make([]*big.Rat, len(s.by))
	for i := range v {
		v[i] = new(big.Rat)
	}
	return v
}

// multiply is a vector times a linear form.
func (s *System) multiply(v []*big.Rat, form []int64) []*big.Rat {
	out := s.zero()
	for i, c := range form {
		if c == 0 {
			continue
		}
		factor := big.NewRat(c, 1)
		for k, x := range v {
			if x.Sign() == 0 {
				continue
			}
			y := s.mt.mulRat(x, factor)
			for j, z := range s.times[i][k] {
				if z.Sign() != 0 {
					out[j] = s.mt.addRat(out[j], s.mt.mulRat(y, z))
				}
			}
		}
	}
	return out
}

// powers gives the minimal polynomial of a linear form, and the elimination that knows its powers.
func (s *System) powers(form []int64) (uni, elimination) {
	e := elimination{mt: s.mt}
	v := s.zero()
	v[0] = big.NewRat(1, 1)
	for {
		if c := e.add(v); c != nil {
			for i := range c {
				c[i] = new(big.Rat).Neg(c[i])
			}
			return s.mt.clear(append(c, big.NewRat(1, 1))), e
		}
		v = s.multiply(v, form)
	}
}

// makeRadical adds equations that make all solutions simple, and reports whether there were any to add.
func (s *System) makeRadical() bool {
	add := s.basis[:len(s.basis):len(s.basis)]
	for k, i := range s.of {
		form := make([]int64, len(s.of))
		form[k] = 1
		p, _ := s.powers(form)
		q := s.mt.squarefree(p)
		s.own = append(s.own, q)
		if len(q) == len(p) {
			continue
		}
		var eq Poly
		m := Mono{}
		for k, c := range q {
			if c.Sign() != 0 {
				eq = append(Poly{{m, c}}, eq...)
			}
			if k < len(q)-1 {
				m = m.times(Unknown(i))
			}
		}
		add = append(add, eq)
	}
	if len(add) == len(s.basis) {
		return false
	}
	s.basis = s.mt.groebner(add)
	return true
}

// separate finds a linear form that is different at each solution, and all that follows from it.
func (s *System) separate() {
	form := make([]int64, len(s.of))
	var min uni
	for try := 0; ; try++ {
		// The unknowns by themselves, then sums with growing coefficients: all but few of these separate.
		clear(form)
		if n := len(form); try < n {
			form[n-1-try] = 1
		} else {
			c, k := int64(1), int64(try-n+1)
			for i := range form {
				form[i] = c
				if c = c * k % 1009; c == 0 {
					c = 1
				}
			}
		}
		if min, s.u = s.powers(form); min.degree() == len(s.by) {
			break
		}
	}
	for k := range s.of {
		v := s.times[k][0]
		s.shape = append(s.shape, s.u.express(v))
	}
	rational, rest, irrational := s.mt.realRoots(min)
	s.min = rest
	for _, x := range rational {
		s.Points = append(s.Points, &Point{s: s, root: x})
	}
	for _, v := range irrational {
		s.Points = append(s.Points, &Point{s: s, in: v})
	}
}

// Form is a polynomial in the unknowns made ready for asking about its sign at the points.
func (s *System) Form(p Poly) (f []*big.Rat, err error) {
	defer caught(&err)
	return s.u.express(s.vector(p)), nil
}

// Sign is the sign of a polynomial at a point.
func (p *Point) Sign(f []*big.Rat) (sign int, err error) {
	defer caught(&err)
	return p.sign(f), nil
}

func (p *Point) sign(f []*big.Rat) int {
	mt := p.s.mt
	if p.root != nil {
		return evaluate(mt, f, p.root).Sign()
	}
	h := mt.clear(f)
	if len(h) == 0 {
		return 0
	}
	if g := mt.gcd(h, p.s.min); g.degree() > 0 && mt.signAt(g, p.in.lo) != mt.signAt(g, p.in.hi) {
		return 0
	}
	for {
		lo, hi := evaluateOver(mt, f, p.in)
		if lo.Sign() > 0 {
			return 1
		}
		if hi.Sign() < 0 {
			return -1
		}
		mt.halve(p.s.min, &p.in)
	}
}

// Value is the value of the unknown at place k of the list: a rational number, or nil and the polynomial in the root that it is (see
// Root).
func (p *Point) Value(k int) (x *big.Rat, f []*big.Rat, err error) {
	defer caught(&err)
	f = p.s.shape[k]
	if p.root != nil {
		return evaluate(p.s.mt, f, p.root), nil, nil
	}
	return p.rational(f, k), f, nil
}

// rational gives the value of an unknown where it is rational, though the linear form is not: it is then a root of its own
// minimal polynomial, so that it is whole times the leading coefficient of that.
func (p *Point) rational(f []*big.Rat, place int) *big.Rat {
	mt := p.s.mt
	q := p.s.own[place]
	lead := new(big.Rat).SetInt(q[len(q)-1])
	width := new(big.Rat).Inv(lead)
	lo, hi := evaluateOver(mt, f, p.in)
	for new(big.Rat).Sub(hi, lo).Cmp(width) >= 0 {
		mt.halve(p.s.min, &p.in)
		lo, hi = evaluateOver(mt, f, p.in)
	}
	n := mt.mulRat(hi, lead)
	k := new(big.Rat).SetInt(new(big.Int).Div(n.Num(), n.Denom())) // the only candidate
	x := new(big.Rat).Quo(k, lead)
	d := append([]*big.Rat(nil), f...)
	if len(d) == 0 {
		return x
	}
	if d[0] = mt.addRat(d[0], new(big.Rat).Neg(x)); p.sign(d) == 0 {
		return x
	}
	return nil
}

// Root describes the irrational number that the values of a point are polynomials in: the only root of the polynomial between lo and
// hi.
func (p *Point) Root() (polynomial []*big.Int, lo, hi *big.Rat) {
	return p.s.min, p.in.lo, p.in.hi
}

func evaluate(mt *Meter, f []*big.Rat, x *big.Rat) *big.Rat {
	v := new(big.Rat)
	for i := len(f) - 1; i >= 0; i-- {
		v = mt.addRat(mt.mulRat(v, x), f[i])
	}
	return v
}

// evaluateOver bounds the values over an interval.
func evaluateOver(mt *Meter, f []*big.Rat, in interval) (lo, hi *big.Rat) {
	lo, hi = new(big.Rat), new(big.Rat)
	for i := len(f) - 1; i >= 0; i-- {
		a, b := mt.mulRat(lo, in.lo), mt.mulRat(lo, in.hi)
		c, d := mt.mulRat(hi, in.lo), mt.mulRat(hi, in.hi)
		lo, hi = a, a
		for _, x := range []*big.Rat{b, c, d} {
			if x.Cmp(lo) < 0 {
				lo = x
			}
			if x.Cmp(hi) > 0 {
				hi = x
			}
		}
		lo, hi = mt.addRat(lo, f[i]), mt.addRat(hi, f[i])
	}
	return lo, hi
}
