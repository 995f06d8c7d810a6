// Package lib holds the built-in names and the modules of the Python subset. Nothing in it reads files, the network, the
// environment or the clock, and all randomness comes from the thread's stream.
package lib

import (
	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/py/eval/numpy"
)

// NewUniverse makes the standard universe: Python's built-ins, the modules, and the names that specifications use without
// import: the functions randint, uniform, sample, choice, choices and shuffle, reduce, and the modules random, math,
// itertools, functools, collections, re, string, operator, heapq, copy, statistics, datetime, fractions and json.
func NewUniverse() *eval.Universe {
	u := eval.NewUniverse()
	for name, v := range eval.Builtins() {
		u.Define(name, v)
	}
	for _, m := range []*eval.Module{
		randomModule(), mathModule(), itertoolsModule(), functoolsModule(), operatorModule(), collectionsModule(), heapqModule(),
		bisectModule(), copyModule(), stringModule(), statisticsModule(), fractionsModule(), datetimeModule(), reModule(), jsonModule(),
		typingModule(), sympyModule(), eval.Dataclasses(),
	} {
		u.AddModule(m)
	}
	for _, m := range append(harmlessModules(), numpy.Modules()...) {
		u.AddModule(m)
	}
	for _, name := range []string{"random", "math", "itertools", "functools", "collections", "re", "string", "operator", "heapq",
		"copy", "statistics", "datetime", "fractions", "json"} {
		m, _ := u.Module(name)
		u.Define(name, m)
	}
	random, _ := u.Module("random")
	for _, name := range []string{"randint", "uniform", "sample", "choice", "choices", "shuffle"} {
		u.Define(name, random.Get(name))
	}
	functools, _ := u.Module("functools")
	u.Define("reduce", functools.Get("reduce"))
	u.Define("__name__", eval.Str("__operator__"))
	u.Define("__file__", eval.Str("operator.py"))
	return u
}

// functions makes builtins of Go functions.
func functions(fns map[string]eval.BuiltinFunc) map[string]eval.Value {
	out := make(map[string]eval.Value, len(fns))
	for name, fn := range fns {
		out[name] = eval.NewBuiltin(name, fn)
	}
	return out
}

// method makes a method of an object of this package.
func method(name string, fn eval.BuiltinFunc) eval.Value { return eval.NewBuiltin(name, fn) }

var none eval.Value = eval.None

// wantInt gives an int argument.
func wantInt(v eval.Value) (int64, error) {
	i, ok := eval.AsInt64(v)
	if !ok {
		return 0, eval.Raise("TypeError", "'%s' object cannot be interpreted as an integer", v.TypeName())
	}
	return i, nil
}

// wantFloat gives a number as a float.
func wantFloat(th *eval.Thread, v eval.Value) (float64, error) {
	f, ok, err := eval.AsFloat(v)
	if err != nil {
		return 0, err
	}
	if !ok {
		if _, isStr := v.(eval.Str); !isStr {
			if x, err := eval.ToFloat(th, v); err == nil {
				return float64(x.(eval.Float)), nil
			}
		}
		return 0, eval.Raise("TypeError", "must be real number, not %s", v.TypeName())
	}
	return f, nil
}
