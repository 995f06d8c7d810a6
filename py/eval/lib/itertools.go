package lib

import (
	"slices"

	"github.com/quandary-puzzles/quandary/py/eval"
)

type nextFunc = func(th *eval.Thread) (eval.Value, error)

// lazy makes an iterator.
func lazy(name string, next nextFunc) eval.Value {
	return &eval.FuncIter{Name: "itertools." + name, Fn: next}
}

func iterators(th *eval.Thread, args []eval.Value) ([]eval.Iterator, error) {
	out := make([]eval.Iterator, len(args))
	for i, a := range args {
		it, err := eval.Iterate(th, a)
		if err != nil {
			return nil, err
		}
		out[i] = it
	}
	return out, nil
}

func itertoolsModule() *eval.Module {
	attrs := functions(map[string]eval.BuiltinFunc{
		"accumulate": itAccumulate, "combinations": itCombinations, "combinations_with_replacement": itCombReplace,
		"compress": itCompress, "count": itCount, "cycle": itCycle, "dropwhile": itWhile("dropwhile"), "filterfalse": itFilterFalse,
		"groupby": itGroupBy, "islice": itSlice, "pairwise": itPairwise, "permutations": itPermutations, "product": itProduct,
		"repeat": itRepeat, "starmap": itStarmap, "takewhile": itWhile("takewhile"), "tee": itTee, "zip_longest": itZipLongest,
	})
	chain := func(next func(*eval.Thread) (eval.Value, error)) eval.Value {
		var cur eval.Iterator
		return lazy("chain", func(th *eval.Thread) (eval.Value, error) {
			for {
				if cur != nil {
					v, err := cur.Next(th)
					if v != nil || err != nil {
						return v, err
					}
				}
				src, err := next(th)
				if src == nil || err != nil {
					cur = nil
					return nil, err
				}
				if cur, err = eval.Iterate(th, src); err != nil {
					return nil, err
				}
				if err := th.Step(1); err != nil {
					return nil, err
				}
			}
		})
	}
	attrs["chain"] = eval.NewType("chain", func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
		it := eval.NewIterator(append([]eval.Value(nil), args...))
		return chain(it.Next), eval.NoKwargs("chain", kw)
	}, nil).WithAttr("from_iterable", method("from_iterable", func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
		var x eval.Value
		it, err := unpackIter(th, "from_iterable", args, kw, "iterable", &x)
		if err != nil {
			return nil, err
		}
		return chain(it.Next), nil
	}))
	return eval.NewModule("itertools", attrs)
}

func itAccumulate(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var x eval.Value
	var f, acc eval.Value = eval.None, eval.None
	it, err := unpackIter(th, "accumulate", args, kw, "iterable", &x, "func?", &f, "*initial?", &acc)
	if err != nil {
		return nil, err
	}
	started := false
	return lazy("accumulate", func(th *eval.Thread) (eval.Value, error) {
		if !started && acc != none {
			started = true
			return acc, nil
		}
		v, err := it.Next(th)
		if v == nil || err != nil {
			return nil, err
		}
		switch {
		case !started:
			started, acc = true, v
		case f == none:
			acc, err = eval.BinaryOp(th, eval.OpAdd, acc, v)
		default:
			acc, err = eval.Call(th, f, []eval.Value{acc, v}, nil)
		}
		return acc, err
	}), nil
}

// unpackIter is eval.UnpackArgs with an iterable among the variables, of which it gives the iterator.
func unpackIter(th *eval.Thread, name string, args []eval.Value, kw []eval.Kwarg, pairs ...any) (eval.Iterator, error) {
	if err := eval.UnpackArgs(name, args, kw, pairs...); err != nil {
		return nil, err
	}
	i := slices.Index(pairs, any("iterable"))
	return eval.Iterate(th, *pairs[i+1].(*eval.Value))
}

func itCompress(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var data, sel eval.Value
	if err := eval.UnpackArgs("compress", args, kw, "data", &data, "selectors", &sel); err != nil {
		return nil, err
	}
	its, err := iterators(th, []eval.Value{data, sel})
	if err != nil {
		return nil, err
	}
	return lazy("compress", func(th *eval.Thread) (eval.Value, error) {
		for {
			d, err := its[0].Next(th)
			if d == nil || err != nil {
				return nil, err
			}
			s, err := its[1].Next(th)
			if s == nil || err != nil {
				return nil, err
			}
			if ok, err := eval.Truth(th, s); ok || err != nil {
				return d, err
			}
			if err := th.Step(1); err != nil {
				return nil, err
			}
		}
	}), nil
}

func itCount(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var n, step eval.Value = eval.MakeInt(0), eval.MakeInt(1)
	if err := eval.UnpackArgs("count", args, kw, "start?", &n, "step?", &step); err != nil {
		return nil, err
	}
	return lazy("count", func(th *eval.Thread) (eval.Value, error) {
		v := n
		var err error
		n, err = eval.BinaryOp(th, eval.OpAdd, n, step)
		return v, err
	}), nil
}

func itCycle(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var x eval.Value
	it, err := unpackIter(th, "cycle", args, kw, "iterable", &x)
	if err != nil {
		return nil, err
	}
	var seen []eval.Value
	i, first := 0, true
	return lazy("cycle", func(th *eval.Thread) (eval.Value, error) {
		if first {
			v, err := it.Next(th)
			if err != nil {
				return nil, err
			}
			if v != nil {
				if err := th.Alloc(32); err != nil {
					return nil, err
				}
				seen = append(seen, v)
				return v, nil
			}
			first = false
		}
		if len(seen) == 0 {
			return nil, nil
		}
		v := seen[i]
		i = (i + 1) % len(seen)
		return v, nil
	}), nil
}

func itWhile(name string) eval.BuiltinFunc {
	return func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
		var f, x eval.Value
		it, err := unpackIter(th, name, args, kw, "predicate", &f, "iterable", &x)
		if err != nil {
			return nil, err
		}
		over := false
		return lazy(name, func(th *eval.Thread) (eval.Value, error) {
			for {
				if over && name == "takewhile" {
					return nil, nil
				}
				v, err := it.Next(th)
				if v == nil || err != nil || over {
					return v, err
				}
				r, err := eval.Call(th, f, []eval.Value{v}, nil)
				if err != nil {
					return nil, err
				}
				ok, err := eval.Truth(th, r)
				if err != nil {
					return nil, err
				}
				switch {
				case name == "takewhile" && ok:
					return v, nil
				case !ok:
					over = true
					if name == "dropwhile" {
						return v, nil
					}
				}
			}
		}), nil
	}
}

func itFilterFalse(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var f, x eval.Value
	it, err := unpackIter(th, "filterfalse", args, kw, "function", &f, "iterable", &x)
	if err != nil {
		return nil, err
	}
	return lazy("filterfalse", func(th *eval.Thread) (eval.Value, error) {
		for {
			v, err := it.Next(th)
			if v == nil || err != nil {
				return nil, err
			}
			r := v
			if f != none {
				if r, err = eval.Call(th, f, []eval.Value{v}, nil); err != nil {
					return nil, err
				}
			}
			ok, err := eval.Truth(th, r)
			if err != nil || !ok {
				return v, err
			}
			if err := th.Step(1); err != nil {
				return nil, err
			}
		}
	}), nil
}

func itGroupBy(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var x eval.Value
	var key eval.Value = eval.None
	it, err := unpackIter(th, "groupby", args, kw, "iterable", &x, "key?", &key)
	if err != nil {
		return nil, err
	}
	var cur, curKey, target eval.Value
	started := false
	advance := func(th *eval.Thread) error {
		v, err := it.Next(th)
		cur = v
		if v == nil || err != nil {
			cur = nil
			return err
		}
		curKey = v
		if key != none {
			curKey, err = eval.Call(th, key, []eval.Value{v}, nil)
		}
		if err == nil {
			err = th.Step(1)
		}
		return err
	}
	return lazy("groupby", func(th *eval.Thread) (eval.Value, error) {
		if !started {
			started = true
			if err := advance(th); err != nil {
				return nil, err
			}
		}
		for target != nil && cur != nil {
			same, err := eval.Equal(th, curKey, target)
			if err != nil {
				return nil, err
			}
			if !same {
				break
			}
			if err := advance(th); err != nil {
				return nil, err
			}
		}
		if cur == nil {
			return nil, nil
		}
		target = curKey
		mine := target
		group := lazy("_grouper", func(th *eval.Thread) (eval.Value, error) {
			if cur == nil || target != mine {
				return nil, nil
			}
			same, err := eval.Equal(th, curKey, mine)
			if err != nil || !same {
				return nil, err
			}
			v := cur
			return v, advance(th)
		})
		return eval.NewTuple(target, group), nil
	}), nil
}

func itSlice(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	if err := eval.NoKwargs("islice", kw); err != nil {
		return nil, err
	}
	if len(args) < 2 || len(args) > 4 {
		return nil, eval.Raise("TypeError", "islice expected at least 2 arguments, got %d", len(args))
	}
	it, err := eval.Iterate(th, args[0])
	if err != nil {
		return nil, err
	}
	lim := [3]int64{0, -1, 1}
	at := 0
	if len(args) == 2 {
		at = 1
	}
	for i, a := range args[1:] {
		if a == none {
			continue
		}
		n, err := wantInt(a)
		if err != nil || n < 0 {
			return nil, eval.Raise("ValueError", "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
		}
		lim[at+i] = n
	}
	if lim[2] < 1 {
		return nil, eval.Raise("ValueError", "Step for islice() must be a positive integer or None.")
	}
	next, i := lim[0], int64(0)
	return lazy("islice", func(th *eval.Thread) (eval.Value, error) {
		if lim[1] >= 0 && next >= lim[1] {
			return nil, nil
		}
		for {
			v, err := it.Next(th)
			if v == nil || err != nil {
				return nil, err
			}
			i++
			if i > next {
				next += lim[2]
				return v, nil
			}
			if err := th.Step(1); err != nil {
				return nil, err
			}
		}
	}), nil
}

func itPairwise(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var x eval.Value
	it, err := unpackIter(th, "pairwise", args, kw, "iterable", &x)
	if err != nil {
		return nil, err
	}
	var prev eval.Value
	return lazy("pairwise", func(th *eval.Thread) (eval.Value, error) {
		if prev == nil {
			v, err := it.Next(th)
			if v == nil || err != nil {
				return nil, err
			}
			prev = v
		}
		v, err := it.Next(th)
		if v == nil || err != nil {
			return nil, err
		}
		t := eval.NewTuple(prev, v)
		prev = v
		return t, nil
	}), nil
}

func itRepeat(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var x eval.Value
	var times eval.Value = eval.None
	if err := eval.UnpackArgs("repeat", args, kw, "object", &x, "times?", &times); err != nil {
		return nil, err
	}
	n := int64(-1)
	if times != none {
		var err error
		if n, err = wantInt(times); err != nil {
			return nil, err
		}
		n = max(n, 0)
	}
	return lazy("repeat", func(*eval.Thread) (eval.Value, error) {
		if n == 0 {
			return nil, nil
		}
		if n > 0 {
			n--
		}
		return x, nil
	}), nil
}

func itStarmap(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var f, x eval.Value
	it, err := unpackIter(th, "starmap", args, kw, "function", &f, "iterable", &x)
	if err != nil {
		return nil, err
	}
	return lazy("starmap", func(th *eval.Thread) (eval.Value, error) {
		v, err := it.Next(th)
		if v == nil || err != nil {
			return nil, err
		}
		a, err := eval.ToSlice(th, v)
		if err != nil {
			return nil, err
		}
		return eval.Call(th, f, a, nil)
	}), nil
}

func itTee(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var x eval.Value
	n := 2
	if err := eval.UnpackArgs("tee", args, kw, "iterable", &x, "n?", &n); err != nil {
		return nil, err
	}
	if n < 0 {
		return nil, eval.Raise("ValueError", "n must be >= 0")
	}
	it, err := eval.Iterate(th, x)
	if err != nil {
		return nil, err
	}
	if err := room(th, n); err != nil {
		return nil, err
	}
	var seen []eval.Value
	out := make([]eval.Value, n)
	for i := range out {
		at := 0
		out[i] = lazy("_tee", func(th *eval.Thread) (eval.Value, error) {
			if at == len(seen) {
				v, err := it.Next(th)
				if v == nil || err != nil {
					return nil, err
				}
				if err := th.Alloc(32); err != nil {
					return nil, err
				}
				seen = append(seen, v)
			}
			at++
			return seen[at-1], nil
		})
	}
	return eval.NewTuple(out...), nil
}

func itZipLongest(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var fill eval.Value = eval.None
	if err := eval.UnpackArgs("zip_longest", nil, kw, "*fillvalue?", &fill); err != nil {
		return nil, err
	}
	its, err := iterators(th, args)
	if err != nil {
		return nil, err
	}
	open := len(its)
	return lazy("zip_longest", func(th *eval.Thread) (eval.Value, error) {
		if open == 0 {
			return nil, nil
		}
		out := make([]eval.Value, len(its))
		for i, it := range its {
			out[i] = fill
			if it == nil {
				continue
			}
			v, err := it.Next(th)
			if err != nil {
				return nil, err
			}
			if v == nil {
				its[i] = nil
				if open--; open == 0 {
					return nil, nil
				}
				continue
			}
			out[i] = v
		}
		return eval.NewTuple(out...), nil
	}), nil
}
