package eval

import (
	"fmt"
	"strings"
)

// UnpackArgs parses the arguments of a builtin into variables: pairs of a parameter's name and a pointer to a variable
// (*Value, *int, *int64, *string, *bool, *float64, **List, **Dict, **Tuple, **Set). A name that ends in ? is
// optional, and so are all behind it; its variable keeps what it held. A name that starts with * can be given by keyword only. A
// nil *Value was not given.
func UnpackArgs(fn string, args []Value, kwargs []Kwarg, pairs ...any) error {
	n := len(pairs) / 2
	npos := n
	required := n
	for i := range n {
		name := pairs[2*i].(string)
		if strings.HasPrefix(name, "*") && npos == n {
			npos = i
		}
		if strings.HasSuffix(name, "?") && required == n {
			required = i
		}
	}
	if len(args) > npos {
		if npos == 0 {
			return typeErr("%s() takes no positional arguments (%d given)", fn, len(args))
		}
		return typeErr("%s() takes at most %d argument%s (%d given)", fn, npos, plural(npos), len(args))
	}
	var given [16]bool
	for i, a := range args {
		if err := setVar(fn, paramName(pairs[2*i].(string)), pairs[2*i+1], a); err != nil {
			return err
		}
		given[i] = true
	}
keywords:
	for _, k := range kwargs {
		for i := range n {
			name := paramName(pairs[2*i].(string))
			if name != k.Name {
				continue
			}
			if given[i] {
				return typeErr("%s() got multiple values for argument '%s'", fn, k.Name)
			}
			if err := setVar(fn, name, pairs[2*i+1], k.Value); err != nil {
				return err
			}
			given[i] = true
			continue keywords
		}
		var known []string
		for i := range n {
			known = append(known, paramName(pairs[2*i].(string)))
		}
		return typeErr("%s() got an unexpected keyword argument '%s'%s", fn, k.Name, didYouMean(k.Name, known))
	}
	for i := range required {
		if !given[i] && !strings.HasPrefix(pairs[2*i].(string), "*") {
			return typeErr("%s() missing required argument '%s' (pos %d)", fn, paramName(pairs[2*i].(string)), i+1)
		}
	}
	return nil
}

// Fn1 makes a builtin of one parameter, named as for UnpackArgs; one that is not given has the zero value of its type.
func Fn1[A any](fn, a string, do func(*Thread, A) (Value, error)) BuiltinFunc {
	return func(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
		var x A
		if err := UnpackArgs(fn, args, kwargs, a, &x); err != nil {
			return nil, err
		}
		return do(th, x)
	}
}

// Fn2 makes a builtin of two parameters.
func Fn2[A, B any](fn, a, b string, do func(*Thread, A, B) (Value, error)) BuiltinFunc {
	return func(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
		var x A
		var y B
		if err := UnpackArgs(fn, args, kwargs, a, &x, b, &y); err != nil {
			return nil, err
		}
		return do(th, x, y)
	}
}

// on0 makes a method without parameters.
func on0(fn string, do func(*Thread, Value) (Value, error)) methodFunc {
	return func(th *Thread, recv Value, args []Value, kwargs []Kwarg) (Value, error) {
		if err := UnpackArgs(fn, args, kwargs); err != nil {
			return nil, err
		}
		return do(th, recv)
	}
}

// on1 makes a method of one parameter.
func on1[A any](fn, a string, do func(*Thread, Value, A) (Value, error)) methodFunc {
	return func(th *Thread, recv Value, args []Value, kwargs []Kwarg) (Value, error) {
		var x A
		if err := UnpackArgs(fn, args, kwargs, a, &x); err != nil {
			return nil, err
		}
		return do(th, recv, x)
	}
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

func paramName(s string) string { return strings.TrimSuffix(strings.TrimPrefix(s, "*"), "?") }

func setVar(fn, name string, ptr any, v Value) error {
	wrong := func(want string) error {
		return typeErr("%s() argument '%s' must be %s, not %s", fn, name, want, v.TypeName())
	}
	switch p := ptr.(type) {
	case *Value:
		*p = v
	case *string:
		s, ok := v.(Str)
		if !ok {
			return wrong("str")
		}
		*p = string(s)
	case *int:
		i, ok := AsInt64(v)
		if !ok {
			if _, big := v.(*BigInt); big {
				return raise(overflowError, "Python int too large to convert to C ssize_t")
			}
			return typeErr("'%s' object cannot be interpreted as an integer", v.TypeName())
		}
		*p = int(i)
	case *int64:
		i, ok := AsInt64(v)
		if !ok {
			if _, big := v.(*BigInt); big {
				return raise(overflowError, "Python int too large to convert to C long")
			}
			return typeErr("'%s' object cannot be interpreted as an integer", v.TypeName())
		}
		*p = i
	case *bool:
		switch b := v.(type) {
		case Bool:
			*p = bool(b)
		case Int:
			*p = b != 0
		case NoneType:
			*p = false
		default:
			return wrong("bool")
		}
	case *float64:
		f, ok, err := AsFloat(v)
		if err != nil {
			return err
		}
		if !ok {
			return typeErr("must be real number, not %s", v.TypeName())
		}
		*p = f
	case **List:
		l, ok := v.(*List)
		if !ok {
			return wrong("list")
		}
		*p = l
	case **Dict:
		d, ok := v.(*Dict)
		if !ok {
			return wrong("dict")
		}
		*p = d
	case **Tuple:
		t, ok := v.(*Tuple)
		if !ok {
			return wrong("tuple")
		}
		*p = t
	case **Set:
		s, ok := v.(*Set)
		if !ok {
			return wrong("set")
		}
		*p = s
	default:
		return fmt.Errorf("%s: parameter %s has a variable of type %T, which UnpackArgs does not know", fn, name, ptr)
	}
	return nil
}

// NoKwargs refuses keyword arguments, for builtins that take none.
func NoKwargs(fn string, kwargs []Kwarg) error {
	if len(kwargs) > 0 {
		return typeErr("%s() takes no keyword arguments", fn)
	}
	return nil
}
