package eval

import (
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Builtins gives Python's built-in names: types, exceptions and functions. print does nothing, and input, open, eval, exec and the
// like are not there.
func Builtins() map[string]Value {
	m := map[string]Value{"NotImplemented": NotImplemented, "Ellipsis": EllipsisType{}, "__debug__": True}
	for _, t := range []*Type{ObjectType, IntType, BoolType, FloatType, StrType, TupleType, ListType, DictType, SetType,
		FrozenSetType, RangeType, SliceType, TypeType, EnumerateType, ZipType, MapType, FilterType, ReversedType, PropertyType,
		StaticMethod, ClassMethod, SuperType} {
		m[t.Name] = t
	}
	for _, t := range ExceptionTypes() {
		m[t.Name] = t
	}
	for name, fn := range map[string]BuiltinFunc{
		"abs": biAbs, "all": biAll, "any": biAny, "ascii": biAscii, "bin": biBase, "callable": biCallable, "chr": biChr,
		"delattr": biDelattr, "dir": biDir, "divmod": biDivmod, "format": biFormat, "getattr": biGetattr, "hasattr": biHasattr,
		"hash": biHash, "hex": biHex, "id": biID, "isinstance": biIsinstance, "issubclass": biIssubclass, "iter": biIter, "len": biLen,
		"max": biMax, "min": biMin, "next": biNext, "oct": biOct, "ord": biOrd, "pow": biPow, "print": biPrint, "repr": biRepr,
		"round": biRound, "setattr": biSetattr, "sorted": biSorted, "sum": biSum, "vars": biVars, "__import__": biImport,
	} {
		m[name] = NewBuiltin(name, fn)
	}
	return m
}

func biImport(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	var name string
	if err := UnpackArgs("__import__", args, kwargs, "name", &name); err != nil {
		return nil, err
	}
	return th.Import(name)
}

func one(fn string, args []Value, kwargs []Kwarg) (Value, error) {
	if len(args) != 1 || len(kwargs) > 0 {
		return nil, typeErr("%s() takes exactly one argument (%d given)", fn, len(args)+len(kwargs))
	}
	return args[0], nil
}

func biAbs(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	x, err := one("abs", args, kwargs)
	if err != nil {
		return nil, err
	}
	return UnaryOp(th, OpAbs, x)
}

func biAll(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	return allAny(th, "all", args, kwargs)
}
func biAny(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	return allAny(th, "any", args, kwargs)
}

func allAny(th *Thread, name string, args []Value, kwargs []Kwarg) (Value, error) {
	x, err := one(name, args, kwargs)
	if err != nil {
		return nil, err
	}
	it, err := Iterate(th, x)
	if err != nil {
		return nil, err
	}
	for {
		v, err := it.Next(th)
		if err != nil {
			return nil, err
		}
		if v == nil {
			return Bool(name == "all"), nil
		}
		if !th.burn(1) {
			return nil, th.takeErr()
		}
		t, ok := v.(Bool)
		if !ok {
			b, err := Truth(th, v)
			if err != nil {
				return nil, err
			}
			t = Bool(b)
		}
		if bool(t) != (name == "all") {
			return t, nil
		}
	}
}

func biAscii(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	x, err := one("ascii", args, kwargs)
	if err != nil {
		return nil, err
	}
	s, err := ToRepr(th, x)
	return Str(toASCII(s)), err
}

func biBase(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	return baseText(th, "bin", 2, args, kwargs)
}
func biOct(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	return baseText(th, "oct", 8, args, kwargs)
}
func biHex(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	return baseText(th, "hex", 16, args, kwargs)
}

func baseText(th *Thread, name string, base int, args []Value, kwargs []Kwarg) (Value, error) {
	x, err := one(name, args, kwargs)
	if err != nil {
		return nil, err
	}
	b, ok := AsBig(x)
	if !ok {
		return nil, typeErr("'%s' object cannot be interpreted as an integer", x.TypeName())
	}
	if err := th.allocStr(b.BitLen()); err != nil {
		return nil, err
	}
	t := b.Text(base)
	sign := ""
	if t[0] == '-' {
		sign, t = "-", t[1:]
	}
	return Str(sign + map[int]string{2: "0b", 8: "0o", 16: "0x"}[base] + t), nil
}

func biCallable(_ *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	x, err := one("callable", args, kwargs)
	return Bool(err == nil && IsCallable(x)), err
}

func biChr(_ *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	x, err := one("chr", args, kwargs)
	if err != nil {
		return nil, err
	}
	i, ok := AsInt64(x)
	if _, big := x.(*BigInt); big || i != int64(int32(i)) {
		return nil, raise(overflowError, "Python int too large to convert to C int")
	}
	if !ok {
		return nil, typeErr("'%s' object cannot be interpreted as an integer", x.TypeName())
	}
	if i < 0 || i > utf8.MaxRune {
		return nil, valueErr("chr() arg not in range(0x110000)")
	}
	if i >= 0xD800 && i < 0xE000 {
		return nil, valueErr("chr() of a surrogate is not part of the language")
	}
	return charValue(rune(i)), nil
}

func biOrd(_ *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	x, err := one("ord", args, kwargs)
	if err != nil {
		return nil, err
	}
	s, ok := x.(Str)
	if !ok {
		return nil, typeErr("ord() expected string of length 1, but %s found", x.TypeName())
	}
	if n := strLen(string(s)); n != 1 {
		return nil, typeErr("ord() expected a character, but string of length %d found", n)
	}
	r, _ := utf8.DecodeRuneInString(string(s))
	return MakeInt(int64(r)), nil
}

func biDelattr(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	var x Value
	var name string
	if err := UnpackArgs("delattr", args, kwargs, "obj", &x, "name", &name); err != nil {
		return nil, err
	}
	return None, delAttr(th, x, name)
}

func biDir(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	x, err := one("dir", args, kwargs)
	if err != nil {
		return nil, err
	}
	var out []Value
	for _, n := range AttrNames(x) {
		out = append(out, Str(n))
	}
	return Sorted(th, NewList(out...), None, false)
}

func biVars(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	x, err := one("vars", args, kwargs)
	if err != nil {
		return nil, err
	}
	if o, ok := x.(*Instance); ok {
		return o.Attr(th, "__dict__")
	}
	return nil, typeErr("vars() argument must have __dict__ attribute")
}

func biDivmod(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	var a, b Value
	if err := UnpackArgs("divmod", args, kwargs, "x", &a, "y", &b); err != nil {
		return nil, err
	}
	q, err := BinaryOp(th, OpFloorDiv, a, b)
	if err != nil {
		return nil, err
	}
	m, err := BinaryOp(th, OpMod, a, b)
	if err != nil {
		return nil, err
	}
	return tuple2(q, m), nil
}

func biFormat(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	var x Value
	spec := ""
	if err := UnpackArgs("format", args, kwargs, "value", &x, "format_spec?", &spec); err != nil {
		return nil, err
	}
	s, err := ToFormat(th, x, spec)
	return Str(s), err
}

func biGetattr(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	var x, def Value
	var name string
	if err := UnpackArgs("getattr", args, kwargs, "obj", &x, "name", &name, "default?", &def); err != nil {
		return nil, err
	}
	v, err := GetAttr(th, x, name)
	if err != nil && def != nil && asError(err).Exc.typ.IsSubtype(attributeError) {
		return def, nil
	}
	return v, err
}

func biHasattr(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	var x Value
	var name string
	if err := UnpackArgs("hasattr", args, kwargs, "obj", &x, "name", &name); err != nil {
		return nil, err
	}
	_, err := GetAttr(th, x, name)
	if err != nil && asError(err).Exc.typ.IsSubtype(attributeError) {
		return False, nil
	}
	return True, err
}

func biSetattr(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	var x, v Value
	var name string
	if err := UnpackArgs("setattr", args, kwargs, "obj", &x, "name", &name, "value", &v); err != nil {
		return nil, err
	}
	return None, SetAttr(th, x, name, v)
}

func biHash(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	x, err := one("hash", args, kwargs)
	if err != nil {
		return nil, err
	}
	h, err := Hash(th, x)
	return MakeInt(int64(h)), err
}

// biID gives a number that is the same for the same object; the numbers themselves mean nothing.
func biID(_ *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	if _, err := one("id", args, kwargs); err != nil {
		return nil, err
	}
	return nil, raise(notImplementedError, "id() is not part of the language: addresses differ from run to run")
}

func classArg(fn string, v Value, test func(*Type) bool) (bool, error) {
	switch x := v.(type) {
	case *Type:
		return test(x), nil
	case NoneType:
		return test(noneType), nil
	case *Tuple:
		for _, e := range x.elems {
			if ok, err := classArg(fn, e, test); ok || err != nil {
				return ok, err
			}
		}
		return false, nil
	}
	return false, typeErr("%s() arg 2 must be a type, a tuple of types, or a union", fn)
}

func biIsinstance(_ *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	var x, cls Value
	if err := UnpackArgs("isinstance", args, kwargs, "obj", &x, "class_or_tuple", &cls); err != nil {
		return nil, err
	}
	ok, err := classArg("isinstance", cls, func(t *Type) bool { return isInstance(x, t) })
	return Bool(ok), err
}

func biIssubclass(_ *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	var x, cls Value
	if err := UnpackArgs("issubclass", args, kwargs, "cls", &x, "class_or_tuple", &cls); err != nil {
		return nil, err
	}
	t, ok := x.(*Type)
	if !ok {
		return nil, typeErr("issubclass() arg 1 must be a class")
	}
	ok, err := classArg("issubclass", cls, func(u *Type) bool { return t.IsSubtype(u) })
	return Bool(ok), err
}

func biIter(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	var x, sentinel Value
	if err := UnpackArgs("iter", args, kwargs, "object", &x, "sentinel?", &sentinel); err != nil {
		return nil, err
	}
	if sentinel != nil {
		return &callIter{f: x, sentinel: sentinel}, nil
	}
	return Iterate(th, x)
}

func biNext(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	var x, def Value
	if err := UnpackArgs("next", args, kwargs, "iterator", &x, "default?", &def); err != nil {
		return nil, err
	}
	var v Value
	var err error
	switch it := x.(type) {
	case *Instance:
		f := it.lookup("__next__")
		if f == nil {
			return nil, typeErr("'%s' object is not an iterator", x.TypeName())
		}
		v, err = it.callMethod(th, f)
		if err != nil && def != nil && asError(err).Exc.typ == stopIteration {
			return def, nil
		}
		return v, err
	case Iterator:
		v, err = it.Next(th)
	default:
		return nil, typeErr("'%s' object is not an iterator", x.TypeName())
	}
	if v == nil && err == nil {
		if def != nil {
			return def, nil
		}
		var ret Value
		if g, ok := x.(*Generator); ok {
			ret = g.ret
		}
		err = stopIterationError(ret)
	}
	return v, err
}

func biLen(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	x, err := one("len", args, kwargs)
	if err != nil {
		return nil, err
	}
	n, err := Length(th, x)
	return MakeInt(int64(n)), err
}

func biMax(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	return extreme(th, "max", args, kwargs)
}
func biMin(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	return extreme(th, "min", args, kwargs)
}

func extreme(th *Thread, name string, args []Value, kwargs []Kwarg) (Value, error) {
	var key Value = None
	var def Value
	if err := UnpackArgs(name, nil, kwargs, "*key?", &key, "*default?", &def); err != nil {
		return nil, err
	}
	elems := args
	switch len(args) {
	case 0:
		return nil, typeErr("%s expected at least 1 argument, got 0", name)
	case 1:
		switch x := args[0].(type) {
		case *List:
			elems = x.elems
		case *Tuple:
			elems = x.elems
		default:
			var err error
			if elems, err = ToSlice(th, x); err != nil {
				return nil, err
			}
		}
	default:
		if def != nil {
			return nil, typeErr("Cannot specify a default for %s() with multiple positional arguments", name)
		}
	}
	if len(elems) == 0 {
		if def != nil {
			return def, nil
		}
		return nil, valueErr("%s() arg is an empty sequence", name)
	}
	if !th.burn(int64(len(elems))) {
		return nil, th.takeErr()
	}
	if key == Value(None) {
		for _, e := range elems {
			if x, ok := e.(Extremer); ok {
				v, err := x.Extreme(th, name == "max", append([]Value(nil), elems...))
				if v != nil || err != nil {
					return v, err
				}
				break
			}
		}
	}
	var best, bestKey Value
	for _, e := range elems {
		k := e
		if key != Value(None) {
			var err error
			if k, err = Call(th, key, []Value{e}, nil); err != nil {
				return nil, err
			}
		}
		if best == nil {
			best, bestKey = e, k
			continue
		}
		var better bool
		var err error
		if name == "max" {
			better, err = greater(th, k, bestKey)
		} else {
			better, err = less(th, k, bestKey)
		}
		if err != nil {
			return nil, err
		}
		if better {
			best, bestKey = e, k
		}
	}
	return best, nil
}

// greater is bool(a > b).
func greater(th *Thread, a, b Value) (bool, error) {
	if x, ok := a.(Int); ok {
		if y, ok := b.(Int); ok {
			return x > y, nil
		}
	}
	v, err := Compare(th, OpGt, a, b)
	if err != nil {
		return false, err
	}
	return Truth(th, v)
}

func biPow(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	var a, b Value
	var mod Value = None
	if err := UnpackArgs("pow", args, kwargs, "base", &a, "exp", &b, "mod?", &mod); err != nil {
		return nil, err
	}
	if mod == Value(None) {
		return BinaryOp(th, OpPow, a, b)
	}
	x, ok1 := AsBig(a)
	y, ok2 := AsBig(b)
	m, ok3 := AsBig(mod)
	if !ok1 || !ok2 || !ok3 {
		return nil, typeErr("pow() 3rd argument not allowed unless all arguments are integers")
	}
	if m.Sign() == 0 {
		return nil, valueErr("pow() 3rd argument cannot be 0")
	}
	words := int64(m.BitLen()>>6 + 1)
	if !th.burn(int64(y.BitLen()) * words * words / 8) {
		return nil, th.takeErr()
	}
	if err := th.allocBig(m.BitLen()); err != nil {
		return nil, err
	}
	abs := new(big.Int).Abs(m)
	base := new(big.Int).Mod(x, abs)
	if y.Sign() < 0 {
		if base = base.ModInverse(base, abs); base == nil {
			return nil, valueErr("base is not invertible for the given modulus")
		}
		y = new(big.Int).Neg(y)
	}
	r := new(big.Int).Exp(base, y, abs)
	r.Mod(r, abs)
	if m.Sign() < 0 && r.Sign() != 0 {
		r.Add(r, m)
	}
	return MakeBig(r), nil
}

func biPrint(th *Thread, args []Value, _ []Kwarg) (Value, error) {
	for _, a := range args { // what str() would raise is raised
		if _, err := ToStr(th, a); err != nil {
			return nil, err
		}
	}
	return None, nil
}

func biRepr(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	x, err := one("repr", args, kwargs)
	if err != nil {
		return nil, err
	}
	s, err := ToRepr(th, x)
	return Str(s), err
}

func biRound(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	var x Value
	var nd Value = None
	if err := UnpackArgs("round", args, kwargs, "number", &x, "ndigits?", &nd); err != nil {
		return nil, err
	}
	var digits *int
	if nd != Value(None) {
		n, ok, err := asIndex(th, nd)
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, typeErr("'%s' object cannot be interpreted as an integer", nd.TypeName())
		}
		n = max(min(n, 1<<30), -1<<30)
		digits = &n
	}
	switch v := x.(type) {
	case Float:
		if digits == nil {
			return roundHalfEven(float64(v))
		}
		f, err := roundDigits(float64(v), *digits)
		return Float(f), err
	case Int, Bool, *BigInt:
		b, _ := AsBig(x)
		if digits == nil || *digits >= 0 {
			return MakeBig(b), nil
		}
		if -*digits > b.BitLen() {
			return MakeInt(0), nil
		}
		unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(-*digits)), nil)
		q := ratRoundHalfEven(new(big.Rat).SetFrac(b, unit))
		return MakeBig(q.Mul(q, unit)), nil
	case Rounder:
		if r, err := v.Round(th, digits); r != nil || err != nil {
			return r, err
		}
	}
	return nil, typeErr("type %s doesn't define __round__ method", x.TypeName())
}

func biSorted(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	var x Value
	var key Value = None
	reverse := false
	if err := UnpackArgs("sorted", args, kwargs, "iterable", &x, "*key?", &key, "*reverse?", &reverse); err != nil {
		return nil, err
	}
	l, err := Sorted(th, x, key, reverse)
	if err != nil {
		return nil, err
	}
	return l, nil
}

func biSum(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	var x Value
	var sum Value = MakeInt(0)
	if err := UnpackArgs("sum", args, kwargs, "iterable", &x, "start?", &sum); err != nil {
		return nil, err
	}
	if _, ok := sum.(Str); ok {
		return nil, typeErr("sum() can't sum strings [use ''.join(seq) instead]")
	}
	start, isInt := sum.(Int)
	acc := int64(start)
	err := th.each(x, func(v Value) error {
		if isInt {
			switch i := v.(type) {
			case Int:
				if c, ok := quickInt(OpAdd, acc, int64(i)); ok {
					acc = c
					return nil
				}
			case Bool:
				if c, ok := quickInt(OpAdd, acc, b2i(i)); ok {
					acc = c
					return nil
				}
			}
			sum, isInt = MakeInt(acc), false
		}
		r, err := BinaryOp(th, OpAdd, sum, v)
		sum = r
		return err
	})
	if err != nil {
		return nil, err
	}
	if isInt {
		return MakeInt(acc), nil
	}
	return sum, nil
}

// IntText is str(i) for an int of any size within Python's bound on digits.
func IntText(th *Thread, v Value) (string, error) {
	switch x := v.(type) {
	case Int:
		return strconv.FormatInt(int64(x), 10), nil
	case *BigInt:
		return th.intText(x.v)
	}
	return "", typeErr("%s is not an int", strings.ToLower(v.TypeName()))
}
