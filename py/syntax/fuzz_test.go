package syntax

import (
	"errors"
	"os"
	"strings"
	"testing"
)

// checkError holds an error to be an *Error whose place is inside the source.
func checkError(t *testing.T, src string, err error) {
	t.Helper()
	if err == nil {
		return
	}
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("%T is no *Error: %v", err, err)
	}
	if e.Pos.Line < 1 || e.Pos.Col < 1 || int(e.Pos.Offset) > len(src) || e.Pos.Offset < 0 {
		t.Fatalf("error outside the source: %+v", e.Pos)
	}
	if e.Msg == "" {
		t.Fatal("error without a message")
	}
	_ = e.Detail()
}

// checkSpans holds every expression to a span inside the source and inside its parent's.
func checkSpans(t *testing.T, src string, x Expr, outer Span) {
	t.Helper()
	if x == nil {
		return
	}
	a, b := x.Start().Offset, x.End().Offset
	if a < outer.From.Offset || b > outer.To.Offset || a > b || int(b) > len(src) {
		t.Fatalf("%T at %d..%d leaves %d..%d in %q", x, a, b, outer.From.Offset, outer.To.Offset, src)
	}
	for _, c := range Children(x) {
		checkSpans(t, src, c, Span{x.Start(), x.End()})
	}
}

func whole(src string) Span { return Span{To: Pos{Offset: int32(len(src))}} }

func seeds(f *testing.F) []string {
	data, err := os.ReadFile("../eval/lib/testdata/expressions.txt")
	if err != nil {
		f.Fatal(err)
	}
	return strings.Split(string(data), "\n")
}

func FuzzParseExpr(f *testing.F) {
	for _, s := range seeds(f) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		x, err := ParseExpr("f", src)
		checkError(t, src, err)
		if err == nil {
			checkSpans(t, src, x, whole(src))
			for _, r := range FreeNames(x) {
				if src[r.Pos.Offset:int(r.Pos.Offset)+len(r.Name)] != r.Name {
					t.Fatalf("free name %s is not at %d", r.Name, r.Pos.Offset)
				}
			}
		}
	})
}

func FuzzParseTemplate(f *testing.F) {
	for _, s := range []string{"", "plain", "{x}", "{{}}", "{x!r:>{w}}", `{"是" if y else "不是"}\n`, "{x=}", "{f'{a}'}", "{", "}", "{x!", "{x:", "{'}'}", "{#\n}", `\x4`, "{a['b']}{c:,.2f}%"} {
		f.Add(s)
	}
	for _, s := range seeds(f) {
		f.Add("{" + s + "}")
	}
	f.Fuzz(func(t *testing.T, src string) {
		x, err := ParseTemplate("f", src)
		checkError(t, src, err)
		if err == nil {
			checkSpans(t, src, x, whole(src))
			FreeNames(x)
		}
	})
}

func FuzzParseModule(f *testing.F) {
	prog, err := os.ReadFile("../eval/lib/testdata/programs/statements.py")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(prog))
	for _, s := range []string{"x = 1\n", "def f(a, *b, c=1, **d):\n\treturn a\n", "if x:\n  pass\nelif y: pass\nelse:\n  pass", "class A(B):\n pass\n", "for a, *b in c: break\n",
		"try:\n x\nexcept (A, B) as e:\n y\nfinally:\n z\n", "from a.b import (c as d, e)\n", "@d\ndef f(): yield\n", "x: int = 5; y += 1\n", "  x\n", "if x:\npass\n", "a\\\n+b", "def f():\n\n\n  # c\n  pass\n   x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		m, err := ParseModule("f", src)
		checkError(t, src, err)
		if err == nil {
			FreeNames(m)
			BodyBindings(m.Body)
		}
	})
}
