package synth

import (
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/py/eval"
)

// solution is one solution of the constraints, as a value: _model, _sol, an element of _solutions.
type solution struct {
	b *build
	a model.Assignment
}

func (*solution) TypeName() string { return "solution" }

// value gives the plain value of anything made of terms: None for a symbol that no constraint mentions.
func (s *solution) value(th *eval.Thread, v eval.Value) (eval.Value, error) {
	switch v := v.(type) {
	case *term:
		return s.term(v), nil
	case *eval.List:
		out, err := s.values(th, v.Elems())
		if err != nil {
			return nil, err
		}
		return eval.NewList(out...), nil
	case *eval.Tuple:
		out, err := s.values(th, v.Elems())
		if err != nil {
			return nil, err
		}
		return eval.NewTuple(out...), nil
	case *group:
		out, err := s.values(th, v.elems)
		if err != nil {
			return nil, err
		}
		return eval.NewList(out...), nil
	case *element:
		d := eval.NewDict(len(v.fields))
		for i, f := range v.fields {
			x, err := s.value(th, v.terms[i])
			if err != nil {
				return nil, err
			}
			if err := d.Set(th, eval.Str(f), x); err != nil {
				return nil, err
			}
		}
		return d, nil
	case *eval.Dict:
		d := eval.NewDict(v.Len())
		for _, kv := range v.Items() {
			x, err := s.value(th, kv[1])
			if err != nil {
				return nil, err
			}
			if err := d.Set(th, kv[0], x); err != nil {
				return nil, err
			}
		}
		return d, nil
	}
	return v, nil
}

func (s *solution) values(th *eval.Thread, vs []eval.Value) ([]eval.Value, error) {
	if err := th.Step(len(vs)); err != nil {
		return nil, err
	}
	out := make([]eval.Value, len(vs))
	for i, v := range vs {
		x, err := s.value(th, v)
		if err != nil {
			return nil, err
		}
		out[i] = x
	}
	return out, nil
}

func (s *solution) term(t *term) eval.Value {
	if vr, ok := s.b.VarOf(t.t); ok {
		v := s.a.Value(vr)
		if vals, ok := s.b.enums[vr]; ok && v.Valid() {
			if n, ok := v.Int64(); ok && n >= 0 && int(n) < len(vals) {
				return vals[n]
			}
		}
		return plain(v)
	}
	v, err := s.b.Eval(t.t, s.a)
	if err != nil {
		return eval.None // a symbol without a value is in it, or it divides by zero
	}
	return plain(v)
}

// Index answers solution[term].
func (s *solution) Index(th *eval.Thread, key eval.Value) (eval.Value, error) {
	return s.value(th, key)
}

// mentioned lists the terms that have a value.
func (s *solution) mentioned() []eval.Value {
	var out []eval.Value
	for i, v := range s.a {
		if v.Valid() {
			out = append(out, s.b.wrap(s.b.VarTerm(model.Var(i))))
		}
	}
	return out
}

// Iter goes through the terms that have a value, in the order of their declaration.
func (s *solution) Iter(th *eval.Thread) (eval.Iterator, error) {
	return eval.Iterate(th, eval.NewList(s.mentioned()...))
}

// Len is the number of terms that have a value.
func (s *solution) Len() int {
	n := 0
	for _, v := range s.a {
		if v.Valid() {
			n++
		}
	}
	return n
}

// AttrNames lists the methods.
func (s *solution) AttrNames() []string { return []string{"decls", "eval", "evaluate"} }

// Attr gives the methods.
func (s *solution) Attr(_ *eval.Thread, name string) (eval.Value, error) {
	switch name {
	case "evaluate", "eval":
		return eval.NewBuiltin(name, eval.Fn2(name, "term", "model_completion?", func(th *eval.Thread, x, completion eval.Value) (eval.Value, error) {
			return s.value(th, x)
		})), nil
	case "decls":
		return eval.NewBuiltin(name, func(*eval.Thread, []eval.Value, []eval.Kwarg) (eval.Value, error) {
			return eval.NewList(s.mentioned()...), nil
		}), nil
	}
	return nil, nil
}

// Repr shows the values by name.
func (s *solution) Repr(*eval.Thread) (string, error) {
	out := "["
	for i, v := range s.a {
		if !v.Valid() {
			continue
		}
		if len(out) > 1 {
			out += ", "
		}
		out += s.b.Variable(model.Var(i)).Name + " = " + pythonValue(v)
	}
	return out + "]", nil
}

// pythonValue prints a solver's value as the published records do.
func pythonValue(v model.Value) string {
	if v.Sort() == model.Bool {
		if v.Bool() {
			return "True"
		}
		return "False"
	}
	return v.String()
}

// conditionValue is a condition, as a value: its drawn values, and its text wherever a text is expected.
type conditionValue struct {
	name string
	data []eval.Value // the values drawn for each item
	text func() (string, error)
}

func (*conditionValue) TypeName() string { return "condition" }

// Str is the condition's text.
func (c *conditionValue) Str(*eval.Thread) (string, error) { return c.text() }

// Repr is Str.
func (c *conditionValue) Repr(*eval.Thread) (string, error) { return c.text() }

// Len is the length of the text.
func (c *conditionValue) Len() int {
	s, err := c.text()
	if err != nil {
		return 0
	}
	return utf8.RuneCountInString(s)
}

// Truth is that of the text.
func (c *conditionValue) Truth(*eval.Thread) (bool, error) {
	s, err := c.text()
	return s != "", err
}

// Iter goes through the characters of the text.
func (c *conditionValue) Iter(th *eval.Thread) (eval.Iterator, error) {
	s, err := c.text()
	if err != nil {
		return nil, err
	}
	return eval.Iterate(th, eval.Str(s))
}

// Index gives characters and slices of the text.
func (c *conditionValue) Index(th *eval.Thread, key eval.Value) (eval.Value, error) {
	s, err := c.text()
	if err != nil {
		return nil, err
	}
	return eval.GetIndex(th, eval.Str(s), key)
}

// CompareOp compares the text.
func (c *conditionValue) CompareOp(th *eval.Thread, op eval.Op, other eval.Value) (eval.Value, error) {
	if o, ok := other.(*conditionValue); ok {
		t, err := o.text()
		if err != nil {
			return nil, err
		}
		other = eval.Str(t)
	}
	if _, ok := other.(eval.Str); !ok {
		return nil, nil
	}
	s, err := c.text()
	if err != nil {
		return nil, err
	}
	return eval.Compare(th, op, eval.Str(s), other)
}

// Contains answers 'text' in condition.
func (c *conditionValue) Contains(th *eval.Thread, v eval.Value) (bool, error) {
	s, err := c.text()
	if err != nil {
		return false, err
	}
	return containsText(s, v)
}

// BinaryOp joins the text with others.
func (c *conditionValue) BinaryOp(_ *eval.Thread, op eval.Op, other eval.Value, reflected bool) (eval.Value, error) {
	o, ok := other.(eval.Str)
	if !ok || op != eval.OpAdd {
		return nil, nil
	}
	s, err := c.text()
	if err != nil {
		return nil, err
	}
	if reflected {
		return o + eval.Str(s), nil
	}
	return eval.Str(s) + o, nil
}

// AttrNames lists the attributes.
func (c *conditionValue) AttrNames() []string { return []string{"data", "desc"} }

// Attr gives data, the values drawn for each item; desc, the text; and the methods of a text.
func (c *conditionValue) Attr(th *eval.Thread, name string) (eval.Value, error) {
	switch name {
	case "data":
		return eval.NewList(append([]eval.Value(nil), c.data...)...), nil
	case "desc":
		s, err := c.text()
		return eval.Str(s), err
	}
	s, err := c.text()
	if err != nil {
		return nil, err
	}
	return eval.GetAttr(th, eval.Str(s), name)
}
