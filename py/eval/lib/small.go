package lib

import (
	"math"
	"math/big"
	"path"
	"strings"

	"github.com/quandary-puzzles/quandary/py/eval"
)

// copyModule is copy. Values of other packages are shared, not copied: they do not change.
func copyModule() *eval.Module {
	return eval.NewModule("copy", functions(map[string]eval.BuiltinFunc{
		"copy": eval.Fn1("copy", "x", func(th *eval.Thread, x eval.Value) (eval.Value, error) {
			return eval.ShallowCopy(th, x)
		}),
		"deepcopy": eval.Fn2("deepcopy", "x", "memo?", func(th *eval.Thread, x, m eval.Value) (eval.Value, error) {
			return eval.DeepCopy(th, x)
		}),
	}))
}

func stringModule() *eval.Module {
	const lower, digits = "abcdefghijklmnopqrstuvwxyz", "0123456789"
	const punct = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
	upper := strings.ToUpper(lower)
	attrs := map[string]eval.Value{
		"ascii_lowercase": eval.Str(lower), "ascii_uppercase": eval.Str(upper), "ascii_letters": eval.Str(lower + upper),
		"digits": eval.Str(digits), "hexdigits": eval.Str(digits + "abcdefABCDEF"), "octdigits": eval.Str("01234567"),
		"punctuation": eval.Str(punct), "whitespace": eval.Str(" \t\n\r\v\f"),
		"printable": eval.Str(digits + lower + upper + punct + " \t\n\r\v\f"),
		"capwords": method("capwords", eval.Fn1("capwords", "s", func(th *eval.Thread, s string) (eval.Value, error) {
			words := strings.Fields(s)
			for i, w := range words {
				r := []rune(w)
				words[i] = strings.ToUpper(string(r[:1])) + strings.ToLower(string(r[1:]))
			}
			return eval.Str(strings.Join(words, " ")), nil
		})),
	}
	return eval.NewModule("string", attrs)
}

// statisticsModule is statistics. Means and variances are worked out exactly, as Python does, and rounded once.
func statisticsModule() *eval.Module {
	s := statistics{eval.NewException("StatisticsError", "ValueError")}
	attrs := map[string]eval.Value{"StatisticsError": s.err}
	for name, of := range map[string]struct {
		least int    // how many points there must be
		none  string // the error where there are none; "" where that is told by their number
		f     func(th *eval.Thread, e []eval.Value) (eval.Value, error)
	}{
		"mean": {1, "", func(th *eval.Thread, e []eval.Value) (eval.Value, error) {
			rs, kind, err := rats(th, e)
			if err != nil {
				return nil, err
			}
			return fromRat(ratMean(rs), kind), nil
		}},
		"fmean": {1, "", func(th *eval.Thread, e []eval.Value) (eval.Value, error) {
			s, err := mathFsum(th, []eval.Value{eval.NewList(e...)}, nil)
			if err != nil {
				return nil, err
			}
			return s.(eval.Float) / eval.Float(len(e)), nil
		}},
		"median":      {0, "no median for empty data", middle(median)},
		"median_low":  {0, "no median for empty data", middle(func(_ *eval.Thread, s []eval.Value) (eval.Value, error) { return s[(len(s)-1)/2], nil })},
		"median_high": {0, "no median for empty data", middle(func(_ *eval.Thread, s []eval.Value) (eval.Value, error) { return s[len(s)/2], nil })},
		"variance":    {2, "", variance(true, false)}, "stdev": {2, "", variance(true, true)},
		"pvariance": {1, "", variance(false, false)}, "pstdev": {1, "", variance(false, true)},
		"mode": {0, "no mode for empty data", func(th *eval.Thread, e []eval.Value) (eval.Value, error) {
			m, err := modes(th, e)
			if err != nil {
				return nil, err
			}
			return m[0], nil
		}},
		"multimode": {0, "", func(th *eval.Thread, e []eval.Value) (eval.Value, error) {
			m, err := modes(th, e)
			return eval.NewList(m...), err
		}},
	} {
		attrs[name] = eval.NewBuiltin(name, func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
			e, err := s.data(th, name, args, kw, of.least)
			if err == nil && len(e) == 0 && of.none != "" {
				err = eval.RaiseType(s.err, "%s", of.none)
			}
			if err != nil {
				return nil, err
			}
			return of.f(th, e)
		})
	}
	return eval.NewModule("statistics", attrs)
}

// statistics raises the module's error.
type statistics struct{ err *eval.Type }

// data reads the points of a function, of which there must be so many.
func (s statistics) data(th *eval.Thread, name string, args []eval.Value, kw []eval.Kwarg, least int) ([]eval.Value, error) {
	var x, mu eval.Value
	if err := eval.UnpackArgs(name, args, kw, "data", &x, "xbar?", &mu); err != nil {
		return nil, err
	}
	e, err := eval.ToSlice(th, x)
	if err == nil && len(e) < least {
		if least > 1 {
			return nil, eval.RaiseType(s.err, "%s requires at least two data points", name)
		}
		return nil, eval.RaiseType(s.err, "%s requires at least one data point", name)
	}
	return e, err
}

// variance makes variance and its kin: of a sample or of all, and the root of it.
func variance(sample, root bool) func(th *eval.Thread, e []eval.Value) (eval.Value, error) {
	return func(th *eval.Thread, e []eval.Value) (eval.Value, error) {
		rs, kind, err := rats(th, e)
		if err != nil {
			return nil, err
		}
		mean := ratMean(rs)
		sum := new(big.Rat)
		for _, r := range rs {
			d := new(big.Rat).Sub(r, mean)
			sum.Add(sum, d.Mul(d, d))
		}
		n := len(rs)
		if sample {
			n--
		}
		sum.Quo(sum, new(big.Rat).SetInt64(int64(n)))
		if !root {
			return fromRat(sum, kind), nil
		}
		f := new(big.Float).SetPrec(200).SetRat(sum)
		g, _ := f.Sqrt(f).Float64()
		return eval.Float(g), nil
	}
}

// middle makes a function of the sorted points.
func middle(pick func(th *eval.Thread, s []eval.Value) (eval.Value, error)) func(th *eval.Thread, e []eval.Value) (eval.Value, error) {
	return func(th *eval.Thread, e []eval.Value) (eval.Value, error) {
		l, err := eval.Sorted(th, eval.NewList(e...), eval.None, false)
		if err != nil {
			return nil, err
		}
		return pick(th, l.Elems())
	}
}

func median(th *eval.Thread, s []eval.Value) (eval.Value, error) {
	n := len(s)
	if n%2 == 1 {
		return s[n/2], nil
	}
	v, err := eval.BinaryOp(th, eval.OpAdd, s[n/2-1], s[n/2])
	if err != nil {
		return nil, err
	}
	return eval.BinaryOp(th, eval.OpDiv, v, eval.MakeInt(2))
}

// modes gives the most frequent values in the order in which they first occur.
func modes(th *eval.Thread, e []eval.Value) ([]eval.Value, error) {
	counts := eval.NewDict(0)
	best := int64(0)
	for _, v := range e {
		n, err := counts.Get(th, v)
		if err != nil {
			return nil, err
		}
		k := int64(1)
		if n != nil {
			k += int64(n.(eval.Int))
		}
		best = max(best, k)
		if err := counts.Set(th, v, eval.MakeInt(k)); err != nil {
			return nil, err
		}
	}
	var out []eval.Value
	for _, kv := range counts.Items() {
		if int64(kv[1].(eval.Int)) == best {
			out = append(out, kv[0])
		}
	}
	return out, nil
}

// rats gives numbers exactly, with the widest kind among them: 'i', 'q' or 'f'.
func rats(th *eval.Thread, e []eval.Value) ([]*big.Rat, byte, error) {
	kind := byte('i')
	out := make([]*big.Rat, len(e))
	for i, v := range e {
		if err := th.Step(8); err != nil {
			return nil, 0, err
		}
		switch x := v.(type) {
		case eval.Float:
			if math.IsInf(float64(x), 0) || math.IsNaN(float64(x)) {
				return nil, 0, eval.Raise("ValueError", "cannot use %v as data", float64(x))
			}
			kind = 'f'
			out[i] = new(big.Rat).SetFloat64(float64(x))
			continue
		case *fraction:
			if kind == 'i' {
				kind = 'q'
			}
			out[i] = x.r
			continue
		}
		b, ok := eval.AsBig(v)
		if !ok {
			return nil, 0, eval.Raise("TypeError", "can't convert type '%s' to numerator/denominator", v.TypeName())
		}
		out[i] = new(big.Rat).SetInt(b)
	}
	return out, kind, nil
}

func ratMean(rs []*big.Rat) *big.Rat {
	sum := new(big.Rat)
	for _, r := range rs {
		sum.Add(sum, r)
	}
	return sum.Quo(sum, new(big.Rat).SetInt64(int64(len(rs))))
}

func fromRat(r *big.Rat, kind byte) eval.Value {
	switch {
	case kind == 'i' && r.IsInt():
		return eval.MakeBig(new(big.Int).Set(r.Num()))
	case kind == 'q':
		return &fraction{r}
	}
	f, _ := r.Float64()
	return eval.Float(f)
}

// typingModule is typing: names for annotations, which are never evaluated, and for aliases, which are.
func typingModule() *eval.Module {
	attrs := map[string]eval.Value{}
	for _, n := range []string{"Any", "Callable", "Dict", "FrozenSet", "Generator", "Generic", "Iterable", "Iterator", "List", "Literal",
		"Mapping", "Optional", "Sequence", "Set", "Tuple", "Type", "Union", "Deque", "DefaultDict", "NamedTuple", "Hashable", "Collection",
		"Final", "ClassVar", "NoReturn", "Text", "Counter", "OrderedDict", "MutableMapping", "MutableSequence", "Annotated", "TypeAlias"} {
		attrs[n] = eval.NewType(n, nil, func(eval.Value) bool { return false })
	}
	attrs["TYPE_CHECKING"] = eval.False
	attrs["TypeVar"] = method("TypeVar", func(*eval.Thread, []eval.Value, []eval.Kwarg) (eval.Value, error) { return attrs["Any"], nil })
	attrs["cast"] = method("cast", func(_ *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
		var t, v eval.Value
		err := eval.UnpackArgs("cast", args, kw, "typ", &t, "val", &v)
		return v, err
	})
	return eval.NewModule("typing", attrs)
}

// harmlessModules are the parts of sys, os.path, pathlib and __future__ that touch nothing: programs that arrange their import path
// run on, without effect.
func harmlessModules() []*eval.Module {
	pure := func(name string, f func([]string) string) eval.Value {
		return method(name, func(th *eval.Thread, args []eval.Value, _ []eval.Kwarg) (eval.Value, error) {
			parts := make([]string, len(args))
			for i, a := range args {
				s, err := eval.ToStr(th, a)
				if err != nil {
					return nil, err
				}
				parts[i] = s
			}
			if len(parts) == 0 {
				return nil, eval.Raise("TypeError", "%s() missing 1 required positional argument: 'path'", name)
			}
			return eval.Str(f(parts)), nil
		})
	}
	osPath := eval.NewModule("os.path", map[string]eval.Value{
		"join": pure("join", func(p []string) string { return path.Join(p...) }), "dirname": pure("dirname", func(p []string) string { return path.Dir(p[0]) }),
		"basename": pure("basename", func(p []string) string { return path.Base(p[0]) }), "abspath": pure("abspath", func(p []string) string { return p[0] }),
		"realpath": pure("realpath", func(p []string) string { return p[0] }), "sep": eval.Str("/"),
	})
	return []*eval.Module{
		osPath,
		eval.NewModule("os", map[string]eval.Value{"path": osPath, "sep": eval.Str("/")}),
		eval.NewModule("sys", map[string]eval.Value{
			"path": &deafList{}, "maxsize": eval.MakeInt(math.MaxInt64), "version": eval.Str("3.11"), "argv": eval.NewTuple(),
			"version_info": eval.NewTuple(eval.MakeInt(3), eval.MakeInt(11), eval.MakeInt(0)),
			"float_info": eval.NewModule("float_info", map[string]eval.Value{"max": eval.Float(math.MaxFloat64),
				"epsilon": eval.Float(math.Nextafter(1, 2) - 1), "min": eval.Float(2.2250738585072014e-308), "dig": eval.MakeInt(15)}),
			"setrecursionlimit": method("setrecursionlimit", func(*eval.Thread, []eval.Value, []eval.Kwarg) (eval.Value, error) { return eval.None, nil }),
			"getrecursionlimit": method("getrecursionlimit", func(th *eval.Thread, _ []eval.Value, _ []eval.Kwarg) (eval.Value, error) {
				return eval.MakeInt(int64(th.Limits().Depth)), nil
			}),
		}),
		eval.NewModule("pathlib", map[string]eval.Value{
			"Path": eval.NewType("Path", newPath, func(v eval.Value) bool { _, ok := v.(purePath); return ok }), "PurePath": method("PurePath", newPath),
		}),
		eval.NewModule("__future__", map[string]eval.Value{"annotations": eval.None, "division": eval.None}),
	}
}

// deafList is sys.path: it can be edited, without effect.
type deafList struct{}

func (*deafList) TypeName() string { return "list" }
func (*deafList) Len() int         { return 0 }
func (*deafList) Attr(_ *eval.Thread, name string) (eval.Value, error) {
	switch name {
	case "append", "insert", "extend", "remove":
		return method(name, func(*eval.Thread, []eval.Value, []eval.Kwarg) (eval.Value, error) { return eval.None, nil }), nil
	}
	return nil, nil
}
func (*deafList) Iter(*eval.Thread) (eval.Iterator, error)               { return eval.NewIterator(nil), nil }
func (*deafList) Contains(*eval.Thread, eval.Value) (bool, error)        { return false, nil }
func (*deafList) Repr(*eval.Thread) (string, error)                      { return "[]", nil }
func (*deafList) Index(_ *eval.Thread, k eval.Value) (eval.Value, error) { return eval.Str(""), nil }

// purePath is a path as text: it reaches no file.
type purePath string

func newPath(th *eval.Thread, args []eval.Value, _ []eval.Kwarg) (eval.Value, error) {
	parts := []string{}
	for _, a := range args {
		s, err := eval.ToStr(th, a)
		if err != nil {
			return nil, err
		}
		parts = append(parts, s)
	}
	if len(parts) == 0 {
		return purePath("."), nil
	}
	return purePath(path.Join(parts...)), nil
}

func (purePath) TypeName() string                       { return "PosixPath" }
func (p purePath) Str(*eval.Thread) (string, error)     { return string(p), nil }
func (p purePath) Repr(*eval.Thread) (string, error)    { return "PosixPath('" + string(p) + "')", nil }
func (p purePath) Hash(th *eval.Thread) (uint64, error) { return eval.Hash(th, eval.Str(p)) }
func (p purePath) EqualKey(_ *eval.Thread, o eval.Value) (bool, error) {
	return o == eval.Value(p), nil
}
func (p purePath) BinaryOp(th *eval.Thread, op eval.Op, other eval.Value, reflected bool) (eval.Value, error) {
	if op != eval.OpDiv || reflected {
		return nil, nil
	}
	s, err := eval.ToStr(th, other)
	return purePath(path.Join(string(p), s)), err
}

func (p purePath) Attr(_ *eval.Thread, name string) (eval.Value, error) {
	s := string(p)
	base := path.Base(s)
	switch name {
	case "parent":
		return purePath(path.Dir(s)), nil
	case "parents":
		var out []eval.Value
		for d := path.Dir(s); ; d = path.Dir(d) {
			out = append(out, purePath(d))
			if d == "." || d == "/" || len(out) > 64 {
				break
			}
		}
		for len(out) < 8 { // parents[3] of a short path: a program that climbs to its root finds one
			out = append(out, purePath("."))
		}
		return eval.NewTuple(out...), nil
	case "name":
		return eval.Str(base), nil
	case "suffix":
		return eval.Str(path.Ext(base)), nil
	case "stem":
		return eval.Str(strings.TrimSuffix(base, path.Ext(base))), nil
	case "resolve", "absolute", "expanduser":
		return method(name, func(*eval.Thread, []eval.Value, []eval.Kwarg) (eval.Value, error) { return p, nil }), nil
	case "joinpath":
		return method(name, func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
			return newPath(th, append([]eval.Value{p}, args...), kw)
		}), nil
	}
	return nil, nil
}
