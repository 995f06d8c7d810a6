package lineup

import (
	"cmp"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// Line is an order of places that statements compare.
type Line struct {
	Values []Value // of the places, ascending
	Ring   bool    // the last place is followed by the first; the distance of neighbours is then 1, whatever their values
}

// Row gives the places 1 to n.
func Row(n int, ring bool) *Line {
	l := &Line{Ring: ring}
	for i := range n {
		l.Values = append(l.Values, Value(i+1)*Unit)
	}
	return l
}

// Said is what a statement of a form states besides its arguments.
type Said struct {
	Lo, Hi Value // bounds of a distance
	At     int   // the number of a place, from 0
}

// functions are those of the expressions, with the number of their arguments.
var functions = map[string]int{"rank": 1, "odd": 1, "ahead": 2, "apart": 2}

// checkMeaning refuses expressions that the evaluators do not know.
func (f *Form) checkMeaning(root *doctree.Node) error {
	m := meaning{root: root, names: append([]string{"a", "b", "c"}[:f.Args:f.Args], "n", "lo", "hi", "at")}
	if !m.truth(f.means) {
		m.fail("the meaning is a number, expected something true or false")
	}
	f.Bounds = m.bounds
	return m.err
}

// meaning is a meaning that is checked, with the names that it may use.
type meaning struct {
	root   *doctree.Node
	names  []string
	err    error // the first
	bounds bool  // it uses lo
}

func (m *meaning) fail(format string, args ...any) {
	m.err = cmp.Or(m.err, m.root.Errorf(format, args...))
}

// truth tells whether an expression is true or false rather than a number.
func (m *meaning) truth(x syntax.Expr) bool {
	all := func(want bool, xs ...syntax.Expr) {
		for _, y := range xs {
			if m.truth(y) != want {
				m.fail("%s mixes numbers and truth values", syntax.Describe(x))
			}
		}
	}
	switch x := x.(type) {
	case *syntax.Name:
		m.bounds = m.bounds || x.ID == "lo"
		if !slices.Contains(m.names, x.ID) {
			m.fail("there is no name %q", x.ID)
		}
		return false
	case *syntax.NumLit:
		if !x.IsInt || x.Big != nil || x.Int > 1000 {
			m.fail("expected a whole number up to 1000")
		}
		return false
	case *syntax.BoolExpr:
		all(true, x.X...)
		return true
	case *syntax.UnaryExpr:
		if x.Op != syntax.Not {
			m.fail("the only operator in front of a part is not")
		}
		all(true, x.X)
		return true
	case *syntax.CompareExpr:
		all(m.truth(x.First), x.Rest...)
		for _, op := range x.Ops {
			if op < syntax.Eq || op > syntax.Ge {
				m.fail("%s has a comparison that meanings do not have", syntax.Describe(x))
			}
		}
		return true
	case *syntax.BinaryExpr:
		_, times := x.X.(*syntax.NumLit)
		if x.Op != syntax.Add && x.Op != syntax.Sub && !(x.Op == syntax.Mul && times) {
			m.fail("expected +, -, or a number and *")
		}
		all(false, x.X, x.Y)
		return false
	case *syntax.CallExpr:
		name, _ := x.Fun.(*syntax.Name)
		if name == nil || functions[name.ID] != len(x.Args) || len(x.Args) == 0 {
			m.fail("expected rank(x), odd(x), ahead(x, y) or apart(x, y)")
			return false
		}
		for _, a := range x.Args {
			if n, ok := a.Value.(*syntax.Name); !ok || len(n.ID) != 1 || n.ID == "n" {
				m.fail("%s takes a, b or c", name.ID)
			}
			all(false, a.Value)
		}
		return name.ID == "odd"
	}
	m.fail("meanings have no %s", syntax.Describe(x))
	return false
}

// argument is the index of a name among the arguments, -1 for another name.
func argument(x syntax.Expr) int {
	if n := x.(*syntax.Name); n.ID == "a" || n.ID == "b" || n.ID == "c" {
		return int(n.ID[0] - 'a')
	}
	return -1
}
