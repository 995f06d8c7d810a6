package code

import (
	"strings"

	"github.com/quandary-puzzles/quandary/py/syntax"
)

// proof says why a piece does the same as the right one on every input, empty where that is not known. It knows what can be read
// off the text: comparisons turned round, not before a comparison, len(x) - 1 + 1 and the like are left to running.
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
	if canonical(pl.Pieces[0], a) == canonical(pl.Pieces[k], b) {
		return "the same comparison, turned round"
	}
	return ""
}

// canonical writes an expression so that comparisons of simple operands that say the same are written the same.
func canonical(src string, x syntax.Expr) string {
	switch n := x.(type) {
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
