package syntax

import "testing"

func TestQuick(t *testing.T) {
	for _, s := range []string{`f"a{x!r:>{w}}b{'y'}" "c"`, `lambda *a, b=1, **k: a[1:2, ::3]`, `[x for x in y if z for w in x]`, `f"{f"{1}"}"`, `f'{x=:>5} {a["b"]:=^{n}}'`, `{**a, 'b': 1}`, `x if y else z`, `not a in b`, `-1 ** 2`, "(a\n+ b)", "a\n+b", "f'{x:=5}'", "f'{a!=b}'"} {
		x, err := ParseExpr("", s)
		if err != nil {
			t.Error(s, err)
			continue
		}
		t.Logf("%s -> %T %v", s, x, FreeNames(x))
	}
	x, err := ParseTemplate("", "a{x}{{}} {\"是\" if y else '\\n'}\\n {z:>3}\n# {q1}")
	t.Log(x, err)
	t.Log(FreeNames(x))
}
