package code

import (
	"strings"

	"github.com/quandary-puzzles/quandary/py/syntax"
)

// proof says why a piece does the same as the right one on every input, empty where that is not known. It knows what can be read
// off the text: comparisons turned round, and sums and products in another order. len(x) - 1 + 1 and the like are left to running.
func proof(s *Study, pl *Place, k int) string {
	if pl.expr == nil || pl.ops != nil || pl.opAt < 0 {
		return ""
	}
	a, err := syntax.ParseExpr("piece", pl.Pieces[0])
	if err != nil {
		return ""
	}
	b, err := syntax.ParseExpr("piece", pl.Pieces[k])
	if err != nil {
		return ""
	}
	if p := s.Program; len(p.classes) > 0 || p.defined["len"] != nil || p.defined["ord"] != nil {
		return "" // a class may give operators a meaning of its own
	}
	if canonical(pl.Pieces[0], a) != canonical(pl.Pieces[k], b) {
		return ""
	}
	if _, ok := a.(*syntax.CompareExpr); ok {
		return "the same comparison, turned round"
	}
	return "the same terms in another order"
}

// canonical writes an expression so that comparisons, sums and products of simple operands that say the same are written the same.
func canonical(src string, x syntax.Expr) string {
	switch n := x.(type) {
	case *syntax.BinaryExpr:
		l, r := canonical(src, n.X), canonical(src, n.Y)
		// What joins texts or lists does not commute, so one side must be a number: then the other is one too, or both orders raise.
		// A product of built-in values commutes whatever they are.
		commutes := n.Op == syntax.Mul || n.Op == syntax.Add && (isNumber(n.X) || isNumber(n.Y))
		if commutes && effectless(n.X) && effectless(n.Y) && r < l {
			l, r = r, l
		}
		return "(" + l + " " + n.Op.String() + " " + r + ")"
	case *syntax.CompareExpr:
		if len(n.Ops) == 1 && simpleOperand(n.First) && simpleOperand(n.Rest[0]) {
			l, r := textOf(src, n.First), textOf(src, n.Rest[0])
			switch n.Ops[0] {
			case syntax.Gt:
				return r + " < " + l
			case syntax.Ge:
				return r + " <= " + l
			case syntax.Eq, syntax.Ne:
				if r < l {
					l, r = r, l
				}
			}
			return l + " " + n.Ops[0].String() + " " + r
		}
	case *syntax.UnaryExpr:
		if n.Op == syntax.Not {
			if in, ok := n.X.(*syntax.UnaryExpr); ok && in.Op == syntax.Not {
				return "bool " + canonical(src, in.X)
			}
		}
	}
	return strings.Join(strings.Fields(textOf(src, x)), " ")
}

// simpleOperand reports whether an operand is a name or a number, which have no effects and can be evaluated in any order.
func simpleOperand(x syntax.Expr) bool {
	switch x.(type) {
	case *syntax.Name, *syntax.NumLit:
		return true
	}
	return false
}

// isNumber reports whether an expression is a number whatever its names stand for, if it is anything.
func isNumber(x syntax.Expr) bool {
	switch n := x.(type) {
	case *syntax.NumLit:
		return true
	case *syntax.CallExpr:
		f, ok := n.Fun.(*syntax.Name)
		return ok && (f.ID == "len" || f.ID == "ord")
	case *syntax.BinaryExpr:
		switch n.Op {
		case syntax.Add, syntax.Mul:
			return isNumber(n.X) && isNumber(n.Y)
		case syntax.FloorDiv, syntax.Div:
			return true
		}
	}
	return false
}

// effectless reports whether an expression of names, numbers, len and ord can be evaluated in any order.
func effectless(x syntax.Expr) bool {
	switch n := x.(type) {
	case *syntax.Name, *syntax.NumLit, *syntax.StrLit:
		return true
	case *syntax.BinaryExpr:
		return effectless(n.X) && effectless(n.Y)
	case *syntax.CallExpr:
		if !isNumber(n) {
			return false
		}
		for _, a := range n.Args {
			if !effectless(a.Value) {
				return false
			}
		}
		return true
	}
	return false
}
