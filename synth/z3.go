package synth

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/py/eval"
)

// Operator files may import z3, as published ones do. The module's names stand for the terms and the solvers of this
// program: what a file builds with them are terms of the puzzle's problem like any other, and a Solver of its own looks for
// solutions of what was added to it alone. There is nothing of z3 in it.

// opFunc is a function that a worker runs.
type opFunc = func(*Worker, *eval.Thread, values, kwargs) (eval.Value, error)

// logicFunctions is how many operators at the beginning of operatorTable build terms.
const logicFunctions = 17

// z3Module makes the module. Its functions find the worker that runs them in the thread's host.
func z3Module() *eval.Module {
	attrs := map[string]eval.Value{"sat": verdict("sat"), "unsat": verdict("unsat"), "unknown": verdict("unknown")}
	for _, d := range operatorTable()[:logicFunctions] {
		attrs[d.name] = hosted(d.name, d.fn)
	}
	for name, fn := range map[string]opFunc{
		"Ints": z3Several((*Worker).opInt), "Bools": z3Several((*Worker).opBool), "Reals": z3Several((*Worker).opReal),
		"IntVector": z3Vector((*Worker).opInt), "BoolVector": z3Vector((*Worker).opBool), "RealVector": z3Vector((*Worker).opReal),
		"IntVal": z3Constant(model.Int), "RealVal": z3Constant(model.Real), "BoolVal": z3Constant(model.Bool),
		"Q": z3Ratio, "RatVal": z3Ratio,
		"IntSort": z3SortOf("Int"), "BoolSort": z3SortOf("Bool"), "RealSort": z3SortOf("Real"),
		"Const":  z3Const("Const", "name", func(declare opFunc) opFunc { return declare }),
		"Consts": z3Const("Consts", "names", z3Several),
		"PbEq":   z3Weighted(eval.OpEq), "PbLe": z3Weighted(eval.OpLe), "PbGe": z3Weighted(eval.OpGe),
		"Solver": z3NewSolver(false), "SimpleSolver": z3NewSolver(false), "SolverFor": z3NewSolver(false), "Optimize": z3NewSolver(true),
		"simplify": z3Simplify, "set_param": z3Ignore, "set_option": z3Ignore,
		"is_true":  z3Test(func(v eval.Value) bool { return z3Truth(v) == "true" }),
		"is_false": z3Test(func(v eval.Value) bool { return z3Truth(v) == "false" }),
		"is_bool":  z3Test(z3Bool), "is_int": z3Test(z3Int), "is_real": z3Test(z3Real), "is_expr": z3Test(z3Expr),
		"is_int_value":      z3Test(func(v eval.Value) bool { n, ok := v.(*numeral); return ok && n.v.Sort() == model.Int }),
		"is_rational_value": z3Test(func(v eval.Value) bool { n, ok := v.(*numeral); return ok && n.v.Sort() == model.Real }),
	} {
		attrs[name] = hosted(name, fn)
	}
	for name, is := range map[string]func(eval.Value) bool{
		"ExprRef": z3Expr, "BoolRef": z3Bool, "ArithRef": func(v eval.Value) bool { return z3Int(v) || z3Real(v) },
		"ModelRef": func(v eval.Value) bool { _, ok := v.(*z3Model); return ok },
	} {
		attrs[name] = eval.NewType(name, nil, is)
	}
	attrs["Z3Exception"] = eval.NewException("Z3Exception", "Exception")
	return eval.NewModule("z3", attrs)
}

// hosted makes a builtin of a function that works with whichever worker runs it.
func hosted(name string, fn opFunc) eval.Value {
	return eval.NewBuiltin(name, func(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
		w, ok := th.Host().(*Worker)
		if !ok || w.run == nil {
			return nil, eval.Raise("RuntimeError", "z3.%s() outside of a puzzle", name)
		}
		return fn(w, th, args, kw)
	})
}

// word is a value that is its name: what a solver answers, or a sort.
type word struct{ kind, name string }

// verdict is what a solver answers: sat, unsat or unknown.
func verdict(name string) word { return word{"CheckSatResult", name} }

func (w word) TypeName() string { return w.kind }

// Repr is the name itself.
func (w word) Repr(*eval.Thread) (string, error) { return w.name, nil }

// CompareOp compares words of one kind.
func (w word) CompareOp(_ *eval.Thread, op eval.Op, other eval.Value) (eval.Value, error) {
	o, ok := other.(word)
	switch op {
	case eval.OpEq:
		return eval.Bool(ok && o == w), nil
	case eval.OpNe:
		return eval.Bool(!ok || o != w), nil
	}
	return nil, nil
}

// Unknowns and constants.

// z3Several declares the unknowns that a text names, with spaces between: Ints('x y z').
func z3Several(declare opFunc) opFunc {
	return func(w *Worker, th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
		var names eval.Value
		if err := eval.UnpackArgs("Ints", args, kw, "names", &names); err != nil {
			return nil, err
		}
		var list values
		if s, ok := names.(eval.Str); ok {
			for _, n := range strings.Fields(string(s)) {
				list = append(list, eval.Str(n))
			}
		} else {
			var err error
			if list, err = w.run.elements(names); err != nil {
				return nil, err
			}
		}
		out := make(values, len(list))
		for i, n := range list {
			if err := th.Step(4); err != nil {
				return nil, err
			}
			v, err := declare(w, th, values{n}, nil)
			if err != nil {
				return nil, err
			}
			out[i] = v
		}
		return eval.NewList(out...), nil
	}
}

// z3Vector declares name__0, name__1 and so on.
func z3Vector(declare opFunc) opFunc {
	return func(w *Worker, th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
		var name string
		var n int
		if err := eval.UnpackArgs("IntVector", args, kw, "prefix", &name, "sz", &n); err != nil {
			return nil, err
		}
		if n > maxDomain {
			return nil, eval.Raise("ValueError", "%d unknowns", n)
		}
		var names values
		for i := range n {
			names = append(names, eval.Str(fmt.Sprintf("%s__%d", name, i)))
		}
		return z3Several(declare)(w, th, values{eval.NewList(names...)}, nil)
	}
}

// z3Constant makes a constant term of a number, a text or a truth value.
func z3Constant(sort model.Sort) opFunc {
	return func(w *Worker, th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
		var x eval.Value
		if err := eval.UnpackArgs("IntVal", args, kw, "val", &x); err != nil {
			return nil, err
		}
		b := w.run.b
		if sort == model.Bool {
			ok, err := eval.Truth(th, x)
			if err != nil {
				return nil, err
			}
			return b.wrap(b.Truth(ok)), nil
		}
		if s, ok := x.(eval.Str); ok {
			r, ok := new(big.Rat).SetString(strings.TrimSpace(string(s)))
			if !ok || len(s) > 1000 {
				return nil, eval.Raise("ValueError", "%q is not a number", string(s))
			}
			if sort == model.Int {
				return b.result(b.BigNum(new(big.Int).Quo(r.Num(), r.Denom())))
			}
			return b.result(b.ToReal(b.Rat(r)))
		}
		t, ok := b.lift(x)
		if !ok {
			return nil, eval.Raise("TypeError", "a value of type '%s' is no number", x.TypeName())
		}
		if sort == model.Real {
			t = b.ToReal(t)
		}
		return b.result(t)
	}
}

// z3Ratio is Q(1, 3).
func z3Ratio(w *Worker, _ *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	var num, den int64
	if err := eval.UnpackArgs("Q", args, kw, "num", &num, "den", &den); err != nil {
		return nil, err
	}
	if den == 0 {
		return nil, eval.Raise("ZeroDivisionError", "a fraction with the denominator 0")
	}
	return w.run.b.result(w.run.b.ToReal(w.run.b.Rat(big.NewRat(num, den))))
}

const sortKind = "SortRef"

// sortName is a sort as a value.
func sortName(name string) word { return word{sortKind, name} }

func z3SortOf(name string) opFunc {
	return func(*Worker, *eval.Thread, values, kwargs) (eval.Value, error) { return sortName(name), nil }
}

// z3Const declares what a text names of a sort: one unknown, or with Consts each of several.
func z3Const(fn, names string, each func(opFunc) opFunc) opFunc {
	return func(w *Worker, th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
		var name, of eval.Value
		if err := eval.UnpackArgs(fn, args, kw, names, &name, "sort", &of); err != nil {
			return nil, err
		}
		declare := (*Worker).opInt
		switch s, ok := of.(word); {
		case !ok || s.kind != sortKind:
			return nil, eval.Raise("TypeError", "%s() takes IntSort(), BoolSort() or RealSort(), not a value of type '%s'", fn, of.TypeName())
		case s.name == "Bool":
			declare = (*Worker).opBool
		case s.name == "Real":
			declare = (*Worker).opReal
		}
		return each(declare)(w, th, values{name}, nil)
	}
}

// z3Weighted compares a weighted sum of truth values with a number: PbLe([(a, 2), (b, 3)], 4).
func z3Weighted(op eval.Op) opFunc {
	return func(w *Worker, th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
		var list, k eval.Value
		if err := eval.UnpackArgs("PbLe", args, kw, "args", &list, "k", &k); err != nil {
			return nil, err
		}
		pairs, err := w.run.elements(list)
		if err != nil {
			return nil, err
		}
		var sum eval.Value = eval.MakeInt(0)
		for _, p := range pairs {
			pair, err := w.run.elements(p)
			if err != nil {
				return nil, err
			}
			if len(pair) != 2 {
				return nil, eval.Raise("ValueError", "a pair of a truth value and its weight has 2 elements, not %d", len(pair))
			}
			x, err := w.opIf(th, values{pair[0], pair[1], eval.MakeInt(0)}, nil)
			if err != nil {
				return nil, err
			}
			if sum, err = eval.BinaryOp(th, eval.OpAdd, sum, x); err != nil {
				return nil, err
			}
		}
		return eval.Compare(th, op, sum, k)
	}
}

// z3Simplify gives the constant that a term is; constraints come in their normal form.
func z3Simplify(w *Worker, _ *eval.Thread, args values, _ kwargs) (eval.Value, error) {
	if len(args) == 0 {
		return nil, eval.Raise("TypeError", "simplify() takes a term")
	}
	t, ok := args[0].(*term)
	if !ok {
		return args[0], nil
	}
	b := w.run.b
	n := t.t
	if b.Sort(n) == model.Bool {
		n = b.Normal(n)
	}
	if c, err := b.Eval(n, nil); err == nil {
		return &numeral{b, c}, nil
	}
	return b.result(n)
}

func z3Ignore(*Worker, *eval.Thread, values, kwargs) (eval.Value, error) { return eval.None, nil }

// AttrNames lists the methods of a term.
func (x *term) AttrNames() []string { return []string{"children", "decl", "sexpr", "sort"} }

// Attr gives what files ask z3's terms for.
func (x *term) Attr(_ *eval.Thread, name string) (eval.Value, error) {
	var v eval.Value
	switch name {
	case "decl":
		v = &z3Decl{x}
	case "sort":
		v = sortName(x.b.Sort(x.t).String())
	case "sexpr":
		v = eval.Str(x.b.Format(x.t))
	case "children":
		var out values
		for _, t := range x.b.Args(x.t) {
			out = append(out, x.b.wrap(t))
		}
		v = eval.NewList(out...)
	default:
		return nil, nil
	}
	return eval.NewBuiltin(name, func(*eval.Thread, values, kwargs) (eval.Value, error) { return v, nil }), nil
}

// Questions about values.

func z3Test(is func(eval.Value) bool) opFunc {
	return func(_ *Worker, _ *eval.Thread, args values, kw kwargs) (eval.Value, error) {
		var x eval.Value
		err := eval.UnpackArgs("is", args, kw, "a", &x)
		return eval.Bool(err == nil && is(x)), err
	}
}

// sortOf gives the sort of a term or of a number in a model, NoSort for anything else.
func sortOf(v eval.Value) model.Sort {
	switch v := v.(type) {
	case *term:
		return v.b.Sort(v.t)
	case *numeral:
		return v.v.Sort()
	}
	return model.NoSort
}

func z3Expr(v eval.Value) bool { return sortOf(v) != model.NoSort }
func z3Bool(v eval.Value) bool { return sortOf(v) == model.Bool }
func z3Int(v eval.Value) bool  { return sortOf(v) == model.Int }
func z3Real(v eval.Value) bool { return sortOf(v) == model.Real }

// z3Truth is "true" or "false" for a truth value that is known.
func z3Truth(v eval.Value) string {
	var c model.Value
	switch v := v.(type) {
	case eval.Bool:
		return strconv.FormatBool(bool(v))
	case *numeral:
		c = v.v
	case *term:
		c = v.b.ConstValue(v.t)
	}
	if c.Valid() && c.Sort() == model.Bool {
		return strconv.FormatBool(c.Bool())
	}
	return ""
}
