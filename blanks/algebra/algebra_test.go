package algebra

import "testing"

func TestSame(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"2x + 3x", "5x", true}, {"(x+1)(x-1)", "x^2 - 1", true}, {"x^2+2x+1", "(x+1)^2", true}, {"x(x+2)", "x^2+2*x", true},
		{"(x^2-1)/(x-1)", "x+1", true}, {"1/2 + 1/3", "5/6", true}, {"0.5", "1/2", true}, {"sqrt(8)", "2 sqrt(2)", true},
		{"sqrt(2)*sqrt(6)", "2sqrt(3)", true}, {"1/sqrt(2)", "sqrt(2)/2", true}, {`\frac{1}{2}x`, "x/2", true}, {"-x^2", "(-x)^2", false},
		{"x^{-1}", "1/x", true}, {"√2", "2^(1/2)", true}, {"x+y", "x-y", false}, {"2^10", "1024", true}, {"(a+b)^3", "a^3+3a^2b+3ab^2+b^3", true},
		{"sqrt(2)+sqrt(3)", "sqrt(5)", false}, {"x - -1", "x+1", true},
	} {
		if got, err := Same(c.a, c.b); err != nil || got != c.same {
			t.Errorf("%s and %s: %v, %v", c.a, c.b, got, err)
		}
	}
	for _, bad := range []string{"", "x+", "(x", "1/0", "x^y", "sqrt(x)", "x^999999999999", "((((x", "3..5", "1/(x-x)"} {
		if _, err := Parse(bad); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"2x+1", "(x+1)^20(y-2)^20", `\frac{1}{x}`, "sqrt(999999)", "((((x", "x^-3^2"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		x, err := Parse(s)
		if err != nil {
			return
		}
		if same, err := equal(x, x); err == nil && !same {
			t.Errorf("%q is not equal to itself", s)
		}
	})
}
