package lib

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

func smallLimits() eval.Limits {
	return eval.Limits{Steps: 200_000, Memory: 4 << 20, Depth: 100, StrLen: 1 << 18, IntBits: 1 << 14, Items: 1 << 16}
}

// run evaluates code within small budgets; what comes back is a value whose repr can be asked for, or an *eval.Error.
func run(t *testing.T, c *eval.Code) {
	th := eval.NewThread(context.Background(), rng.New(1), smallLimits())
	defer th.Close()
	v, err := c.Eval(th, c.Layout().NewGlobals())
	if err == nil {
		if v == nil {
			t.Fatal("no value and no error")
		}
		_, err = eval.ToRepr(th, v)
	}
	if err != nil {
		var e *eval.Error
		if !errors.As(err, &e) {
			t.Fatalf("%T is no *eval.Error: %v", err, err)
		}
		_ = e.Detail()
	}
}

func FuzzEvalExpr(f *testing.F) {
	for _, s := range readLines(f, "testdata/expressions.txt") {
		f.Add(s)
	}
	for _, s := range runaways {
		f.Add(s)
	}
	u := NewUniverse()
	f.Fuzz(func(t *testing.T, src string) {
		x, err := syntax.ParseExpr("f", src)
		if err != nil {
			return
		}
		c, err := eval.CompileExpr(eval.NewLayout(u), x, eval.Source{File: "f", Text: src})
		if err != nil {
			return
		}
		run(t, c)
	})
}

func FuzzEvalModule(f *testing.F) {
	for _, s := range runaways {
		f.Add(s)
	}
	if prog, err := os.ReadFile("testdata/programs/statements.py"); err == nil {
		f.Add(string(prog))
	}
	u := NewUniverse()
	f.Fuzz(func(t *testing.T, src string) {
		m, err := syntax.ParseModule("f", src)
		if err != nil {
			return
		}
		c, err := eval.CompileModule(eval.NewLayout(u), m, eval.Source{File: "f", Text: src})
		if err != nil {
			return
		}
		run(t, c)
	})
}

func FuzzFormat(f *testing.F) {
	for _, s := range []string{"", "5d", ",.2f", "#x", "*^10", "08,.3%", "=+5", "é>5", ".3", "_b", "10.2e", "zz", "999999999999"} {
		f.Add(s, int64(42), 3.5, "text")
	}
	f.Fuzz(func(t *testing.T, spec string, i int64, x float64, s string) {
		th := eval.NewThread(context.Background(), nil, smallLimits())
		for _, v := range []eval.Value{eval.MakeInt(i), eval.Float(x), eval.True, eval.None} {
			_, _ = eval.ToFormat(th, v, spec)
		}
		u := eval.NewUniverse()
		for n, v := range eval.Builtins() {
			u.Define(n, v)
		}
		l := eval.NewLayout(u)
		g := l.NewGlobals()
		g.SetName("s", eval.Str(strings.ToValidUTF8(s, "\uFFFD")))
		for _, src := range []string{"s % (1, 2.5, 'a')", "s % 5", "s.format(1, 2.5, a='b')"} {
			y, _ := syntax.ParseExpr("", src)
			c, err := eval.CompileExpr(l, y, eval.Source{Text: src})
			if err != nil {
				t.Fatal(err)
			}
			_, _ = c.Eval(th, g)
		}
	})
}
