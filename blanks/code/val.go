package code

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// val is a value that can be written as a literal: what inputs are made of and changed as.
type val struct {
	k byte // 'n' None, 'b' bool, 'i' int, 'f' float, 's' string, 'l' list, 't' tuple, 'S' set, 'd' dict, 'x' any other expression
	i int64
	f float64
	s string
	e []val // elements; of a dict keys and values by turns
}

// literal reads an expression as a value. What is no literal, such as a lambda, is kept as it is written.
func literal(src string, x syntax.Expr) val {
	seq := func(k byte, xs []syntax.Expr) val {
		v := val{k: k}
		for _, e := range xs {
			v.e = append(v.e, literal(src, e))
		}
		if slices.ContainsFunc(v.e, func(e val) bool { return e.k == 'x' }) {
			return val{k: 'x', s: textOf(src, x)}
		}
		return v
	}
	switch n := x.(type) {
	case *syntax.ConstLit:
		switch n.Word {
		case "None":
			return val{k: 'n'}
		case "True":
			return val{k: 'b', i: 1}
		case "False":
			return val{k: 'b'}
		}
	case *syntax.NumLit:
		if n.IsInt && n.Big == nil {
			return val{k: 'i', i: n.Int}
		}
		if !n.IsInt {
			return val{k: 'f', f: n.Float}
		}
	case *syntax.UnaryExpr:
		if v := literal(src, n.X); n.Op == syntax.Neg && (v.k == 'i' || v.k == 'f') {
			v.i, v.f = -v.i, -v.f
			return v
		}
	case *syntax.StrLit:
		return val{k: 's', s: n.Value}
	case *syntax.ListExpr:
		return seq('l', n.Elts)
	case *syntax.TupleExpr:
		return seq('t', n.Elts)
	case *syntax.SetExpr:
		return seq('S', n.Elts)
	case *syntax.CallExpr:
		if f, ok := n.Fun.(*syntax.Name); ok && f.ID == "set" && len(n.Args) == 0 {
			return val{k: 'S'}
		}
	case *syntax.DictExpr:
		v := val{k: 'd'}
		for i := range n.Keys {
			if n.Keys[i] == nil {
				return val{k: 'x', s: textOf(src, x)}
			}
			a, b := literal(src, n.Keys[i]), literal(src, n.Values[i])
			if a.k == 'x' || b.k == 'x' {
				return val{k: 'x', s: textOf(src, x)}
			}
			v.e = append(v.e, a, b)
		}
		return v
	}
	return val{k: 'x', s: textOf(src, x)}
}

// String writes the value as Python does.
func (v val) String() string {
	var b strings.Builder
	v.write(&b)
	return b.String()
}

func (v val) write(b *strings.Builder) {
	list := func(open, end string) {
		b.WriteString(open)
		for i, e := range v.e {
			if i > 0 {
				b.WriteString(", ")
			}
			e.write(b)
		}
		b.WriteString(end)
	}
	switch v.k {
	case 'n':
		b.WriteString("None")
	case 'b':
		b.WriteString([]string{"False", "True"}[v.i&1])
	case 'i':
		b.WriteString(strconv.FormatInt(v.i, 10))
	case 'f':
		switch {
		case math.IsInf(v.f, 0) || math.IsNaN(v.f):
			fmt.Fprintf(b, "float('%g')", v.f)
		default:
			b.WriteString(eval.FloatRepr(v.f))
		}
	case 's':
		b.WriteString(eval.QuoteStr(v.s))
	case 'l':
		list("[", "]")
	case 't':
		if len(v.e) == 1 {
			list("(", ",)")
		} else {
			list("(", ")")
		}
	case 'S':
		if len(v.e) == 0 {
			b.WriteString("set()")
		} else {
			list("{", "}")
		}
	case 'd':
		b.WriteString("{")
		for i := 0; i+1 < len(v.e); i += 2 {
			if i > 0 {
				b.WriteString(", ")
			}
			v.e[i].write(b)
			b.WriteString(": ")
			v.e[i+1].write(b)
		}
		b.WriteString("}")
	default:
		b.WriteString(v.s)
	}
}

// value makes the Python value, nil for what is no literal.
func (v val) value(th *eval.Thread) (eval.Value, error) {
	elems := make([]eval.Value, len(v.e))
	for i, e := range v.e {
		x, err := e.value(th)
		if err != nil {
			return nil, err
		}
		elems[i] = x
	}
	switch v.k {
	case 'n':
		return eval.None, nil
	case 'b':
		return eval.Bool(v.i != 0), nil
	case 'i':
		return eval.MakeInt(v.i), nil
	case 'f':
		return eval.Float(v.f), nil
	case 's':
		return eval.Str(v.s), nil
	case 'l':
		return eval.NewList(elems...), nil
	case 't':
		return eval.NewTuple(elems...), nil
	case 'S':
		s := eval.NewSet()
		for _, e := range elems {
			if err := s.Add(th, e); err != nil {
				return nil, err
			}
		}
		return s, nil
	case 'd':
		d := eval.NewDict(len(elems) / 2)
		for i := 0; i+1 < len(elems); i += 2 {
			if err := d.Set(th, elems[i], elems[i+1]); err != nil {
				return nil, err
			}
		}
		return d, nil
	}
	return nil, fmt.Errorf("%s is no literal", v.s)
}

// size orders inputs: what is easier to trace by hand comes first.
func (v val) size() int {
	switch v.k {
	case 'i':
		n := v.i
		if n < 0 {
			n = -2 * n // a sign is one more thing to think of
		}
		return 1 + int(min(n, 1000))
	case 'f':
		return 3 + int(min(math.Abs(v.f), 1000))
	case 's':
		return 1 + 2*len(v.s)
	case 'x':
		return 5
	}
	n := 1
	for _, e := range v.e {
		n += 1 + e.size()
	}
	return n
}

func (v val) clone() val {
	v.e = slices.Clone(v.e)
	for i := range v.e {
		v.e[i] = v.e[i].clone()
	}
	return v
}

func (v val) mutable() bool { return v.k == 'l' || v.k == 'd' || v.k == 'S' }
