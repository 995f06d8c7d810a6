package synth

import (
	"github.com/quandary-puzzles/quandary/py/eval"
)

// group is a symbol: its elements by key, in key order. The elements are terms, records of terms (where the symbol has
// attributes), or for a derived symbol whatever its formula gives, or lists of that (where it has dimensions).
type group struct {
	name   string
	fields []string // attributes, empty for none
	keys   []eval.Value
	elems  []eval.Value
	index  *eval.Dict   // key -> position; nil for a derived symbol, whose keys are 0, 1, 2, …
	from   [][]*origin  // of a derived symbol: the origins of each element's dimensions
	data   []eval.Value // of a derived symbol: the values drawn for each element
}

func (*group) TypeName() string { return "symbols" }

// Len is the number of elements.
func (g *group) Len() int { return len(g.elems) }

// Iter goes through the elements, in key order.
func (g *group) Iter(th *eval.Thread) (eval.Iterator, error) { return eval.Iterate(th, g.list()) }

func (g *group) list() *eval.List {
	return eval.NewList(append([]eval.Value(nil), g.elems...)...)
}

// find gives the element of a key, nil when there is none.
func (g *group) find(th *eval.Thread, key eval.Value) (eval.Value, error) {
	if g.index == nil {
		n, ok := key.(eval.Int)
		if !ok {
			return nil, nil
		}
		i := int(n)
		if i < 0 {
			i += len(g.elems)
		}
		if i < 0 || i >= len(g.elems) {
			return nil, nil
		}
		return g.elems[i], nil
	}
	at, err := g.index.Get(th, key)
	if err != nil || at == nil {
		return nil, err
	}
	return g.elems[int(at.(eval.Int))], nil
}

// Index answers group[key].
func (g *group) Index(th *eval.Thread, key eval.Value) (eval.Value, error) {
	if _, ok := key.(*eval.Slice); ok {
		return indexList(th, g.list(), key)
	}
	v, err := g.find(th, key)
	if err != nil || v != nil {
		return v, err
	}
	repr, err := eval.ToRepr(th, key)
	if err != nil {
		return nil, err
	}
	if g.index == nil {
		return nil, eval.Raise("IndexError", "%s has %d elements, there is no element %s", g.name, len(g.elems), repr)
	}
	return nil, eval.Raise("KeyError", "%s has no key %s", g.name, repr)
}

// Contains answers key in group, and term in group.
func (g *group) Contains(th *eval.Thread, v eval.Value) (bool, error) {
	if t, ok := v.(*term); ok {
		for _, e := range g.elems {
			if u, ok := e.(*term); ok && u.t == t.t {
				return true, nil
			}
		}
		return false, nil
	}
	e, err := g.find(th, v)
	return e != nil, err
}

// AttrNames lists the methods.
func (g *group) AttrNames() []string {
	return []string{"data", "get", "items", "keys", "to_list", "values"}
}

// Attr gives the methods.
func (g *group) Attr(th *eval.Thread, name string) (eval.Value, error) {
	switch name {
	case "get":
		return eval.NewBuiltin("get", func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
			var key, def eval.Value = nil, eval.None
			if err := eval.UnpackArgs("get", args, kw, "key", &key, "default?", &def); err != nil {
				return nil, err
			}
			if s, ok := key.(eval.Str); ok && len(g.fields) > 0 {
				for i, f := range g.fields {
					if f == string(s) {
						out := make([]eval.Value, len(g.elems))
						for j, e := range g.elems {
							out[j] = e.(*element).terms[i]
						}
						return eval.NewList(out...), nil
					}
				}
			}
			v, err := g.find(th, key)
			if err != nil {
				return nil, err
			}
			if v == nil {
				return def, nil
			}
			return v, nil
		}), nil
	case "to_list", "values":
		return eval.NewBuiltin(name, func(*eval.Thread, []eval.Value, []eval.Kwarg) (eval.Value, error) { return g.list(), nil }), nil
	case "keys":
		return eval.NewBuiltin(name, func(*eval.Thread, []eval.Value, []eval.Kwarg) (eval.Value, error) {
			return eval.NewList(append([]eval.Value(nil), g.keys...)...), nil
		}), nil
	case "items":
		return eval.NewBuiltin(name, func(*eval.Thread, []eval.Value, []eval.Kwarg) (eval.Value, error) {
			out := make([]eval.Value, len(g.elems))
			for i := range out {
				out[i] = eval.NewTuple(g.keys[i], g.elems[i])
			}
			return eval.NewList(out...), nil
		}), nil
	case "data":
		return eval.NewList(append([]eval.Value(nil), g.data...)...), nil
	}
	return nil, nil
}

// element is one unknown with attributes.
type element struct {
	group  string
	key    string
	fields []string
	terms  []eval.Value
}

func (*element) TypeName() string { return "symbol" }

// Len is the number of attributes.
func (e *element) Len() int { return len(e.terms) }

// Iter goes through the names of the attributes, as through a dict.
func (e *element) Iter(th *eval.Thread) (eval.Iterator, error) {
	names := make([]eval.Value, len(e.fields))
	for i, f := range e.fields {
		names[i] = eval.Str(f)
	}
	return eval.Iterate(th, eval.NewList(names...))
}

func (e *element) find(name string) eval.Value {
	for i, f := range e.fields {
		if f == name {
			return e.terms[i]
		}
	}
	return nil
}

// Index answers element['attribute'].
func (e *element) Index(th *eval.Thread, key eval.Value) (eval.Value, error) {
	if s, ok := key.(eval.Str); ok {
		if v := e.find(string(s)); v != nil {
			return v, nil
		}
	}
	repr, err := eval.ToRepr(th, key)
	if err != nil {
		return nil, err
	}
	return nil, eval.Raise("KeyError", "%s[%s] has no attribute %s, only %s", e.group, e.key, repr, listing(e.fields))
}

// Contains answers 'attribute' in element.
func (e *element) Contains(_ *eval.Thread, v eval.Value) (bool, error) {
	s, ok := v.(eval.Str)
	return ok && e.find(string(s)) != nil, nil
}

// AttrNames lists the methods and the attributes.
func (e *element) AttrNames() []string {
	return append([]string{"get", "items", "keys", "values"}, e.fields...)
}

// Attr gives the methods and the attributes.
func (e *element) Attr(_ *eval.Thread, name string) (eval.Value, error) {
	switch name {
	case "get":
		return eval.NewBuiltin("get", eval.Fn2("get", "key", "default?", func(th *eval.Thread, key, def eval.Value) (eval.Value, error) {
			if s, ok := key.(eval.Str); ok {
				if v := e.find(string(s)); v != nil {
					return v, nil
				}
			}
			if def != nil {
				return def, nil
			}
			return e.Index(th, key)
		})), nil
	case "values", "to_list":
		return eval.NewBuiltin(name, func(*eval.Thread, []eval.Value, []eval.Kwarg) (eval.Value, error) {
			return eval.NewList(append([]eval.Value(nil), e.terms...)...), nil
		}), nil
	case "keys":
		return eval.NewBuiltin(name, func(*eval.Thread, []eval.Value, []eval.Kwarg) (eval.Value, error) {
			names := make([]eval.Value, len(e.fields))
			for i, f := range e.fields {
				names[i] = eval.Str(f)
			}
			return eval.NewList(names...), nil
		}), nil
	case "items":
		return eval.NewBuiltin(name, func(*eval.Thread, []eval.Value, []eval.Kwarg) (eval.Value, error) {
			out := make([]eval.Value, len(e.fields))
			for i, f := range e.fields {
				out[i] = eval.NewTuple(eval.Str(f), e.terms[i])
			}
			return eval.NewList(out...), nil
		}), nil
	}
	return e.find(name), nil
}

// listing joins names for a message.
func listing(names []string) string {
	s := ""
	for i, n := range names {
		if i > 0 {
			s += ", "
		}
		s += "'" + n + "'"
	}
	return s
}
