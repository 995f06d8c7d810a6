package native

import (
	"slices"

	"github.com/quandary-puzzles/quandary/model"
)

// An integer without bounds can still be dealt with when the constraints speak of it alone: in comparisons of the variable and
// its remainders by constants with constants. Beyond some magnitude such comparisons depend on the remainder by the least
// common multiple of the divisors only. So a solution out there is one of infinitely many, a period apart, and to look one
// period beyond decides whether there is any.
type periodic struct {
	v      model.Var
	edge   int64 // beyond -edge..edge all repeats
	period int64

	visited, looked int // terms, in finding it out
}

// maxLooked bounds the terms that are looked through in finding a period out.
const maxLooked = 20_000_000

// maxPeriod bounds the period: values are looked at one by one.
const maxPeriod = 1 << 22

// makePeriodic finds what is needed to bound the variable, and narrows it to one period beyond the edge. It is false when the
// variable is not of this kind.
func (f *boundsFinder) makePeriodic(v model.Var, cons []model.Term) (periodic, bool) {
	d := periodic{v: v, edge: 1, period: 1}
	x := f.p.VarTerm(v)
	seen := map[model.Term]bool{}
	var walk func(t model.Term) bool
	walk = func(t model.Term) bool {
		if seen[t] {
			return true
		}
		seen[t] = true
		// Each step looks through all terms before t for variables: of large problems that would be a square.
		if d.looked += int(t); d.looked > maxLooked {
			return false
		}
		switch f.p.Op(t) {
		case model.OpAnd, model.OpOr, model.OpNot, model.OpImplies, model.OpXor, model.OpAtMost, model.OpAtLeast:
			for _, a := range f.p.Args(t) {
				if !walk(a) {
					return false
				}
			}
			return true
		}
		if vars := f.p.VarsOf(t); !slices.Contains(vars, v) {
			return true
		} else if f.p.Sort(t) != model.Bool {
			// A number: 0/1 sums of such conditions, as in a count.
			switch f.p.Op(t) {
			case model.OpAdd, model.OpMul, model.OpIf, model.OpSub, model.OpNeg:
				for _, a := range f.p.Args(t) {
					if a == x || !walk(a) {
						return false
					}
				}
				return true
			}
			return false
		} else if len(vars) > 1 || !f.atom(&d, t, x) {
			// A comparison of counts, or a choice between conditions.
			switch f.p.Op(t) {
			case model.OpEq, model.OpNe, model.OpLt, model.OpLe, model.OpGt, model.OpGe, model.OpIf:
				for _, a := range f.p.Args(t) {
					if a == x || !walk(a) {
						return false
					}
				}
				return true
			}
			return false
		}
		return d.period <= maxPeriod && d.edge < 1<<40
	}
	for _, c := range cons {
		if !walk(c) {
			return periodic{}, false
		}
	}
	b := f.b[v]
	far := d.edge + d.period
	if b.lo > -inf {
		far = max(far, b.lo+d.edge+d.period)
	}
	if b.hi < inf {
		far = max(far, -b.hi+d.edge+d.period)
	}
	// A bound on one side moves the edge on the other only.
	d.edge = far - d.period
	f.set(v, span{-far, far})
	return d, true
}

// atom takes in a comparison that speaks of x alone: a*x + (remainders by constants) against a constant.
func (f *boundsFinder) atom(d *periodic, t, x model.Term) bool {
	switch f.p.Op(t) {
	case model.OpEq, model.OpNe, model.OpLt, model.OpLe, model.OpGt, model.OpGe:
	default:
		return false
	}
	if f.p.Sort(f.p.Arg(t, 0)) != model.Int {
		return false
	}
	a1, m1, ok1 := f.repeats(d, f.p.Arg(t, 0), x)
	a2, m2, ok2 := f.repeats(d, f.p.Arg(t, 1), x)
	if !ok1 || !ok2 {
		return false
	}
	if a := abs(a1 - a2); a != 0 {
		d.edge = max(d.edge, (m1+m2)/a+1)
	}
	return true
}

// repeats writes a term as a*x + something of magnitude at most m that repeats with the period, which it extends.
func (f *boundsFinder) repeats(d *periodic, t, x model.Term) (a, m int64, ok bool) {
	const limit = 1 << 40
	if d.visited++; d.visited > maxVisited {
		return 0, 0, false
	}
	p := f.p
	switch p.Op(t) {
	case model.OpConst:
		n := abs(constInt(p, t))
		return 0, n, n < limit
	case model.OpVar:
		if t == x {
			return 1, 0, true
		}
	case model.OpAdd, model.OpSub:
		for i, u := range p.Args(t) {
			b, n, ok := f.repeats(d, u, x)
			if !ok {
				return 0, 0, false
			}
			if i > 0 && p.Op(t) == model.OpSub {
				b = -b
			}
			a, m = a+b, m+n
		}
		return a, m, abs(a) < limit && m < limit
	case model.OpNeg:
		a, m, ok = f.repeats(d, p.Arg(t, 0), x)
		return -a, m, ok
	case model.OpMul:
		// A constant times anything, or factors that all repeat.
		a, m = 0, 1
		for _, u := range p.Args(t) {
			b, n, ok := f.repeats(d, u, x)
			if !ok || b != 0 && a != 0 {
				return 0, 0, false
			}
			if b != 0 {
				if len(p.Args(t)) != 2 || !p.IsConst(p.Arg(t, 0)) && !p.IsConst(p.Arg(t, 1)) {
					return 0, 0, false
				}
				k := p.Arg(t, 0)
				if !p.IsConst(k) {
					k = p.Arg(t, 1)
				}
				a = satMul(b, constInt(p, k))
			}
			m = satMul(m, n)
		}
		if a != 0 { // k*(b*x + r): the magnitudes of k and r were multiplied above
			return a, m, abs(a) < limit && m < limit
		}
		return 0, m, m < limit
	case model.OpMod:
		n := abs(constInt(p, p.Arg(t, 1)))
		if !p.IsConst(p.Arg(t, 1)) || n == 0 || n > maxPeriod {
			return 0, 0, false
		}
		if _, _, ok := f.repeats(d, p.Arg(t, 0), x); !ok {
			return 0, 0, false
		}
		d.period = lcm(d.period, n)
		return 0, n, d.period <= maxPeriod
	}
	return 0, 0, false
}

func lcm(a, b int64) int64 {
	g, h := a, b
	for h != 0 {
		g, h = h, g%h
	}
	return satMul(a/g, b)
}
