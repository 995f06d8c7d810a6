package lib

import (
	"github.com/quandary-puzzles/quandary/py/eval"
)

func functoolsModule() *eval.Module {
	attrs := functions(map[string]eval.BuiltinFunc{
		"reduce": ftReduce, "cmp_to_key": ftCmpToKey, "lru_cache": ftLruCache, "cache": ftCache, "wraps": ftWraps,
		"total_ordering": ftTotalOrdering,
	})
	attrs["partial"] = eval.NewType("partial", func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
		if len(args) == 0 {
			return nil, eval.Raise("TypeError", "type 'partial' takes at least one argument")
		}
		if !eval.IsCallable(args[0]) {
			return nil, eval.Raise("TypeError", "the first argument must be callable")
		}
		return &partial{args[0], append([]eval.Value(nil), args[1:]...), append([]eval.Kwarg(nil), kw...)}, nil
	}, func(v eval.Value) bool { _, ok := v.(*partial); return ok })
	attrs["cached_property"] = eval.PropertyType
	return eval.NewModule("functools", attrs)
}

func ftReduce(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var f, x, acc eval.Value
	if err := eval.UnpackArgs("reduce", args, kw, "function", &f, "iterable", &x, "initial?", &acc); err != nil {
		return nil, err
	}
	it, err := eval.Iterate(th, x)
	if err != nil {
		return nil, err
	}
	for {
		v, err := it.Next(th)
		if err != nil {
			return nil, err
		}
		if v == nil {
			break
		}
		if acc == nil {
			acc = v
			continue
		}
		if acc, err = eval.Call(th, f, []eval.Value{acc, v}, nil); err != nil {
			return nil, err
		}
		if err := th.Step(1); err != nil {
			return nil, err
		}
	}
	if acc == nil {
		return nil, eval.Raise("TypeError", "reduce() of empty iterable with no initial value")
	}
	return acc, nil
}

// partial is functools.partial(f, …).
type partial struct {
	f    eval.Value
	args []eval.Value
	kw   []eval.Kwarg
}

func (*partial) TypeName() string { return "functools.partial" }

func (p *partial) Call(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	all := append(append([]eval.Value(nil), p.args...), args...)
	var kws []eval.Kwarg
next:
	for _, k := range p.kw {
		for _, o := range kw {
			if o.Name == k.Name {
				continue next
			}
		}
		kws = append(kws, k)
	}
	return eval.Call(th, p.f, all, append(kws, kw...))
}

func (p *partial) Attr(_ *eval.Thread, name string) (eval.Value, error) {
	switch name {
	case "func":
		return p.f, nil
	case "args":
		return eval.NewTuple(p.args...), nil
	}
	return nil, nil
}

// cmpKey orders by a comparison function.
type cmpKey struct{ f, v eval.Value }

func (*cmpKey) TypeName() string { return "functools.KeyWrapper" }

func (k *cmpKey) CompareOp(th *eval.Thread, op eval.Op, other eval.Value) (eval.Value, error) {
	o, ok := other.(*cmpKey)
	if !ok {
		return nil, nil
	}
	r, err := eval.Call(th, k.f, []eval.Value{k.v, o.v}, nil)
	if err != nil {
		return nil, err
	}
	return eval.Compare(th, op, r, eval.MakeInt(0))
}

func ftCmpToKey(_ *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var f eval.Value
	if err := eval.UnpackArgs("cmp_to_key", args, kw, "mycmp", &f); err != nil {
		return nil, err
	}
	return method("KeyWrapper", func(_ *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
		var v eval.Value
		err := eval.UnpackArgs("K", args, kw, "obj", &v)
		return &cmpKey{f, v}, err
	}), nil
}

// memo is a function that remembers its results.
type memo struct {
	f     eval.Value
	cache *eval.Dict
	hits  int64
}

func (*memo) TypeName() string { return "functools._lru_cache_wrapper" }

func (m *memo) Call(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	parts := append([]eval.Value(nil), args...)
	for _, k := range kw {
		parts = append(parts, eval.NewTuple(eval.Str(k.Name), k.Value))
	}
	key := eval.NewTuple(append(parts, eval.MakeInt(int64(len(args))))...)
	v, err := m.cache.Get(th, key)
	if v != nil || err != nil {
		m.hits++
		return v, err
	}
	if v, err = eval.Call(th, m.f, args, kw); err != nil {
		return nil, err
	}
	return v, m.cache.Set(th, key, v)
}

func (m *memo) Attr(th *eval.Thread, name string) (eval.Value, error) {
	switch name {
	case "cache_clear":
		return method(name, func(*eval.Thread, []eval.Value, []eval.Kwarg) (eval.Value, error) {
			m.cache.Clear()
			return eval.None, nil
		}), nil
	case "__wrapped__":
		return m.f, nil
	case "__name__":
		return eval.GetAttr(th, m.f, name)
	}
	return nil, nil
}

func ftCache(_ *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var f eval.Value
	if err := eval.UnpackArgs("cache", args, kw, "user_function", &f); err != nil {
		return nil, err
	}
	return &memo{f: f, cache: eval.NewDict(0)}, nil
}

// ftLruCache is used as @lru_cache and as @lru_cache(maxsize=…); nothing is ever thrown out, which a program cannot see.
func ftLruCache(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	if len(args) == 1 && len(kw) == 0 && eval.IsCallable(args[0]) {
		return ftCache(th, args, nil)
	}
	var size, typed eval.Value
	if err := eval.UnpackArgs("lru_cache", args, kw, "maxsize?", &size, "typed?", &typed); err != nil {
		return nil, err
	}
	return method("decorator", ftCache), nil
}

func ftWraps(_ *eval.Thread, args []eval.Value, _ []eval.Kwarg) (eval.Value, error) {
	if len(args) != 1 {
		return nil, eval.Raise("TypeError", "wraps() missing 1 required positional argument: 'wrapped'")
	}
	return method("decorator", func(_ *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
		var f eval.Value
		err := eval.UnpackArgs("decorator", args, kw, "wrapper", &f)
		return f, err
	}), nil
}

// ftTotalOrdering adds the comparisons that a class lacks, from __eq__ and one of the others.
func ftTotalOrdering(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var cls eval.Value
	if err := eval.UnpackArgs("total_ordering", args, kw, "cls", &cls); err != nil {
		return nil, err
	}
	has := func(name string) eval.Value {
		v, err := eval.GetAttr(th, cls, name)
		if err != nil {
			return nil
		}
		if _, builtin := v.(*eval.Builtin); builtin {
			return nil
		}
		return v
	}
	lt, gt, le, ge := has("__lt__"), has("__gt__"), has("__le__"), has("__ge__")
	call := func(th *eval.Thread, f, a, b eval.Value) (bool, error) {
		v, err := eval.Call(th, f, []eval.Value{a, b}, nil)
		if err != nil {
			return false, err
		}
		return eval.Truth(th, v)
	}
	// less tells whether a < b by whichever comparison the class has.
	less := func(th *eval.Thread, a, b eval.Value) (bool, error) {
		switch {
		case lt != nil:
			return call(th, lt, a, b)
		case gt != nil:
			return call(th, gt, b, a)
		case le != nil:
			r, err := call(th, le, b, a)
			return !r, err
		}
		r, err := call(th, ge, a, b)
		return !r, err
	}
	if lt == nil && gt == nil && le == nil && ge == nil {
		return nil, eval.Raise("ValueError", "must define at least one ordering operation: < > <= >=")
	}
	for name, f := range map[string]func(*eval.Thread, eval.Value, eval.Value) (bool, error){
		"__lt__": less,
		"__gt__": func(th *eval.Thread, a, b eval.Value) (bool, error) { return less(th, b, a) },
		"__le__": func(th *eval.Thread, a, b eval.Value) (bool, error) { r, err := less(th, b, a); return !r, err },
		"__ge__": func(th *eval.Thread, a, b eval.Value) (bool, error) { r, err := less(th, a, b); return !r, err },
	} {
		if has(name) != nil {
			continue
		}
		b := eval.NewBuiltin(name, func(th *eval.Thread, args []eval.Value, _ []eval.Kwarg) (eval.Value, error) {
			if len(args) != 2 {
				return nil, eval.Raise("TypeError", "%s expected 1 argument", name)
			}
			r, err := f(th, args[0], args[1])
			return eval.Bool(r), err
		})
		if err := eval.SetAttr(th, cls, name, b); err != nil {
			return nil, err
		}
	}
	return cls, nil
}

func operatorModule() *eval.Module {
	attrs := map[string]eval.Value{}
	for name, op := range map[string]eval.Op{"add": eval.OpAdd, "sub": eval.OpSub, "mul": eval.OpMul, "truediv": eval.OpDiv,
		"floordiv": eval.OpFloorDiv, "mod": eval.OpMod, "pow": eval.OpPow, "lshift": eval.OpLShift, "rshift": eval.OpRShift,
		"and_": eval.OpAnd, "or_": eval.OpOr, "xor": eval.OpXor, "concat": eval.OpAdd, "iadd": eval.OpAdd, "imul": eval.OpMul} {
		attrs[name] = method(name, eval.Fn2(name, "a", "b", func(th *eval.Thread, a, b eval.Value) (eval.Value, error) {
			return eval.BinaryOp(th, op, a, b)
		}))
	}
	for name, op := range map[string]eval.Op{"eq": eval.OpEq, "ne": eval.OpNe, "lt": eval.OpLt, "le": eval.OpLe, "gt": eval.OpGt, "ge": eval.OpGe} {
		attrs[name] = method(name, eval.Fn2(name, "a", "b", func(th *eval.Thread, a, b eval.Value) (eval.Value, error) {
			return eval.Compare(th, op, a, b)
		}))
	}
	for name, op := range map[string]eval.Op{"neg": eval.OpNeg, "pos": eval.OpPlus, "invert": eval.OpInvert, "inv": eval.OpInvert, "abs": eval.OpAbs} {
		attrs[name] = method(name, eval.Fn1(name, "a", func(th *eval.Thread, a eval.Value) (eval.Value, error) {
			return eval.UnaryOp(th, op, a)
		}))
	}
	for name, fn := range map[string]eval.BuiltinFunc{
		"not_":         not,
		"truth":        truth,
		"contains":     contains,
		"getitem":      getitem,
		"setitem":      setitem,
		"itemgetter":   getter("itemgetter", eval.GetIndex),
		"attrgetter":   getter("attrgetter", attrgetter),
		"methodcaller": methodcaller,
	} {
		attrs[name] = method(name, fn)
	}
	return eval.NewModule("operator", attrs)
}

func not(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var a eval.Value
	if err := eval.UnpackArgs("not_", args, kw, "a", &a); err != nil {
		return nil, err
	}
	b, err := eval.Truth(th, a)
	return eval.Bool(!b), err
}

func truth(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var a eval.Value
	if err := eval.UnpackArgs("truth", args, kw, "a", &a); err != nil {
		return nil, err
	}
	b, err := eval.Truth(th, a)
	return eval.Bool(b), err
}

func contains(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var a, b eval.Value
	if err := eval.UnpackArgs("contains", args, kw, "a", &a, "b", &b); err != nil {
		return nil, err
	}
	in, err := eval.Contains(th, a, b)
	return eval.Bool(in), err
}

func getitem(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var a, b eval.Value
	if err := eval.UnpackArgs("getitem", args, kw, "a", &a, "b", &b); err != nil {
		return nil, err
	}
	return eval.GetIndex(th, a, b)
}

func setitem(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var a, b, c eval.Value
	if err := eval.UnpackArgs("setitem", args, kw, "a", &a, "b", &b, "c", &c); err != nil {
		return nil, err
	}
	return eval.None, eval.SetIndex(th, a, b, c)
}

func attrgetter(th *eval.Thread, v, name eval.Value) (eval.Value, error) {
	s, ok := name.(eval.Str)
	if !ok {
		return nil, eval.Raise("TypeError", "attribute name must be a string")
	}
	return eval.GetAttr(th, v, string(s))
}

func methodcaller(_ *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	if len(args) == 0 {
		return nil, eval.Raise("TypeError", "methodcaller needs at least one argument, the method name")
	}
	name, ok := args[0].(eval.Str)
	if !ok {
		return nil, eval.Raise("TypeError", "method name must be a string")
	}
	more, kws := append([]eval.Value(nil), args[1:]...), append([]eval.Kwarg(nil), kw...)
	return method("methodcaller", func(th *eval.Thread, args []eval.Value, _ []eval.Kwarg) (eval.Value, error) {
		var x eval.Value
		if err := eval.UnpackArgs("methodcaller", args, nil, "obj", &x); err != nil {
			return nil, err
		}
		f, err := eval.GetAttr(th, x, string(name))
		if err != nil {
			return nil, err
		}
		return eval.Call(th, f, more, kws)
	}), nil
}

// getter makes itemgetter and attrgetter.
func getter(name string, get func(th *eval.Thread, v, key eval.Value) (eval.Value, error)) eval.BuiltinFunc {
	return func(_ *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
		if len(args) == 0 {
			return nil, eval.Raise("TypeError", "%s expected at least 1 argument, got 0", name)
		}
		keys := append([]eval.Value(nil), args...)
		return method(name, func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
			var x eval.Value
			if err := eval.UnpackArgs(name, args, kw, "obj", &x); err != nil {
				return nil, err
			}
			if len(keys) == 1 {
				return get(th, x, keys[0])
			}
			out := make([]eval.Value, len(keys))
			for i, k := range keys {
				v, err := get(th, x, k)
				if err != nil {
					return nil, err
				}
				out[i] = v
			}
			return eval.NewTuple(out...), nil
		}), eval.NoKwargs(name, kw)
	}
}
