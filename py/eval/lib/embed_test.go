package lib

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// term is a symbolic value as another package would make one: operators build larger terms, and it has no truth.
type term string

func (term) TypeName() string { return "Term" }

func show(v eval.Value) string {
	if t, ok := v.(term); ok {
		return string(t)
	}
	s, _ := eval.ToRepr(eval.NewThread(context.Background(), nil, eval.DefaultLimits()), v)
	return s
}

func (t term) BinaryOp(_ *eval.Thread, op eval.Op, other eval.Value, reflected bool) (eval.Value, error) {
	a, b := string(t), show(other)
	if reflected {
		a, b = b, a
	}
	return term("(" + a + " " + op.String() + " " + b + ")"), nil
}

func (t term) UnaryOp(_ *eval.Thread, op eval.Op) (eval.Value, error) {
	return term(op.String() + "(" + string(t) + ")"), nil
}

func (t term) CompareOp(_ *eval.Thread, op eval.Op, other eval.Value) (eval.Value, error) {
	return term("(" + string(t) + " " + op.String() + " " + show(other) + ")"), nil
}

func (t term) Truth(*eval.Thread) (bool, error) {
	return false, eval.Raise("TypeError", "a symbolic term has no truth value")
}

func (t term) Repr(*eval.Thread) (string, error) { return string(t), nil }

func (t term) Extreme(_ *eval.Thread, max bool, all []eval.Value) (eval.Value, error) {
	var parts []string
	for _, v := range all {
		parts = append(parts, show(v))
	}
	return term(fmt.Sprintf("extreme[%v](%s)", max, strings.Join(parts, ","))), nil
}

func (t term) Hash(th *eval.Thread) (uint64, error) { return eval.Hash(th, eval.Str(t)) }
func (t term) EqualKey(_ *eval.Thread, o eval.Value) (bool, error) {
	u, ok := o.(term)
	return ok && u == t, nil
}

// TestForeignValues shows that symbolic terms plug in through capabilities.
func TestForeignValues(t *testing.T) {
	u := NewUniverse().Extend(map[string]eval.Value{"x": term("x"), "y": term("y")})
	for _, c := range []struct{ src, want string }{
		{"x + 1", "(x + 1)"}, {"1 + x", "(1 + x)"}, {"2.5 * x", "(2.5 * x)"}, {"x == y", "(x == y)"}, {"3 == x", "(x == 3)"}, {"3 < x", "(x > 3)"},
		{"x != 3", "(x != 3)"}, {"-x", "-(x)"}, {"abs(x)", "abs(x)"}, {"sum([x, y])", "((0 + x) + y)"}, {"sum([x, 1, y], 5)", "(((5 + x) + 1) + y)"},
		{"max([x, 1])", "extreme[true](x,1)"}, {"min(1, y)", "extreme[false](1,y)"}, {"[v == 1 for v in [x, y]]", "[(x == 1), (y == 1)]"},
		{"{x: 1, y: 2}[y]", "2"}, {"x in {x: 1}", "True"}, {"x in [x]", "True"}, {"len({x, y, x})", "2"}, {"x if True else y", "x"}, {"f'{x}'", "'x'"},
		{"(lambda a: a * a)(x)", "(x * x)"}, {"x // 2 % 3", "((x // 2) % 3)"}, {"[x] == [x]", "True"}, {"x ** 2", "(x ** 2)"}, {"reduce(lambda a, b: a | b, [x, y])", "(x | y)"},
		{"bool(x)", "!TypeError"}, {"x and y", "!TypeError"}, {"1 < x < 3", "!TypeError"}, {"not x", "!TypeError"}, {"y in [x]", "!TypeError"},
	} {
		if got := outcome(u, c.src); got != c.want {
			t.Errorf("%s gives %s, want %s", c.src, got, c.want)
		}
	}
}

// scopeUniverse has call_with(s, v): it evaluates the string s in its caller's scope, and calls the result with v.
func scopeUniverse() *eval.Universe {
	return NewUniverse().Extend(map[string]eval.Value{"call_with": eval.NewBuiltin("call_with",
		func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
			var s string
			var v eval.Value
			if err := eval.UnpackArgs("call_with", args, kw, "s", &s, "v", &v); err != nil {
				return nil, err
			}
			f, err := th.EvalString(s)
			if err != nil {
				return nil, err
			}
			return eval.Call(th, f, []eval.Value{v}, nil)
		})})
}

// TestEvalStringSeesTheCallersScope covers locals, comprehension variables, captured variables, globals and built-ins.
func TestEvalStringSeesTheCallersScope(t *testing.T) {
	u := scopeUniverse()
	for _, c := range []struct{ src, want string }{
		{"call_with('lambda l: sum(l)', [1, 2])", "3"},
		{"(lambda n: call_with('lambda l: sum(l) + n', [1, 2]))(10)", "13"},
		{"[call_with('lambda l: l * i + k', 2) for i in range(3) for k in [1]]", "[1, 3, 5]"},
		{"(lambda a: (lambda b: call_with('lambda l: l + a + b', 1) + a)(5))(10)", "26"},
		{"(lambda i: [call_with('lambda l: i', 0) for i in 'ab'] + [call_with('lambda l: i', 0)])(7)", "['a', 'b', 7]"},
		{"(lambda n: list(call_with('lambda l: l + n', x) for x in [1, 2]))(10)", "[11, 12]"},
		{"call_with(f'lambda l: l == {2 + 3}', 5)", "True"},
		{"call_with('lambda l: math.floor(l)', 2.5)", "2"},
		{"call_with('lambda l: nothing', 1)", "!NameError"},
		{"call_with('lambda l: (', 1)", "!SyntaxError"},
	} {
		if got := outcome(u, c.src); got != c.want {
			t.Errorf("%s gives %s, want %s", c.src, got, c.want)
		}
	}
}

// TestSlotsAreCheapScopes runs one code with different values of its globals.
func TestSlotsAreCheapScopes(t *testing.T) {
	l := eval.NewLayout(NewUniverse())
	sym, n := l.Slot("_sym"), l.Slot("n")
	src := "{_sym[0]}-{n:02d}"
	x, err := syntax.ParseTemplate("t", src)
	if err != nil {
		t.Fatal(err)
	}
	c, err := eval.CompileTemplate(l, x, eval.Source{File: "t", Text: src})
	if err != nil {
		t.Fatal(err)
	}
	if refs := c.Free(); len(refs) != 2 || refs[0].Name != "_sym" || refs[1].Name != "n" {
		t.Errorf("free names: %v", refs)
	}
	th := eval.NewThread(context.Background(), nil, eval.DefaultLimits())
	g := l.NewGlobals()
	g.Set(n, eval.MakeInt(7))
	for _, s := range []string{"A", "B"} {
		g.Set(sym, eval.NewList(eval.Str(s)))
		v, err := c.Eval(th, g)
		if err != nil || v != eval.Value(eval.Str(s+"-07")) {
			t.Errorf("%s: %v %v", s, v, err)
		}
	}
	g.Set(sym, nil)
	_, err = c.Eval(th, g)
	var e *eval.Error
	if !errors.As(err, &e) || e.Kind() != "NameError" || e.Pos.Col != 2 {
		t.Errorf("an unset slot: %v", err)
	}
}

// TestErrorsShowWhereAndWhat holds the long form of errors.
func TestErrorsShowWhereAndWhat(t *testing.T) {
	l := eval.NewLayout(NewUniverse())
	g := l.NewGlobals()
	g.SetName("total", eval.MakeInt(12))
	g.SetName("n", eval.MakeInt(0))
	g.SetName("names", eval.NewList(eval.Str("Ada"), eval.Str("Bo")))
	for _, c := range []struct{ src, want string }{
		{"1 + total // n", "spec.yaml:3:11: ZeroDivisionError: integer division or modulo by zero\n  1 + total // n\n            ^\n  where total = 12\n        n = 0"},
		{"[names[i] for i in range(3)]", "spec.yaml:3:8: IndexError: list index out of range\n  [names[i] for i in range(3)]\n         ^\n  where names = ['Ada', 'Bo']\n        i = 2"},
		{"nmaes[0]", "spec.yaml:3:1: NameError: name 'nmaes' is not defined; did you mean names?\n  nmaes[0]\n  ^"},
		{"names.apend(1)", "spec.yaml:3:7: AttributeError: 'list' object has no attribute 'apend'; did you mean append?\n  names.apend(1)\n        ^\n  where names = ['Ada', 'Bo']"},
	} {
		x, err := syntax.ParseExpr("spec.yaml", c.src)
		if err != nil {
			t.Fatal(err)
		}
		code, err := eval.CompileExpr(l, x, eval.Source{File: "spec.yaml", Text: c.src, Base: func(p syntax.Pos) syntax.Pos { p.Line += 2; return p }})
		if err != nil {
			t.Fatal(err)
		}
		th := eval.NewThread(context.Background(), nil, eval.DefaultLimits())
		_, err = code.Eval(th, g)
		var e *eval.Error
		if !errors.As(err, &e) {
			t.Fatalf("%s: %v", c.src, err)
		}
		if got := e.Detail(); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.src, got, c.want)
		}
	}
}

// TestModuleFunctionsLiveOn loads an operator file and calls its functions from expressions of another layout.
func TestModuleFunctionsLiveOn(t *testing.T) {
	u := NewUniverse()
	src := "import math\nSCALE = 3\ndef area(r):\n    return helper(r) * SCALE\ndef helper(r):\n    return r / (r - 2)\n"
	m, err := syntax.ParseModule("ops.py", src)
	if err != nil {
		t.Fatal(err)
	}
	ml := eval.NewLayout(u)
	mc, err := eval.CompileModule(ml, m, eval.Source{File: "ops.py", Text: src})
	if err != nil {
		t.Fatal(err)
	}
	th := eval.NewThread(context.Background(), rng.New(1), eval.DefaultLimits())
	mg := ml.NewGlobals()
	if _, err := mc.Eval(th, mg); err != nil {
		t.Fatal(err)
	}
	f, ok := mg.Lookup("area")
	if !ok {
		t.Fatal("no area")
	}
	v, err := eval.Call(th, f, []eval.Value{eval.MakeInt(4)}, nil)
	if err != nil || v != eval.Value(eval.Float(6)) {
		t.Errorf("%v %v", v, err)
	}
	l := eval.NewLayout(u)
	g := l.NewGlobals()
	g.SetName("area", f)
	x, _ := syntax.ParseExpr("spec.yaml", "area(2)")
	c, err := eval.CompileExpr(l, x, eval.Source{File: "spec.yaml", Text: "area(2)"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Eval(th, g)
	var e *eval.Error
	if !errors.As(err, &e) || e.File != "ops.py" || e.Pos.Line != 6 || len(e.Calls) != 2 || e.Calls[1].File != "spec.yaml" {
		t.Fatalf("%+v", e)
	}
	if d := e.Detail(); !strings.Contains(d, "r = 2") || !strings.Contains(d, "called as area at spec.yaml:1:1") {
		t.Error(d)
	}
}

// TestEqualSeedsDrawEqually holds the random functions to the stream alone.
func TestEqualSeedsDrawEqually(t *testing.T) {
	u := NewUniverse()
	src := "[randint(1, 6), sample(range(100), 5), choice('abc'), uniform(0, 1), random.gauss(0, 1), choices([1, 2], [1, 3], k=4), random.randint(0, 10**30), random.Random(5).randint(1, 100)]"
	if a, b := outcome(u, src), outcome(u, src); a != b || strings.HasPrefix(a, "!") {
		t.Errorf("%s\n%s", a, b)
	}
}
