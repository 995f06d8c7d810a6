package synth

import (
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/py/eval"
)

type (
	values = []eval.Value
	kwargs = []eval.Kwarg
)

// flatten gathers the arguments of a function that takes values or lists of values, nested as one likes.
func (w *Worker) flatten(th *eval.Thread, args values, depth int) (values, error) {
	if depth > 100 {
		return nil, eval.Raise("ValueError", "lists nested more than 100 deep")
	}
	flat := true
	for _, a := range args {
		switch a.(type) {
		case *term, *numeral, eval.Bool, eval.Int, eval.Float, *eval.BigInt, eval.NoneType, eval.Str:
		default:
			flat = false
		}
	}
	if err := th.Step(len(args)); err != nil {
		return nil, err
	}
	if flat {
		return args, nil
	}
	var out values
	for _, a := range args {
		switch a := a.(type) {
		case *term, *numeral, eval.Bool, eval.Int, eval.Float, *eval.BigInt, eval.NoneType, eval.Str:
			out = append(out, a)
		default:
			elems, err := w.run.elements(a)
			if err != nil {
				return nil, err
			}
			inner, err := w.flatten(th, elems, depth+1)
			if err != nil {
				return nil, err
			}
			out = append(out, inner...)
		}
	}
	return out, nil
}

func noKeywords(name string, kw kwargs) error {
	if len(kw) > 0 {
		return eval.Raise("TypeError", "%s() got an unexpected keyword argument '%s'", name, kw[0].Name)
	}
	return nil
}

// symbolic reports whether any of the values is a term.
func symbolic(vs values) bool {
	for _, v := range vs {
		if _, ok := v.(*term); ok {
			return true
		}
	}
	return false
}

// bools makes Bool terms of values.
func (w *Worker) bools(th *eval.Thread, name string, vs values) ([]model.Term, error) {
	b := w.run.b
	out := make([]model.Term, len(vs))
	for i, v := range vs {
		if t, ok := v.(*term); ok {
			if b.Sort(t.t) != model.Bool {
				return nil, eval.Raise("TypeError", "%s() takes truth values, %s is a number", name, b.Format(t.t))
			}
			out[i] = t.t
			continue
		}
		ok, err := eval.Truth(th, v)
		if err != nil {
			return nil, err
		}
		out[i] = b.Truth(ok)
	}
	return out, nil
}

// numbers makes terms of values that count or measure.
func (w *Worker) numbers(name string, vs values) ([]model.Term, error) {
	out := make([]model.Term, len(vs))
	for i, v := range vs {
		t, ok := w.run.b.lift(v)
		if !ok {
			return nil, eval.Raise("TypeError", "%s() takes terms and numbers, not a value of type '%s'", name, v.TypeName())
		}
		out[i] = t
	}
	return out, nil
}

func (w *Worker) opAnd(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	return w.junction(th, "And", args, kw, true)
}

func (w *Worker) opOr(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	return w.junction(th, "Or", args, kw, false)
}

func (w *Worker) junction(th *eval.Thread, name string, args values, kw kwargs, and bool) (eval.Value, error) {
	if err := noKeywords(name, kw); err != nil {
		return nil, err
	}
	vs, err := w.flatten(th, args, 0)
	if err != nil {
		return nil, err
	}
	if !symbolic(vs) {
		for _, v := range vs {
			ok, err := eval.Truth(th, v)
			if err != nil {
				return nil, err
			}
			if ok != and {
				return eval.Bool(!and), nil
			}
		}
		return eval.Bool(and), nil
	}
	ts, err := w.bools(th, name, vs)
	if err != nil {
		return nil, err
	}
	if and {
		return w.run.b.result(w.run.b.And(ts...))
	}
	return w.run.b.result(w.run.b.Or(ts...))
}

// logical takes a fixed number of truth values and builds a term of them, or computes where all are plain.
func (w *Worker) logical(th *eval.Thread, name string, args values, kw kwargs, n int, plain func(b []bool) bool,
	build func(t []model.Term) model.Term) (eval.Value, error) {
	if err := noKeywords(name, kw); err != nil {
		return nil, err
	}
	if len(args) != n {
		return nil, eval.Raise("TypeError", "%s() takes %d arguments (%d given)", name, n, len(args))
	}
	vs := make(values, n)
	for i, a := range args {
		vs[i] = a
		switch a.(type) {
		case *eval.List, *eval.Tuple: // a list of constraints means all of them
			v, err := w.opAnd(th, values{a}, nil)
			if err != nil {
				return nil, err
			}
			vs[i] = v
		}
	}
	if !symbolic(vs) {
		bs := make([]bool, n)
		for i, v := range vs {
			var err error
			if bs[i], err = eval.Truth(th, v); err != nil {
				return nil, err
			}
		}
		return eval.Bool(plain(bs)), nil
	}
	ts, err := w.bools(th, name, vs)
	if err != nil {
		return nil, err
	}
	return w.run.b.result(build(ts))
}

func (w *Worker) opNot(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	return w.logical(th, "Not", args, kw, 1, func(b []bool) bool { return !b[0] },
		func(t []model.Term) model.Term { return w.run.b.Not(t[0]) })
}

func (w *Worker) opImplies(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	return w.logical(th, "Implies", args, kw, 2, func(b []bool) bool { return !b[0] || b[1] },
		func(t []model.Term) model.Term { return w.run.b.Implies(t[0], t[1]) })
}

func (w *Worker) opXor(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	return w.logical(th, "Xor", args, kw, 2, func(b []bool) bool { return b[0] != b[1] },
		func(t []model.Term) model.Term { return w.run.b.Xor(t[0], t[1]) })
}

func (w *Worker) opIf(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	if err := noKeywords("If", kw); err != nil {
		return nil, err
	}
	if len(args) != 3 {
		return nil, eval.Raise("TypeError", "If() takes 3 arguments (%d given)", len(args))
	}
	cond := args[0]
	switch cond.(type) {
	case *eval.List, *eval.Tuple:
		v, err := w.opAnd(th, args[:1], nil)
		if err != nil {
			return nil, err
		}
		cond = v
	}
	if _, ok := cond.(*term); !ok {
		yes, err := eval.Truth(th, cond)
		if err != nil {
			return nil, err
		}
		if yes {
			return args[1], nil
		}
		return args[2], nil
	}
	c, err := w.bools(th, "If", values{cond})
	if err != nil {
		return nil, err
	}
	ts, err := w.numbers("If", args[1:])
	if err != nil {
		return nil, err
	}
	return w.run.b.result(w.run.b.If(c[0], ts[0], ts[1]))
}

func (w *Worker) opSum(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	return w.fold(th, "Sum", args, kw, eval.OpAdd, 0, w.sum)
}

func (w *Worker) opProduct(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	return w.fold(th, "Product", args, kw, eval.OpMul, 1, func(ts []model.Term) model.Term { return w.run.b.Mul(ts...) })
}

func (w *Worker) sum(ts []model.Term) model.Term { return w.run.b.Add(ts...) }

func (w *Worker) fold(th *eval.Thread, name string, args values, kw kwargs, op eval.Op, neutral int64,
	build func([]model.Term) model.Term) (eval.Value, error) {
	if err := noKeywords(name, kw); err != nil {
		return nil, err
	}
	vs, err := w.flatten(th, args, 0)
	if err != nil {
		return nil, err
	}
	if !symbolic(vs) {
		acc := eval.MakeInt(neutral)
		for _, v := range vs {
			if acc, err = eval.BinaryOp(th, op, acc, v); err != nil {
				return nil, err
			}
		}
		return acc, nil
	}
	ts, err := w.numbers(name, vs)
	if err != nil {
		return nil, err
	}
	return w.run.b.result(build(ts))
}

func (w *Worker) opDistinct(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	if err := noKeywords("Distinct", kw); err != nil {
		return nil, err
	}
	vs, err := w.flatten(th, args, 0)
	if err != nil {
		return nil, err
	}
	return w.distinct(th, vs)
}

func (w *Worker) distinct(th *eval.Thread, vs values) (eval.Value, error) {
	if !symbolic(vs) {
		for i := range vs {
			for j := range i {
				same, err := eval.Equal(th, vs[i], vs[j])
				if err != nil || same {
					return eval.False, err
				}
			}
		}
		return eval.True, nil
	}
	ts, err := w.numbers("Distinct", vs)
	if err != nil {
		return nil, err
	}
	return w.run.b.result(w.run.b.Distinct(ts...))
}

// unary builds a term of one number, or computes where it is plain.
func (w *Worker) unary(name string, args values, kw kwargs, build func(model.Term) model.Term,
	plain func(eval.Value) (eval.Value, error)) (eval.Value, error) {
	var x eval.Value
	if err := eval.UnpackArgs(name, args, kw, "x", &x); err != nil {
		return nil, err
	}
	if t, ok := x.(*term); ok {
		return w.run.b.result(build(t.t))
	}
	return plain(x)
}

func (w *Worker) opAbs(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	return w.unary("Abs", args, kw, func(t model.Term) model.Term { return w.run.b.Abs(t) },
		func(v eval.Value) (eval.Value, error) { return eval.UnaryOp(th, eval.OpAbs, v) })
}

func (w *Worker) opToReal(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	return w.unary("ToReal", args, kw, func(t model.Term) model.Term { return w.run.b.ToReal(t) },
		func(v eval.Value) (eval.Value, error) {
			f, ok := float(v)
			if !ok {
				return nil, eval.Raise("TypeError", "ToReal() takes a number, not a value of type '%s'", v.TypeName())
			}
			return eval.Float(f), nil
		})
}

func (w *Worker) opToInt(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	return w.unary("ToInt", args, kw, func(t model.Term) model.Term { return w.run.b.ToInt(t) },
		func(v eval.Value) (eval.Value, error) {
			return eval.BinaryOp(th, eval.OpFloorDiv, v, eval.MakeInt(1))
		})
}

func (w *Worker) opInt(_ *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	return w.unknown("Int", args, kw, func(name string) model.Term { return w.run.b.Int(name) })
}

func (w *Worker) opBool(_ *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	return w.unknown("Bool", args, kw, func(name string) model.Term { return w.run.b.Bool(name) })
}

func (w *Worker) opReal(_ *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	return w.unknown("Real", args, kw, func(name string) model.Term { return w.run.b.Real(name) })
}

// unknown declares an unknown by name, or gives the one of that name.
func (w *Worker) unknown(fn string, args values, kw kwargs, declare func(string) model.Term) (eval.Value, error) {
	var name string
	if err := eval.UnpackArgs(fn, args, kw, "name", &name); err != nil {
		return nil, err
	}
	b := w.run.b
	if v, ok := b.Lookup(name); ok {
		return b.wrap(b.VarTerm(v)), nil
	}
	return b.result(declare(name))
}

func (w *Worker) opAtMost(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	return w.cardinality(th, "AtMost", args, kw)
}

func (w *Worker) opAtLeast(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	return w.cardinality(th, "AtLeast", args, kw)
}

// cardinality takes truth values and, last, a number.
func (w *Worker) cardinality(th *eval.Thread, name string, args values, kw kwargs) (eval.Value, error) {
	for _, k := range kw {
		if k.Name != "k" {
			return nil, noKeywords(name, kw)
		}
		args = append(append(values(nil), args...), k.Value)
	}
	vs, err := w.flatten(th, args, 0)
	if err != nil {
		return nil, err
	}
	if len(vs) == 0 {
		return nil, eval.Raise("TypeError", "%s() takes truth values and a number", name)
	}
	k, err := integer(vs[len(vs)-1])
	if err != nil {
		return nil, eval.Raise("TypeError", "%s(): the last argument is the number: %v", name, err)
	}
	ts, err := w.bools(th, name, vs[:len(vs)-1])
	if err != nil {
		return nil, err
	}
	n := int(min(max(k, -1), int64(len(ts))+1))
	if name == "AtMost" {
		return w.run.b.result(w.run.b.AtMost(n, ts...))
	}
	return w.run.b.result(w.run.b.AtLeast(n, ts...))
}
