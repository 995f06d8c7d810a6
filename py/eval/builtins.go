package eval

import (
	"unicode/utf8"
)

// Builtins gives Python's built-in names: types, exceptions and functions. print does nothing, and input, open, eval, exec and the
// like are not there.
func Builtins() map[string]Value {
	m := map[string]Value{"NotImplemented": NotImplemented, "Ellipsis": EllipsisType{}, "__debug__": True}
	for _, t := range []*Type{ObjectType, IntType, BoolType, FloatType, StrType, tupleType, listType, dictType, setType,
		frozenSetType, rangeType, sliceType, typeType, enumerateType, zipType, mapType, filterType, reversedType, PropertyType,
		staticMethod, classMethod, superType} {
		m[t.Name] = t
	}
	for _, t := range exceptionTypes() {
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
	for name, num := range map[string]numFunc{"abs": numAbs, "min": numMin, "max": numMax, "round": numRound, "len": numLen} {
		m[name].(*Builtin).num = num
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
	for _, n := range attrNames(x) {
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

func classArg(th *Thread, fn string, v Value, test func(*Type) bool) (bool, error) {
	switch x := v.(type) {
	case *Type:
		return test(x), nil
	case NoneType:
		return test(noneType), nil
	case *Tuple:
		if err := th.enter(); err != nil {
			return false, err
		}
		defer th.leave()
		for _, e := range x.elems {
			if ok, err := classArg(th, fn, e, test); ok || err != nil {
				return ok, err
			}
		}
		return false, nil
	}
	return false, typeErr("%s() arg 2 must be a type, a tuple of types, or a union", fn)
}

func biIsinstance(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	var x, cls Value
	if err := UnpackArgs("isinstance", args, kwargs, "obj", &x, "class_or_tuple", &cls); err != nil {
		return nil, err
	}
	ok, err := classArg(th, "isinstance", cls, func(t *Type) bool { return isInstance(x, t) })
	return Bool(ok), err
}

func biIssubclass(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	var x, cls Value
	if err := UnpackArgs("issubclass", args, kwargs, "cls", &x, "class_or_tuple", &cls); err != nil {
		return nil, err
	}
	t, ok := x.(*Type)
	if !ok {
		return nil, typeErr("issubclass() arg 1 must be a class")
	}
	ok, err := classArg(th, "issubclass", cls, func(u *Type) bool { return t.IsSubtype(u) })
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
		if g, ok := x.(*generator); ok {
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
