package numpy

import (
	"github.com/quandary-puzzles/quandary/py/eval"
)

// dtype says what an array holds, as a value.
type dtype struct {
	name string
	kind kind
}

// TypeName gives "dtype".
func (dtype) TypeName() string { return "dtype" }

// Str is the name.
func (d dtype) Str(*eval.Thread) (string, error) { return d.name, nil }

// Repr is dtype('name').
func (d dtype) Repr(*eval.Thread) (string, error) { return "dtype('" + d.name + "')", nil }

// CompareOp compares with another, with a name, and with the types that names stand for.
func (d dtype) CompareOp(_ *eval.Thread, op eval.Op, other eval.Value) (eval.Value, error) {
	k, ok := kindNamed(other)
	same := ok && k == d.kind
	switch op {
	case eval.OpEq:
		return eval.Bool(same), nil
	case eval.OpNe:
		return eval.Bool(!same), nil
	}
	return nil, nil
}

// Attr gives name and kind.
func (d dtype) Attr(_ *eval.Thread, name string) (eval.Value, error) {
	switch name {
	case "name":
		return eval.Str(d.name), nil
	case "kind":
		return eval.Str([]string{"b", "i", "f", "O"}[d.kind]), nil
	}
	return nil, nil
}

func (a *Array) dtype() dtype {
	return dtype{[]string{"bool", "int64", "float64", "object"}[a.kind], a.kind}
}

// kindNamed gives the kind that a dtype argument means.
func kindNamed(v eval.Value) (kind, bool) {
	switch v := v.(type) {
	case dtype:
		return v.kind, true
	case eval.Str:
		switch v {
		case "bool", "bool_":
			return kindBool, true
		case "int", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "i", "i4", "i8":
			return kindInt, true
		case "float", "float16", "float32", "float64", "f", "f4", "f8", "double":
			return kindFloat, true
		case "object", "O", "str", "U":
			return kindObject, true
		}
	case *eval.Type:
		switch v {
		case eval.BoolType:
			return kindBool, true
		case eval.IntType:
			return kindInt, true
		case eval.FloatType:
			return kindFloat, true
		case eval.ObjectType, eval.StrType:
			return kindObject, true
		}
		return kindNamed(eval.Str(v.Name))
	}
	return 0, false
}

// kindArg reads a dtype argument; without one it gives the default.
func kindArg(v eval.Value, def kind) (kind, error) {
	if isNone(v) {
		return def, nil
	}
	k, ok := kindNamed(v)
	if !ok {
		return 0, eval.Raise("TypeError", "data type not understood")
	}
	return k, nil
}

// scalarTypes are int64, float64 and the like: called, they convert; in isinstance they take Python's own numbers.
func scalarTypes() map[string]eval.Value {
	out := map[string]eval.Value{}
	add := func(k kind, is func(eval.Value) bool, names ...string) {
		for _, name := range names {
			out[name] = eval.NewType(name, func(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
				var x eval.Value = eval.MakeInt(0)
				if err := eval.UnpackArgs(name, args, kw, "x?", &x); err != nil {
					return nil, err
				}
				a, err := from(th, x)
				if err != nil {
					return nil, err
				}
				if s, ok := x.(eval.Str); ok && k == kindFloat {
					return eval.ToFloat(th, s)
				}
				b, err := a.copy(th, k)
				if err != nil {
					return nil, err
				}
				return b.scalar(), nil
			}, is)
		}
	}
	isInt := func(v eval.Value) bool { _, ok := v.(eval.Int); return ok }
	isFloat := func(v eval.Value) bool { _, ok := v.(eval.Float); return ok }
	add(kindInt, isInt, "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "int_", "integer", "intp", "signedinteger")
	add(kindFloat, isFloat, "float16", "float32", "float64", "float_", "floating", "double")
	add(kindBool, func(v eval.Value) bool { _, ok := v.(eval.Bool); return ok }, "bool_")
	out["number"] = eval.NewType("number", nil, func(v eval.Value) bool { return isInt(v) || isFloat(v) })
	out["generic"] = out["number"]
	out["object_"] = eval.ObjectType
	out["str_"] = eval.StrType
	out["ndarray"] = eval.NewType("ndarray", nil, func(v eval.Value) bool { _, ok := v.(*Array); return ok })
	return out
}
