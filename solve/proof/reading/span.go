package reading

import "math/big"

// end is an end of an interval: a number or, where inf is not 0, what lies beyond all numbers on that side.
type end struct {
	v   *big.Rat
	inf int
}

func (a end) cmp(b end) int {
	if a.inf != 0 || b.inf != 0 {
		return a.inf - b.inf
	}
	return a.v.Cmp(b.v)
}

func (a end) sign() int {
	if a.inf != 0 {
		return a.inf
	}
	return a.v.Sign()
}

// times multiplies ends; 0 times anything is 0.
func (a end) times(b end) end {
	if a.inf == 0 && b.inf == 0 {
		return end{v: mulRat(a.v, b.v)}
	}
	s := a.sign() * b.sign()
	if s == 0 {
		return end{v: new(big.Rat)}
	}
	return end{inf: 2*max(s, 0) - 1}
}

func (a end) plus(b end) end {
	if a.inf != 0 {
		return a
	}
	if b.inf != 0 {
		return b
	}
	return end{v: addRat(a.v, b.v)}
}

// floor rounds down.
func (a end) floor() end {
	if a.inf != 0 {
		return a
	}
	return end{v: floorRat(a.v)}
}

// span is an interval.
type span struct{ lo, hi end }

func everything() span { return span{end{inf: -1}, end{inf: 1}} }

func point(v *big.Rat) span { return span{end{v: v}, end{v: v}} }

func from0(hi int64) span {
	return span{end{v: new(big.Rat)}, end{v: big.NewRat(hi, 1)}}
}

func least(a, b end) end {
	if a.cmp(b) <= 0 {
		return a
	}
	return b
}

func most(a, b end) end {
	if a.cmp(b) >= 0 {
		return a
	}
	return b
}

func (s span) join(t span) span { return span{least(s.lo, t.lo), most(s.hi, t.hi)} }
func (s span) meet(t span) span { return span{most(s.lo, t.lo), least(s.hi, t.hi)} }
func (s span) add(t span) span  { return span{s.lo.plus(t.lo), s.hi.plus(t.hi)} }

func (s span) mul(t span) span {
	a, b, c, d := s.lo.times(t.lo), s.lo.times(t.hi), s.hi.times(t.lo), s.hi.times(t.hi)
	return span{least(least(a, b), least(c, d)), most(most(a, b), most(c, d))}
}

func (s span) scale(k *big.Rat) span {
	lo, hi := s.lo.times(end{v: k}), s.hi.times(end{v: k})
	if k.Sign() < 0 {
		lo, hi = hi, lo
	}
	return span{lo, hi}
}

// pow is the n-th power, n >= 1.
func (s span) pow(n int) span {
	lo, hi := s.lo.pow(n), s.hi.pow(n)
	if n%2 == 1 || s.lo.sign() >= 0 {
		return span{lo, hi}
	}
	if s.hi.sign() <= 0 {
		return span{hi, lo}
	}
	return span{end{v: new(big.Rat)}, most(lo, hi)}
}

func (a end) pow(n int) end {
	out := a
	for range n - 1 {
		out = out.times(a)
	}
	return out
}

// size is the largest magnitude.
func (s span) size() end { return most(s.hi, s.lo.times(end{v: big.NewRat(-1, 1)})) }

// fixed gives the only number in the interval, if there is just one.
func (s span) fixed() (*big.Rat, bool) {
	if s.lo.inf != 0 || s.hi.inf != 0 || s.lo.v.Cmp(s.hi.v) != 0 {
		return nil, false
	}
	return s.lo.v, true
}

func addRat(a, b *big.Rat) *big.Rat { return new(big.Rat).Add(a, b) }
func mulRat(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
func negRat(a *big.Rat) *big.Rat    { return new(big.Rat).Neg(a) }

func floorRat(a *big.Rat) *big.Rat {
	if a.IsInt() {
		return a
	}
	return new(big.Rat).SetInt(new(big.Int).Div(a.Num(), a.Denom())) // the denominator is positive: Euclidean is floor
}

func ceilRat(a *big.Rat) *big.Rat { return negRat(floorRat(negRat(a))) }
