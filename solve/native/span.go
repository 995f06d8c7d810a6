package native

// inf is the bound of what is not bounded. Interval arithmetic saturates there.
const inf = int64(1) << 61

// span is an interval of integers; -inf and inf are no bounds.
type span struct{ lo, hi int64 }

// sane weakens a lower bound that has run into the positive infinity, and an upper bound into the negative: "at least 2^61" is
// all that saturation knows of such a number, and arithmetic on an infinity would take it for more than any number.
func (s span) sane() span { return span{min(s.lo, inf-1), max(s.hi, -inf+1)} }

func (s span) empty() bool   { return s.lo > s.hi }
func (s span) bounded() bool { return s.lo > -inf && s.hi < inf }

func satAdd(a, b int64) int64 {
	if a <= -inf || b <= -inf {
		return -inf
	}
	if a >= inf || b >= inf {
		return inf
	}
	return min(max(a+b, -inf), inf)
}

func satMul(a, b int64) int64 {
	if a == 0 || b == 0 {
		return 0
	}
	p := a * b
	if abs(a) >= inf || abs(b) >= inf || p/b != a || p <= -inf || p >= inf {
		if (a < 0) != (b < 0) {
			return -inf
		}
		return inf
	}
	return p
}

func abs(a int64) int64 {
	if a < 0 {
		return -a
	}
	return a
}

// add gives the sums. An end that runs into the infinity of the other side is weakened at once: a further summand would take
// it for a number.
func (s span) add(t span) span { return span{satAdd(s.lo, t.lo), satAdd(s.hi, t.hi)}.sane() }

func (s span) neg() span { return span{-s.hi, -s.lo} }

// mul multiplies; the sum of an infinite lower and an infinite upper bound cannot come up here, as it can in add, because
// lo and hi never mix.
func (s span) mul(t span) span {
	a, b, c, d := satMul(s.lo, t.lo), satMul(s.lo, t.hi), satMul(s.hi, t.lo), satMul(s.hi, t.hi)
	return span{min(a, b, c, d), max(a, b, c, d)}.sane()
}

func (s span) join(t span) span {
	if s.empty() {
		return t
	}
	if t.empty() {
		return s
	}
	return span{min(s.lo, t.lo), max(s.hi, t.hi)}
}

func satPow(a, k int64) int64 {
	switch {
	case k == 0 || a == 1:
		return 1
	case a == 0:
		return 0
	case a == -1:
		return 1 - 2*(k%2)
	}
	r := int64(1)
	for ; k > 0; k-- {
		r = satMul(r, a)
		if abs(r) >= inf {
			if a < 0 && k%2 == 0 { // an odd number of factors is left
				r = -r
			}
			break
		}
	}
	return r
}

func (s span) ordered() span { return span{min(s.lo, s.hi), max(s.lo, s.hi)} }

// divFloor is the Euclidean quotient, keeping infinities.
func divFloor(a, b int64) int64 {
	if abs(a) >= inf {
		if (a < 0) != (b < 0) {
			return -inf
		}
		return inf
	}
	return euclidDiv(a, b)
}

func euclidDiv(a, b int64) int64 {
	q, r := a/b, a%b
	if r < 0 {
		if b > 0 {
			q--
		} else {
			q++
		}
	}
	return q
}

// ceilDiv rounds a/b up, for a, b > 0.
func ceilDiv(a, b int64) int64 { return (a-1)/b + 1 }

// rootDown is the largest r with r^k <= n. The root of an infinity is that infinity: powers saturate there, so that the
// search below would never find a larger one.
func rootDown(n int64, k int) int64 {
	switch {
	case n >= inf:
		return inf
	case n < 0:
		return -rootUp(-n, k)
	}
	lo, hi := int64(0), int64(1)
	for satPow(hi, int64(k)) <= n {
		hi *= 2
	}
	for lo < hi-1 {
		mid := lo + (hi-lo)/2
		if satPow(mid, int64(k)) <= n {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// rootUp is the smallest r with r^k >= n.
func rootUp(n int64, k int) int64 {
	if n < 0 {
		return -rootDown(-n, k)
	}
	r := rootDown(n, k)
	if satPow(r, int64(k)) < n {
		r++
	}
	return r
}
