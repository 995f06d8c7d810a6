package formula

import (
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/rng"
)

func TestLaTeX(t *testing.T) {
	name := func(i int) string { return string(rune('x' + i)) }
	for _, c := range []struct{ text, want string }{
		{"(Add (Var 0) (Mul (Const 3) (Var 1)))", `(x + 3 \cdot y)`},
		{"(Cmp >= (Sub (Var 0) (Const 1)) (Const 0))", `(x - 1) \geq 0`},
		{"(Cmp == (Div (Var 0) (Var 1)) (Const 0))", `\frac{x}{y} = 0`},
		{"(Power (Var 2) (Const 3))", `z^{3}`},
	} {
		n, err := Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if n.String() != c.text {
			t.Errorf("%s is printed as %s", c.text, n)
		}
		if got := n.LaTeX(name); got != c.want {
			t.Errorf("%s: LaTeX %s, want %s", c.text, got, c.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "expected (",
		"(Var)":                         "expected a number",
		"(Var -1)":                      "expected a number",
		"(Plus (Var 0) (Var 1))":        "expected Var, Const",
		"(Add (Var 0) (Var 1)) x":       "expected the end",
		"(Cmp = (Var 0) (Var 1))":       "expected one of",
		strings.Repeat("(Add ", 300):    "nested more than",
		"(Add (Var 0) (Var 1) (Var 2))": "expected )",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30q: %v, want %q", text, err, want)
		}
	}
}

func TestRandom(t *testing.T) {
	s := rng.New(1)
	for i := range 300 {
		o := Options{Vars: 1 + i%4, Cond: i%2 == 0, Power: i%3 == 0, MaxDepth: 1 + i%5}
		n := Random(s, o)
		back, err := Parse(n.String())
		if err != nil || back.String() != n.String() {
			t.Fatalf("%s is read back as %v, %v", n, back, err)
		}
		if v := n.Vars(); v == 0 || v > o.Vars {
			t.Errorf("%s has variables up to %d of %d", n, v, o.Vars)
		}
		if (n.Op == Cmp) != o.Cond {
			t.Errorf("%s: cond is %v", n, o.Cond)
		}
		if !o.Power && strings.Contains(n.String(), "Power") {
			t.Errorf("%s has a power", n)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("(Add (Var 0) (Mul (Const 3) (Var 1)))")
	f.Add("(Cmp <= (Power (Var 0) (Const 2)) (Const 0))")
	f.Fuzz(func(t *testing.T, text string) {
		n, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(n.String())
		if err != nil || again.String() != n.String() {
			t.Fatalf("%q: %v, %v", text, again, err)
		}
	})
}
