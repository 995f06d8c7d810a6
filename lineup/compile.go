package lineup

import "github.com/quandary-puzzles/quandary/py/syntax"

// Compile turns a statement of the form into a function over places, for solvers. The idea: the meaning becomes closures once, in which
// names and bounds are settled; the functions of a line become tables. Nothing here is shared with [Form.Holds].
func (f *Form) Compile(l *Line, s Said) func(a, b, c int) bool {
	k := &compiler{n: len(l.Values), l: l, s: s}
	return k.test(f.means)
}

// number and test evaluate a part of a meaning for three places.
type (
	number func(a, b, c int) int64
	test   = func(a, b, c int) bool
)

type compiler struct {
	n int
	l *Line
	s Said
}

// pick gives which of three places a name stands for.
func pick(x syntax.Expr) func(a, b, c int) int {
	return [3]func(a, b, c int) int{
		func(a, _, _ int) int { return a },
		func(_, b, _ int) int { return b },
		func(_, _, c int) int { return c },
	}[argument(x)]
}

func (k *compiler) test(x syntax.Expr) test {
	switch x := x.(type) {
	case *syntax.UnaryExpr:
		sub := k.test(x.X)
		return func(a, b, c int) bool { return !sub(a, b, c) }
	case *syntax.BoolExpr:
		out := k.test(x.X[0])
		for _, part := range x.X[1:] {
			left, right := out, k.test(part)
			if x.Op == syntax.And {
				out = func(a, b, c int) bool { return left(a, b, c) && right(a, b, c) }
			} else {
				out = func(a, b, c int) bool { return left(a, b, c) || right(a, b, c) }
			}
		}
		return out
	case *syntax.CompareExpr:
		return k.chain(x)
	}
	// odd(x), the one function that is true or false
	var odd uint64
	for i, v := range k.l.Values {
		whole := int64(v) / int64(Unit)
		if int64(v) != whole*int64(Unit) {
			whole = int64(i) + 1
		}
		odd |= uint64(whole&1) << i
	}
	at := pick(x.(*syntax.CallExpr).Args[0].Value)
	return func(a, b, c int) bool { return odd>>at(a, b, c)&1 == 1 }
}

// chain compiles a chain of comparisons as the conjunction of its links.
func (k *compiler) chain(x *syntax.CompareExpr) test {
	parts := append([]syntax.Expr{x.First}, x.Rest...)
	var links []test
	for i, op := range x.Ops {
		p, q := k.number(parts[i]), k.number(parts[i+1])
		// The comparison as the signs of p - q that it allows: bit 0 for less, bit 1 for equal, bit 2 for more.
		signs := [...]uint{syntax.Lt: 0b001, syntax.Le: 0b011, syntax.Eq: 0b010, syntax.Ne: 0b101, syntax.Ge: 0b110, syntax.Gt: 0b100}[op]
		links = append(links, func(a, b, c int) bool {
			u, v := p(a, b, c), q(a, b, c)
			sign := uint(0b010)
			if u < v {
				sign = 0b001
			} else if u > v {
				sign = 0b100
			}
			return signs&sign != 0
		})
	}
	return func(a, b, c int) bool {
		for _, link := range links {
			if !link(a, b, c) {
				return false
			}
		}
		return true
	}
}

func constant(v int64) number { return func(_, _, _ int) int64 { return v } }

func (k *compiler) number(x syntax.Expr) number {
	const unit = int64(Unit)
	switch x := x.(type) {
	case *syntax.NumLit:
		return constant(x.Int * unit)
	case *syntax.Name:
		switch x.ID {
		case "n":
			return constant(int64(k.n) * unit)
		case "lo":
			return constant(int64(k.s.Lo))
		case "hi":
			return constant(int64(k.s.Hi))
		case "at":
			return constant(int64(k.s.At+1) * unit)
		}
		at := pick(x)
		return func(a, b, c int) int64 { return int64(k.l.Values[at(a, b, c)]) }
	case *syntax.BinaryExpr:
		if x.Op == syntax.Mul {
			times, of := x.X.(*syntax.NumLit).Int, k.number(x.Y)
			return func(a, b, c int) int64 { return times * of(a, b, c) }
		}
		p, q := k.number(x.X), k.number(x.Y)
		if x.Op == syntax.Add {
			return func(a, b, c int) int64 { return p(a, b, c) + q(a, b, c) }
		}
		return func(a, b, c int) int64 { return p(a, b, c) - q(a, b, c) }
	case *syntax.CallExpr:
		return k.call(x)
	}
	sub := k.test(x)
	return func(a, b, c int) int64 { return int64(flag(sub(a, b, c))) }
}

func flag(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

// call compiles rank, ahead and apart.
func (k *compiler) call(x *syntax.CallExpr) number {
	const unit = int64(Unit)
	name := x.Fun.(*syntax.Name).ID
	p := pick(x.Args[0].Value)
	if name == "rank" {
		return func(a, b, c int) int64 { return int64(p(a, b, c)+1) * unit }
	}
	if name == "odd" {
		t := k.test(x)
		return func(a, b, c int) int64 { return int64(flag(t(a, b, c))) }
	}
	q := pick(x.Args[1].Value)
	table := make([]int64, k.n*k.n)
	for i := range k.n {
		for j := range k.n {
			d := int64(k.l.Values[j] - k.l.Values[i])
			if k.l.Ring {
				d = 0
				for seat := j; seat != i; seat = (seat + 1) % k.n {
					d += unit
				}
			}
			if back := int64(k.n)*unit - d; name == "apart" && k.l.Ring && back < d {
				d = back
			} else if name == "apart" && d < 0 {
				d = -d
			}
			table[i*k.n+j] = d
		}
	}
	return func(a, b, c int) int64 { return table[p(a, b, c)*k.n+q(a, b, c)] }
}
