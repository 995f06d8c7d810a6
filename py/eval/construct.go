package eval

import (
	"math/big"
	"strconv"
	"strings"
)

// construct calls a type: it makes a value of it.
func (th *Thread) construct(t *Type, args []Value, kwargs []Kwarg) (Value, error) {
	switch t.kind {
	case kInt:
		return th.newInt(args, kwargs)
	case kFloat:
		return th.newFloat(args, kwargs)
	case kBool:
		var x Value = False
		if err := UnpackArgs("bool", args, kwargs, "x?", &x); err != nil {
			return nil, err
		}
		b, err := Truth(th, x)
		return Bool(b), err
	case kStr:
		var x Value = Str("")
		if err := UnpackArgs("str", args, kwargs, "object?", &x); err != nil {
			return nil, err
		}
		s, err := ToStr(th, x)
		return Str(s), err
	case kList, kTuple:
		var x Value
		if err := UnpackArgs(t.Name, args, kwargs, "iterable?", &x); err != nil {
			return nil, err
		}
		if x == nil {
			if t.kind == kList {
				return NewList(), nil
			}
			return NewTuple(), nil
		}
		if tup, ok := x.(*Tuple); ok && t.kind == kTuple && tup.typ == nil {
			return tup, nil
		}
		e, err := ToSlice(th, x)
		if err != nil {
			return nil, err
		}
		if t.kind == kList {
			return NewList(e...), nil
		}
		return NewTuple(e...), nil
	case kDict:
		d := NewDict(0)
		return d, th.dictUpdate(d, "dict", args, kwargs)
	case kCounter:
		return newCounter(th, args, kwargs)
	case kDefaultDict:
		return newDefaultDict(th, args, kwargs)
	case kOrderedDict:
		return newOrderedDict(th, args, kwargs)
	case kSet, kFrozenSet:
		var x Value
		if err := UnpackArgs(t.Name, args, kwargs, "iterable?", &x); err != nil {
			return nil, err
		}
		return th.newSet(x, t.kind == kFrozenSet)
	case kRange:
		return th.newRange(args, kwargs)
	case kSlice:
		var a, b, c Value
		if err := UnpackArgs("slice", args, kwargs, "start", &a, "stop?", &b, "step?", &c); err != nil {
			return nil, err
		}
		if b == nil {
			a, b = None, a
		}
		return &Slice{a, b, orNone(c)}, nil
	case kObject:
		return &Instance{typ: t}, nil
	case kType:
		if len(args) != 1 {
			return nil, typeErr("type() takes 1 argument in this language: classes are made by class statements")
		}
		return typeOf(args[0]), nil
	case kEnumerate, kZip, kMap, kFilter, kReversed:
		return th.newLazy(t, args, kwargs)
	case kProperty, kStaticMethod, kClassMethod:
		var f, set Value
		if err := UnpackArgs(t.Name, args, kwargs, "fget", &f, "fset?", &set); err != nil {
			return nil, err
		}
		return &wrapped{kind: t.kind, f: f, set: set}, nil
	case kSuper:
		if len(args) != 2 {
			return nil, typeErr("super() takes no arguments, or a class and an object")
		}
		cls, ok := args[0].(*Type)
		if !ok {
			return nil, typeErr("super() argument 1 must be a type, not %s", args[0].TypeName())
		}
		return &superObject{cls: cls, self: args[1]}, nil
	case kException:
		if err := NoKwargs(t.Name, kwargs); err != nil {
			return nil, err
		}
		return &Exception{typ: t, args: NewTuple(append([]Value(nil), args...)...)}, nil
	case kClass:
		return th.newObject(t, args, kwargs)
	case kNamedTuple:
		return th.newNamedTuple(t, args, kwargs)
	}
	if t.new != nil {
		return t.new(th, args, kwargs)
	}
	return nil, typeErr("cannot create '%s' instances", t.Name)
}

// newObject makes an object of a class that a program defined.
func (th *Thread) newObject(t *Type, args []Value, kwargs []Kwarg) (Value, error) {
	if err := th.Alloc(96); err != nil {
		return nil, err
	}
	var o Value
	init := t.lookup("__init__")
	if t.IsSubtype(baseException) {
		e := &Exception{typ: t, args: NewTuple(append([]Value(nil), args...)...)}
		if init == nil {
			return e, NoKwargs(t.Name, kwargs)
		}
		o = e
	} else {
		o = &Instance{typ: t}
		if f := t.lookup("__new__"); f != nil {
			v, err := Call(th, f, append([]Value{t}, args...), kwargs)
			if err != nil {
				return nil, err
			}
			if i, ok := v.(*Instance); !ok || !i.typ.IsSubtype(t) {
				return v, nil
			}
			o = v
		}
	}
	if init == nil {
		if len(args) > 0 || len(kwargs) > 0 {
			return nil, typeErr("%s() takes no arguments", t.Name)
		}
		return o, nil
	}
	v, err := Call(th, init, append([]Value{o}, args...), kwargs)
	if err != nil {
		return nil, err
	}
	if v != Value(None) {
		return nil, typeErr("__init__() should return None, not '%s'", v.TypeName())
	}
	return o, nil
}

// NewNamedTupleType makes the type of a named tuple; defaults belong to the last fields.
func NewNamedTupleType(name string, fields []string, defaults []Value) *Type {
	names := make([]Value, len(fields))
	for i, f := range fields {
		names[i] = Str(f)
	}
	t := &Type{Name: name, Base: tupleType, kind: kNamedTuple}
	t.WithAttr("_fields", NewTuple(names...)).WithAttr("_defaults", NewTuple(defaults...))
	t.WithAttr("_make", NewBuiltin("_make", Fn1("_make", "iterable", func(th *Thread, x Value) (Value, error) {
		e, err := ToSlice(th, x)
		if err != nil {
			return nil, err
		}
		return th.newNamedTuple(t, e, nil)
	})))
	return t
}

func (th *Thread) newNamedTuple(t *Type, args []Value, kwargs []Kwarg) (Value, error) {
	fields := t.fields()
	if len(args) > len(fields) {
		return nil, typeErr("%s.__new__() takes %d positional arguments but %d were given", t.Name, len(fields)+1, len(args)+1)
	}
	if err := th.allocItems(len(fields), 16); err != nil {
		return nil, err
	}
	out := make([]Value, len(fields))
	copy(out, args)
next:
	for _, k := range kwargs {
		for i, f := range fields {
			if f == k.Name {
				if out[i] != nil {
					return nil, typeErr("%s.__new__() got multiple values for argument '%s'", t.Name, f)
				}
				out[i] = k.Value
				continue next
			}
		}
		return nil, typeErr("%s.__new__() got an unexpected keyword argument '%s'%s", t.Name, k.Name, didYouMean(k.Name, fields))
	}
	defaults, _ := t.lookup("_defaults").(*Tuple)
	for i := range out {
		if out[i] != nil {
			continue
		}
		j := i - len(fields)
		if defaults != nil {
			j += len(defaults.elems)
		}
		if j < 0 {
			return nil, typeErr("%s.__new__() missing required argument: '%s'", t.Name, fields[i])
		}
		out[i] = defaults.elems[j]
	}
	return &Tuple{elems: out, typ: t}, nil
}

func (th *Thread) newInt(args []Value, kwargs []Kwarg) (Value, error) {
	var x Value = MakeInt(0)
	var base Value
	if err := UnpackArgs("int", args, kwargs, "x?", &x, "base?", &base); err != nil {
		return nil, err
	}
	if base != nil {
		b, ok := AsInt64(base)
		if !ok {
			return nil, typeErr("'%s' object cannot be interpreted as an integer", base.TypeName())
		}
		s, ok := x.(Str)
		if !ok {
			return nil, typeErr("int() can't convert non-string with explicit base")
		}
		if b != 0 && (b < 2 || b > 36) {
			return nil, valueErr("int() base must be >= 2 and <= 36, or 0")
		}
		return th.parseInt(string(s), int(b))
	}
	return ToInt(th, x)
}

// ToInt is int(v).
func ToInt(th *Thread, v Value) (Value, error) {
	switch x := v.(type) {
	case Int, *BigInt:
		return v, nil
	case Bool:
		return MakeInt(b2i(x)), nil
	case Float:
		return floatToInt(float64(x))
	case Str:
		return th.parseInt(string(x), 10)
	case Converter:
		if r, err := x.Convert(th, "int"); r != nil || err != nil {
			return r, err
		}
	}
	return nil, typeErr("int() argument must be a string, a bytes-like object or a real number, not '%s'", v.TypeName())
}

func (th *Thread) parseInt(s string, base int) (Value, error) {
	bad := func() error {
		return valueErr("invalid literal for int() with base %d: %s", base, shortRepr(Str(s), 200))
	}
	t := strings.TrimFunc(s, isSpace)
	if !isASCII(t) {
		t = asciiDigits(t)
	}
	neg := false
	if t != "" && (t[0] == '+' || t[0] == '-') {
		neg = t[0] == '-'
		t = t[1:]
	}
	prefixed := false
	if len(t) > 1 && t[0] == '0' {
		p := 0
		switch t[1] {
		case 'x', 'X':
			p = 16
		case 'o', 'O':
			p = 8
		case 'b', 'B':
			p = 2
		}
		if p != 0 && (base == 0 || base == p) {
			t, base, prefixed = t[2:], p, true
		}
	}
	if base == 0 {
		base = 10
		if len(t) > 1 && t[0] == '0' && strings.Trim(t, "0_") != "" {
			base = 0
			return nil, bad()
		}
	}
	if prefixed && strings.HasPrefix(t, "_") {
		t = t[1:]
	}
	if strings.Contains(t, "_") {
		if !underscoresOK(t) {
			return nil, bad()
		}
		t = strings.ReplaceAll(t, "_", "")
	}
	if t == "" || t[0] == '+' || t[0] == '-' {
		return nil, bad()
	}
	if i, err := strconv.ParseInt(t, base, 64); err == nil {
		if neg {
			i = -i
		}
		return MakeInt(i), nil
	}
	if len(t) > 4300 && base&(base-1) != 0 {
		return nil, valueErr("Exceeds the limit (4300 digits) for integer string conversion: value has %d digits", len(t))
	}
	if err := th.allocBig(len(t) * 6); err != nil {
		return nil, err
	}
	for i := range len(t) {
		if !isAlnum(t[i]) {
			return nil, bad()
		}
	}
	b, ok := new(big.Int).SetString(t, base)
	if !ok {
		return nil, bad()
	}
	if neg {
		b.Neg(b)
	}
	return MakeBig(b), nil
}

func (th *Thread) newFloat(args []Value, kwargs []Kwarg) (Value, error) {
	var x Value = Float(0)
	if err := UnpackArgs("float", args, kwargs, "x?", &x); err != nil {
		return nil, err
	}
	return ToFloat(th, x)
}

// ToFloat is float(v).
func ToFloat(th *Thread, v Value) (Value, error) {
	switch x := v.(type) {
	case Float:
		return x, nil
	case Str:
		f, ok := parseFloat(string(x))
		if !ok {
			return nil, valueErr("could not convert string to float: %s", shortRepr(x, 200))
		}
		return Float(f), nil
	case Converter:
		if r, err := x.Convert(th, "float"); r != nil || err != nil {
			return r, err
		}
	}
	f, ok, err := AsFloat(v)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, typeErr("float() argument must be a string or a real number, not '%s'", v.TypeName())
	}
	return Float(f), nil
}

func (th *Thread) newRange(args []Value, kwargs []Kwarg) (Value, error) {
	if err := NoKwargs("range", kwargs); err != nil {
		return nil, err
	}
	if len(args) < 1 || len(args) > 3 {
		return nil, typeErr("range expected at least 1 argument, got %d", len(args))
	}
	v := [3]int64{0, 0, 1}
	for i, a := range args {
		n, ok := AsInt64(a)
		if !ok {
			if c, isConv := a.(Converter); isConv {
				x, err := c.Convert(th, "index")
				if err != nil {
					return nil, err
				}
				if x != nil {
					n, ok = AsInt64(x)
				}
			}
		}
		if !ok {
			if _, big := a.(*BigInt); big {
				return nil, raise(overflowError, "range() bounds outside 64 bits are not part of the language")
			}
			return nil, typeErr("'%s' object cannot be interpreted as an integer", a.TypeName())
		}
		v[i] = n
	}
	if len(args) == 1 {
		v[0], v[1] = 0, v[0]
	}
	if v[2] == 0 {
		return nil, valueErr("range() arg 3 must not be zero")
	}
	return NewRange(v[0], v[1], v[2]), nil
}

// newLazy makes enumerate, zip, map, filter and reversed objects.
func (th *Thread) newLazy(t *Type, args []Value, kwargs []Kwarg) (Value, error) {
	if err := th.Alloc(64); err != nil {
		return nil, err
	}
	switch t.kind {
	case kEnumerate:
		var x Value
		start := int64(0)
		if err := UnpackArgs("enumerate", args, kwargs, "iterable", &x, "start?", &start); err != nil {
			return nil, err
		}
		it, err := Iterate(th, x)
		return &enumerateIter{it, start}, err
	case kZip:
		strict := false
		if err := UnpackArgs("zip", nil, kwargs, "*strict?", &strict); err != nil {
			return nil, err
		}
		its, err := th.iterators(args)
		return &zipIter{its: its, strict: strict}, err
	case kMap:
		if len(args) < 2 {
			return nil, typeErr("map() must have at least two arguments.")
		}
		its, err := th.iterators(args[1:])
		return &mapIter{f: args[0], its: its, args: make([]Value, len(its))}, err
	case kFilter:
		var f, x Value
		if err := UnpackArgs("filter", args, kwargs, "function", &f, "iterable", &x); err != nil {
			return nil, err
		}
		it, err := Iterate(th, x)
		return &filterIter{f, it}, err
	}
	var x Value
	if err := UnpackArgs("reversed", args, kwargs, "sequence", &x); err != nil {
		return nil, err
	}
	return th.reversed(x)
}

func (th *Thread) iterators(args []Value) ([]Iterator, error) {
	its := make([]Iterator, len(args))
	for i, a := range args {
		it, err := Iterate(th, a)
		if err != nil {
			return nil, err
		}
		its[i] = it
	}
	return its, nil
}

func (th *Thread) reversed(v Value) (Value, error) {
	var elems []Value
	switch x := v.(type) {
	case *List:
		i := len(x.elems) - 1
		return &FuncIter{Name: "list_reverseiterator", Fn: func(*Thread) (Value, error) {
			if i < 0 || i >= len(x.elems) {
				return nil, nil
			}
			i--
			return x.elems[i+1], nil
		}}, nil
	case *Range:
		return &rangeIter{r: &Range{start: x.start + (x.n-1)*x.step, end: x.start - x.step, step: -x.step, n: x.n}}, nil
	case *Tuple:
		elems = x.elems
	case Str:
		for _, r := range string(x) {
			elems = append(elems, charValue(r))
		}
	case *Dict:
		elems = x.Keys()
	case *dictView:
		e, err := ToSlice(th, x)
		if err != nil {
			return nil, err
		}
		elems = e
	case *Instance:
		if f := x.lookup("__reversed__"); f != nil {
			return x.callMethod(th, f)
		}
		n, err := Length(th, x)
		if err != nil {
			return nil, typeErr("'%s' object is not reversible", v.TypeName())
		}
		return &FuncIter{Name: "reversed", Fn: func(th *Thread) (Value, error) {
			if n == 0 {
				return nil, nil
			}
			n--
			return x.Index(th, MakeInt(int64(n)))
		}}, nil
	default:
		f, err := GetAttr(th, v, "__reversed__")
		if err != nil {
			return nil, typeErr("'%s' object is not reversible", v.TypeName())
		}
		return Call(th, f, nil, nil)
	}
	i := len(elems)
	return &FuncIter{Name: "reversed", Fn: func(*Thread) (Value, error) {
		if i == 0 {
			return nil, nil
		}
		i--
		return elems[i], nil
	}}, nil
}
