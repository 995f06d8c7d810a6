package lib

import (
	"context"
	"testing"

	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

func TestQuick(t *testing.T) {
	u := NewUniverse()
	for _, src := range []string{"1+2*3", "[x*x for x in range(10) if x%2]", "sum(x for x in [1,2,3])", "(lambda a, b=2: a**b)(5)", "f'{3.14159:.2f} {1000000:,} {\"a\"!r:>5}'",
		"{1:2, 'a':[3]}", "9**9**9", "'a'*10**12", "[0]*10**12", "[f(3) for f in [lambda x: x+i for i in range(3)]]", "1/0", "[1,2][5]", "sorted({3,1,2}, key=lambda x: -x)", "2**100", "-7//2, -7%3, 7.5%-2", "nme", "'abc'.uper()", "'{:>5}|{x}'.format(1,x=2)", "'%05.2f %s' % (3.14159, [1])", "{3,1,100,17,9}", "round(2.675,2), round(0.5), round(1234,-2)"} {
		x, err := syntax.ParseExpr("t", src)
		if err != nil {
			t.Error(err)
			continue
		}
		l := eval.NewLayout(u)
		c, err := eval.CompileExpr(l, x, eval.Source{File: "t", Text: src})
		if err != nil {
			t.Error(err)
			continue
		}
		th := eval.NewThread(context.Background(), nil, eval.DefaultLimits())
		v, err := c.Eval(th, l.NewGlobals())
		if err != nil {
			t.Log(src, "->", err.(*eval.Error).Detail())
			continue
		}
		s, _ := eval.ToRepr(th, v)
		t.Log(src, "->", s)
	}
}
