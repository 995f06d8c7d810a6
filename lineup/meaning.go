package lineup

import (
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

// checkMeaning refuses expressions that the evaluators do not know, and gives whether one is true or false rather than a number.
func (r *reader) checkMeaning(at *doctree.Node, x syntax.Expr) {
	if !r.truth(at, x) {
		r.fail(at, "the meaning is a number, expected something true or false")
	}
}

func (r *reader) truth(at *doctree.Node, x syntax.Expr) bool {
	all := func(want bool, xs ...syntax.Expr) {
		for _, y := range xs {
			if r.truth(at, y) != want {
				r.fail(at, "%s mixes numbers and truth values", syntax.Describe(x))
			}
		}
	}
	switch x := x.(type) {
	case *syntax.Name:
		if names := []string{"a", "b", "c"}[:r.f.Args]; !slices.Contains(append(names, "n", "lo", "hi", "at"), x.ID) {
			r.fail(at, "there is no name %q", x.ID)
		}
		return false
	case *syntax.NumLit:
		if !x.IsInt || x.Big != nil || x.Int > 1000 {
			r.fail(at, "expected a whole number up to 1000")
		}
		return false
	case *syntax.BoolExpr:
		all(true, x.X...)
		return true
	case *syntax.UnaryExpr:
		if x.Op != syntax.Not {
			r.fail(at, "the only operator in front of a part is not")
		}
		all(true, x.X)
		return true
	case *syntax.CompareExpr:
		all(r.truth(at, x.First), x.Rest...)
		for _, op := range x.Ops {
			if op < syntax.Eq || op > syntax.Ge {
				r.fail(at, "%s has a comparison that meanings do not have", syntax.Describe(x))
			}
		}
		return true
	case *syntax.BinaryExpr:
		_, times := x.X.(*syntax.NumLit)
		if x.Op != syntax.Add && x.Op != syntax.Sub && !(x.Op == syntax.Mul && times) {
			r.fail(at, "expected +, -, or a number and *")
		}
		all(false, x.X, x.Y)
		return false
	case *syntax.CallExpr:
		name, _ := x.Fun.(*syntax.Name)
		if name == nil || functions[name.ID] != len(x.Args) || len(x.Args) == 0 {
			r.fail(at, "expected rank(x), odd(x), ahead(x, y) or apart(x, y)")
			return false
		}
		for _, a := range x.Args {
			if n, ok := a.Value.(*syntax.Name); !ok || len(n.ID) != 1 || n.ID == "n" {
				r.fail(at, "%s takes a, b or c", name.ID)
			}
			all(false, a.Value)
		}
		return name.ID == "odd"
	}
	r.fail(at, "meanings have no %s", syntax.Describe(x))
	return false
}

// argument is the index of a name among the arguments, -1 for another name.
func argument(x syntax.Expr) int {
	if n := x.(*syntax.Name); n.ID == "a" || n.ID == "b" || n.ID == "c" {
		return int(n.ID[0] - 'a')
	}
	return -1
}
