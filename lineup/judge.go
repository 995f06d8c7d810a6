package lineup

import "github.com/quandary-puzzles/quandary/py/syntax"

// Holds tells whether a statement of the form is true of places, which are numbered from 0. It walks the meaning as it is written, and
// shares nothing with [Form.Compile].
func (f *Form) Holds(l *Line, s Said, places ...int) bool {
	return walk{l, s, places}.value(f.means) != 0
}

// walk evaluates a meaning for some places. Truth values are 1 and 0.
type walk struct {
	l      *Line
	s      Said
	places []int
}

func (w walk) value(x syntax.Expr) Value {
	switch x := x.(type) {
	case *syntax.NumLit:
		return Value(x.Int) * Unit
	case *syntax.Name:
		if k := argument(x); k >= 0 {
			return w.l.Values[w.places[k]]
		}
		switch x.ID {
		case "n":
			return Value(len(w.l.Values)) * Unit
		case "lo":
			return w.s.Lo
		case "hi":
			return w.s.Hi
		}
		return Value(w.s.At+1) * Unit
	case *syntax.UnaryExpr:
		return 1 - w.value(x.X)
	case *syntax.BoolExpr:
		for _, part := range x.X {
			if held := w.value(part) != 0; held == (x.Op == syntax.Or) {
				return truth(held)
			}
		}
		return truth(x.Op == syntax.And)
	case *syntax.CompareExpr:
		left := w.value(x.First)
		for i, y := range x.Rest {
			right := w.value(y)
			held := false
			switch x.Ops[i] {
			case syntax.Eq:
				held = left == right
			case syntax.Ne:
				held = left != right
			case syntax.Lt:
				held = left < right
			case syntax.Le:
				held = left <= right
			case syntax.Gt:
				held = left > right
			case syntax.Ge:
				held = left >= right
			}
			if !held {
				return 0
			}
			left = right
		}
		return 1
	case *syntax.BinaryExpr:
		left, right := w.value(x.X), w.value(x.Y)
		switch x.Op {
		case syntax.Add:
			return left + right
		case syntax.Sub:
			return left - right
		}
		return left / Unit * right
	}
	call := x.(*syntax.CallExpr)
	p := w.places[argument(call.Args[0].Value)]
	q := w.places[argument(call.Args[len(call.Args)-1].Value)]
	switch call.Fun.(*syntax.Name).ID {
	case "rank":
		return Value(p+1) * Unit
	case "odd":
		return truth(w.l.odd(p))
	case "ahead":
		return w.l.Ahead(p, q)
	}
	return w.l.Apart(p, q)
}

func truth(b bool) Value {
	if b {
		return 1
	}
	return 0
}

// odd tells whether the number of a place is odd: its value where that is whole, else its rank.
func (l *Line) odd(p int) bool {
	if v := l.Values[p]; v%Unit == 0 {
		return v/Unit%2 != 0
	}
	return p%2 == 0
}

// Ahead returns how far the value of q is above that of p. In a ring it is how many seats clockwise from q one comes to p: the seat on
// one's left is the next one clockwise.
func (l *Line) Ahead(p, q int) Value {
	if !l.Ring {
		return l.Values[q] - l.Values[p]
	}
	n := len(l.Values)
	return Value(((p-q)%n+n)%n) * Unit
}

// Apart returns the distance of two places in either direction.
func (l *Line) Apart(p, q int) Value {
	d := l.Ahead(p, q)
	if l.Ring {
		return min(d, Value(len(l.Values))*Unit-d)
	}
	return max(d, -d)
}
