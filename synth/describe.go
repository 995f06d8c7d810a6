package synth

import (
	"strings"

	"github.com/quandary-puzzles/quandary/py/eval"
)

// each applies a function to a value, or to every element of a list of values, at any depth.
func (w *Worker) each(th *eval.Thread, v eval.Value, fn func(eval.Value) (eval.Value, bool, error)) (eval.Value, error) {
	out, ok, err := fn(v)
	if err != nil || ok {
		return out, err
	}
	var elems values
	switch v := v.(type) {
	case *element:
		elems = v.terms
	case *eval.List, *eval.Tuple, *group, *eval.Set, eval.Iterator, eval.Iterable:
		if elems, err = w.run.elements(v); err != nil {
			return nil, err
		}
	default:
		return v, nil
	}
	if err := th.Step(len(elems)); err != nil {
		return nil, err
	}
	list := make(values, len(elems))
	for i, e := range elems {
		if list[i], err = w.each(th, e, fn); err != nil {
			return nil, err
		}
	}
	return eval.NewList(list...), nil
}

func (w *Worker) opGetP(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	var sym eval.Value
	var source eval.Value = eval.None
	if err := eval.UnpackArgs("get_p", args, kw, "sym", &sym, "source?", &source); err != nil {
		return nil, err
	}
	name, _ := source.(eval.Str)
	return w.each(th, sym, func(v eval.Value) (eval.Value, bool, error) {
		t, ok := v.(*term)
		if !ok {
			if s, ok := v.(eval.Str); ok {
				return s, true, nil
			}
			return nil, false, nil
		}
		if x := t.from.value(strings.TrimSpace(string(name)), 0); x != nil {
			return x, true, nil
		}
		if t.from == nil {
			return nil, false, eval.Raise("ValueError", "get_p(): %s is an expression, it was not made from a source", t.b.Format(t.t))
		}
		return nil, false, eval.Raise("ValueError", "get_p(): %s was not made from '%s', but from %s", t.b.Format(t.t), string(name), listing(t.from.sources))
	})
}

// value finds the value drawn from a source; of a source that is itself made from others, it looks through.
func (o *origin) value(source string, depth int) eval.Value {
	if o == nil || depth > 20 {
		return nil
	}
	for i, s := range o.sources {
		if strings.TrimSpace(s) == source {
			return o.keys[i]
		}
	}
	if source == "" && len(o.keys) > 0 {
		return o.keys[0]
	}
	for _, k := range o.keys {
		if t, ok := k.(*term); ok {
			if v := t.from.value(source, depth+1); v != nil {
				return v
			}
		}
	}
	// One source only, written in another way: there is no doubt which is meant.
	if len(o.keys) == 1 {
		if _, ok := o.keys[0].(*term); !ok {
			return o.keys[0]
		}
	}
	return nil
}

func (w *Worker) opGetDesc(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	var sym eval.Value
	if err := eval.UnpackArgs("get_desc", args, kw, "sym", &sym); err != nil {
		return nil, err
	}
	return w.each(th, sym, func(v eval.Value) (eval.Value, bool, error) {
		switch v := v.(type) {
		case *term:
			if v.from == nil || v.from.text == nil {
				return eval.Str(""), true, nil
			}
			s, err := v.from.text()
			return eval.Str(s), true, err
		case *conditionValue:
			s, err := v.text()
			return eval.Str(s), true, err
		case *group:
			if v.from == nil {
				return nil, false, nil
			}
			out := make(values, len(v.from))
			for i, dims := range v.from {
				texts := make(values, len(dims))
				for k, o := range dims {
					s, err := o.text()
					if err != nil {
						return nil, false, err
					}
					texts[k] = eval.Str(s)
				}
				if out[i] = texts[0]; len(texts) > 1 {
					out[i] = eval.NewList(texts...)
				}
			}
			return eval.NewList(out...), true, nil
		case eval.Str:
			return v, true, nil
		}
		return nil, false, nil
	})
}

func (w *Worker) opGetData(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	var sym eval.Value
	if err := eval.UnpackArgs("get_data", args, kw, "sym", &sym); err != nil {
		return nil, err
	}
	return w.each(th, sym, func(v eval.Value) (eval.Value, bool, error) {
		switch v := v.(type) {
		case *term:
			if v.from == nil {
				return nil, false, eval.Raise("ValueError", "get_data(): %s is an expression, nothing was drawn for it", v.b.Format(v.t))
			}
			return nestedList(v.from.data), true, nil
		case *conditionValue:
			return eval.NewList(append(values(nil), v.data...)...), true, nil
		case *group:
			if v.data != nil {
				return eval.NewList(append(values(nil), v.data...)...), true, nil
			}
		case eval.Str:
			return v, true, nil
		}
		return nil, false, nil
	})
}

func (w *Worker) opGetValue(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	if len(args) == 2 && len(kw) == 0 {
		if s, ok := args[0].(*solution); ok {
			if t, ok := args[1].(*term); ok { // by far the most frequent
				return s.term(t), nil
			}
		}
	}
	var m, x eval.Value
	if err := eval.UnpackArgs("get_value", args, kw, "model", &m, "x", &x); err != nil {
		return nil, err
	}
	s, ok := m.(*solution)
	if !ok {
		return nil, eval.Raise("TypeError", "get_value(): the first argument is a solution, not a value of type '%s'", m.TypeName())
	}
	return s.value(th, x)
}

func (w *Worker) opGetVarName(_ *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	var x eval.Value
	if err := eval.UnpackArgs("get_var_name", args, kw, "term", &x); err != nil {
		return nil, err
	}
	t, ok := x.(*term)
	if !ok {
		return nil, eval.Raise("TypeError", "get_var_name() takes a term, not a value of type '%s'", x.TypeName())
	}
	if v, ok := t.b.VarOf(t.t); ok {
		return eval.Str(t.b.Variable(v).Name), nil
	}
	return eval.Str(t.b.Format(t.t)), nil
}
