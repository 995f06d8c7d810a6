package code

import (
	"testing"

	"github.com/quandary-puzzles/quandary/py/syntax"
)

// TestCanonical holds that only expressions which say the same for all values of their names are written the same.
func TestCanonical(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"a < b", "b > a", true},
		{"a == b", "b == a", true},
		{"a <= b", "b < a", false},
		{"j + 1", "1 + j", true},
		{"a + b", "b + a", false}, // they may be texts
		{"a * b", "b * a", true},
		{"a - 1", "1 - a", false},
		{"a * b + 1", "1 + b * a", true},
		{"len(a) + b", "b + len(a)", true},
		{"f(a) + 1", "1 + f(a)", false}, // f may do something
		{"a * f(b)", "f(b) * a", false},
		{"(a + 1) + b", "b + (1 + a)", false}, // rounding apart, a + 1 is a number, which is not looked into
		{"x % 2 + 1", "1 + x % 2", true},
	} {
		x, err := syntax.ParseExpr("a", c.a)
		if err != nil {
			t.Fatal(err)
		}
		y, err := syntax.ParseExpr("b", c.b)
		if err != nil {
			t.Fatal(err)
		}
		if got := canonical(c.a, x) == canonical(c.b, y); got != c.same {
			t.Errorf("%s and %s: %v, want %v (%s, %s)", c.a, c.b, got, c.same, canonical(c.a, x), canonical(c.b, y))
		}
	}
}
