package eval

var dictMethodNames = []string{"clear", "copy", "fromkeys", "get", "items", "keys", "pop", "popitem", "setdefault", "update", "values"}

func dictMethod(name string) methodFunc {
	switch name {
	case "get":
		return func(th *Thread, d Value, args []Value, kwargs []Kwarg) (Value, error) {
			var key Value
			var def Value = None
			if len(args) == 2 && len(kwargs) == 0 {
				key, def = args[0], args[1]
			} else if err := UnpackArgs("get", args, kwargs, "key", &key, "default?", &def); err != nil {
				return nil, err
			}
			v, err := d.(*Dict).Get(th, key)
			if v == nil && err == nil {
				v = def
			}
			return v, err
		}
	case "keys", "values", "items":
		kind := map[string]viewKind{"keys": viewKeys, "values": viewValues, "items": viewItems}[name]
		return on0(name, func(_ *Thread, d Value) (Value, error) {
			return &dictView{d.(*Dict), kind}, nil
		})
	case "setdefault":
		return func(th *Thread, d Value, args []Value, kwargs []Kwarg) (Value, error) {
			var key Value
			var def Value = None
			if err := UnpackArgs("setdefault", args, kwargs, "key", &key, "default?", &def); err != nil {
				return nil, err
			}
			v, err := d.(*Dict).Get(th, key)
			if v != nil || err != nil {
				return v, err
			}
			return def, d.(*Dict).Set(th, key, def)
		}
	case "pop":
		return func(th *Thread, d Value, args []Value, kwargs []Kwarg) (Value, error) {
			var key, def Value
			if err := UnpackArgs("pop", args, kwargs, "key", &key, "default?", &def); err != nil {
				return nil, err
			}
			v, err := d.(*Dict).Delete(th, key)
			if v != nil || err != nil {
				return v, err
			}
			if def == nil {
				return nil, raiseExc(&Exception{typ: keyError, args: NewTuple(key)})
			}
			return def, nil
		}
	case "popitem":
		return func(_ *Thread, v Value, args []Value, kwargs []Kwarg) (Value, error) {
			d := v.(*Dict)
			last := true
			if err := UnpackArgs("popitem", args, kwargs, "last?", &last); err != nil {
				return nil, err
			}
			if d.used == 0 {
				return nil, raise(keyError, "popitem(): dictionary is empty")
			}
			if !last {
				for i := range d.entries {
					if e := d.entries[i]; e.key != nil {
						d.removeAt(i)
						return tuple2(e.key, e.val), nil
					}
				}
			}
			for i := len(d.entries) - 1; ; i-- {
				if e := d.entries[i]; e.key != nil {
					d.removeAt(i)
					return tuple2(e.key, e.val), nil
				}
			}
		}
	case "update":
		return func(th *Thread, v Value, args []Value, kwargs []Kwarg) (Value, error) {
			return None, th.dictUpdate(v.(*Dict), "update", args, kwargs)
		}
	case "clear":
		return on0("clear", func(_ *Thread, d Value) (Value, error) {
			d.(*Dict).Clear()
			return None, nil
		})
	case "copy":
		return on0("copy", func(th *Thread, d Value) (Value, error) {
			return d.(*Dict).copyDict(th)
		})
	case "fromkeys":
		return func(th *Thread, _ Value, args []Value, kwargs []Kwarg) (Value, error) {
			return dictFromKeys(th, args, kwargs)
		}
	}
	return nil
}

// dictUpdate is d.update(x, **kwargs), and what dict(x, **kwargs) does to a new dict.
func (th *Thread) dictUpdate(d *Dict, name string, args []Value, kwargs []Kwarg) error {
	if len(args) > 1 {
		return typeErr("%s expected at most 1 argument, got %d", name, len(args))
	}
	if len(args) == 1 {
		if err := th.dictFrom(d, args[0]); err != nil {
			return err
		}
	}
	for _, k := range kwargs {
		if err := d.Set(th, Str(k.Name), k.Value); err != nil {
			return err
		}
	}
	return nil
}

// dictFrom sets in d what a mapping holds, or what an iterable of pairs gives.
func (th *Thread) dictFrom(d *Dict, v Value) error {
	if src, ok := v.(*Dict); ok {
		return th.updateDict(d, src)
	}
	if m := builtinMethod(v, "keys"); m == nil {
		if _, ok := v.(Attributer); ok {
			if k, err := GetAttr(th, v, "keys"); err == nil && k != nil {
				return th.mergeMapping(d, v)
			}
		}
	}
	i := 0
	return th.each(v, func(p Value) error {
		var pair []Value
		switch x := p.(type) {
		case *Tuple:
			pair = x.elems
		case *List:
			pair = x.elems
		default:
			var err error
			if pair, err = ToSlice(th, p); err != nil {
				return typeErr("cannot convert dictionary update sequence element #%d to a sequence", i)
			}
		}
		if len(pair) != 2 {
			return valueErr("dictionary update sequence element #%d has length %d; 2 is required", i, len(pair))
		}
		i++
		return d.Set(th, pair[0], pair[1])
	})
}

func dictFromKeys(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	var keys Value
	var val Value = None
	if err := UnpackArgs("fromkeys", args, kwargs, "iterable", &keys, "value?", &val); err != nil {
		return nil, err
	}
	d := NewDict(0)
	return d, th.each(keys, func(k Value) error { return d.Set(th, k, val) })
}

// The kinds of dict in collections.

// CounterType, DefaultDictType and OrderedDictType are the types of collections.Counter, defaultdict and OrderedDict.
var (
	CounterType     = &Type{Name: "Counter", Base: dictType, kind: kCounter}
	DefaultDictType = &Type{Name: "defaultdict", Base: dictType, kind: kDefaultDict}
	OrderedDictType = &Type{Name: "OrderedDict", Base: dictType, kind: kOrderedDict}
)

func newCounter(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	d := &Dict{typ: CounterType, missing: zeroMissing{}}
	return d, th.countInto(d, args, kwargs, 1)
}

func (th *Thread) countInto(d *Dict, args []Value, kwargs []Kwarg, sign int64) error {
	if len(args) > 1 {
		return typeErr("Counter() takes at most 1 argument (%d given)", len(args))
	}
	op := OpAdd
	if sign < 0 {
		op = OpSub
	}
	add := func(k, n Value) error {
		old, err := d.Get(th, k)
		if err != nil {
			return err
		}
		if old == nil {
			old = MakeInt(0)
		}
		v, err := BinaryOp(th, op, old, n)
		if err != nil {
			return err
		}
		return d.Set(th, k, v)
	}
	if len(args) == 1 && args[0] != Value(None) {
		if src, ok := args[0].(*Dict); ok {
			for _, e := range src.Items() {
				if err := add(e[0], e[1]); err != nil {
					return err
				}
			}
		} else if err := th.each(args[0], func(k Value) error { return add(k, MakeInt(1)) }); err != nil {
			return err
		}
	}
	for _, k := range kwargs {
		if err := add(Str(k.Name), k.Value); err != nil {
			return err
		}
	}
	return nil
}

func newDefaultDict(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	d := &Dict{typ: DefaultDictType, missing: None}
	if len(args) > 0 {
		d.missing = args[0]
		if d.missing != Value(None) && !IsCallable(d.missing) {
			return nil, typeErr("first argument must be callable or None")
		}
		args = args[1:]
	}
	return d, th.dictUpdate(d, "defaultdict", args, kwargs)
}

func newOrderedDict(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	d := &Dict{typ: OrderedDictType}
	return d, th.dictUpdate(d, "OrderedDict", args, kwargs)
}

// dictKindMethod finds a method that only a kind of dict has.
func dictKindMethod(d *Dict, name string) methodFunc {
	switch {
	case d.typ.Name == "Counter":
		switch name {
		case "most_common":
			return counterMostCommon
		case "elements":
			return counterElements
		case "total":
			return func(th *Thread, v Value, args []Value, kwargs []Kwarg) (Value, error) {
				var sum Value = MakeInt(0)
				for _, e := range v.(*Dict).Items() {
					var err error
					if sum, err = BinaryOp(th, OpAdd, sum, e[1]); err != nil {
						return nil, err
					}
				}
				return sum, nil
			}
		case "update", "subtract":
			sign := int64(1)
			if name == "subtract" {
				sign = -1
			}
			return func(th *Thread, v Value, args []Value, kwargs []Kwarg) (Value, error) {
				return None, th.countInto(v.(*Dict), args, kwargs, sign)
			}
		}
	case d.typ.Name == "OrderedDict" && name == "move_to_end":
		return func(th *Thread, v Value, args []Value, kwargs []Kwarg) (Value, error) {
			var key Value
			last := true
			if err := UnpackArgs(name, args, kwargs, "key", &key, "last?", &last); err != nil {
				return nil, err
			}
			d := v.(*Dict)
			val, err := d.Delete(th, key)
			if err != nil {
				return nil, err
			}
			if val == nil {
				return nil, raiseExc(&Exception{typ: keyError, args: NewTuple(key)})
			}
			if last {
				return None, d.Set(th, key, val)
			}
			rest := d.Items()
			d.Clear()
			if err := d.Set(th, key, val); err != nil {
				return nil, err
			}
			for _, e := range rest {
				if err := d.Set(th, e[0], e[1]); err != nil {
					return nil, err
				}
			}
			return None, nil
		}
	}
	return nil
}

func counterMostCommon(th *Thread, v Value, args []Value, kwargs []Kwarg) (Value, error) {
	var n Value = None
	if err := UnpackArgs("most_common", args, kwargs, "n?", &n); err != nil {
		return nil, err
	}
	items, err := mostCommon(th, v.(*Dict).Items())
	if err != nil {
		return nil, err
	}
	if k, ok := AsInt64(n); ok && k < int64(len(items)) {
		items = items[:max(k, 0)]
	}
	out := make([]Value, len(items))
	for i, e := range items {
		out[i] = tuple2(e[0], e[1])
	}
	return NewList(out...), th.allocItems(len(out), 48)
}

func counterElements(th *Thread, v Value, args []Value, kwargs []Kwarg) (Value, error) {
	items := v.(*Dict).Items()
	i, k := 0, int64(0)
	return &FuncIter{Name: "itertools.chain", Fn: func(*Thread) (Value, error) {
		for i < len(items) {
			if n, _ := AsInt64(items[i][1]); k < n {
				k++
				return items[i][0], nil
			}
			i, k = i+1, 0
		}
		return nil, nil
	}}, nil
}
